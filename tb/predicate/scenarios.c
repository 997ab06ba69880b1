#include "predicate/scenarios.h"

#include <string.h>

#include "predicate/differential.h"
#include "predicate/predicate.h"
#include "predicate/program.h"
#include "predicate/random_word.h"
#include "predicate/related.h"
#include "predicate/spoiled.h"

/* A job is everything that the host does for one program, transfer by transfer. After the start,
 * the block accepts the next transfer only when the warp has stopped. */
enum { MAX_OPS = 4096, SPOILED = 40 };

struct random_ctx {
    struct assay_rng r;
    struct assay_knobs knobs;
    uint32_t lanes;
    bool whole; /* read everything back after each program */
    uint32_t n, next, jobs;
    uint32_t turn; /* of spoiled words */
    struct predicate_host op[MAX_OPS];
};

static void add(struct random_ctx *c, uint8_t op, uint8_t space, uint32_t addr, uint32_t lane,
                uint64_t data)
{
    if (c->n < MAX_OPS)
        c->op[c->n++] = (struct predicate_host){op, space, (uint16_t)addr, (uint8_t)lane, data};
}

static void random_access(struct random_ctx *c, uint8_t op)
{
    const uint8_t space = (uint8_t)assay_rng_below(&c->r, PREDICATE_SPACES + 1);
    uint64_t data = assay_rng_u64(&c->r);
    uint32_t lane;

    if (assay_rng_percent(&c->r, 80))
        data = predicate_random_value(&c->r, c->knobs.corner);
    if (op == PREDICATE_WRITE && space == PREDICATE_AT_CODE)
        return; /* programs are written as a whole */
    lane = assay_rng_below(&c->r, assay_rng_percent(&c->r, 90) ? c->lanes : 32);
    add(c, op, space, assay_rng_below(&c->r, PREDICATE_DATA), lane, data);
}

/* Writes random values to some registers and memory words. */
static void prepare(struct random_ctx *c)
{
    for (uint32_t n = 4 + assay_rng_below(&c->r, 20); n; --n)
        random_access(c, PREDICATE_WRITE);
    for (uint32_t i = 0; i < PREDICATE_PREDS; ++i) {
        if (assay_rng_percent(&c->r, 50))
            add(c, PREDICATE_WRITE, PREDICATE_AT_P, i, 0, assay_rng_u64(&c->r));
        if (assay_rng_percent(&c->r, 50))
            add(c, PREDICATE_WRITE, PREDICATE_AT_UP, i, 0, assay_rng_u64(&c->r));
    }
    add(c, PREDICATE_WRITE, PREDICATE_AT_C, 15, 0, 0); /* the programs rely on it */
}

static void read_all(struct random_ctx *c)
{
    for (uint32_t i = 0; i < PREDICATE_REGS; ++i) {
        for (uint32_t n = 0; n < c->lanes; ++n)
            add(c, PREDICATE_READ, PREDICATE_AT_R, i, n, 0);
        add(c, PREDICATE_READ, PREDICATE_AT_U, i, 0, 0);
        add(c, PREDICATE_READ, PREDICATE_AT_C, i, 0, 0);
    }
    for (uint32_t i = 0; i < PREDICATE_PREDS; ++i) {
        add(c, PREDICATE_READ, PREDICATE_AT_P, i, 0, 0);
        add(c, PREDICATE_READ, PREDICATE_AT_UP, i, 0, 0);
    }
    for (uint32_t i = 0; i < PREDICATE_DATA; ++i)
        add(c, PREDICATE_READ, PREDICATE_AT_DATA, i, 0, 0);
}

/* Lanes that start with the same values could not be told apart. */
static void fill_registers(struct random_ctx *c, uint32_t registers)
{
    for (uint32_t i = 0; i < registers; ++i) {
        for (uint32_t n = 0; n < c->lanes; ++n)
            add(c, PREDICATE_WRITE, PREDICATE_AT_R, i, n,
                predicate_random_value(&c->r, c->knobs.corner));
        add(c, PREDICATE_WRITE, PREDICATE_AT_U, i, 0,
            predicate_random_value(&c->r, c->knobs.corner));
        add(c, PREDICATE_WRITE, PREDICATE_AT_C, i, 0,
            predicate_random_value(&c->r, c->knobs.corner));
    }
}

static void write_code(struct random_ctx *c, const uint64_t *code, uint32_t length)
{
    for (uint32_t i = 0; i < length; ++i)
        add(c, PREDICATE_WRITE, PREDICATE_AT_CODE, i, 0, code[i]);
}

static void start(struct random_ctx *c, uint32_t length, bool sense, uint32_t limit)
{
    add(c, PREDICATE_START, 0, 0, 0, (uint64_t)limit << 16 | (uint64_t)sense << 9 | length);
}

/* Operations whose sources were drawn together. */
static void related_job(struct random_ctx *c)
{
    struct predicate_related x;

    predicate_related_draw(&c->r, c->knobs.corner, c->lanes, &x);
    add(c, PREDICATE_CLEAR, 0, 0, 0, 0);
    for (uint32_t i = 0; i < x.values; ++i) {
        for (uint32_t n = 0; n < c->lanes; ++n)
            add(c, PREDICATE_WRITE, PREDICATE_AT_R, i, n, x.r[n][i]);
        add(c, PREDICATE_WRITE, PREDICATE_AT_C, i, 0, x.c[i]);
    }
    write_code(c, x.code, x.length);
    start(c, x.length, false, 3000);
}

