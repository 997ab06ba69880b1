/* vectors_calls_memh.c - writes calls and responses for $readmemh. */
#include <stdlib.h>
#include <string.h>

#include "vectors/vectors_calls_bench.h"

void assay_vectors_layout(struct assay_vectors_layout *l, const struct assay_vectors *v)
{
    const struct assay_model_block *m = v->config.block->model;

    memset(l, 0, sizeof *l);
    assay_vectors_image(&l->in, v, ASSAY_IN);
    l->mask = l->in.total;
    l->expected = l->mask + (unsigned)m->n_streams;
    l->call = l->expected;
    for (size_t i = 0; i < m->n_streams; ++i)
        l->call += m->streams[i].sink ? 0 : ASSAY_VECTORS_COUNT_BITS;
    for (size_t i = 0; i < m->n_ports; ++i)
        if (m->ports[i].role == ASSAY_PAYLOAD)
            l->payload[m->ports[i].stream] += l->in.width[i];
    for (size_t i = 0; i < m->n_streams; ++i)
        if (!m->streams[i].sink && l->payload[i] > l->response)
            l->response = l->payload[i];
    l->response = l->response ? l->response : 1;
}

struct writer {
    struct assay_vectors_layout layout;
    FILE *f;
    uint32_t *line;
    unsigned source; /* the source whose responses are written */
};

static void clear(const struct writer *w, unsigned bits)
{
    memset(w->line, 0, (bits / 32 + 1) * sizeof *w->line);
}

/* Whether a pin is part of a call. The testbench itself drives valid;
 * payloads of other sinks are left out. */
static bool is_told(const struct assay_port *p, uint64_t sinks)
{
    if (p->dir != ASSAY_IN)
        return false;
    return p->role == ASSAY_PLAIN || (p->role == ASSAY_PAYLOAD && sinks >> p->stream & 1);
}

static void call_line(void *any, const struct assay_vector_call *call)
{
    const struct writer *w = any;
    const struct assay_vectors_image *m = &w->layout.in;
    const struct assay_model_block *model = m->block->model;
    uint32_t value[ASSAY_VALUE_WORDS];
    unsigned at = 0;

    clear(w, w->layout.call);
    for (size_t i = 0; i < model->n_ports; ++i) {
        if (is_told(&model->ports[i], call->sinks)) {
            assay_port_get(&model->ports[i], call->in, value);
            assay_vectors_place(w->line, at, value, m->width[i]);
        }
        at += model->ports[i].dir == ASSAY_IN ? m->width[i] : 0;
    }
    value[0] = (uint32_t)call->sinks;
    value[1] = (uint32_t)(call->sinks >> 32);
    assay_vectors_place(w->line, at, value, (unsigned)model->n_streams);
    at = w->layout.expected;
    for (size_t i = 0; i < model->n_streams; ++i) {
        value[0] = (uint32_t)call->expected[i];
        if (model->streams[i].sink)
            continue;
        assay_vectors_place(w->line, at, value, ASSAY_VECTORS_COUNT_BITS);
        at += ASSAY_VECTORS_COUNT_BITS;
    }
    assay_vectors_print(w->line, w->layout.call, w->f);
}

static void response_lines(void *any, const struct assay_vector_call *call)
{
    const struct writer *w = any;
    const struct assay_vectors_image *m = &w->layout.in;
    const struct assay_model_block *model = m->block->model;
    uint32_t value[ASSAY_VALUE_WORDS];

    for (size_t k = 0; k < call->n_responses; ++k) {
        unsigned at = 0;

        if (call->response[k].source != w->source)
            continue;
        clear(w, w->layout.response);
        for (size_t i = 0; i < model->n_ports; ++i) {
            struct assay_port p = model->ports[i];

            if (p.role != ASSAY_PAYLOAD || p.stream != (int)w->source)
                continue;
            p.offset -= model->streams[w->source].payload;
            assay_port_get(&p, call->response[k].payload, value);
            assay_vectors_place(w->line, at, value, m->width[i]);
            at += m->width[i];
        }
        assay_vectors_print(w->line, w->layout.response, w->f);
    }
}

static bool begin(struct writer *w, const struct assay_vectors *v, FILE *f, char *why,
                  size_t why_size)
{
    const struct writer made = {.f = f};
    unsigned bits;

    *w = made;
    assay_vectors_layout(&w->layout, v);
    bits = w->layout.call > w->layout.response ? w->layout.call : w->layout.response;
    w->line = calloc(bits / 32 + 1, sizeof *w->line);
    if (!w->line)
        snprintf(why, why_size, "out of memory");
    return w->line != NULL;
}

bool assay_vectors_calls_stimulus(const struct assay_vectors *v,
                                  const struct assay_vectors_counts *counts, FILE *f, char *why,
                                  size_t why_size)
{
    struct writer w;
    bool good;

    (void)counts;
    if (!begin(&w, v, f, why, why_size))
        return false;
    good = assay_vectors_calls(v, call_line, &w, why, why_size);
    free(w.line);
    return good;
}

bool assay_vectors_calls_response(const struct assay_vectors *v,
                                  const struct assay_vectors_counts *counts, FILE *f, char *why,
                                  size_t why_size)
{
    const struct assay_model_block *m = v->config.block->model;
    struct writer w;
    bool good;

    (void)counts;
    if (!begin(&w, v, f, why, why_size))
        return false;
    good = true;
    for (w.source = 0; good && w.source < m->n_streams; ++w.source)
        if (!m->streams[w.source].sink)
            good = assay_vectors_calls(v, response_lines, &w, why, why_size);
    free(w.line);
    return good;
}
