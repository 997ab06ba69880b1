/* figures.c - cycles of a reduction, conventional versus merged, measured on RTL in lockstep. */
#include "gateway/figures.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "bench/figures.h"
#include "engine/lockstep.h"
#include "gateway/scenarios.h"
#include "gateway/traffic.h"
#include "gateway_baseline/gateway_baseline.h"
#include "gateway_baseline/one_group.h"
#include "sim/backend.h"

enum { THREADS = GATEWAY_FIGURES_SLOTS, LIMIT = 20000, ARR = 0, REL = 1, SIDES = GATEWAY_SIDES };

uint32_t gateway_side_cycles(const struct gateway_side *s, void *user, char *why, size_t why_size)
{
    const struct assay_config config = {
        .block = s->variant.block,
        .params = s->variant.params,
        .scenario = assay_scenario_find(s->variant.block, s->scenario),
        .seed = 1,
        .cycles = LIMIT,
        .user = user,
        .ops = s->ops,
        .backend = "verilator",
    };
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, why_size);
    const struct assay_result *r;
    uint64_t begun = 0, ended = 0, releases = 0, before = 0;

    if (!ls)
        return 0;
    r = assay_lockstep_result(ls);
    /* The run ends by itself. Each call runs one cycle,
     * so r->cycles tells in which one an event was. */
    while (before < LIMIT && assay_lockstep_run(ls, 1) == ASSAY_PASS && r->cycles > before) {
        if (r->transfers[s->first] && !begun)
            begun = r->cycles;
        if (r->transfers[s->last] > releases) {
            releases = r->transfers[s->last];
            ended = r->cycles;
        }
        before = r->cycles;
    }
    if (r->verdict != ASSAY_PASS || !ended) {
        snprintf(why, why_size, "%s: the run ended with '%s': expected 'pass'",
                 s->variant.block->model->name, assay_verdict_name(r->verdict));
        ended = 0;
    }
    assay_lockstep_close(ls);
    return ended ? (uint32_t)(ended - begun + 1) : 0;
}

static const struct {
    const char *name;
    uint8_t kind, op, type;
} rows[] = {
    {"add u32", BASELINE_ADD, GATEWAY_ADD, GATEWAY_U32},
    {"min s32", BASELINE_MIN, GATEWAY_MIN, GATEWAY_S32},
    {"or u32", BASELINE_OR, GATEWAY_OR, GATEWAY_U32},
    {"range s32", BASELINE_RANGE, GATEWAY_RANGE, GATEWAY_S32},
    {"add f32", BASELINE_ADD_F32, GATEWAY_ADD, GATEWAY_F32},
    {"variance u32", BASELINE_VARIANCE, GATEWAY_VARIANCE, GATEWAY_U32},
};

enum {
    INTEGER_FIRST = 0,
    INTEGER_LAST = 4,
    F32 = 4,
    VARIANCE = 5
}; /* row indices; each range excludes its end */

static const uint16_t counts[] = {8, 32, 128, 256};

const uint32_t gateway_side_distance[SIDES] = {0, 32, 300};

/* Returns the cycle count that the contracts state. */
static uint32_t stated_merged(uint32_t op, uint32_t type, uint32_t n)
{
    uint64_t value[THREADS];
    uint32_t member[GATEWAY_WORDS] = {0}, wait = 2;

    for (uint32_t i = 0; i < n; ++i) {
        value[i] = gateway_round_value(type, i);
        member[i / GATEWAY_BEAT] |= UINT32_C(1) << i % GATEWAY_BEAT;
    }
    if (gateway_is_float(type)) /* the levels of the tree follow one another */
        for (uint32_t nodes = n; nodes > 1; nodes /= 2)
            wait += 3;
    if (gateway_divides(op))
        wait += 1 + gateway_work(op, type, member, value);
    return n + wait + THREADS / GATEWAY_BEAT - 1;
}

static uint32_t stated_conventional(uint32_t memory, uint32_t kind, uint32_t n)
{
    const struct gateway_baseline_params p = {THREADS, memory};

    return gateway_baseline_cycles(&p, kind, n) + 1;
}

enum { ROWS = sizeof rows / sizeof rows[0], COUNTS = sizeof counts / sizeof counts[0] };

