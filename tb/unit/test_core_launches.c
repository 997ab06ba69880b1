/*
 * test_core_launches.c - the golden model of core: random race-free launches against the
 * interpreter of scalar threads, with random latency, order and stalls.
 *
 * ASSAY_FUZZ_COUNT in the environment sets the number of launches.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/model_block.h"
#include "core/core.h"
#include "core/job.h"
#include "unit/random.h"

enum { SEED = 24, LAUNCHES = 2000, EACH = 10, END = 3000000 };

extern const struct assay_model_block assay_model_block_core;

static struct core_job job;
static struct core_state state;
static struct core_inputs in;
static struct core_outputs out;

/* An item offered to a sink stays until it is taken. */
static bool held[core_n_streams];

static void offer(uint32_t stall)
{
    unsigned char *bytes = (unsigned char *)&in;

    for (unsigned i = 0; i < core_n_streams; ++i) {
        const struct assay_stream *s = &assay_model_block_core.streams[i];

        if (!s->sink) {
            bytes[s->ready] = !stall || draw(100) >= stall;
            continue;
        }
        if (!held[i] && (!stall || draw(100) >= stall)) {
            memset(bytes + s->payload, 0, s->payload_size);
            held[i] = core_job_next(&job, i, bytes + s->payload);
        }
        bytes[s->valid] = held[i];
    }
}

static void taken(uint64_t transfers)
{
    for (unsigned i = 0; i < core_n_streams; ++i) {
        const struct assay_stream *s = &assay_model_block_core.streams[i];

        if (!(transfers >> i & 1))
            continue;
        if (s->sink)
            held[i] = false;
        core_job_observe(&job, i,
                         s->sink ? (const unsigned char *)&in + s->payload
                                 : (const unsigned char *)&out + s->payload);
    }
}

/* Runs until this many launches have ended. */
static uint64_t run(uint64_t launches, uint32_t stall)
{
    uint64_t cycle = 0, since = 0, before = 0;

    memset(held, 0, sizeof held);
    memset(&in, 0, sizeof in);
    for (; job.launches <= launches && !job.failed; ++cycle) {
        offer(stall);
        core_step(&state, &in, &out);
        taken(assay_model_block_core.transfers(&in, &out));
        core_world_tick(&job.world);
        since = job.launches == before ? since + 1 : 0;
        before = job.launches;
        if (since > END)
            fail_msg("launch %" PRIu64 " does not end", job.launches);
    }
    return cycle;
}

struct totals {
    uint64_t launches, cycles, pairs, divergent;
    struct core_world_counts counts;
};

static void count(struct totals *t, uint64_t cycles)
{
    const struct core_world_counts *c = &job.world.counts;

    t->launches += job.compared;
    t->cycles += cycles;
    t->pairs += out.n_pairs;
    t->divergent += out.n_bra_divergent;
    t->counts.lines += c->lines;
    t->counts.locals += c->locals;
    t->counts.rounds += c->rounds;
    t->counts.replies += c->replies;
    t->counts.messages += c->messages;
    t->counts.groups += c->groups;
    t->counts.refused += c->refused;
}

static void one_core(uint32_t number, struct totals *t)
{
    static const uint32_t warps[] = {1, 2, 4, 8, 16}, lanes[] = {4, 8, 16, 32};
    static const uint32_t latencies[] = {1, 4, 30, 100, 1, 8, 30, 10, 2, 600};
    const uint32_t lane_count = lanes[draw(4)], imem = 256u << draw(5);
    const struct core_params params = {warps[number % 5], lane_count, imem};
    const uint32_t most = latencies[draw(10)], stall = draw(2) ? draw(80) : 0;
    struct core_world_mix world = {.most = most};
    struct core_job_mix mix = {.reads = 100, .displaced = true};

    world.least = 1 + draw(most);
    world.in_order = draw(4) == 0;
    world.strays = draw(2) ? 20 : 0;
    mix.threads = 16u << draw(5);
    mix.words = 256 + draw(draw(8) ? 80 : 768);
    mix.offload = draw(3) != 0;
    assert_null(core_check_params(&params));
    core_init(&state, &params);
    core_job_begin(&job, &params, &world, &mix, SEED + number);
    count(t, run(EACH, stall));
    if (job.failed)
        fail_msg("core %" PRIu32 " (warps=%" PRIu32 ",lanes=%" PRIu32 ",imem=%" PRIu32
                 "), latency %" PRIu32 " to %" PRIu32 ", stall %" PRIu32 ": %s",
                 number, params.warps, params.lanes, params.imem, world.least, world.most, stall,
                 job.why);
    assert_int_equal(job.compared, EACH);
}

static void test_launches(void **unused)
{
    const uint64_t launches =
        number_from_environment("ASSAY_FUZZ_COUNT", 1, random_rounds(LAUNCHES));
    const uint64_t cores = (launches + EACH - 1) / EACH;
    static struct totals t;

    (void)unused;
    rng_begin(SEED);
    for (uint32_t i = 0; i < cores; ++i)
        one_core(i, &t);
    printf("%" PRIu64 " launches, %" PRIu64 " groups, %" PRIu64 " cycles: %" PRIu64
           " pairs, %" PRIu64 " divergent branches, %" PRIu64 " lines, %" PRIu64
           " local requests, %" PRIu64 " barriers, %" PRIu64 " writes, %" PRIu64
           " messages, %" PRIu64 " refused starts\n",
           t.launches, t.counts.groups, t.cycles, t.pairs, t.divergent, t.counts.lines,
           t.counts.locals, t.counts.rounds, t.counts.replies, t.counts.messages, t.counts.refused);
    assert_true(t.counts.rounds > 5 * t.launches && t.counts.replies > t.launches &&
                t.counts.messages > t.launches && t.divergent > t.launches && t.pairs > t.launches);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