/* Programs of a single word, which traps. */
static void spoiled_job(struct random_ctx *c)
{
    for (uint32_t n = 0; n < SPOILED; ++n) {
        const uint64_t word = predicate_spoiled_word(&c->r, false, &c->turn);

        add(c, PREDICATE_CLEAR, 0, 0, 0, 0);
        write_code(c, &word, 1);
        start(c, 1, false, 100);
    }
}

/* Before, all jobs are of the simplest kinds, so that what they find can be shrunk to little. */
static bool is_late(const struct random_ctx *c)
{
    return c->jobs >= 120;
}

static void job(struct random_ctx *c)
{
    struct predicate_program p;
    /* The first programs are short, so that even a short run sees several. */
    const bool early = c->jobs < 3, late = is_late(c);
    const bool raw = early || assay_rng_percent(&c->r, 50);
    const bool focused = !early && assay_rng_percent(&c->r, 30);
    uint32_t limit = 3000, length;

    ++c->jobs;
    c->n = c->next = 0;
    if (late && assay_rng_percent(&c->r, 20)) {
        related_job(c);
        return;
    }
    if (late && assay_rng_percent(&c->r, c->knobs.illegal) && assay_rng_percent(&c->r, 70)) {
        spoiled_job(c);
        return;
    }
    if (assay_rng_percent(&c->r, 10))
        add(c, (uint8_t)(5 + assay_rng_below(&c->r, 11)), PREDICATE_AT_DATA, 0, 0, 1);
    if (assay_rng_percent(&c->r, 90))
        add(c, PREDICATE_CLEAR, 0, 0, 0, 0);
    if (!early && assay_rng_percent(&c->r, 5))
        fill_registers(c, PREDICATE_REGS);
    prepare(c);
    if (focused) {
        for (uint32_t i = 0; i < PREDICATE_FOCUS_CONSTANTS; ++i)
            add(c, PREDICATE_WRITE, PREDICATE_AT_C, i, 0, predicate_random_value(&c->r, 30));
        predicate_focused(&c->r, &p);
    } else if (raw) {
        predicate_raw(&c->r, c->knobs.illegal, &p);
        limit = 60 + assay_rng_below(&c->r, 240);
    } else {
        predicate_structured(&c->r, assay_rng_percent(&c->r, 30), &p);
        if (assay_rng_percent(&c->r, 5))
            limit = 1 + assay_rng_below(&c->r, 200);
    }
    length = p.length;
    if (assay_rng_percent(&c->r, 4)) /* cut short, or longer than the program */
        length = assay_rng_below(&c->r, 512);
    write_code(c, p.code, p.length);
    if (assay_rng_percent(&c->r, 10))
        random_access(c, PREDICATE_READ);
    start(c, length, p.sense, limit);
    if (c->whole || (!early && assay_rng_percent(&c->r, 3))) {
        read_all(c);
    } else {
        for (uint32_t n = assay_rng_below(&c->r, 12); n; --n)
            random_access(c, PREDICATE_READ);
    }
}

static void random_begin(void *any, const struct assay_stim_env *env)
{
    struct random_ctx *c = any;

    assay_rng_init(&c->r, env->seed, "predicate.programs");
    c->knobs = env->knobs;
    c->lanes = env->params->v[0];
    job(c);
    /* The first programs should find values in every lane without a long wait, so the first job
     * only fills two registers. */
    c->n = c->next = 0;
    fill_registers(c, 2);
    add(c, PREDICATE_READ, PREDICATE_AT_R, 1, 1, 0);
}

static void whole_begin(void *any, const struct assay_stim_env *env)
{
    random_begin(any, env);
    ((struct random_ctx *)any)->whole = true;
}

static bool random_next(void *any, unsigned stream, void *payload)
{
    struct random_ctx *c = any;

    (void)stream; /* host is the only sink */
    if (c->next == c->n)
        job(c);
    memcpy(payload, &c->op[c->next++], sizeof c->op[0]);
    return true;
}

/* A half-written program is not run, because the words after it might never end. Later, registers
 * are read first: what was in flight must not have been written. */
static void random_restart(void *any)
{
    struct random_ctx *c = any;

    if (!is_late(c)) {
        job(c);
        return;
    }
    c->n = c->next = 0;
    for (uint32_t i = 0; i < PREDICATE_REGS; ++i) {
        add(c, PREDICATE_READ, PREDICATE_AT_R, i, assay_rng_below(&c->r, c->lanes), 0);
        add(c, PREDICATE_READ, PREDICATE_AT_U, i, 0, 0);
    }
}

const struct assay_scenario predicate_scenarios[PREDICATE_SCENARIOS] = {
    {
        .name = "random",
        .summary = "random programs, structured and raw, with traps, stalls and resets",
        .knobs =
            {.stall = 20, .illegal = 10, .corner = 30, .resets = 5}, /* also while a program runs */
        .ctx_size = sizeof(struct random_ctx),
        .begin = random_begin,
        .next = random_next,
        .restart = random_restart,
    },
    {
        .name = "whole",
        .summary = "the same, all registers and the data memory read after each program",
        .knobs = {.stall = 0, .illegal = 10, .corner = 30, .resets = 0},
        .ctx_size = sizeof(struct random_ctx),
        .begin = whole_begin,
        .next = random_next,
        .restart = random_restart,
    },
    {
        .name = "differential",
        .summary = "random programs with and without the uniformity pass, and lane by lane",
        .knobs = {.stall = 0, .illegal = 0, .corner = 20, .resets = 0},
        .ctx_size = sizeof(struct predicate_differential),
        .begin = predicate_differential_begin,
        .next = predicate_differential_next,
        .observe = predicate_differential_observe,
        .failed = predicate_differential_failed,
        .report = predicate_differential_report,
    },
};
