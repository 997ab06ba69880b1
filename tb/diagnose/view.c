#include "diagnose/view.h"

#include <stdio.h>
#include <string.h>

bool assay_view_port_differs(const struct assay_view *v, size_t port)
{
    for (size_t i = 0; i < v->r->n_differences; ++i)
        if (v->r->difference[i].port == &v->b->model->ports[port])
            return true;
    return false;
}

bool assay_view_stream_differs(const struct assay_view *v, int stream)
{
    for (size_t i = 0; i < v->r->n_differences; ++i)
        if (v->r->difference[i].port->stream == stream)
            return true;
    return false;
}

void assay_view_of(const struct assay_lockstep *ls, struct assay_view *v)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *r = assay_lockstep_result(ls);

    memset(v, 0, sizeof *v);
    v->c = c;
    v->b = c->block;
    v->r = r;
    v->b->model->widths(&c->params, v->width);
    v->cycle = assay_verdict_at_cycle(r->verdict) ? r->fail_cycle : r->cycles ? r->cycles - 1 : 0;
    snprintf(v->ref, sizeof v->ref, "ref");
    if (c->backend && strcmp(c->backend, "icarus") == 0) {
        snprintf(v->prefix, sizeof v->prefix, "assay_top");
        snprintf(v->ref, sizeof v->ref, "assay_top.ref");
    } else if (c->backend && strcmp(c->backend, "systemc") == 0) {
        /* The waveform has no pins of the sc_module, but those of the RTL below it. */
        snprintf(v->prefix, sizeof v->prefix, "%.39s.%.39s", v->b->model->name, v->b->model->top);
    } else {
        snprintf(v->prefix, sizeof v->prefix, "%.79s", v->b->model->name);
    }
}

bool assay_view_can_name(const char *waveform, char *why, size_t why_size)
{
    if (!strpbrk(waveform, "\"\n"))
        return true;
    snprintf(why, why_size, "%s: expected a name without quotes and line ends", waveform);
    return false;
}
