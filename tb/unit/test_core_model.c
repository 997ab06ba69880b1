/*
<<<<<<< HEAD
 * test_core_model.c - the golden model of core: random race-free launches against the interpreter of scalar
 * threads, in a world of random latency, order and stalls.
 *
 * ASSAY_FUZZ_COUNT in the environment sets the number of launches.
 */
=======
 * test_core_model.c - the golden model of core: one warp without memory issues as predicate does, in the same
 * cycles, with the same records, counters and traps.
 */
#include <inttypes.h>
>>>>>>> h-core
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
<<<<<<< HEAD
#include <stdlib.h>
=======
>>>>>>> h-core
#include <string.h>

#include <cmocka.h>

<<<<<<< HEAD
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

/* What the sinks are offered stays until it is taken. */
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

/* Until so many launches are over. */
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
    const struct core_params params = {warps[number % 5], lanes[draw(4)], 256u << draw(5)};
    const uint32_t most = latencies[draw(10)], stall = draw(2) ? draw(80) : 0;
    const struct core_world_mix world = {.least = 1 + draw(most),
                                         .most = most,
                                         .in_order = draw(4) == 0,
                                         .strays = draw(2) ? 20 : 0};
    const struct core_job_mix mix = {.threads = 16u << draw(5),
                                     .words = 256 + draw(draw(8) ? 80 : 768),
                                     .reads = 100,
                                     .offload = draw(3) != 0};

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
    const uint64_t cores = (environment("ASSAY_FUZZ_COUNT", LAUNCHES) + EACH - 1) / EACH;
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
=======
#include "core/core.h"
#include "predicate/program.h"
#include "unit/random.h"

enum { SEED = 2412, PROGRAMS = 400, CYCLES = 3000 };

static struct core_state core;
static struct core_outputs core_out;
static struct predicate_state predicate;
static struct predicate_outputs out;

static void put(uint8_t space, uint32_t addr, uint32_t lane, uint64_t data)
{
    const struct predicate_inputs p = {
        .host_valid = 1, .host = {PREDICATE_WRITE, space, (uint16_t)addr, (uint8_t)lane, data}};
    const struct core_inputs c = {
        .host_valid = 1, .host = {PREDICATE_WRITE, space, (uint16_t)addr, 0, (uint8_t)lane, data}};

    predicate_step(&predicate, &p, &out);
    core_step(&core, &c, &core_out);
}

/* Words that both have, and that need no memory. */
static uint64_t shared(uint64_t word)
{
    struct predicate_word w;

    predicate_unpack(word, &w);
    if (w.op == PREDICATE_LD || w.op == PREDICATE_ST || predicate_lacks(&w)) {
        const struct predicate_word instead = {.op = PREDICATE_MOV,
                                               .gk = w.gk % PREDICATE_GUARDS,
                                               .gi = w.gi,
                                               .dk = PREDICATE_TO_R,
                                               .di = w.di % PREDICATE_FREE,
                                               .ak = PREDICATE_R,
                                               .ai = w.ai};
        return predicate_pack(&instead);
    }
    return word;
}

static void load(struct assay_rng *r, uint32_t lanes, const struct predicate_program *p)
{
    for (uint32_t i = 0; i < p->length; ++i)
        put(PREDICATE_AT_CODE, i, 0, shared(p->code[i]));
    for (uint32_t i = 0; i < PREDICATE_REGS; ++i) {
        put(PREDICATE_AT_C, i, 0, predicate_random_value(r, 20));
        put(PREDICATE_AT_U, i, 0, predicate_random_value(r, 20));
        for (uint32_t n = 0; n < lanes; ++n)
            put(PREDICATE_AT_R, i, n, predicate_random_value(r, 20));
    }
    for (uint32_t i = 0; i < PREDICATE_PREDS; ++i) {
        put(PREDICATE_AT_P, i, 0, assay_rng_u64(r));
        put(PREDICATE_AT_UP, i, 0, assay_rng_u64(r));
    }
}

