#include "diagnose/gtkw.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/outfile.h"
#include "base/path.h"
#include "diagnose/view.h"

enum {
    CYCLES_BEFORE = 8,
    NAMED_MARKERS = 26,
};

/* Colours and flags of traces, in GTKWave's numbers. */
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
    struct assay_view v;
};

/* GTKWave shows a trace without its scope; `role`, if not NULL, distinguishes traces
 * of the same name. */
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
    const unsigned width = s->v.width[port];

    put_trace(s, width > 1 ? HEX : BINARY, colour, role, scope, s->v.b->model->ports[port].name,
              width);
}

/* Writes the outputs that differ, with their markers and both values; then the other pins. */
static void put_group(const struct save *s, int stream, const char *name, bool closed)
{
    char marker[128];

    fprintf(s->f, "@%x\n-%s\n", closed ? CLOSED_BEGIN : GROUP_BEGIN, name);
    for (size_t i = 0; i < s->v.b->model->n_ports; ++i) {
        if (s->v.b->model->ports[i].stream != stream || !assay_view_port_differs(&s->v, i))
            continue;
        snprintf(marker, sizeof marker, "mismatch_%s", s->v.b->model->ports[i].name);
        put_trace(s, BINARY, ORANGE, NULL, s->v.ref, marker, 1);
        put_value(s, YELLOW, assay_side_name(s->v.c, false), s->v.ref, i);
        put_value(s, RED, assay_side_name(s->v.c, true), s->v.prefix, i);
    }
    if (stream < 0)
        put_trace(s, BINARY, PLAIN, NULL, s->v.prefix, "clk", 1);
    for (size_t i = 0; i < s->v.b->model->n_ports; ++i)
        if (s->v.b->model->ports[i].stream == stream && !assay_view_port_differs(&s->v, i))
            put_value(s, PLAIN, NULL, s->v.prefix, i);
    if (stream < 0)
        put_trace(s, DECIMAL, PLAIN, NULL, s->v.ref, "transaction", 64);
    fprintf(s->f, "@%x\n-%s\n", closed ? CLOSED_END : GROUP_END, name);
}

static void put_traces(const struct save *s)
{
    put_trace(s, BINARY, ORANGE, NULL, s->v.ref, "mismatch", 1);
    for (size_t i = 0; i < s->v.b->model->n_streams; ++i)
        if (assay_view_stream_differs(&s->v, (int)i))
            put_group(s, (int)i, s->v.b->model->streams[i].name, false);
    put_group(s, -1, "pins", false);
    for (size_t i = 0; i < s->v.b->model->n_streams; ++i)
        if (!assay_view_stream_differs(&s->v, (int)i))
            put_group(s, (int)i, s->v.b->model->streams[i].name, true);
}

/* If the waveform's name has no folder, GTKWave looks for it next to the save file. */
static void put_head(const struct save *s, const char *waveform, const char *path)
{
    const uint64_t cycle = s->v.cycle;
    const uint64_t first = cycle > CYCLES_BEFORE ? cycle - CYCLES_BEFORE : 0;

    fprintf(s->f, "[*]\n[*] %s: %s at cycle %" PRIu64 "\n[*]\n", s->v.b->model->name,
            assay_verdict_name(s->v.r->verdict), cycle);
    fprintf(s->f, "[dumpfile] \"%s\"\n[savefile] \"%s\"\n", assay_path_last(waveform),
            assay_path_last(path));
    fprintf(s->f, "[timestart] %" PRIu64 "\n[size] 1400 800\n[pos] -1 -1\n",
            first * ASSAY_VIEW_CYCLE);
    /* Zoom -5: 200 pixels for 2^5 time units. Then come the marker and the named markers, unset. */
    fprintf(s->f, "*-5.000000 %" PRIu64, cycle * ASSAY_VIEW_CYCLE);
    for (int i = 0; i < NAMED_MARKERS; ++i)
        fprintf(s->f, " -1");
    fprintf(s->f,
            "\n[treeopen] %s.\n[treeopen] %s.\n[sst_width] 180\n[signals_width] 260\n"
            "[sst_expanded] 0\n",
            s->v.prefix, s->v.ref);
}

bool assay_gtkw_save(const struct assay_lockstep *ls, const char *waveform, const char *path,
                     char *why, size_t why_size)
{
    struct save s;
    struct assay_outfile o;

    if (!assay_view_can_name(waveform, why, why_size) ||
        !assay_outfile_open(&o, path, why, why_size))
        return false;
    s.f = o.f;
    assay_view_of(ls, &s.v);
    put_head(&s, waveform, path);
    put_traces(&s);
    return assay_outfile_close(&o, why, why_size);
}
