#include "slice/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { REDUCTION = 512 }; /* elements, eight per lane */

bool slice_measure(struct slice_kernel *k, enum slice_input_kernel which, bool as_written,
                   const char *params, void (*set)(struct slice_kernel *k), char *why,
                   size_t why_size)
{
    static uint32_t memory[SLICE_INPUT_WORDS];
    struct assay_params all;
    struct slice_params p;

    if (!assay_params_parse(assay_block_find("slice"), params, &all, why, why_size))
        return false;
    memcpy(&p, all.v, sizeof p);
    if (!slice_input_load(k, which, as_written, &p, memory, why, why_size))
        return false;
    if (set)
        set(k);
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

/* --- a reduction --- */

/* The warps exit as soon as they have the sum. Storing it takes equally long in every case, and
 * would hide the time before it. */
static void eight_warps(struct slice_kernel *k)
{
    const struct predicate_word leave = {.op = PREDICATE_EXIT};
    struct predicate_word w = {.op = PREDICATE_EXIT};
    uint32_t last = k->assembly.length;

    k->warps = 8;
    slice_input_set(k, "n", REDUCTION);
    while (w.op != PREDICATE_ST && last)
        predicate_unpack(k->assembly.code[--last], &w);
    k->assembly.code[last] = predicate_pack(&leave);
}

/* Each warp continues with its own sum. */
static void without_barrier(struct slice_kernel *k)
{
    eight_warps(k);
    for (uint32_t i = 0; i < k->assembly.length; ++i) {
        struct predicate_word w;

        predicate_unpack(k->assembly.code[i], &w);
        if (w.op != PREDICATE_BAR)
            continue;
        w = (struct predicate_word){
            .op = PREDICATE_MOV, .dk = w.dk, .di = w.di, .ak = w.bk, .ai = w.bi};
        k->assembly.code[i] = predicate_pack(&w);
    }
}

bool slice_measure_reduction(uint32_t distance, struct slice_reduction *r, char *why,
                             size_t why_size)
{
    static struct slice_kernel k;
    const struct {
        enum slice_input_kernel which;
        void (*set)(struct slice_kernel *k);
        uint32_t *cycles;
    } runs[] = {{SLICE_REDUCE, without_barrier, &r->alone},
                {SLICE_REDUCE, eight_warps, &r->merged},
                {SLICE_REDUCE_BY_MEMORY, eight_warps, &r->by_memory}};
    char params[48];

    snprintf(params, sizeof params, "reduce,distance=%" PRIu32, distance);
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; ++i) {
        if (!slice_measure(&k, runs[i].which, false, params, runs[i].set, why, why_size))
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

static void of_depth(struct slice_kernel *k)
{
    slice_input_set(k, "k", depth);
}

static void offload_alone(struct slice_kernel *k)
{
    of_depth(k);
    slice_drop_words(&k->assembly, is_of_lanes);
}

static void lanes_alone(struct slice_kernel *k)
{
    of_depth(k);
    slice_drop_words(&k->assembly, is_offload);
}

bool slice_measure_overlap(uint32_t of, struct slice_overlap *o, char *why, size_t why_size)
{
    static struct slice_kernel k;
    const struct {
        void (*set)(struct slice_kernel *k);
        uint32_t *cycles;
    } runs[] = {{of_depth, &o->both}, {offload_alone, &o->offload}, {lanes_alone, &o->lanes}};

    depth = of;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; ++i) {
        if (!slice_measure(&k, SLICE_ATTENTION_S8, false, "default", runs[i].set, why, why_size))
            return false;
        *runs[i].cycles = k.done.cycles;
    }
    return true;
}

double slice_overlap_ratio(const struct slice_overlap *o)
{
    return (double)o->both / (double)(o->offload > o->lanes ? o->offload : o->lanes);
}
