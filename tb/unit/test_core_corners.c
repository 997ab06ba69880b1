/*
 * test_core_corners.c - corner cases of core that random launches seldom or never reach: unexpected
 * answers, several traps or writes in one cycle, wraparound. The cycles were derived by hand from
 * model/core/README.md.
 */
#include "unit/core_bench.h"

static void reply(uint8_t thread, uint8_t status, uint8_t id, uint8_t reg, uint32_t data)
{
    in.reply_valid = 1;
    in.reply =
        (struct core_reply){.thread = thread, .status = status, .id = id, .reg = reg, .data = data};
}

static void value(uint8_t pr, uint32_t data)
{
    in.value_valid = 1;
    in.value = (struct core_value){.pr = pr, .data = {data, data, data, data}};
}

/* --- answers that are early, late or unexpected --- */

/* A value that comes in the cycle in which its message leaves is written before the record appears.
 * The destination is pending until both have happened. */
static void test_early_value(void **unused)
{
    (void)unused;
    boot(1, 4, "row.get r1, 2\n add r2, r1, 1\n exit\n");
    start(plan(0, 1, 0), "imv");
    tick();
    value(0, 7);
    until(12);
    expect("0:0.0v 2:0.0Mf 3:0.0V0 4:0.1v 5:0.2v 7:0.1Vf 8:0.2V0 ");
    assert_int_equal(get(PREDICATE_AT_R, 2, 0, 3), 8);
}

/* A store fails after the last warp has left. */
static void test_late_error(void **unused)
{
    (void)unused;
    boot(1, 4, "st c0, c0, 5\n exit\n");
    start(plan(0, 1, 0), "ime");
    until(6);
    answer(0, 0, 3);
    until(12);
    expect("0:0.0v 1:0.1v 7:0.0M0 9:E0,14.0.0@0 ");
}

static void offer_stray(uint32_t number)
{
    switch (number) {
    case 0: /* a slot that is not busy */
        in.mem_rsp_valid = 1;
        in.mem_rsp = (struct core_mem_rsp){.status = 1, .tag = 1};
        break;
    case 1:
        in.local_rsp_valid = 1;
        in.local_rsp = (struct core_local_rsp){.error = 1, .tag = 2};
        break;
    case 2:
        value(0, 1);
        in.value.status = 1;
        break;
    case 3:
        note(0, 0, 1);
        break;
    case 4: /* a warp that is not at a barrier */
        write_back(4, 1, 1, 1, 7);
        break;
    case 5:
        reply(0, 10, 4, 0, 0);
        break;
    case 6: /* another identifier */
        write_back(5, 2, 1, 1, 0);
        break;
    case 7:
        reply(1, 10, 5, 0, 0);
        break;
    case 8: /* other threads */
        write_back(4, 2, 1, 1, 0);
        in.wb.beat = 1;
        break;
    case 9: /* another generation; a slot that is not in use */
        reply(0, 8, 0, 0x29, 1);
        break;
    default:
        reply(3, 8, 0, 0x09, 1);
        break;
    }
}

/* Warp 0 waits for a write, warp 1 is at a barrier. */
static void test_strays(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i <= 10; ++i) {
        boot(4, 4,
             "cmp.eq.s32 up0, warp, 0\n mov u9, 5\n@!up0 bra 5\n"
             "recv 1\n exit\n"
             "bar.add.u32 u9, c1, u9\n exit\n");
        start(plan(0, 2, 0), "e");
        until(20);
        /* tick() offers what memory answers; this answer is offered by hand. */
        offer_stray(i);
        core_step(&s, &in, &out);
        in.mem_rsp_valid = in.local_rsp_valid = 0;
        in.value_valid = in.note_valid = in.wb_valid = in.reply_valid = 0;
        until(25);
        assert_int_equal(out.running, 3);
        assert_int_equal(s.at_bar, 2);
        assert_true(s.warp[0].arrived == 0 && !out.rm_valid);
        write_back(4, 2, 66, 0, 0);
        until(30);
        assert_int_equal(out.running, 1);
        reply(0, 8, 0, 0x1A, 1); /* no warp has sent it, but its generation is the current one */
        until(50);
        expect("37:E0,0.0.0@0 ");
        assert_int_equal(get(PREDICATE_AT_U, 9, 0, 0), 5);
        assert_int_equal(get(PREDICATE_AT_U, 10, 0, 0), 1);
        assert_int_equal(get(PREDICATE_AT_U, 9, 1, 0), 66);
        assert_int_equal(get(PREDICATE_AT_U, 9, 3, 0), 0);
    }
}

