#include "diagnose/vacuity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/apart.h"

/* Lengths of the runs in cycles; each is used for bits that went unnoticed in the one before. */
static const uint64_t lengths[] = {300, 3000, 30000};
enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

/* --- a DUT with one inverted bit ---
 *
 * The DUT's operations carry no data other than the DUT's own state, so there can be
 * only one at a time. */

static struct {
    const struct assay_dut_ops *inner;
    struct assay_dut_ops outer;
    size_t byte;
    uint8_t mask; /* 0: the DUT is unchanged */
} inverted;

static void inverted_eval(void *dut, const void *in, void *out)
{
    uint8_t *at = (uint8_t *)out + inverted.byte;

    inverted.inner->eval(dut, in, out);
    *at = (uint8_t)(*at ^ inverted.mask);
}

static const struct assay_dut_ops *invert(const struct assay_dut_ops *ops,
                                          const struct assay_port *port, unsigned bit)
{
    inverted.inner = ops;
    inverted.outer = *ops;
    inverted.outer.eval = inverted_eval;
    inverted.byte = port ? port->offset + bit / 8 : 0;
    inverted.mask = 0;
    if (port)
        inverted.mask = (uint8_t)(1u << bit % 8);
    return &inverted.outer;
}

/* --- runs --- */

struct run {
    const struct assay_config *config;
    enum assay_verdict verdict;
    bool ran, interrupted;
};

static void run_here(struct run *r)
{
    char why[256];
    struct assay_lockstep *ls = assay_lockstep_open(r->config, why, sizeof why);

    r->ran = ls != NULL;
    if (!ls)
        return;
    assay_lockstep_run(ls, UINT64_MAX);
    r->interrupted = assay_lockstep_result(ls)->interrupted;
    r->verdict = assay_lockstep_finish(ls)->verdict;
    assay_lockstep_close(ls);
}

static void run_and_tell(void *any, FILE *answer)
{
    struct run *r = any;

    run_here(r);
    fwrite(r, sizeof *r, 1, answer);
}

/* Called in this process: a signal sent only to this process does not reach the copy. */
static bool goes_on(void *any)
{
    const struct run *r = any;
    const struct assay_config *c = r->config;

    return !c->progress || c->progress(c->progress_arg, 0);
}

static bool run_apart(struct run *r)
{
    const struct assay_apart a = {.work = run_and_tell,
                                  .arg = r,
                                  .go_on = goes_on,
                                  .go_on_arg = r,
                                  .leave = r->config->ops->leave,
                                  .silent = true};
    size_t size;
    void *text;

    if (!assay_apart_run(&a, &text, &size)) {
        r->interrupted = !goes_on(r);
        return r->interrupted;
    }
    if (size == sizeof *r)
        memcpy(r, text, sizeof *r);
    free(text);
    return size == sizeof *r && r->ran;
}

/* False if out of memory for a run. */
static bool run_for(const struct assay_vacuity *v, const struct assay_port *port, unsigned bit,
                    uint64_t cycles, struct run *r)
{
    struct assay_config c = v->config;

    c.ops = invert(v->config.ops, port, bit);
    c.cycles = cycles;
    c.cover = false;
    c.trace = ASSAY_TRACE_NEVER;
    c.allow_partial = true;
    *r = (struct run){.config = &c, .verdict = ASSAY_PASS};
    if (c.block->apart)
        return run_apart(r);
    run_here(r);
    return r->ran;
}

/* --- all bits --- */

/* Whether it is the condition under which another output is compared. */
static bool is_condition(const struct assay_block *b, const struct assay_port *p)
{
    for (size_t i = 0; b->plain && i < b->model->n_ports; ++i)
        if (b->plain[i].when && &b->model->ports[b->plain[i].when] == p)
            return true;
    return false;
}

/* Whether a port is an output of the design itself: the engine makes the handshakes of an adapter,
 * and the wrapper makes the conditions. */
static bool is_output(const struct assay_block *b, const struct assay_port *p)
{
    const bool adapter = p->stream >= 0 && b->rules && b->rules[p->stream].adapter;

    return p->dir == ASSAY_OUT && !adapter && !is_condition(b, p);
}

static size_t count_bits(const struct assay_block *b, const unsigned *width)
{
    size_t n = 0;

    for (size_t i = 0; i < b->model->n_ports; ++i)
        n += is_output(b, &b->model->ports[i]) ? width[i] : 0;
    return n;
}

