#include "slice/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    REDUCTION = 512, /* elements, eight per lane */
    POINTWISE = 64   /* inputs of the layer */
};

bool slice_measure(struct slice_kernel *k, enum slice_input_kernel which, bool as_written,
                   const char *params, slice_change *change, char *why, size_t why_size)
{
    static uint32_t memory[SLICE_INPUT_WORDS];
    struct assay_params all;
    struct slice_params p;
    const char *expected;

    if (!assay_params_parse(assay_block_find("slice"), params, &all, why, why_size))
        return false;
    memcpy(&p, all.v, sizeof p);
    if (!slice_input_load(k, which, as_written, &p, memory, why, why_size))
        return false;
    if (change && (expected = change(k))) {
        snprintf(why, why_size, "%s: expected %s", k->path, expected);
        return false;
    }
    return slice_kernel_run(k, &all, NULL, why, why_size);
}

/* --- programs with parts removed --- */

void slice_drop_words(struct predicate_assembly *a, bool (*which)(const struct predicate_word *w))
{
    static uint32_t moved[PREDICATE_MOST_WORDS + 1]; /* new position of each word */
    struct predicate_word w;
    uint32_t n = 0;

    for (uint32_t i = 0; i < a->length; ++i) {
        predicate_unpack(a->code[i], &w);
        moved[i] = n;
        n += !which(&w);
    }
    moved[a->length] = n;
    for (uint32_t i = 0; i < a->length; ++i) {
        predicate_unpack(a->code[i], &w);
        if (which(&w))
            continue;
        if ((w.op == PREDICATE_BRA || w.op == PREDICATE_SSY) && w.imm <= a->length)
            w.imm = moved[w.imm];
        a->code[moved[i]] = predicate_pack(&w);
        a->line[moved[i]] = a->line[i];
    }
    a->length = n;
}

bool slice_leave_at_store(struct predicate_assembly *a)
{
    const struct predicate_word leave = {.op = PREDICATE_EXIT};
    struct predicate_word w;

    for (uint32_t i = a->length; i--;) {
        predicate_unpack(a->code[i], &w);
        if (w.op != PREDICATE_ST)
            continue;
        a->code[i] = predicate_pack(&leave);
        return true;
    }
    return false;
}

/* --- a reduction --- */

/* The warps exit as soon as they have the sum. Storing it takes equally long in every case, and
 * would hide the time before it. */
static const char *eight_warps(struct slice_kernel *k)
{
    k->warps = 8;
    slice_input_set(k, "n", REDUCTION);
    return slice_leave_at_store(&k->assembly) ? NULL : "a store of the sum, st";
}

/* Each warp continues with its own sum. */
static const char *without_barrier(struct slice_kernel *k)
{
    for (uint32_t i = 0; i < k->assembly.length; ++i) {
        struct predicate_word w;

        predicate_unpack(k->assembly.code[i], &w);
        if (w.op != PREDICATE_BAR)
            continue;
        w = (struct predicate_word){
            .op = PREDICATE_MOV, .dk = w.dk, .di = w.di, .ak = w.bk, .ai = w.bi};
        k->assembly.code[i] = predicate_pack(&w);
    }
    return eight_warps(k);
}

bool slice_measure_reduction(uint32_t distance, struct slice_reduction *r, char *why,
                             size_t why_size)
{
    static struct slice_kernel k;
    const struct {
        enum slice_input_kernel which;
        slice_change *change;
        uint32_t *cycles;
    } runs[] = {{SLICE_REDUCE, without_barrier, &r->alone},
                {SLICE_REDUCE, eight_warps, &r->merged},
                {SLICE_REDUCE_BY_MEMORY, eight_warps, &r->by_memory}};
    char params[48];

    snprintf(params, sizeof params, "reduce,distance=%" PRIu32, distance);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; ++i) {
        if (!slice_measure(&k, runs[i].which, false, params, runs[i].change, why, why_size))
            return false;
        *runs[i].cycles = k.done.cycles;
    }
    return true;
}

double slice_reduction_ratio(const struct slice_reduction *r)
{
    return (double)(r->by_memory - r->alone) / (double)(r->merged - r->alone);
}

/* --- off-loaded work beside that of the lanes --- */

static uint32_t depth;

static bool is_offload(const struct predicate_word *w)
{
    return w->op == PREDICATE_DPAS || w->op == PREDICATE_MOVE || w->op == PREDICATE_WAIT;
}

static bool is_of_lanes(const struct predicate_word *w)
{
    return w->dk == PREDICATE_TO_R || w->dk == PREDICATE_TO_P || w->op == PREDICATE_ST;
}

static const char *of_depth(struct slice_kernel *k)
{
    slice_input_set(k, "k", depth);
    return NULL;
}

static const char *offload_alone(struct slice_kernel *k)
{
    slice_drop_words(&k->assembly, is_of_lanes);
    return of_depth(k);
}

static const char *lanes_alone(struct slice_kernel *k)
{
    slice_drop_words(&k->assembly, is_offload);
    return of_depth(k);
}

bool slice_measure_overlap(uint32_t of, struct slice_overlap *o, char *why, size_t why_size)
{
    static struct slice_kernel k;
    const struct {
        slice_change *change;
        uint32_t *cycles;
    } runs[] = {{of_depth, &o->both}, {offload_alone, &o->offload}, {lanes_alone, &o->lanes}};

    depth = of;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; ++i) {
        if (!slice_measure(&k, SLICE_ATTENTION_S8, false, "default", runs[i].change, why, why_size))
            return false;
        *runs[i].cycles = k.done.cycles;
    }
    return true;
}

double slice_overlap_ratio(const struct slice_overlap *o)
{
    return (double)o->both / (double)(o->offload > o->lanes ? o->offload : o->lanes);
}

/* --- weights that are zero --- */

static uint32_t zero_blocks;

/* Of every eight outputs the same blocks are zero. A word has four weights. */
static const char *prune(struct slice_kernel *k)
{
    uint32_t at, n;

    if (!slice_input_get(k, "w", &at) || !slice_input_get(k, "n", &n))
        return "weights w of n outputs";
    for (uint32_t row = 0; row < POINTWISE / 4; ++row)
        if (row % 4 < zero_blocks)
            memset(k->memory + at / 4 + row * n, 0, n * sizeof k->memory[0]);
    return NULL;
}

bool slice_measure_pruned(uint32_t blocks, uint32_t *cycles, char *why, size_t why_size)
{
    static struct slice_kernel k;

    zero_blocks = blocks;
    if (!slice_measure(&k, SLICE_POINTWISE_S8, false, "default", prune, why, why_size))
        return false;
    *cycles = k.done.cycles;
    return true;
}