/* A barrier is answered only after its message has left. */
static void test_answer_before_sent(void **unused)
{
    (void)unused;
    boot(1, 4, "bar c1\n exit\n");
    start(plan(0, 1, 0), "ib");
    in.gate_ready = 0;
    until(5);
    write_back(4, 1, 0, 0, 0);
    until(8);
    in.gate_ready = 1; /* leaves in 8 */
    write_back(4, 1, 0, 0, 0);
    tick();
    write_back(4, 1, 0, 0, 0);
    until(15);
    expect("0:0.0s 8:B0,0 10:0.1v ");
}

/* The gateway reports an abort that was not requested. */
static void test_aborted(void **unused)
{
    (void)unused;
    boot(2, 4, "bar c1\n exit\n");
    start(plan(0, 2, 0), "ibae");
    until(5);
    write_back(4, 2, 0, 0, 7);
    until(10);
    write_back(4, 1, 0, 0, 7);
    until(15);
    expect("0:0.0s 1:B0,0 1:1.0s 2:B1,0 7:A4 12:E0,11.1.7@0 ");
}

/* --- events in the same cycle --- */

/* A write by msg in the same cycle as another write comes last. */
static void test_two_writes(void **unused)
{
    (void)unused;
    boot(1, 4, "mov u9, 5\n recv 1\n exit\n");
    start(plan(0, 1, 0), "s");
    until(2);
    reply(0, 8, 0, 0x19, 67);
    tick();
    expect("2:0.0S5 ");
    until(12);
    assert_int_equal(get(PREDICATE_AT_U, 9, 0, 0), 67);

    boot(1, 4, "readlane u9, r1, 0\n recv 1\n exit\n");
    start(plan(0, 1, 0), "v");
    until(3);
    reply(0, 8, 0, 0x19, 67);
    tick();
    expect("3:0.0V1 ");
    until(12);
    assert_int_equal(get(PREDICATE_AT_U, 9, 0, 0), 67);

    boot(1, 4, "ldu u9, c0, 64\n recv 1\n exit\n");
    start(plan(0, 1, 0), "m");
    until(5);
    answer(0, 0, 0);
    until(6);
    reply(0, 8, 0, 0x19, 67);
    tick();
    expect("6:0.0M1 ");
    until(15);
    assert_int_equal(get(PREDICATE_AT_U, 9, 0, 0), 67);

    boot(1, 4, "bar.add.u32 u9, c1, u1\n recv 1\n exit\n");
    start(plan(0, 1, 0), "");
    until(5);
    write_back(4, 1, 5, 0, 0);
    reply(0, 8, 0, 0x19, 67);
    until(15);
    assert_int_equal(out.in_use, 0);
    assert_int_equal(get(PREDICATE_AT_U, 9, 0, 0), 67);
}

