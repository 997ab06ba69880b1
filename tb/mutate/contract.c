#include "mutate/contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/driver.h"

/* --- is the care mask the one that the header states? --- */

/* Whether lockstep accepts outputs that differ only in one byte of a pin. */
static bool agrees_without(const struct assay_block *b, const struct assay_port *p, const void *in,
                           const uint8_t *expected, uint8_t *actual, uint32_t byte)
{
    bool agrees;

    actual[p->offset + byte] ^= 1;
    agrees = b->model->agree(in, expected, actual, 1) == 1;
    actual[p->offset + byte] ^= 1;
    return agrees;
}

static bool is_as_stated(const struct assay_block *b, const struct assay_port *p, const void *in,
                         uint8_t *expected, uint8_t *actual, bool valid)
{
    const bool payload = p->role == ASSAY_PAYLOAD;
    const bool hidden = payload && !valid;

    if (payload) {
        const uint32_t at = b->model->streams[p->stream].valid;

        expected[at] = actual[at] = valid;
    }
    return agrees_without(b, p, in, expected, actual, 0) == hidden;
}

/* Check every output with all other outputs 0 and then 1. A comparison that depends on the value
 * of another output is exposed by one of the two. */
static bool tries_as_stated(const struct assay_block *b, void *in, uint8_t *expected,
                            uint8_t *actual)
{
    for (int ones = 0; ones < 2; ++ones)
        for (size_t i = 0; i < b->model->n_ports; ++i)
            for (int valid = 0; valid < 2; ++valid) {
                if (b->model->ports[i].dir != ASSAY_OUT)
                    continue;
                memset(expected, ones, b->model->out_size);
                memset(actual, ones, b->model->out_size);
                if (!is_as_stated(b, &b->model->ports[i], in, expected, actual, valid))
                    return false;
            }
    return true;
}

static bool has_stated_mask(const struct assay_block *b)
{
    uint8_t *in = calloc(1, b->model->in_size + 8), *expected = calloc(1, b->model->out_size + 8),
            *actual = calloc(1, b->model->out_size + 8);
    const bool ok = in && expected && actual && tries_as_stated(b, in, expected, actual);

    free(in);
    free(expected);
    free(actual);
    return ok;
}

static bool has_adapter(const struct assay_block *b)
{
    for (size_t i = 0; b->rules && i < b->model->n_streams; ++i)
        if (b->rules[i].adapter)
            return true;
    return false;
}

bool assay_contract_holds(const struct assay_block *b, char *why, size_t why_size)
{
    const char *reason = NULL;

    if (b->level == ASSAY_COMPARE_NONE)
        reason = "at level none nothing is compared";
    else if (has_adapter(b))
        reason = "its model reads pins directly, in `sample` or `drive`";
    else if (b->level == ASSAY_COMPARE_CYCLE && !has_stated_mask(b))
        reason = "its outputs are compared by a function of its own";
    if (reason)
        snprintf(why, why_size, "%s: %s", b->model->name, reason);
    return !reason;
}

/* --- the module --- */

struct writer {
    const struct assay_block *block;
    unsigned *width;
    struct assay_text *t;
};

static const struct assay_port *pin_of(const struct writer *w, int stream, enum assay_role role)
{
    for (size_t i = 0; i < w->block->model->n_ports; ++i)
        if (w->block->model->ports[i].stream == stream && w->block->model->ports[i].role == role)
            return &w->block->model->ports[i];
    return NULL;
}

static unsigned width_of(const struct writer *w, const struct assay_port *p)
{
    return w->width[p - w->block->model->ports];
}

static void write_pins(const struct writer *w)
{
    const struct assay_model_block *m = w->block->model;

    assay_text_add(w->t, "module both (\n    input wire clk");
    for (size_t i = 0; i < m->n_ports; ++i)
        if (m->ports[i].dir == ASSAY_IN)
            assay_text_addf(w->t, ",\n    input wire [%u:0] %s", width_of(w, &m->ports[i]) - 1,
                            m->ports[i].name);
    assay_text_add(w->t, ",\n    output wire asked\n);\n");
}

/* Instantiate one of the two sides, with its outputs as SIDE__PIN. */
static void write_side(const struct writer *w, const char *side)
{
    const struct assay_model_block *m = w->block->model;

    for (size_t i = 0; i < m->n_ports; ++i)
        if (m->ports[i].dir == ASSAY_OUT)
            assay_text_addf(w->t, "    wire [%u:0] %s__%s;\n", width_of(w, &m->ports[i]) - 1, side,
                            m->ports[i].name);
    assay_text_addf(w->t, "    %s %s (.clk(clk)", side, side);
    for (size_t i = 0; i < m->n_ports; ++i)
        assay_text_addf(w->t, ", .%s(%s%s%s)", m->ports[i].name,
                        m->ports[i].dir == ASSAY_OUT ? side : "",
                        m->ports[i].dir == ASSAY_OUT ? "__" : "", m->ports[i].name);
    assay_text_add(w->t, ");\n");
}

