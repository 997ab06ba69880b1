/*
 * describe_text.h - builds block descriptions from text.
 */
#ifndef DESCRIBE_TEXT_H
#define DESCRIBE_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "describe/describe.h"

static char why[4096];

static inline enum assay_error read_text(const char *text, struct assay_description **d)
{
    why[0] = '\0';
    return assay_describe_text("fifo/block.yaml", text, strlen(text), d, why, sizeof why);
}

static inline struct assay_description *good(const char *text)
{
    struct assay_description *d;

    if (read_text(text, &d) != ASSAY_OK)
        fail_msg("%s", why);
    return d;
}

#define STREAMS "streams:\n  push: {direction: sink, fields: {data: 8}}\n"

/* A description with every key. */
static const char all[] =
    "name: queue\n"
    "top: my_fifo\n"
    "summary: a queue\n"
    "rtl: [a.v, b.v]\n"
    "streams:\n" /* parameters may come after what uses them */
    "  push:\n"
    "    direction: sink\n"
    "    valid: wr_en\n"
    "    ready: \"!full\"\n"
    "    offer: when_ready\n"
    "    hold: until_response\n"
    "    outstanding: 4\n"
    "    group: bus\n"
    "    drives: {go: valid & !op}\n"
    "    fields:\n"
    "      data: {pin: wr_data, width: 8 * depth, max: 256}\n"
    "      op: {width: 1, pin: none}\n"
    "      in:\n"
    "  pop:\n"
    "    direction: source\n"
    "    kind: pull\n"
    "    delay: 1\n"
    "    valid: \"!empty\"\n"
    "    ready: rd_en\n"
    "    match: id\n"
    "    timeout: 77\n"
    "    unused: true\n"
    "    valid_waits: never\n"
    "    fields: {id: 4, data: 8 * depth}\n"
    "  tick: {direction: source, kind: always, after: 3, fields: {x: 1}}\n"
    "  note: {direction: source, kind: valid_only}\n"
    "pins:\n"
    "  mode: {direction: in, width: 2, drive: per_run, range: [0, 2]}\n"
    "  tie: {direction: in, width: 4, value: 9}\n"
    "  level: {direction: out, width: clog2(depth + 1), when: ok, part: counter}\n"
    "sets:\n"
    "  smallest: {depth: 2}\n"
    "  default: {}\n"
    "  both: {switch: 1, depth: 8}\n"
    "parameters:\n"
    "  depth: {verilog: DEPTH_LOG, default: 4, meaning: entries}\n"
    "  switch: 0\n"
    "clock: [clk_a, clk_b]\n"
    "reset: {pin: rst_n, active: low, async: true, cycles: 5}\n"
    "level: transfers\n"
    "timeout: 1000\n"
    "model:\n"
    "  sources: fifo.c\n"
    "  include: [inc, other]\n"
    "  flags: [-DX]\n";

#endif
