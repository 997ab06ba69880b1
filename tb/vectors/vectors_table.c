/* vectors_table.c - writes vector sets for programs: CSV and JSON lines. */
#include <inttypes.h>

#include "engine/value.h"
#include "vectors/vectors_calls.h"

/* Context of the writers below. */
struct table {
    const struct assay_block *block;
    unsigned width[ASSAY_MAX_PORTS];
    FILE *f;
};

static void begin(struct table *t, const struct assay_vectors *v, FILE *f)
{
    t->block = v->config.block;
    t->f = f;
    t->block->model->widths(&v->config.params, t->width);
}

static void value_of(const struct table *t, size_t i, const struct assay_vector *x,
                     char text[ASSAY_VALUE_TEXT])
{
    const struct assay_port *p = &t->block->model->ports[i];
    uint32_t value[ASSAY_VALUE_WORDS];

    assay_port_get(p, p->dir == ASSAY_IN ? x->in : x->out, value);
    assay_value_text(value, NULL, t->width[i], text);
}

bool assay_vectors_counts_port(const struct assay_block *b, const struct assay_port *p,
                               const struct assay_vector *x)
{
    const uint8_t *in = x->in, *out = x->out;

    if (in[0] && p != &b->model->ports[0]) /* in reset a block may still show its previous state */
        return p->dir == ASSAY_IN && p->role != ASSAY_PAYLOAD;
    if (p->role == ASSAY_PAYLOAD && p->stream >= 0) {
        const struct assay_stream *s = &b->model->streams[p->stream];

        return (s->sink ? in : out)[s->valid] != 0;
    }
    return true;
}

static void csv_line(void *arg, const struct assay_vector *x)
{
    const struct table *t = arg;
    char text[ASSAY_VALUE_TEXT];

    fprintf(t->f, "%" PRIu64, x->cycle);
    for (size_t i = 0; i < t->block->model->n_ports; ++i) {
        fputc(',', t->f);
        if (assay_vectors_counts_port(t->block, &t->block->model->ports[i], x)) {
            value_of(t, i, x, text);
            fputs(text, t->f);
        }
    }
    fputc('\n', t->f);
}

bool assay_vectors_csv(const struct assay_vectors *v, const struct assay_vectors_counts *counts,
                       FILE *f, char *why, size_t why_size)
{
    struct table t;

    (void)counts;
    begin(&t, v, f);
    fputs("cycle", f);
    for (size_t i = 0; i < t.block->model->n_ports; ++i)
        fprintf(f, ",%s", t.block->model->ports[i].name);
    fputc('\n', f);
    return assay_vectors_each(v, csv_line, &t, why, why_size);
}

static void jsonl_lines(void *arg, const struct assay_vector *x)
{
    const struct table *t = arg;
    const struct assay_block *b = t->block;
    char text[ASSAY_VALUE_TEXT];

    if (((const uint8_t *)x->in)[0])
        fprintf(t->f, "{\"cycle\":%" PRIu64 ",\"reset\":true}\n", x->cycle);
    for (size_t s = 0; s < b->model->n_streams; ++s) {
        const char *comma = "";

        if (!(x->transfers >> s & 1))
            continue;
        fprintf(t->f, "{\"cycle\":%" PRIu64 ",\"stream\":\"%s\",\"direction\":\"%s\",\"fields\":{",
                x->cycle, b->model->streams[s].name, b->model->streams[s].sink ? "in" : "out");
        for (size_t i = 0; i < b->model->n_ports; ++i) {
            if (b->model->ports[i].role != ASSAY_PAYLOAD || b->model->ports[i].stream != (int)s)
                continue;
            value_of(t, i, x, text);
            fprintf(t->f, "%s\"%s\":\"%s\"", comma, assay_field_name(b->model, &b->model->ports[i]),
                    text);
            comma = ",";
        }
        fputs("}}\n", t->f);
    }
}

bool assay_vectors_jsonl(const struct assay_vectors *v, const struct assay_vectors_counts *counts,
                         FILE *f, char *why, size_t why_size)
{
    struct table t;

    (void)counts;
    begin(&t, v, f);
    return assay_vectors_each(v, jsonl_lines, &t, why, why_size);
}

/* --- level `transfers` --- */

/* Writes the line of a transfer. The offsets of the fields are relative to `base`. */
static void call_line(const struct table *t, uint64_t call, unsigned stream, const void *side,
                      uint32_t base)
{
    const struct assay_model_block *m = t->block->model;
    uint32_t value[ASSAY_VALUE_WORDS];
    char text[ASSAY_VALUE_TEXT];
    const char *comma = "";

    fprintf(t->f, "{\"call\":%" PRIu64 ",\"stream\":\"%s\",\"direction\":\"%s\",\"fields\":{", call,
            m->streams[stream].name, m->streams[stream].sink ? "in" : "out");
    for (size_t i = 0; i < m->n_ports; ++i) {
        struct assay_port p = m->ports[i];

        if (p.role != ASSAY_PAYLOAD || p.stream != (int)stream)
            continue;
        p.offset -= base;
        assay_port_get(&p, side, value);
        assay_value_text(value, NULL, t->width[i], text);
        fprintf(t->f, "%s\"%s\":\"%s\"", comma, assay_field_name(m, &m->ports[i]), text);
        comma = ",";
    }
    fputs("}}\n", t->f);
}

static void call_lines(void *arg, const struct assay_vector_call *call)
{
    const struct table *t = arg;
    const struct assay_model_block *m = t->block->model;

    if (!call->sinks)
        fprintf(t->f, "{\"call\":%" PRIu64 ",\"reset\":true}\n", call->number);
    for (uint64_t left = call->sinks; left; left &= left - 1)
        call_line(t, call->number, (unsigned)__builtin_ctzll(left), call->in, 0);
    for (size_t i = 0; i < call->n_responses; ++i)
        call_line(t, call->number, call->response[i].source, call->response[i].payload,
                  m->streams[call->response[i].source].payload);
}

bool assay_vectors_calls_jsonl(const struct assay_vectors *v,
                               const struct assay_vectors_counts *counts, FILE *f, char *why,
                               size_t why_size)
{
    struct table t;

    (void)counts;
    begin(&t, v, f);
    return assay_vectors_calls(v, call_lines, &t, why, why_size);
}
