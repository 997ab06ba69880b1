/* figures.c - cycles of a reduction, conventional against merged, measured on RTL in lockstep. */
#include "gateway/figures.h"

#include <stdio.h>
#include <string.h>

#include "gateway/baseline.h"
#include "gateway/scenarios.h"
#include "gateway/traffic.h"
#include "gateway_baseline/one_group.h"
#include "lockstep/figures.h"
#include "lockstep/lockstep.h"
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
    /* The run ends by itself; a cycle counts from before it to after it. */
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
        snprintf(why, why_size, "%s: the run ended with '%s'", s->variant.block->name,
                 assay_verdict_name(r->verdict));
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
    {"add f32", BASELINE_ADD_F32, GATEWAY_ADD, GATEWAY_F32},
    {"min s32", BASELINE_MIN, GATEWAY_MIN, GATEWAY_S32},
    {"or u32", BASELINE_OR, GATEWAY_OR, GATEWAY_U32},
    {"range s32", BASELINE_RANGE, GATEWAY_RANGE, GATEWAY_S32},
    {"variance u32", BASELINE_VARIANCE, GATEWAY_VARIANCE, GATEWAY_U32},
};

static const uint16_t counts[] = {8, 32, 128, 256};

const uint32_t gateway_side_latency[SIDES] = {0, 32, 300};

/* What the contracts state. */
static uint32_t stated_merged(uint32_t op, uint32_t type, uint32_t n)
{
    const struct gateway_params p = {16, THREADS};
    const uint32_t work = gateway_work(&p, op, type);

    return n + (work ? work + 3 : 2) + THREADS / GATEWAY_BEAT - 1;
}

static uint32_t stated_conventional(uint32_t memory, uint32_t kind, uint32_t n)
{
    const struct gateway_baseline_params p = {THREADS, memory};

    return gateway_baseline_cycles(&p, kind, n) + 1;
}

static bool table(struct assay_figures *f, const struct gateway_side *side, char *why,
                  size_t why_size)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        for (size_t n = 0; n < sizeof counts / sizeof counts[0]; ++n) {
            struct gateway_one_round round = {rows[i].op, rows[i].type, counts[n]};
            struct gateway_baseline_one_group group = {rows[i].kind, counts[n]};
            const uint32_t merged = gateway_side_cycles(&side[0], &round, why, why_size);

            if (merged == 0)
                return false;
            for (size_t s = 1; s < SIDES; ++s) {
                const uint32_t conventional = gateway_side_cycles(&side[s], &group, why, why_size);
                char name[96], note[96];

                if (conventional == 0)
                    return false;
                snprintf(name, sizeof name, "%s, %u threads, memory latency %u: ratio",
                         rows[i].name, counts[n], gateway_side_latency[s]);
                snprintf(note, sizeof note, "%u cycles conventional, %u merged, as stated",
                         conventional, merged);
                assay_figures_line(f, name, (double)conventional / merged, "", note,
                                   merged == stated_merged(rows[i].op, rows[i].type, counts[n]) &&
                                       conventional == stated_conventional(gateway_side_latency[s],
                                                                           rows[i].kind,
                                                                           counts[n]));
            }
        }
    }
    return true;
}

int gateway_sides_open(struct gateway_side side[GATEWAY_SIDES], char *why, size_t why_size)
{
    int e = ASSAY_OK;

    memset(side, 0, SIDES * sizeof *side);
    for (size_t i = 0; i < SIDES && !e; ++i) {
        side[i].variant.block = assay_block_find(i ? "gateway_baseline" : "gateway");
        side[i].variant.params.v[0] = i ? THREADS : 16;
        side[i].variant.params.v[1] = i ? gateway_side_latency[i] : THREADS;
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
    int e = gateway_sides_open(side, why, why_size);

    if (e)
        return e;
    assay_figures_head(f, "gateway: first arrival to last release, 256 slots, RTL in lockstep",
                       "[US 12393444 ¶144: fifty times]");
    if (!table(f, side, why, why_size))
        e = ASSAY_ENVIRONMENT;
    gateway_sides_close(side);
    return e;
}