/* Cycle counts of all reductions. */
struct cycles {
    uint32_t merged[ROWS][COUNTS], conventional[ROWS][COUNTS][SIDES];
    unsigned as_stated, all;
};

static bool measure(struct cycles *c, const struct gateway_side *side, char *why, size_t why_size)
{
    for (size_t i = 0; i < ROWS; ++i) {
        for (size_t n = 0; n < COUNTS; ++n) {
            struct gateway_one_round round = {rows[i].op, rows[i].type, counts[n]};
            struct gateway_baseline_one_group group = {rows[i].kind, counts[n]};
            const uint32_t merged = gateway_side_cycles(&side[0], &round, why, why_size);

            if (merged == 0)
                return false;
            c->merged[i][n] = merged;
            c->as_stated += merged == stated_merged(rows[i].op, rows[i].type, counts[n]);
            ++c->all;
            for (size_t s = 1; s < SIDES; ++s) {
                const uint32_t conventional = gateway_side_cycles(&side[s], &group, why, why_size);

                if (conventional == 0)
                    return false;
                c->conventional[i][n][s] = conventional;
                c->as_stated += conventional == stated_conventional(gateway_side_distance[s],
                                                                    rows[i].kind, counts[n]);
                ++c->all;
            }
        }
    }
    return true;
}

static double ratio(const struct cycles *c, size_t row, size_t n, size_t s)
{
    return (double)c->conventional[row][n][s] / c->merged[row][n];
}

/* Prints each figure as a line as well, with a complete name, for use by scripts. */
static void details(struct assay_figures *f, const struct cycles *c)
{
    static const struct assay_figures_table table = {
        {"merged", "conv., 32", "ratio", "conv., 300", "ratio, 300"}};
    char name[96], note[96];

    assay_figures_head(
        f,
        "gateway: cycles from the first arrival to the last release, 256 slots, memory at a "
        "distance of 32 and 300, RTL in lockstep",
        "[US 12393444 ¶144]");
    assay_figures_columns(f, &table);
    for (size_t i = 0; i < ROWS; ++i) {
        for (size_t n = 0; n < COUNTS; ++n) {
            const double row[] = {c->merged[i][n], c->conventional[i][n][1], ratio(c, i, n, 1),
                                  c->conventional[i][n][2], ratio(c, i, n, 2)};

            snprintf(name, sizeof name, "%s, %u threads", rows[i].name, counts[n]);
            assay_figures_row(f, &table, name, row);
            for (size_t s = 1; s < SIDES; ++s) {
                snprintf(name, sizeof name, "%s, %u threads, distance %u: ratio", rows[i].name,
                         counts[n], gateway_side_distance[s]);
                snprintf(note, sizeof note, "%u cycles conventional, %u merged",
                         c->conventional[i][n][s], c->merged[i][n]);
                assay_figures_object(
                    f,
                    &(struct assay_figure){.name = name, .value = ratio(c, i, n, s), .note = note});
            }
        }
    }
}

/* A claim on the best of some rows, and its goal; 0: the value that the document states. */
struct best {
    const char *what;
    size_t from, to; /* rows from..to-1 */
    size_t side;
    uint32_t goal;
    const char *note;
};

enum { STATED = 50 };

/* Claims the best ratio over all counts, with its range. */
static void claim(struct assay_figures *f, const struct cycles *c, const struct best *b)
{
    struct assay_figure x = {.stated = "50", .source = "¶144", .note = b->note};
    char name[96], goal[32];

    for (size_t i = b->from; i < b->to; ++i) {
        for (size_t n = 0; n < COUNTS; ++n) {
            const double r = ratio(c, i, n, b->side);

            x.high = r > x.high ? r : x.high;
            x.low = (i == b->from && n == 0) || r < x.low ? r : x.low;
        }
    }
    snprintf(name, sizeof name, "%s; distance %u, best", b->what, gateway_side_distance[b->side]);
    snprintf(goal, sizeof goal, "%u or more", b->goal);
    x.name = name;
    x.value = x.high;
    x.goal = b->goal ? goal : NULL;
    x.met = x.value >= (b->goal ? b->goal : STATED);
    assay_figures_claim(f, &x);
}

/* Returns the smallest distance at which the conventional reduction takes fifty times as long. */
static uint32_t fifty(const struct cycles *c)
{
    uint32_t memory = 1;

    while (memory < 100000 &&
           stated_conventional(memory, rows[0].kind, counts[0]) < STATED * c->merged[0][0])
        ++memory;
    return memory;
}