/* A 64-bit result wraps around the end of U; the sum is written after it. */
static void test_wide_result(void **unused)
{
    static const struct {
        const char *bar;
        uint32_t u15, u0, u3;
    } cases[] = {{"bar.add.u64 u15, c1, u1, u2\n exit\n", 0x55, 0x66, 3},
                 {"bar.add.u64 u15, c1, u1, u2, p1, u0\n exit\n", 0x55, 9, 3},
                 {"bar.add.u64 u15, c1, u1, u2, p1, u15\n exit\n", 9, 0x66, 3},
                 {"bar.add.u32 u3, c1, u1, p1, u3\n exit\n", 15, 0, 9},
                 {"bar.add.u32 u15, c1, u1\n exit\n", 0x55, 0, 3}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        boot(1, 4, cases[i].bar);
        host(PREDICATE_WRITE, PREDICATE_AT_U, 15, 0, 0, 15);
        host(PREDICATE_WRITE, PREDICATE_AT_U, 3, 0, 0, 3);
        start(plan(0, 1, 0), "");
        until(5);
        write_back(4, 1, UINT64_C(0x6600000055), 9, 0);
        until(15);
        assert_int_equal(get(PREDICATE_AT_U, 15, 0, 0), cases[i].u15);
        assert_int_equal(get(PREDICATE_AT_U, 0, 0, 0), cases[i].u0);
        assert_int_equal(get(PREDICATE_AT_U, 3, 0, 0), cases[i].u3);
    }
}

static void trapped(uint32_t code, uint32_t warp, uint32_t lane, uint32_t pc)
{
    const struct core_group *g = &s.group[0];

    tick();
    if (g->trap != code || g->trap_warp != warp || g->trap_lane != lane || g->trap_pc != pc)
        fail_msg("trap %u.%u.%u@%u, expected %u.%u.%u@%u", g->trap, g->trap_warp, g->trap_lane,
                 g->trap_pc, code, warp, lane, pc);
    assert_int_equal(s.running, 0);
}

/* If several warps trap in one cycle, one trap is kept: each of these takes precedence over all
 * with a lower number. */
static void test_traps_together(void **unused)
{
    (void)unused;
    for (uint32_t n = 1; n <= 6; ++n) {
        struct core_start g = plan(0, 3, 0);

        /* Warp 0 has a store and a message in flight and waits for a write; warps 1 and 2 are at a
         * barrier. */
        boot(4, 4,
             "cmp.eq.s32 up0, warp, 0\n@up0 bra 4\n"
             "bar c1\n exit\n"
             "st c0, c0, 5\n move.in.8 u1, u2, u3\n recv 1\n"
             "bar c2\n exit\n"); /* 7: identifier 66 of 2 */
        g.limit = 32;
        start(g, "");
        until(30);
        if (n >= 6)
            reply(0, 8, 0, 0x19, 1); /* the recv issues in 31, the bar traps in 32 */
        until(32);
        if (n >= 2)
            answer(0, 0, 1);
        if (n >= 3)
            note(0, 0, 3);
        if (n >= 4)
            reply(1, 10, 4, 0, 0);
        if (n >= 5)
            write_back(4, 4, 0, 0, 7);
        if (n == 1)
            trapped(7, 0, 0, 6);
        else if (n == 2)
            trapped(14, 0, 0, 4);
        else if (n == 3)
            trapped(13, 0, 3, 5);
        else if (n == 4)
            trapped(11, 1, 10, 2);
        else if (n == 5)
            trapped(11, 2, 7, 2);
        else
            trapped(12, 0, 0, 7);
    }
}

/* A barrier that cannot complete, in the cycle in which the limit expires and one cycle later. */
static void test_incomplete_at_limit(void **unused)
{
    (void)unused;
    for (uint32_t limit = 5; limit <= 6; ++limit) {
        struct core_start g = plan(0, 2, 0);

        boot(2, 4, "cmp.eq.s32 up0, warp, 0\n@up0 exit\n bar c1\n exit\n");
        g.limit = limit;
        start(g, "");
        until((int)limit);
        trapped(limit == 5 ? 7 : 10, 1, 0, 2);
    }
}

/* --- wraparound and ends --- */