/* Declare the wire STREAM__keeps: the stream keeps its offer in this cycle. */
static void write_keeps(const struct writer *w, int stream)
{
    const struct assay_model_block *m = w->block->model;
    const char *const s = m->streams[stream].name;
    const struct assay_port *const valid = pin_of(w, stream, ASSAY_VALID), *const ready =
                                                                               pin_of(w, stream,
                                                                                      ASSAY_READY);

    if (!valid || !ready) {
        assay_text_addf(w->t, "    wire %s__keeps = 1'b1;\n", s);
        return;
    }
    assay_text_addf(w->t, "    reg %s__waits = 1'b0;\n", s);
    assay_text_addf(w->t, "    always @(posedge clk) %s__waits <= %s & ~gold__%s & ~rst;\n", s,
                    valid->name, ready->name);
    for (size_t i = 0; i < m->n_ports; ++i)
        if (m->ports[i].stream == stream && m->ports[i].role == ASSAY_PAYLOAD) {
            const char *const name = m->ports[i].name;

            assay_text_addf(w->t, "    reg [%u:0] before__%s = 0;\n", width_of(w, &m->ports[i]) - 1,
                            name);
            assay_text_addf(w->t, "    always @(posedge clk) before__%s <= %s;\n", name, name);
        }
    assay_text_addf(w->t, "    wire %s__keeps = rst | ~%s__waits | %s", s, s, valid->name);
    for (size_t i = 0; i < m->n_ports; ++i)
        if (m->ports[i].stream == stream && m->ports[i].role == ASSAY_PAYLOAD)
            assay_text_addf(w->t, " & (%s == before__%s)", m->ports[i].name, m->ports[i].name);
    assay_text_add(w->t, ";\n");
}

/* Declare `counts`: this cycle and all before it keep the contract, and this one is outside
 * reset. */
static void write_contract(const struct writer *w)
{
    const struct assay_model_block *m = w->block->model;

    for (size_t i = 0; i < m->n_streams; ++i)
        if (m->streams[i].sink)
            write_keeps(w, (int)i);
    assay_text_addf(w->t,
                    "    reg [31:0] both__age = 0;\n"
                    "    wire both__begun = both__age == %u;\n"
                    "    always @(posedge clk) if (!both__begun) both__age <= both__age + 1;\n"
                    "    reg both__kept = 1'b1;\n"
                    "    (* keep *) wire both__keeps = both__kept & (both__begun | rst)",
                    w->block->reset_cycles ? w->block->reset_cycles : ASSAY_RESET_CYCLES);
    for (size_t i = 0; i < m->n_streams; ++i)
        if (m->streams[i].sink)
            assay_text_addf(w->t, " & %s__keeps", m->streams[i].name);
    assay_text_add(w->t, ";\n"
                         "    (* keep *) wire both__cut = both__keeps;\n"
                         "    always @(posedge clk) both__kept <= both__keeps;\n"
                         "    wire both__counts = both__keeps & ~rst;\n");
}

/* The condition under which an output is compared; "" if it always is. */
static void condition_of(const struct writer *w, const struct assay_port *p, char *text,
                         size_t size)
{
    const struct assay_block *b = w->block;
    const struct assay_plain_rules *const rules =
        b->plain && b->level == ASSAY_COMPARE_TRANSFERS ? &b->plain[p - b->model->ports] : NULL;
    const struct assay_port *when = NULL;

    if (p->role == ASSAY_PAYLOAD)
        when = pin_of(w, p->stream, ASSAY_VALID);
    else if (p->role == ASSAY_PLAIN && rules && rules->when)
        when = &b->model->ports[rules->when];
    text[0] = '\0';
    if (when)
        snprintf(text, size, "(%s%s != 0) & ", when->dir == ASSAY_OUT ? "gold__" : "", when->name);
}

static void write_differs(const struct writer *w)
{
    const struct assay_model_block *m = w->block->model;
    char condition[512];

    assay_text_add(w->t, "    assign asked = both__counts & (1'b0");
    for (size_t i = 0; i < m->n_ports; ++i)
        if (m->ports[i].dir == ASSAY_OUT) {
            condition_of(w, &m->ports[i], condition, sizeof condition);
            assay_text_addf(w->t, "\n        | (%s(gold__%s != gate__%s))", condition,
                            m->ports[i].name, m->ports[i].name);
        }
    assay_text_add(w->t, ");\n");
}

static void write_compared(const struct writer *w)
{
    const struct assay_model_block *m = w->block->model;
    size_t sinks = 0, sources = 0;

    assay_text_add(w->t, "    reg both__taken = 1'b0;\n    wire both__takes = 1'b0");
    for (size_t i = 0; i < m->n_streams; ++i) {
        const struct assay_port *const valid = pin_of(w, (int)i, ASSAY_VALID), *const ready =
                                                                                   pin_of(
                                                                                       w, (int)i,
                                                                                       ASSAY_READY);

        if (!m->streams[i].sink)
            continue;
        ++sinks;
        assay_text_addf(w->t, " | (%s & %s%s)", valid ? valid->name : "1'b1",
                        ready ? "gold__" : "1'b1", ready ? ready->name : "");
    }
    assay_text_add(w->t, ";\n    always @(posedge clk) both__taken <= both__taken | (both__counts "
                         "& both__takes);\n    assign asked = both__counts");
    assay_text_add(w->t, sinks ? " & both__taken & (1'b0" : " & (1'b0");
    for (size_t i = 0; i < m->n_streams; ++i)
        if (!m->streams[i].sink) {
            const struct assay_port *const valid = pin_of(w, (int)i, ASSAY_VALID);

            ++sources;
            assay_text_addf(w->t, " | %s%s", valid ? "gold__" : "1'b1", valid ? valid->name : "");
        }
    assay_text_add(w->t, sources ? ");\n" : " | 1'b1);\n");
}

void assay_contract_write(const struct assay_block *b, const struct assay_params *params,
                          enum assay_ask ask, struct assay_text *t)
{
    struct writer w = {.block = b, .width = calloc(b->model->n_ports + 1, sizeof *w.width), .t = t};

    if (!w.width) {
        t->failed = true;
        return;
    }
    b->model->widths(params, w.width);
    write_pins(&w);
    write_side(&w, "gold");
    write_side(&w, "gate");
    write_contract(&w);
    if (ask == ASSAY_ASK_DIFFERS)
        write_differs(&w);
    else
        write_compared(&w);
    assay_text_add(t, "endmodule\n");
    free(w.width);
}
