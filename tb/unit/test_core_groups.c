/*
 * test_core_groups.c - barriers, messages, traps and ends of core. The cycles were derived by hand
 * from model/core/README.md.
 */
#include "unit/core_bench.h"

/* --- the gateway --- */

static void test_barrier(void **unused)
{
    (void)unused;
    boot(2, 4,
         "cmp.lt.s32 p1, lid, 3\n mov u1, 5\n"
         "bar.add.s64.all u2, c1, u1, u4, p1, u5\n"
         "add r1, u2, u3\n exit\n");
    start(plan(0, 2, 0), "ib");
    until(6);
    /* Instructions 0 and 1 pair. The predicate is available in 4; the warps go one after the
     * other. */
    expect("0:0.0b 1:1.0b 4:0.2s 5:B0,0 ");
    assert_int_equal(out.gate.data[0], 3);
    assert_int_equal(out.gate.data[1], 7);
    assert_int_equal(out.gate.data[2], 4 << 24 | 4 << 4 | 1);
    assert_int_equal(out.gate.data[4], 5);
    until(10);
    expect("5:1.2s 6:B1,0 ");
    in.fence_valid = 1;
    in.fence = (struct core_fence){4, 3};
    shown = "ibk";
    until(13);
    expect("12:K4 ");          /* taken in 11, nothing is in flight */
    write_back(3, 3, 0, 0, 0); /* of another identifier */
    tick();
    write_back(4, 3, UINT64_C(0x200000064), 6, 0);
    until(25); /* 14: both continue */
    expect("15:0.3v 16:1.3v 17:0.4v 18:1.4v ");
    until(30);
    for (uint32_t w = 0; w < 2; ++w) {
        assert_int_equal(get(PREDICATE_AT_R, 1, w, 3), 0x66);
        assert_int_equal(get(PREDICATE_AT_U, 5, w, 0), 6);
    }
    assert_int_equal(out.n_barrier, 9);
}

static void test_msg(void **unused)
{
    (void)unused;
    boot(4, 4,
         "cmp.eq.s32 up0, warp, 0\n @up0 bra 5\n"
         "recv 1\n mov r1, u9\n exit\n"
         "msg u9, 1, c2\n exit\n");
    start(plan(2, 2, 0), "ib");
    until(12);
    /* Each bra issues three cycles after its cmp. */
    expect("0:2.0s 1:3.0s 3:2.1s 4:3.1s 5:2.5s 6:B2,1 6:2.6v ");
    assert_int_equal(s.gate.data[1], 3);
    assert_int_equal(s.gate.data[2], 0x19); /* generation 1 */
    assert_int_equal(s.gate.data[4], 66);
    assert_int_equal(out.running, 8);
    in.reply_valid = 1; /* of an earlier group */
    in.reply = (struct core_reply){.thread = 3, .status = 8, .reg = 0x09, .data = 1};
    tick();
    in.reply_valid = 1;
    in.reply = (struct core_reply){.thread = 3, .status = 8, .reg = 0x19, .data = 67};
    tick(); /* 13 */
    until(30);
    expect("14:3.2s 15:3.3v 16:3.4v ");
    assert_int_equal(get(PREDICATE_AT_R, 1, 3, 0), 67);
}

/* One warp has exited, and all others are at the barrier. */
static void test_incomplete(void **unused)
{
    (void)unused;
    boot(2, 4, "cmp.eq.s32 up0, warp, 0\n @up0 exit\n bar c1\n exit\n");
    start(plan(0, 2, 0), "ibae");
    until(20);
    /* At the barrier in 6, and the trap at the end of 6. Its message has left in 6, so it is
     * aborted: ABORT is loaded in 7. */
    expect("0:0.0s 1:1.0s 3:0.1v 4:1.1v 5:1.2s 6:B1,0 8:A4 ");
    assert_int_equal(out.running, 0);
    assert_int_equal(out.in_use, 3);
    write_back(4, 2, 0, 0, 7);
    tick(); /* 20 */
    until(25);
    expect("22:E0,10.1.0@2 ");
}

