#include "diagnose/surfer.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/outfile.h"
#include "base/path.h"
#include "diagnose/view.h"

static void put(FILE *f, const char *scope, const char *name)
{
    fprintf(f, "variable_add %s.%s\n", scope, name);
}

/* Writes the outputs that differ, with their markers and both values; then the other pins. A
 * divider's name must be one word. */
static void put_stream(FILE *f, const struct assay_view *v, int stream, const char *name)
{
    const struct assay_port *const ports = v->b->model->ports;

    fprintf(f, "divider_add %s\n", name);
    for (size_t i = 0; i < v->b->model->n_ports; ++i) {
        if (ports[i].stream != stream || !assay_view_port_differs(v, i))
            continue;
        fprintf(f, "variable_add %s.mismatch_%s\n", v->ref, ports[i].name);
        put(f, v->ref, ports[i].name);
        put(f, v->prefix, ports[i].name);
    }
    if (stream < 0)
        put(f, v->prefix, "clk");
    for (size_t i = 0; i < v->b->model->n_ports; ++i)
        if (ports[i].stream == stream && !assay_view_port_differs(v, i))
            put(f, v->prefix, ports[i].name);
    if (stream < 0)
        put(f, v->ref, "transaction");
}

static void put_all(FILE *f, const struct assay_view *v)
{
    put(f, v->ref, "mismatch");
    for (size_t i = 0; i < v->b->model->n_streams; ++i)
        if (assay_view_stream_differs(v, (int)i))
            put_stream(f, v, (int)i, v->b->model->streams[i].name);
    put_stream(f, v, -1, "pins");
    for (size_t i = 0; i < v->b->model->n_streams; ++i)
        if (!assay_view_stream_differs(v, (int)i))
            put_stream(f, v, (int)i, v->b->model->streams[i].name);
}

bool assay_surfer_save(const struct assay_lockstep *ls, const char *waveform, const char *path,
                       char *why, size_t why_size)
{
    struct assay_view v;
    struct assay_outfile o;

    if (!assay_view_can_name(waveform, why, why_size) ||
        !assay_outfile_open(&o, path, why, why_size))
        return false;
    assay_view_of(ls, &v);
    fprintf(o.f, "load_file %s\n", assay_path_last(waveform));
    put_all(o.f, &v);
    fprintf(o.f, "cursor_set %" PRIu64 "\nmarker_set failure\ngoto_cursor\n",
            v.cycle * ASSAY_VIEW_CYCLE);
    return assay_outfile_close(&o, why, why_size);
}