bool assay_vacuity_bits(const struct assay_block *b, const struct assay_params *params, size_t *n)
{
    unsigned *width = calloc(b->model->n_ports + 1, sizeof *width);

    if (!width)
        return false;
    b->model->widths(params, width);
    *n = count_bits(b, width);
    free(width);
    return true;
}

static enum assay_vacuity_end try_bit(struct assay_vacuity *v, const struct assay_port *port,
                                      unsigned bit)
{
    struct run r = {.verdict = ASSAY_PASS};

    for (size_t i = 0; i < LENGTHS && r.verdict == ASSAY_PASS; ++i) {
        if (!run_for(v, port, bit, lengths[i], &r))
            return ASSAY_VACUITY_ERROR;
        if (r.interrupted && r.verdict == ASSAY_PASS)
            return ASSAY_VACUITY_STOPPED;
    }
    ++v->bits;
    if (r.verdict == ASSAY_PASS)
        v->bit[v->n++] = (struct assay_vacuity_bit){.port = port, .bit = bit};
    if (v->progress && !v->progress(v->progress_arg, v->bits))
        return ASSAY_VACUITY_STOPPED;
    return ASSAY_VACUITY_DONE;
}

static enum assay_vacuity_end try_all(struct assay_vacuity *v, const unsigned *width)
{
    const struct assay_block *b = v->config.block;
    enum assay_vacuity_end end = ASSAY_VACUITY_DONE;

    for (size_t i = 0; i < b->model->n_ports && end == ASSAY_VACUITY_DONE; ++i)
        for (unsigned bit = 0; is_output(b, &b->model->ports[i]) && bit < width[i] && !end; ++bit)
            end = try_bit(v, &b->model->ports[i], bit);
    return end;
}

/* Checks that the run passes without an inverted bit, at the greatest length. */
static enum assay_vacuity_end try_none(const struct assay_vacuity *v, char *why, size_t why_size)
{
    struct run r;

    if (!run_for(v, NULL, 0, lengths[LENGTHS - 1], &r))
        return ASSAY_VACUITY_ERROR;
    if (r.verdict == ASSAY_PASS)
        return r.interrupted ? ASSAY_VACUITY_STOPPED : ASSAY_VACUITY_DONE;
    snprintf(why, why_size,
             "%s: the run ends with '%s' within %llu cycles: expected a run that passes, before "
             "output bits are inverted",
             v->config.block->model->name, assay_verdict_name(r.verdict),
             (unsigned long long)lengths[LENGTHS - 1]);
    return ASSAY_VACUITY_FAILS;
}

enum assay_vacuity_end assay_vacuity_run(struct assay_vacuity *v, char *why, size_t why_size)
{
    const struct assay_block *b = v->config.block;
    unsigned *width = calloc(b->model->n_ports + 1, sizeof *width);
    enum assay_vacuity_end end = ASSAY_VACUITY_ERROR;

    v->bit = NULL;
    v->bits = v->n = v->unlisted = 0;
    snprintf(why, why_size, "out of memory");
    if (width) {
        b->model->widths(&v->config.params, width);
        v->bit = calloc(count_bits(b, width) + 1, sizeof *v->bit);
    }
    if (v->bit) {
        end = try_none(v, why, why_size);
        if (end == ASSAY_VACUITY_DONE)
            end = try_all(v, width);
        if (end == ASSAY_VACUITY_STOPPED)
            snprintf(why, why_size, "stopped after %zu bits", v->bits);
        if (end == ASSAY_VACUITY_DONE && !assay_vacuity_read_list(v, width, why, why_size))
            end = ASSAY_VACUITY_LIST;
    }
    free(width);
    return end;
}

void assay_vacuity_free(struct assay_vacuity *v)
{
    free(v->bit);
    v->bit = NULL;
}

/* Writes adjacent bits of a port as one range, highest bit first. */
void assay_vacuity_names(const struct assay_vacuity *v, bool listed, struct assay_text *t)
{
    const char *between = "";

    for (size_t i = 0; i < v->n; ++i) {
        const struct assay_vacuity_bit *low = &v->bit[i], *high = low;

        if (low->listed != listed)
            continue;
        while (i + 1 < v->n && v->bit[i + 1].port == low->port &&
               v->bit[i + 1].bit == high->bit + 1 && v->bit[i + 1].listed == listed)
            high = &v->bit[++i];
        assay_text_addf(t, "%s%s", between, low->port->name);
        if (high != low)
            assay_text_addf(t, "[%u:%u]", high->bit, low->bit);
        else
            assay_text_addf(t, "[%u]", low->bit);
        between = ", ";
    }
}