/* Refused by the gateway and by the core itself. */
static void test_barrier_traps(void **unused)
{
    (void)unused;
    boot(1, 4,
         "bar c1\n exit\n bar c2\n exit\n cmp.eq.s32 p0, lid, 0\n ssy 8\n@p0 bra 7\n bar c1\n "
         "exit\n");
    start(plan(0, 1, 0), "ibe");
    until(5);
    in.reply_valid = 1;
    in.reply = (struct core_reply){.thread = 0, .status = 10, .id = 4};
    until(12);
    expect("0:0.0s 1:B0,0 7:E0,11.0.10@0 ");
    start(plan(0, 1, 2), "ibe"); /* identifier 66 of 2 */
    until(12);
    expect("2:E0,12.0.0@2 ");
    start(plan(0, 1, 4), "ibe");
    until(20);
    expect("0:0.4b 4:0.6v 9:E0,9.0.0@7 "); /* lanes 1 to 3 are at 7 too, but on the stack */
}

/* --- messages --- */

static void test_messages(void **unused)
{
    (void)unused;
    boot(1, 4,
         "dpas u1, u2, u3\n dpas u4, u2, u3\n" /* the first one sets `keep` */
         "move.out.16 u1, u2, u3\n row.put 3, lid\n row.get r1, 2\n wait 1\n"
         "add r2, r1, 1\n wait 0\n exit\n");
    host(PREDICATE_WRITE, PREDICATE_AT_U, 1, 0, 0, UINT64_C(1) << 29);
    start(plan(0, 1, 0), "ioem");
    in.off_ready = 0;
    until(4);
    in.off_ready = 1; /* taken in 4, and the next one issues in 4 */
    until(12);
    expect("0:0.0s 4:O0,0,0 4:0.1s 5:O0,0,0 5:0.2s 6:O0,1,1 6:0.3v 7:O0,3,0 7:0.4v 8:O0,2,0 ");
    assert_int_equal(s.off.a, 18);
    note(0, 0, 0); /* 12 */
    tick();
    in.value_valid = 1;
    in.value = (struct core_value){.data = {9, 8, 7, 6}};
    tick(); /* 13: the wait issues */
    until(20);
    expect("13:0.5s 14:0.4Mf 15:0.6v ");
    assert_int_equal(out.n_array, 3 + 5 + 1 + 3);
    note(0, 1, 0);
    until(30);
    expect("21:0.7s 22:0.8v 27:E0,0.0.0@0 ");
    assert_int_equal(get(PREDICATE_AT_R, 2, 0, 3), 7);
}

/* A message that fails traps with its own pc; a chain that is left open is dropped. */
static void test_failed_message(void **unused)
{
    (void)unused;
    boot(1, 4, "move.in.8 u1, u2, u3\n dpas u1, u2, u3\n recv 1\n exit\n");
    host(PREDICATE_WRITE, PREDICATE_AT_U, 1, 0, 0, UINT64_C(1) << 29);
    start(plan(0, 1, 0), "ioe");
    until(9);
    expect("0:0.0s 1:O0,1,0 1:0.1s 2:O0,0,0 ");
    note(0, 0, 3); /* 9 */
    until(20);
    expect("11:O0,5,0 13:E0,13.0.3@0 ");
}

/* --- traps --- */