/* The generation of a slot has 4 bits. */
static void test_generations(void **unused)
{
    (void)unused;
    boot(1, 4, "recv 1\n exit\n");
    for (uint32_t n = 1; n <= 33; ++n) {
        start(plan(0, 1, 0), "");
        for (uint32_t other = 1; other < 16; ++other) {
            reply(0, 8, 0, (uint8_t)((n + other) << 4 | 9), 1000);
            tick();
        }
        assert_int_equal(out.running, 1);
        reply(0, 8, 0, (uint8_t)(n << 4 | 9), n);
        until(40);
        assert_int_equal(out.in_use, 0);
        assert_int_equal(get(PREDICATE_AT_U, 9, 0, 0), n);
    }
}

/* Sixteen messages can be in flight; the next waits for its own number, even if others have
 * completed. */
static void test_seventeen_messages(void **unused)
{
    char program[512];
    size_t length = 0;

    (void)unused;
    for (int n = 0; n < 17; ++n)
        length += (size_t)snprintf(program + length, sizeof program - length, "%s",
                                   "move.in.8 u1, u2, u3\n");
    snprintf(program + length, sizeof program - length, "wait 15\n wait 1\n exit\n");
    boot(1, 4, program);
    start(plan(0, 1, 0), "io");
    until(18);
    assert_int_equal(s.warp[0].out, 0xFFFF);
    used = 0;
    text[0] = '\0';
    for (uint8_t n = 1; n < 15; ++n) { /* 18 to 31 */
        note(0, n, 0);
        tick();
    }
    expect("");
    note(0, 0, 0); /* 32: now 15 and the new 0 are in flight, the others are done */
    until(40);
    expect("33:0.16s 34:O0,1,0 34:0.17s ");
    until(45);
    assert_int_equal(out.running, 1); /* 15 is not the newest */
    note(0, 15, 0);
    until(60);
    assert_int_equal(out.running, 0);
}

/* Entry and length: the program extends to the end of instruction memory. */
static void test_end_of_memory(void **unused)
{
    struct core_start g = plan(0, 1, 255);

    (void)unused;
    boot(1, 4, "mov r1, 1\n");
    host(PREDICATE_WRITE, PREDICATE_AT_CODE, 255, 0, 0, s.code[0]);
    g.length = 8191;
    start(g, "ie");
    until(10);
    expect("0:0.255v 5:E0,5.0.0@256 ");
}

/* --- rate --- */

/* Eight warps of arithmetic in which each instruction depends on the one before issue in 95 of 100
 * cycles. */
static void test_rate(void **unused)
{
    uint32_t issued, lost;

    (void)unused;
    boot(8, 8,
         "mov u1, 50\n mov r1, lid\n"
         "mad r1, r1, r1, u1\n fadd r2, r1, r2\n ffma r3, r2, r1, r3\n xor r1, r1, r3\n"
         "sub u1, u1, 1\n dp4a.s8.u8 r4, r1, r3, r4\n cmp.ne.s32 up0, u1, c0\n@up0 bra 2\n exit\n");
    start(plan(0, 8, 0), "");
    until(5000);
    assert_int_equal(out.in_use, 0);
    issued = out.n_scalar + out.n_vector - out.n_pairs;
    lost = out.n_memory + out.n_barrier + out.n_array + out.n_hazard;
    assert_true(issued > 8 * 50 * 6);
    if (100 * issued < 95 * (issued + lost))
        fail_msg("%u cycles with an issue, %u without", issued, lost);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_early_value),
        cmocka_unit_test(test_late_error),
        cmocka_unit_test(test_strays),
        cmocka_unit_test(test_answer_before_sent),
        cmocka_unit_test(test_aborted),
        cmocka_unit_test(test_two_writes),
        cmocka_unit_test(test_wide_result),
        cmocka_unit_test(test_traps_together),
        cmocka_unit_test(test_incomplete_at_limit),
        cmocka_unit_test(test_generations),
        cmocka_unit_test(test_seventeen_messages),
        cmocka_unit_test(test_end_of_memory),
        cmocka_unit_test(test_rate),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
