#include "diagnose/gtkw.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/outfile.h"

enum {
    CYCLE_TIME = 10, /* time units of the waveform; a cycle's sample stands at its begin */
    CYCLES_BEFORE = 8,
    NAMED_MARKERS = 26,
};

/* Colours and flags of traces, as GTKWave numbers them. */
enum { PLAIN, RED, ORANGE, YELLOW };
enum {
    BINARY = 0x28,
    HEX = 0x22,
    DECIMAL = 0x24,
    GROUP_BEGIN = 0x800200,
    GROUP_END = 0x1000200,
    CLOSED_BEGIN = 0xc00200,
    CLOSED_END = 0x1401200
};

struct save {
    FILE *f;
    const struct assay_config *c;
    const struct assay_block *b;
    const struct assay_result *r;
    unsigned width[ASSAY_MAX_PORTS];
    char prefix[80]; /* scope of the DUT's pins */
    char ref[80];    /* scope of what was expected */
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* GTKWave shows a trace without its scope: `role`, if not NULL, tells those of one name apart. */
static void put_trace(const struct save *s, int flags, int colour, const char *role,
                      const char *scope, const char *name, unsigned width)
{
    fprintf(s->f, "@%x\n", (unsigned)flags);
    if (colour != PLAIN)
        fprintf(s->f, "[color] %d\n", colour);
    if (role)
        fprintf(s->f, "+{%s %s} ", name, role);
    fprintf(s->f, "%s.%s", scope, name);
    if (width > 1)
        fprintf(s->f, "[%u:0]", width - 1);
    fputc('\n', s->f);
}

static void put_value(const struct save *s, int colour, const char *role, const char *scope,
                      size_t port)
{
    const unsigned width = s->width[port];

    put_trace(s, width > 1 ? HEX : BINARY, colour, role, scope, s->b->model->ports[port].name,
              width);
}

static bool port_differs(const struct save *s, size_t port)
{
    for (size_t i = 0; i < s->r->n_differences; ++i)
        if (s->r->difference[i].port == &s->b->model->ports[port])
            return true;
    return false;
}

static bool stream_differs(const struct save *s, int stream)
{
    for (size_t i = 0; i < s->r->n_differences; ++i)
        if (s->r->difference[i].port->stream == stream)
            return true;
    return false;
}

/* The outputs that differ, with their markers and both values; then the other pins. */
static void put_group(const struct save *s, int stream, const char *name, bool closed)
{
    char marker[128];

    fprintf(s->f, "@%x\n-%s\n", closed ? CLOSED_BEGIN : GROUP_BEGIN, name);
    for (size_t i = 0; i < s->b->model->n_ports; ++i) {
        if (s->b->model->ports[i].stream != stream || !port_differs(s, i))
            continue;
        snprintf(marker, sizeof marker, "mismatch_%s", s->b->model->ports[i].name);
        put_trace(s, BINARY, ORANGE, NULL, s->ref, marker, 1);
        put_value(s, YELLOW, assay_side_name(s->c, false), s->ref, i);
        put_value(s, RED, assay_side_name(s->c, true), s->prefix, i);
    }
    if (stream < 0)
        put_trace(s, BINARY, PLAIN, NULL, s->prefix, "clk", 1);
    for (size_t i = 0; i < s->b->model->n_ports; ++i)
        if (s->b->model->ports[i].stream == stream && !port_differs(s, i))
            put_value(s, PLAIN, NULL, s->prefix, i);
    if (stream < 0)
        put_trace(s, DECIMAL, PLAIN, NULL, s->ref, "transaction", 64);
    fprintf(s->f, "@%x\n-%s\n", closed ? CLOSED_END : GROUP_END, name);
}

static void put_traces(const struct save *s)
{
    put_trace(s, BINARY, ORANGE, NULL, s->ref, "mismatch", 1);
    for (size_t i = 0; i < s->b->model->n_streams; ++i)
        if (stream_differs(s, (int)i))
            put_group(s, (int)i, s->b->model->streams[i].name, false);
    put_group(s, -1, "pins", false);
    for (size_t i = 0; i < s->b->model->n_streams; ++i)
        if (!stream_differs(s, (int)i))
            put_group(s, (int)i, s->b->model->streams[i].name, true);
}

/* GTKWave looks for a waveform without a folder beside the save file. */
static void put_head(const struct save *s, const char *waveform, const char *path)
{
    const bool failed = assay_verdict_at_cycle(s->r->verdict);
    const uint64_t cycle = failed ? s->r->fail_cycle : s->r->cycles ? s->r->cycles - 1 : 0;
    const uint64_t first = cycle > CYCLES_BEFORE ? cycle - CYCLES_BEFORE : 0;

    fprintf(s->f, "[*]\n[*] %s: %s at cycle %" PRIu64 "\n[*]\n", s->b->model->name,
            assay_verdict_name(s->r->verdict), cycle);
    fprintf(s->f, "[dumpfile] \"%s\"\n[savefile] \"%s\"\n", base_name(waveform), base_name(path));
    fprintf(s->f, "[timestart] %" PRIu64 "\n[size] 1400 800\n[pos] -1 -1\n", first * CYCLE_TIME);
    /* Zoom -5: 200 pixels for 2^5 time units. Then the marker, and the named ones, unset. */
    fprintf(s->f, "*-5.000000 %" PRIu64, cycle * CYCLE_TIME);
    for (int i = 0; i < NAMED_MARKERS; ++i)
        fprintf(s->f, " -1");
    fprintf(s->f,
            "\n[treeopen] %s.\n[treeopen] %s.\n[sst_width] 180\n[signals_width] 260\n"
            "[sst_expanded] 0\n",
            s->prefix, s->ref);
}

bool assay_gtkw_save(const struct assay_lockstep *ls, const char *waveform, const char *path,
                     char *why, size_t why_size)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    struct save s = {.c = c, .b = c->block, .r = assay_lockstep_result(ls)};
    struct assay_outfile o;

    if (strpbrk(waveform, "\"\n")) {
        snprintf(why, why_size, "%s: expected a name without quotes and line ends", waveform);
        return false;
    }
    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    s.f = o.f;
    s.b->model->widths(&c->params, s.width);
    if (c->backend && strcmp(c->backend, "icarus") == 0) {
        snprintf(s.prefix, sizeof s.prefix, "assay_top");
        snprintf(s.ref, sizeof s.ref, "assay_top.ref");
    } else if (c->backend && strcmp(c->backend, "systemc") == 0) {
        /* The pins of the sc_module are not in the waveform; those of the RTL below it are. */
        snprintf(s.prefix, sizeof s.prefix, "%.39s.%.39s", s.b->model->name, s.b->model->top);
        snprintf(s.ref, sizeof s.ref, "ref");
    } else {
        snprintf(s.prefix, sizeof s.prefix, "%.79s", s.b->model->name);
        snprintf(s.ref, sizeof s.ref, "ref");
    }
    put_head(&s, waveform, path);
    put_traces(&s);
    return assay_outfile_close(&o, why, why_size);
}