static void test_access_traps(void **unused)
{
    (void)unused;
    boot(2, 4,
         "mul r1, lid, 2\n mov u1, 1\n st r1, c0, 5\n exit\n" /* lane 1 is misaligned */
         "mov r2, 1\n mov r3, 1\n bra 5\n"                    /* continues: another group */
         "mul r1, lid, 88\n ld.local r2, r1, 0\n exit\n");    /* lane 3 accesses byte 258 of 256 */
    start(plan(0, 1, 0), "ieg");
    in.start_valid = 1;
    in.start = plan(1, 1, 4);
    in.start.limit = 12;
    until(20);
    /* In 4 the st traps and issues nothing. The other group runs from 1 to 12, and its mov waits
     * for the last record. */
    expect("0:0.0b 1:1.4v 2:1.5b 6:E0,8.0.1@2 6:1.5b 10:1.5b 15:E1,7.0.0@5 ");
    start(plan(0, 1, 7), "iel");
    until(10);
    expect("0:0.7v 6:E0,6.0.3@8 ");
}

static void test_words(void **unused)
{
    struct core_start g;

    (void)unused;
    boot(4, 4, "mov r1, 1\n mov u1, 2\n mov r2, 3\n");
    host(PREDICATE_WRITE, PREDICATE_AT_CODE, 3, 0, 0, 0);
    g = plan(1, 1, 0);
    g.length = 2; /* the mov at 2 is beyond it */
    start(g, "ie");
    until(10);
    expect("0:1.0b 5:E1,5.0.0@2 ");
    start(plan(3, 1, 2), "ie"); /* 3 is illegal; a trap needs no place and waits for nothing */
    until(10);
    expect("0:3.2v 5:E3,1.0.0@3 ");
}

/* A memory error in a group of two: the other warp stops at its next issue, and what is in flight
 * drains. */
static void test_memory_error(void **unused)
{
    (void)unused;
    boot(2, 4, "mul r1, lid, 64\n ld r2, r1, 0\n recv 1\n exit\n");
    start(plan(0, 2, 0), "igme");
    until(10);
    expect("0:0.0v 1:1.0v 4:0.1v 5:G0,0 6:G1,1 7:G2,2 8:G3,3 8:1.1v 9:G0,8 ");
    answer(0, 1, 3); /* 10: for lane 1 */
    tick();
    assert_int_equal(out.running, 3);
    for (uint32_t n = 0; n < 4; ++n)
        if (n != 1) {
            answer(0, n, 0);
            tick();
            assert_int_equal(out.running, 0);
        }
    for (uint32_t n = 8; n < 12; ++n) { /* 14 to 17 */
        answer(0, n, 0);
        tick();
    }
    assert_int_equal(out.in_use, 3);
    until(25);
    expect("10:G1,9 11:0.1M2 11:G2,10 12:0.1M1 12:G3,11 13:0.1M4 14:0.1M8 15:1.1M1 16:1.1M2 "
           "17:1.1M4 18:1.1M8 20:E0,14.0.1@1 ");
}

/* Illegal starts are refused. */
static void test_start(void **unused)
{
    (void)unused;
    boot(4, 4, "recv 1\n exit\n");
    start(plan(0, 0, 0), "i");
    tick();
    assert_true(out.start_bad && !out.in_use);
    start(plan(1, 2, 0), "i"); /* not a multiple of 2 */
    tick();
    assert_true(out.start_bad && !out.in_use);
    start(plan(2, 3, 0), "i"); /* beyond the last warp */
    tick();
    assert_true(out.start_bad && !out.in_use);
    start(plan(0, 3, 0), "i");
    tick();
    assert_true(!out.start_bad && out.in_use == 7 && out.running == 7);
    start(plan(2, 1, 0), "i"); /* already in use */
    tick();
    assert_true(out.start_bad && out.in_use == 7);
    start(plan(3, 1, 0), "i");
    tick();
    assert_true(!out.start_bad && out.in_use == 15);
    in.host_valid = 1;
    tick();
    assert_false(out.host_ready);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_barrier),      cmocka_unit_test(test_msg),
        cmocka_unit_test(test_incomplete),   cmocka_unit_test(test_barrier_traps),
        cmocka_unit_test(test_messages),     cmocka_unit_test(test_failed_message),
        cmocka_unit_test(test_access_traps), cmocka_unit_test(test_words),
        cmocka_unit_test(test_memory_error), cmocka_unit_test(test_start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
