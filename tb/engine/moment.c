/* moment.c - the cycles that are kept: their pins, and which outputs differ in one. */
#include <string.h>

#include "engine/transfers.h"

/* The DUT has no outputs in the cycle in which it was lost. */
static bool has_actual(const struct assay_lockstep *ls, uint64_t cycle)
{
    const enum assay_verdict v = ls->result.verdict;

    return ls->dut &&
           !((v == ASSAY_CRASHED || v == ASSAY_UNSETTLED) && cycle == ls->result.fail_cycle);
}

bool assay_lockstep_moment(const struct assay_lockstep *ls, uint64_t cycle, struct assay_moment *m)
{
    size_t slot = cycle & (ASSAY_RING - 1);
    const struct assay_block *b = ls->config.block;

    if (cycle >= ls->cycle || ls->cycle - cycle > ASSAY_HISTORY)
        return false;
    m->in = ls->in_of[slot];
    m->expected = (ls->transfers_of && !ls->transfers_of->own[slot] ? ls->actual : ls->expected) +
                  slot * b->model->out_size;
    m->actual = has_actual(ls, cycle) ? ls->actual + slot * b->model->out_size : NULL;
    m->unknown = ls->unknown + slot * b->model->out_size;
    m->expected_unknown =
        ls->expected_unknown ? ls->expected_unknown + slot * b->model->out_size : NULL;
    m->out = ls->transfers_of ? ls->actual + slot * b->model->out_size : m->expected;
    m->out_unknown = ls->transfers_of ? m->unknown : m->expected_unknown;
    m->transfers = ls->transfers_of && ls->dut && !m->actual ? 0 : assay_engine_transfers(ls, slot);
    return true;
}

/* Whether an output can be the subject of a verdict at level `transfers`. */
static bool concerned(const struct assay_lockstep *ls, const struct assay_port *p,
                      const struct assay_moment *m)
{
    const struct assay_result *r = &ls->result;

    if (!ls->transfers_of)
        return true;
    if (r->stream < 0)
        return p->role == ASSAY_PLAIN && p->dir == ASSAY_OUT && assay_plain_concerned(ls, p, m);
    if (p->stream != r->stream)
        return false;
    return p->role == ASSAY_VALID || r->verdict == ASSAY_UNKNOWN ||
           (r->kind != ASSAY_MISSING && r->kind != ASSAY_WAITS);
}

/* Whether an output is compared: payload only while the expected valid is high; outputs outside
 * streams and handshake outputs always. */
static bool cared_for(const struct assay_block *b, const struct assay_port *p, const void *expected)
{
    if (p->dir != ASSAY_OUT)
        return false;
    if (p->role != ASSAY_PAYLOAD)
        return true;
    return ((const uint8_t *)expected)[b->model->streams[p->stream].valid] != 0;
}

/* Causes come first: wrong valids, then readies, then the rest in the order of the table. */
static void put_causes_first(struct assay_result *r)
{
    static const enum assay_role first[] = {ASSAY_READY, ASSAY_VALID};

    for (size_t k = 0; k < sizeof first / sizeof first[0]; ++k) {
        size_t n = 0;

        for (size_t i = 0; i < r->n_differences; ++i) {
            const struct assay_difference d = r->difference[i];

            if (d.port->role != first[k])
                continue;
            memmove(&r->difference[n + 1], &r->difference[n], (i - n) * sizeof d);
            r->difference[n++] = d;
        }
    }
}

bool assay_engine_differences(struct assay_lockstep *ls, const struct assay_moment *m)
{
    const struct assay_block *b = ls->config.block;
    struct assay_result *r = &ls->result;
    bool unknown_only = true;

    r->n_differences = 0;
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        struct assay_difference *d = &r->difference[r->n_differences];
        bool differs = false;

        if (!cared_for(b, &b->model->ports[i], m->expected) ||
            !concerned(ls, &b->model->ports[i], m))
            continue;
        assay_port_get(&b->model->ports[i], m->expected, d->expected);
        assay_port_get(&b->model->ports[i], m->actual, d->actual);
        assay_port_get(&b->model->ports[i], m->unknown, d->unknown);
        memset(d->expected_unknown, 0, sizeof d->expected_unknown);
        if (m->expected_unknown)
            assay_port_get(&b->model->ports[i], m->expected_unknown, d->expected_unknown);
        for (size_t w = 0; w < (b->model->ports[i].size + 3) / 4; ++w) {
            const uint32_t unknown = d->unknown[w] | d->expected_unknown[w];

            if ((d->expected[w] ^ d->actual[w]) & ~unknown) {
                differs = true;
                unknown_only = false;
            }
            differs |= unknown != 0;
        }
        if (!differs)
            continue;
        d->port = &b->model->ports[i];
        d->width = ls->width[i];
        ++r->n_differences;
    }
    put_causes_first(r);
    if (r->n_differences && !ls->transfers_of)
        r->verdict = unknown_only ? ASSAY_UNKNOWN : ASSAY_MISMATCH;
    return r->n_differences != 0;
}
