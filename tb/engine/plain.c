/* plain.c - outputs outside streams, which are compared while a condition holds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/transfers.h"

static bool is_watched(const struct assay_block *b, size_t port)
{
    return b->level == ASSAY_COMPARE_TRANSFERS && b->plain && b->plain[port].when;
}

bool assay_plain_open(struct assay_transfers *t, const struct assay_block *b)
{
    const struct assay_model_block *m = b->model;
    size_t n = 0;

    for (size_t i = 0; i < m->n_ports; ++i)
        n += is_watched(b, i);
    if (n == 0)
        return true;
    t->watched = calloc(n, sizeof *t->watched);
    t->wanted = calloc(1, m->out_size);
    if (!t->watched || !t->wanted)
        return false;
    for (size_t i = 0; i < m->n_ports; ++i)
        if (is_watched(b, i))
            t->watched[t->n_watched++] = (struct assay_watched){
                .port = &m->ports[i], .when = m->ports[b->plain[i].when].offset};
    return true;
}

void assay_plain_close(struct assay_transfers *t)
{
    free(t->watched);
    free(t->wanted);
}

static bool is_bit(const uint32_t *value, unsigned bit)
{
    return value[bit / 32] >> bit % 32 & 1;
}

/* Compares an output whose condition holds. */
static void judge(struct assay_lockstep *ls, size_t slot, const struct assay_port *p)
{
    const size_t at = slot * ls->config.block->model->out_size;
    const unsigned width = ls->width[p - ls->config.block->model->ports];
    uint32_t wanted[ASSAY_VALUE_WORDS], actual[ASSAY_VALUE_WORDS], unknown[ASSAY_VALUE_WORDS];
    struct assay_transfers *t = ls->transfers_of;
    bool differs = false, unclear = false;
    char why[256];

    assay_port_get(p, t->wanted, wanted);
    assay_port_get(p, ls->actual + at, actual);
    assay_port_get(p, ls->unknown + at, unknown);
    for (unsigned bit = width; bit < 8 * p->size; ++bit) {
        if (!is_bit(wanted, bit))
            continue;
        snprintf(why, sizeof why,
                 "the model expects %s with bit %u set: expected a value of %u bits", p->name, bit,
                 width);
        assay_transfers_bad_model(ls, why);
        return;
    }
    for (size_t i = 0; i < (p->size + 3) / 4; ++i) {
        differs |= ((wanted[i] ^ actual[i]) & ~unknown[i]) != 0;
        unclear |= unknown[i] != 0;
    }
    if (!differs && !unclear)
        return;
    memcpy(assay_judge_expected(ls, slot) + p->offset, t->wanted + p->offset, p->size);
    assay_transfers_found(t, differs ? ASSAY_MISMATCH : ASSAY_UNKNOWN, ASSAY_DIFFERS,
                          ASSAY_NO_STREAM);
}

/* Whether any condition holds. Also finds a condition that is X and, without a model to say what
 * the output is, an output that is X while its condition holds. */
static bool look(struct assay_lockstep *ls, size_t slot)
{
    const size_t size = ls->config.block->model->out_size;
    const uint8_t *out = ls->actual + slot * size, *unknown = ls->unknown + slot * size;
    struct assay_transfers *t = ls->transfers_of;
    bool any = false;

    for (const struct assay_watched *w = t->watched; w < t->watched + t->n_watched; ++w) {
        bool unclear = unknown[w->when] != 0;

        any |= out[w->when] != 0;
        for (size_t i = 0; ls->pair && out[w->when] && i < w->port->size; ++i)
            unclear |= unknown[w->port->offset + i] != 0;
        if (unclear)
            assay_transfers_found(t, ASSAY_UNKNOWN, ASSAY_DIFFERS, ASSAY_NO_STREAM);
    }
    return any;
}

void assay_plain_judge(struct assay_lockstep *ls, size_t slot)
{
    const size_t size = ls->config.block->model->out_size;
    const uint8_t *out = ls->actual + slot * size;
    struct assay_transfers *t = ls->transfers_of;

    if (!look(ls, slot) || ls->pair)
        return; /* two designs are compared in pair_plain.c */
    memset(t->wanted, 0, size);
    ls->in_model = true;
    ls->config.block->hooks->expect(ls->state, t->wanted);
    ls->in_model = false;
    for (struct assay_watched *w = t->watched; w < t->watched + t->n_watched; ++w)
        if (out[w->when]) {
            ++w->compared;
            judge(ls, slot, w->port);
        }
}

bool assay_plain_concerned(const struct assay_lockstep *ls, const struct assay_port *p,
                           const struct assay_moment *m)
{
    const struct assay_transfers *t = ls->transfers_of;
    const uint8_t *out = m->actual, *unknown = m->unknown;

    for (const struct assay_watched *w = t->watched; w < t->watched + t->n_watched; ++w)
        if ((w->port == p && out[w->when]) || (w->when == p->offset && unknown[w->when]))
            return true;
    return false;
}
