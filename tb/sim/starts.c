#include "sim/starts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4 };

/* Static, because the DUT's operations pass only its own state. So only one
 * variant can be open at a time. */
static struct {
    const struct assay_dut_ops *inner;
    struct assay_dut_ops outer, alone;
    void (*start)(const struct assay_start *);
    uint64_t seed;
    struct assay_start pair;
    bool is_pair;
} of;

struct dut {
    void *one[MOST]; /* the first starts from zeros */
    size_t n;
    uint64_t cycle;
    uint64_t ends; /* the cycle at which the instances between the first and the last stop */
    bool differ;
    uint8_t *out;     /* the outputs of another instance */
    uint8_t *unknown; /* the bits in which any instance differs from the first */
};

static void destroy(void *any)
{
    struct dut *d = any;

    for (size_t i = 0; i < MOST; ++i)
        if (d->one[i])
            of.inner->destroy(d->one[i]);
    free(d->out);
    free(d->unknown);
    free(d);
}

static void *make(struct assay_start start)
{
    start.seed = of.seed;
    of.start(&start);
    return of.inner->create();
}

static void *create(void)
{
    static const enum assay_start_kind kinds[MOST] = {ASSAY_START_ZEROS, ASSAY_START_ONES,
                                                      ASSAY_START_MIXED, ASSAY_START_RANDOM};
    struct dut *d = calloc(1, sizeof *d);
    bool good;

    if (!d)
        return NULL;
    d->n = of.is_pair ? 2 : MOST;
    d->ends = of.is_pair ? UINT64_MAX : ASSAY_STARTS_ONES;
    d->out = calloc(1, of.inner->out_size);
    d->unknown = calloc(1, of.inner->out_size);
    good = d->out && d->unknown;
    for (size_t i = 0; i < d->n && good; ++i) {
        d->one[i] = make(i && of.is_pair ? of.pair : (struct assay_start){.kind = kinds[i]});
        good = d->one[i] != NULL;
    }
    if (good)
        return d;
    destroy(d);
    return NULL;
}

/* The first instance to compare with instance 0. After `ends` only the last one is left. */
static size_t first_but_zeros(const struct dut *d)
{
    return d->cycle < d->ends ? 1 : d->n - 1;
}

static void eval(void *any, const void *in, void *out)
{
    struct dut *d = any;
    const size_t size = of.inner->out_size;
    const uint8_t *first = out;

    if (d->differ)
        memset(d->unknown, 0, size);
    d->differ = false;
    of.inner->eval(d->one[0], in, out);
    for (size_t i = first_but_zeros(d); i < d->n; ++i) {
        of.inner->eval(d->one[i], in, d->out);
        if (memcmp(d->out, first, size) == 0)
            continue;
        d->differ = true;
        for (size_t k = 0; k < size; ++k)
            d->unknown[k] = (uint8_t)(d->unknown[k] | (d->out[k] ^ first[k]));
    }
}

static unsigned edge(void *any)
{
    struct dut *d = any;
    unsigned stopped = of.inner->edge(d->one[0]);

    for (size_t i = first_but_zeros(d); i < d->n; ++i)
        stopped |= of.inner->edge(d->one[i]);
    ++d->cycle;
    return stopped;
}

static int unknown(void *any, void *mask)
{
    const struct dut *d = any;

    memcpy(mask, d->unknown, of.inner->out_size);
    return d->differ;
}

static int trace_open(void *any, const char *path)
{
    return of.inner->trace_open(((struct dut *)any)->one[0], path);
}

static void trace_expect(void *any, const void *expected, uint64_t transactions)
{
    of.inner->trace_expect(((struct dut *)any)->one[0], expected, transactions);
}

static void trace_close(void *any)
{
    of.inner->trace_close(((struct dut *)any)->one[0]);
}

enum assay_error assay_starts_open(const struct assay_variant *v, bool quiet,
                                   const struct assay_dut_ops **ops, void **handle, char *why,
                                   size_t why_size)
{
    struct assay_variant own = *v;
    enum assay_error e;

    own.starts = true;
    e = assay_verilator_open(&own, quiet, &of.inner, handle, why, why_size);
    if (e != ASSAY_OK)
        return e;
    if (!assay_verilator_function(*handle, "assay_dut_start", (void *)&of.start)) {
        snprintf(why, why_size, "%s: expected a variant whose start values can be chosen",
                 v->block->model->name);
        assay_verilator_close(*handle);
        *handle = NULL;
        return ASSAY_ENVIRONMENT;
    }
    of.outer = *of.inner;
    of.outer.create = create;
    of.outer.destroy = destroy;
    of.outer.eval = eval;
    of.outer.edge = edge;
    of.outer.unknown = unknown;
    of.outer.trace_open = of.inner->trace_open ? trace_open : NULL;
    of.outer.trace_expect = of.inner->trace_open ? trace_expect : NULL;
    of.outer.trace_close = of.inner->trace_open ? trace_close : NULL;
    of.outer.coverage = NULL;
    *ops = &of.outer;
    return ASSAY_OK;
}

static void *create_alone(void)
{
    return make((struct assay_start){.kind = ASSAY_START_ZEROS});
}

const struct assay_dut_ops *assay_starts_alone(void)
{
    of.alone = *of.inner;
    of.alone.create = create_alone;
    return &of.alone;
}

void assay_starts_seed(uint64_t seed)
{
    of.seed = seed;
}

void assay_starts_pair(const struct assay_start *start)
{
    of.is_pair = start != NULL;
    if (start)
        of.pair = *start;
}