static void begin(const struct predicate_program *p)
{
    const struct predicate_inputs start = {
        .host_valid = 1,
        .host = {.op = PREDICATE_START, .data = (uint64_t)p->sense << 9 | p->length}};
    const struct core_inputs group = {
        .start_valid = 1,
        .start = {.warps = 1, .length = (uint16_t)p->length, .sense = p->sense, .groups = 1}};
    const struct core_inputs clear = {.host_valid = 1, .host = {.op = PREDICATE_CLEAR}};

    core_step(&core, &clear, &core_out);
    predicate_step(&predicate, &start, &out);
    core_step(&core, &group, &core_out);
    assert_true(core.running);
}

static void same_records(void)
{
    assert_int_equal(core_out.rv_valid, out.rv_valid);
    assert_int_equal(core_out.rv_pc, out.rv_pc);
    assert_int_equal(core_out.rv_dst, out.rv_dst);
    assert_int_equal(core_out.rv_mask, out.rv_mask);
    assert_int_equal(core_out.rv_pred, out.rv_pred);
    assert_memory_equal(core_out.rv_data, out.rv_data, sizeof out.rv_data);
    assert_int_equal(core_out.rs_valid, out.rs_valid);
    assert_int_equal(core_out.rs_pc, out.rs_pc);
    assert_int_equal(core_out.rs_dst, out.rs_dst);
    assert_int_equal(core_out.rs_mask, out.rs_mask);
    assert_int_equal(core_out.rs_data, out.rs_data);
}

static void same_counters(void)
{
    assert_int_equal(core_out.n_pred, out.n_pred);
    assert_int_equal(core_out.n_uniform, out.n_uniform);
    assert_int_equal(core_out.n_scalar, out.n_scalar);
    assert_int_equal(core_out.n_vector, out.n_vector);
    assert_int_equal(core_out.n_pairs, out.n_pairs);
    assert_int_equal(core_out.n_disabled, out.n_disabled);
    assert_int_equal(core_out.n_bra_uniform, out.n_bra_uniform);
    assert_int_equal(core_out.n_bra_divergent, out.n_bra_divergent);
}

/* To the end of both, or for a while. Returns how it ended: 0 not, 1 by exit, above that 1 + the trap. */
static uint32_t run(void)
{
    static const struct predicate_inputs idle;
    static const struct core_inputs taken = {.end_ready = 1};

    for (int i = 0; i < CYCLES; ++i) {
        predicate_step(&predicate, &idle, &out);
        core_step(&core, &taken, &core_out);
        assert_int_equal(core_out.issue, out.issue);
        if (out.issue) {
            assert_int_equal(core_out.issue_next, out.pc);
            assert_int_equal(core_out.issue_active, out.active);
            assert_int_equal(core_out.issue_depth, out.depth);
        }
        same_records();
        same_counters();
        assert_int_equal(core_out.running, predicate.running ? 1 : core_out.running);
        if (core_out.end_valid) {
            assert_false(out.busy);
            assert_int_equal(core_out.end.trap, out.trap);
            assert_int_equal(core_out.end.pc, out.trap_pc);
            return 1u + out.trap;
        }
    }
    return 0;
}

static void test_as_predicate(void **unused)
{
    static const uint32_t lanes[] = {4, 8, 16, 32};
    struct assay_rng r;
    uint32_t ends[16] = {0};

    (void)unused;
    random_begin(&r, SEED, __func__);
    for (uint32_t i = 0; i < PROGRAMS; ++i) {
        const uint32_t n = lanes[i % 4];
        const struct predicate_params p = {n};
        const struct core_params c = {1, n, 256};
        struct predicate_program program;

        predicate_init(&predicate, &p);
        core_init(&core, &c);
        if (i % 3 == 0)
            predicate_raw(&r, 2, &program);
        else
            predicate_structured(&r, false, &program);
        load(&r, n, &program);
        begin(&program);
        ++ends[run()];
    }
    /* Programs of all kinds: endless ones, good ones, and each trap of a program without memory. */
    for (uint32_t i = 0; i <= 1 + PREDICATE_BEYOND; ++i)
        assert_true(ends[i] > 0);
>>>>>>> h-core
}

int main(void)
{
    const struct CMUnitTest tests[] = {
<<<<<<< HEAD
        cmocka_unit_test(test_launches),
=======
        cmocka_unit_test(test_as_predicate),
>>>>>>> h-core
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
