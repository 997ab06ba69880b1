/* transfers_open.c - sets up what a run at level `transfers` or `none` keeps of its streams. */
#include <stdlib.h>
#include <string.h>

#include "engine/transfers.h"

static void add_above(struct assay_flow *f, const struct assay_port *p, unsigned width)
{
    const size_t n = assay_above_of(p, width, f->pins->payload, f->above + f->n_above);

    for (const struct assay_above *a = f->above + f->n_above; n && a < f->above + f->n_above + n;
         ++a)
        if (a->offset < sizeof f->above_word)
            memcpy((uint8_t *)f->above_word + a->offset, &a->bits, a->size);
    f->n_above += n;
}

/* Finds the bits of a stream's fields, and those of their types above their widths. */
static void read_masks(struct assay_lockstep *ls, unsigned stream)
{
    const struct assay_block *b = ls->config.block;
    struct assay_flow *f = &ls->transfers_of->flow[stream];

    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (p->stream != (int)stream || p->role != ASSAY_PAYLOAD)
            continue;
        memset((uint8_t *)f->care + p->offset - f->pins->payload, 0xFF, p->size);
        add_above(f, p, ls->width[i]);
    }
}

static bool open_flow(struct assay_lockstep *ls, unsigned i)
{
    static const struct assay_stream_rules none;
    const struct assay_block *b = ls->config.block;
    const struct assay_stream_rules *r = b->rules ? &b->rules[i] : &none;
    struct assay_transfers *t = ls->transfers_of;
    struct assay_flow *f = &t->flow[i];
    const uint64_t bit = UINT64_C(1) << i;

    f->pins = &b->model->streams[i];
    f->together = ls->joins.together[i];
    f->timeout = r->timeout ? r->timeout : b->timeout ? b->timeout : ASSAY_DEFAULT_HANG;
    f->words = (f->pins->payload_size + 7) / 8;
    f->care = calloc(f->words + 1, sizeof *f->care);
    f->above = calloc(f->pins->payload_size + 1, sizeof *f->above);
    if (!f->care || !f->above)
        return false;
    read_masks(ls, i);
    f->care_first = f->care[0];
    f->care_second = f->words > 1 ? f->care[1] : 0;
    t->bounded |= r->outstanding != 0;
    if (f->pins->sink) {
        t->sinks |= bit;
        t->sink[t->n_sinks++] =
            (struct assay_sink_pins){i, f->pins->payload, f->pins->payload_size, r->join != 0};
        return true;
    }
    t->sources |= bit;
    t->source[t->n_sources++] = (struct assay_source_pins){bit, f->pins->valid, f->pins->ready};
    f->in_order = t->judges && !r->match_size && !(ls->config.ops && ls->config.ops->unknown);
    t->claims |= r->valid_never_waits && t->judges ? bit : 0;
    return assay_expect_open(&f->expect, f->pins->payload_size, r->match, r->match_size);
}

struct assay_transfers *assay_transfers_open(struct assay_lockstep *ls)
{
    const struct assay_block *b = ls->config.block;
    struct assay_transfers *t = calloc(1, sizeof *t);
    size_t largest = 1;
    bool ok;

    if (!t)
        return NULL;
    ls->transfers_of = t;
    t->judges = b->level == ASSAY_COMPARE_TRANSFERS && !ls->pair;
    t->flow = calloc(b->model->n_streams + 1, sizeof *t->flow);
    t->source = calloc(b->model->n_streams + 1, sizeof *t->source);
    t->sink = calloc(b->model->n_streams + 1, sizeof *t->sink);
    t->words = calloc(b->model->n_streams + 1, sizeof *t->words);
    ok = t->flow && t->source && t->sink && t->words;
    for (unsigned i = 0; ok && i < b->model->n_streams; ++i) {
        ok = open_flow(ls, i);
        if (b->model->streams[i].payload_size > largest)
            largest = b->model->streams[i].payload_size;
    }
    for (size_t i = 0; ok && i < t->n_sources; ++i)
        ok = assay_expect_note(&t->flow[__builtin_ctzll(t->source[i].bit)].expect, largest);
    t->scratch = calloc(1, largest);
    ls->blamed = calloc(1, largest);
    ok = ok && t->scratch && ls->blamed && (!t->bounded || assay_credit_open(&t->credit, b)) &&
         assay_kinds_open(t, b) && assay_plain_open(t, b);
    if (!ok) {
        assay_transfers_close(t, b);
        ls->transfers_of = NULL;
        return NULL;
    }
    t->stop_at = ls->config.cycles;
    t->withheld = t->to_withhold = ASSAY_NO_STREAM;
    t->free_request = ASSAY_NO_REQUEST;
    t->next_due = t->unjudged = UINT64_MAX;
    assay_ahead_open(ls);
    assay_rng_init(&t->withhold, ls->config.seed, "withhold");
    return t;
}

void assay_transfers_close(struct assay_transfers *t, const struct assay_block *b)
{
    if (!t)
        return;
    for (size_t i = 0; t->flow && i < b->model->n_streams; ++i) {
        free(t->flow[i].care);
        free(t->flow[i].above);
        assay_expect_close(&t->flow[i].expect);
    }
    free(t->flow);
    free(t->source);
    free(t->sink);
    free(t->words);
    free(t->request);
    free(t->scratch);
    assay_kinds_close(t);
    assay_plain_close(t);
    assay_credit_close(&t->credit);
    free(t);
}