/* Claims the cycles spent on the rest of the tree after the last value has arrived. */
static void levels(struct assay_figures *f, const struct cycles *c)
{
    const uint32_t beats = THREADS / GATEWAY_BEAT, n = counts[COUNTS - 1];
    struct assay_figure x = {.goal = "26",
                             .unit = "cycles",
                             .source = "¶128",
                             .note = "2 + 3 a level of the tree of 256 values, 4 adders"};

    x.name = "f32 sum of 256, from the last arrival to the first beat";
    x.value = c->merged[F32][COUNTS - 1] - n - (beats - 1);
    x.met = x.value == 26;
    assay_figures_claim(f, &x);
}

static void claims(struct assay_figures *f, const struct cycles *c)
{
    char note[400], goal[32];

    assay_figures_claims(
        f,
        "gateway: the reduction is merged into the barrier; cycles of the conventional "
        "sequence, merged = 1, 8 to 256 threads",
        "US 12393444");
    snprintf(
        note, sizeof note,
        "the conventional sequence goes to memory and back twice, so that the distance decides: "
        "with 8 threads fifty is reached from %u cycles on; with more threads both take some "
        "cycles for each. The patent has 10 and 0.2 microseconds of a whole processor, and "
        "neither distance nor threads",
        fifty(c));
    claim(f, c,
          &(struct best){"integer sum, min, or, range", INTEGER_FIRST, INTEGER_LAST, 2, 0, note});
    claim(f, c, &(struct best){"the same", INTEGER_FIRST, INTEGER_LAST, 1, 0, NULL});
    claim(f, c,
          &(struct best){
              "f32 sum", F32, F32 + 1, 2, 25,
              "merged, the order of the sum is fixed, whatever the order of arrival; nodes "
              "are formed as values arrive, and 3 cycles a level of the tree are left "
              "after the last"});
    claim(
        f, c,
        &(struct best){"variance", VARIANCE, VARIANCE + 1, 2, 15,
                       "merged, the divider comes after the last arrival; the conventional sums "
                       "are in six words of 32 bits, and dividing them is left to the threads and "
                       "not counted"});
    levels(f, c);
    snprintf(goal, sizeof goal, "all %u", c->all);
    assay_figures_claim(f, &(struct assay_figure){.name = "cycles as in the contracts",
                                                  .value = c->as_stated,
                                                  .goal = goal,
                                                  .met = c->as_stated == c->all,
                                                  .source = "¶128"});
}

int gateway_sides_open(struct gateway_side side[GATEWAY_SIDES], char *why, size_t why_size)
{
    int e = ASSAY_OK;

    memset(side, 0, SIDES * sizeof *side);
    for (size_t i = 0; i < SIDES && !e; ++i) {
        side[i].variant.block = assay_block_find(i ? "gateway_baseline" : "gateway");
        side[i].variant.no_waves = true;
        side[i].variant.params.v[0] = i ? THREADS : 16;
        side[i].variant.params.v[1] = i ? gateway_side_distance[i] : THREADS;
        side[i].variant.params.v[2] = i ? 0 : 4;
        side[i].scenario = i ? "group" : "round";
        side[i].first = i ? ARR : GATEWAY_MSG_STREAM;
        side[i].last = i ? REL : GATEWAY_WB_STREAM;
        e = (int)assay_verilator_open(&side[i].variant, false, &side[i].ops, &side[i].handle, why,
                                      why_size);
    }
    if (e)
        gateway_sides_close(side);
    return e;
}

void gateway_sides_close(struct gateway_side side[GATEWAY_SIDES])
{
    for (size_t i = 0; i < SIDES; ++i)
        if (side[i].handle)
            assay_verilator_close(side[i].handle);
}

int gateway_figures(struct assay_figures *f, char *why, size_t why_size)
{
    struct gateway_side side[SIDES];
    struct cycles c = {.all = 0};
    int e = gateway_sides_open(side, why, why_size);

    if (e)
        return e;
    if (measure(&c, side, why, why_size)) {
        details(f, &c);
        claims(f, &c);
    } else {
        e = ASSAY_ENVIRONMENT;
    }
    gateway_sides_close(side);
    return e;
}
