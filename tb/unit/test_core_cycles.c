/*
 * test_core_cycles.c - issue and memory of core. The cycles were derived by hand from
 * model/core/README.md.
 */
#include "unit/core_bench.h"

/* --- issue --- */

/* The warps take turns; records follow three cycles later; the group ends when the last record has
 * been written. */
static void test_turn(void **unused)
{
    (void)unused;
    boot(4, 4, "mov r1, 1\n mov r2, 2\n exit\n");
    start(plan(0, 4, 0), "ie");
    until(20);
    expect("0:0.0v 1:1.0v 2:2.0v 3:3.0v 4:0.1v 5:1.1v 6:2.1v 7:3.1v 8:0.2v 9:1.2v 10:2.2v 11:3.2v "
           "16:E0,0.0.0@0 ");
    assert_int_equal(out.in_use, 0);
    assert_int_equal(out.n_vector, 12);
}

/* A warp that waits is skipped, and the turn continues after the last warp that issued. */
static void test_passed_over(void **unused)
{
    (void)unused;
    boot(2, 4,
         "mov r1, 1\n add r1, r1, 1\n exit\n" /* 0: 4 cycles each */
         "mov r1, 1\n mov r2, 1\n mov r3, 1\n mov r4, 1\n mov r5, 1\n mov r6, 1\n exit\n");
    start(plan(0, 1, 0), "i");
    in.start_valid = 1;
    in.start = plan(1, 1, 3);
    until(16);
    /* The second group runs from cycle 1 on. */
    expect("0:0.0v 1:1.3v 2:1.4v 3:1.5v 4:0.1v 5:1.6v 6:0.2v 7:1.7v 8:1.8v 9:1.9v ");
}

static void test_latency(void **unused)
{
    (void)unused;
    boot(1, 4,
         "add u1, u1, 1\n add u2, u1, 1\n" /* scalar: 3 */
         "mov r1, u2\n add r2, r1, 1\n"    /* 3, then vector: 4 */
         "cmp.eq.s32 p0, r2, 3\n"          /* 4 */
         "vote.all up0, p0\n"              /* 4 */
         "@up0 exit\n");                   /* 4: vote is vector */
    start(plan(0, 1, 0), "ivs");
    until(32);
    expect("0:0.0s 2:0.0S1 3:0.1s 5:0.1S2 6:0.2v 9:0.2Vf 10:0.3v 13:0.3Vf 14:0.4v 17:0.4Vf 18:0.5v "
           "21:0.5V1 22:0.6v 25:0.6V0 ");
}

static void test_pairs(void **unused)
{
    (void)unused;
    boot(1, 4,
         "mov r1, 1\n mov u1, 2\n"      /* vector and scalar: both */
         "mov u2, 3\n mov r2, 4\n"      /* the other way round */
         "mov r3, 5\n mov r4, 6\n"      /* one unit: one after the other */
         "mov u3, 7\n add r5, u3, r3\n" /* 6 pairs with 5; 7 needs u3 and r3: 5 + 4 */
         "fence.all\n mov r6, 1\n"      /* alone */
         "exit\n");
    start(plan(0, 1, 0), "i");
    until(20);
    expect("0:0.0b 1:0.2b 2:0.4v 3:0.5b 6:0.7v 7:0.8s 8:0.9v 9:0.10v ");
    assert_int_equal(out.n_pairs, 3);
    assert_int_equal(out.n_hazard, 2);
}

/* fdiv and red hold their warp. Other warps continue, except in the cycle whose record is taken and
 * except for the same unit. */
static void test_held(void **unused)
{
    (void)unused;
    boot(2, 8,
         "fdiv r1, r2, r3\n mov r4, 1\n exit\n"
         "mov r1, 1\n fdiv r2, r3, r4\n exit\n");
    start(plan(0, 1, 0), "iv");
    in.start_valid = 1;
    in.start = plan(1, 1, 3);
    until(70);
    /* 0: fdiv occupies 0 to 28, record in 30. The other fdiv waits for the divider until 29, where
     * it comes first after warp 1. */
    expect("0:0.0v 1:1.3v 4:1.3Vff 29:0.1v 30:0.0Vff 30:1.4v 31:0.2v 32:0.1Vff 34:0.2V0 59:1.5v "
           "60:1.4Vff 62:1.5V0 ");

    boot(2, 8,
         "red.add.u32 u1, r1\n exit\n"
         "mov r1, 1\n mov r2, 1\n mov r3, 1\n mov r4, 1\n exit\n");
    start(plan(0, 1, 0), "iv");
    in.start_valid = 1;
    in.start = plan(1, 1, 2);
    until(14);
    /* The record of red comes in 5, where a mov issued in 2 would have its own. */
    expect("0:0.0v 1:1.2v 3:1.3v 4:1.2Vff 4:0.1v 5:0.0V1 5:1.4v 6:1.3Vff 6:1.5v 7:0.1V0 7:1.6v "
           "8:1.4Vff 9:1.5Vff 10:1.6V0 ");
}

/* --- memory --- */

static const char *const lines = "mul r1, lid, 4\n"  /* one line of 8 lanes */
                                 "mul r2, lid, 64\n" /* 8 lines */
                                 "and r3, lid, 1\n"  /* lines 0 and 1 in turn */
                                 "mul r3, r3, 64\n";

static void test_coalescing(void **unused)
{
    char program[512];

    (void)unused;
    snprintf(program, sizeof program,
             "%s ld r4, r1, 0x1000\n ld r5, r3, 0x1000\n ld r6, r2, 0x2000\n exit\n", lines);
    boot(1, 8, program);
    latency = 10;
    start(plan(0, 1, 0), "igme");
    until(60);
    /* r1 is available in 4, r3 in 10. The unit is free again in 12, with its last request. Slots
     * are used in turn: the sixth line of 6 waits for slot 0, whose answer is taken in 18. */
    expect("0:0.0v 1:0.1v 2:0.2v 6:0.3v 7:0.4v 8:G40,0 10:0.5v 11:G40,1 12:G41,2 12:0.6v 13:G80,3 "
           "13:0.7v 14:G81,4 15:G82,5 16:G83,6 17:G84,7 19:0.4Mff 19:G85,0 22:0.5M55 22:G86,1 "
           "23:0.5Maa 23:G87,2 24:0.6M1 25:0.6M2 26:0.6M4 27:0.6M8 28:0.6M10 30:0.6M20 33:0.6M40 "
           "34:0.6M80 36:E0,0.0.0@0 ");
    assert_int_equal(get(PREDICATE_AT_R, 4, 0, 5), 0x1014);
    assert_int_equal(get(PREDICATE_AT_R, 5, 0, 3), 0x1040);
    assert_int_equal(get(PREDICATE_AT_R, 6, 0, 7), 0x21C0);
}

/* Eight loads of a warp can be in flight; only an instruction that needs the result waits for
 * it. */
static void test_outstanding(void **unused)
{
    (void)unused;
    boot(1, 4,
         "ldu u1, c0, c0\n ldu u2, c0, 64\n ldu u3, c0, 128\n ldu u4, c0, 192\n ldu u5, c0, 256\n"
         "ldu u6, c0, 320\n ldu u7, c0, 384\n ldu u8, c0, 448\n ldu u9, c0, 512\n mov r1, 1\n"
         "add u10, u1, 1\n ldu u11, c0, 576\n exit\n");
    latency = 20;
    start(plan(0, 1, 0), "igms");
    until(60);
    /* The ninth load pairs with the mov, and its request waits in the unit from 9 on. Slot 0: sent
     * in 1, answered in 21. u1 is written in 22. */
    expect("0:0.0s 1:G0,0 1:0.1s 2:0.0S0 2:G1,1 2:0.2s 3:0.1S0 3:G2,2 3:0.3s 4:0.2S0 4:G3,3 "
           "4:0.4s 5:0.3S0 5:G4,4 5:0.5s 6:0.4S0 6:G5,5 6:0.6s 7:0.5S0 7:G6,6 7:0.7s 8:0.6S0 "
           "8:G7,7 8:0.8b 9:0.7S0 10:0.8S0 22:0.0M1 22:G8,0 23:0.1M1 23:0.10s 24:0.2M1 24:0.11b "
           "25:0.10S1 25:0.3M1 25:G9,1 26:0.11S0 26:0.4M1 27:0.5M1 28:0.6M1 29:0.7M1 "
           "43:0.8M1 46:0.11M1 ");
    assert_int_equal(get(PREDICATE_AT_U, 9, 0, 0), 512);
    assert_int_equal(get(PREDICATE_AT_U, 10, 0, 0), 1);
    assert_int_equal(get(PREDICATE_AT_U, 11, 0, 0), 576);
    assert_int_equal(out.n_memory, 14);
}

static void test_fence(void **unused)
{
    (void)unused;
    boot(1, 4, "st c0, c0, 5\n st.local c0, c0, 6\n fence.local\n fence.global\n exit\n");
    latency = 6;
    start(plan(0, 1, 0), "iglm");
    until(20);
    /* The answers are taken in 7 and 8: the warp stops waiting for them in 8 and 9. */
    expect("0:0.0v 1:G0,0 1:0.1v 2:Lf,0 8:0.0M0 9:0.1M0 9:0.2s 10:0.3s 11:0.4v ");
    assert_int_equal(out.n_memory, 7);
}

/* The contents of the requests of stores and atomics. */
static void test_requests(void **unused)
{
    (void)unused;
    boot(1, 4,
         "mul r1, lid, 2\n"                     /* 0 */
         "st.u16 r1, c2, 0x12345\n"             /* 1: 4 */
         "add r2, r1, c0\n"                     /* in 5: both are vector */
         "st.u8 c0, 7, lid\n"                   /* the highest lane wins */
         "atom.cas r3, u1, r1, u2\n"            /* one lane after the other */
         "st.u8.local r1, c1, 0x1FF\n"          /* all lanes at once */
         "atom.add.local r4, u3, r1\n exit\n"); /* atomics of local memory too */
    host(PREDICATE_WRITE, PREDICATE_AT_U, 1, 0, 0, 72);
    host(PREDICATE_WRITE, PREDICATE_AT_U, 2, 0, 0, 99);
    host(PREDICATE_WRITE, PREDICATE_AT_U, 3, 0, 0, 8);
    start(plan(0, 1, 0), "");
    until(6);
    assert_true(out.mem_valid && out.mem.op == 1 && out.mem.addr == 1 && out.mem.word == 0);
    assert_true(out.mem.mask == 0x3FC && out.mem.data[0] == 0x23450000);
    assert_int_equal(out.mem.data[1], 0x23452345);
    assert_int_equal(out.mem.data[2], 0x2345);
    until(8);
    assert_true(out.mem_valid && out.mem.op == 1 && out.mem.addr == 0 && out.mem.mask == 0x80);
    assert_int_equal(out.mem.data[1], 0x03000000);
    for (uint32_t n = 0; n < 4; ++n) {
        tick();
        assert_true(out.mem_valid && out.mem.op == 12 && out.mem.addr == 1 && out.mem.mask == 0);
        assert_int_equal(out.mem.word, 2);
        assert_int_equal(out.mem.data[0], 99);
        assert_int_equal(out.mem.data[1], 2 * n);
        assert_int_equal(out.mem.tag, 2 + n);
        if (n == 1) {
            assert_true(out.local_valid && out.local.op == 1 && out.local.size == 0);
            assert_int_equal(out.local.enable, 15);
            assert_int_equal(out.local.addr[3], 128 + 7);
            assert_int_equal(out.local.data[3], 0xFF);
            assert_int_equal(out.local.compare[3], 0);
        } else if (n == 2) {
            assert_true(out.local_valid && out.local.op == 4 && out.local.size == 2);
            assert_int_equal(out.local.addr[2], 128 + 8);
            assert_int_equal(out.local.data[2], 4);
            assert_int_equal(out.local.tag, 1);
        }
    }
}

/* A request stays until its port takes it; answers of the three ports take turns. */
static void test_answers(void **unused)
{
    (void)unused;
    boot(2, 4, "ld.s8 r1, lid, 3\n ld.s16.local r2, c0, 6\n pack.mask r3, r1, r2\n exit\n");
    start(plan(0, 1, 0), "igl");
    in.local_ready = 0;
    until(5);
    expect("0:0.0v 1:G0,0 1:0.1v ");
    assert_true(out.local_valid);
    in.local_ready = 1;
    until(7);
    expect("5:Lf,0 ");
    in.mem_rsp_valid = 1;
    /* tick() would withdraw the valids; here they stay until they are taken. */
    in.mem_rsp = (struct core_mem_rsp){.data = {0x807F0000, 0x00FE8001}, .tag = 0};
    in.local_rsp_valid = in.value_valid = 1;
    in.local_rsp = (struct core_local_rsp){.data = {0x8000, 1, 2, 3}, .tag = 0};
    in.value = (struct core_value){.pr = 1}; /* expected by nobody */
    core_step(&s, &in, &out);                /* 7 */
    assert_true(out.mem_rsp_ready && !out.local_rsp_ready && !out.value_ready);
    in.mem_rsp.tag = 0x80; /* of no request */
    core_step(&s, &in, &out);
    assert_true(!out.mem_rsp_ready && out.local_rsp_ready && !out.value_ready);
    assert_true(out.rm_valid && out.rm_pc == 0 && out.rm_dst == 0x11 && out.rm_mask == 15);
    assert_int_equal(out.rm_data[0], 0xFFFFFF80);
    assert_int_equal(out.rm_data[1], 1);
    assert_int_equal(out.rm_data[2], 0xFFFFFF80);
    assert_int_equal(out.rm_data[3], 0xFFFFFFFE);
    core_step(&s, &in, &out);
    assert_true(!out.mem_rsp_ready && !out.local_rsp_ready && out.value_ready);
    assert_true(out.rm_valid && out.rm_dst == 0x12 && out.rm_data[0] == 0xFFFF8000);
    in.value_valid = in.local_rsp_valid = 0;
    core_step(&s, &in, &out); /* 10: pack has its sources */
    assert_true(out.mem_rsp_ready && !out.local_rsp_ready && !out.value_ready && !out.rm_valid);
    in.mem_rsp_valid = 0;
    core_step(&s, &in, &out);
    assert_true(out.mem_rsp_ready && out.local_rsp_ready && out.value_ready && !out.rm_valid);
    assert_true(out.issue == 2 && out.issue_pc == 2 && out.off_valid && out.off.kind == 4);
    assert_int_equal(out.off.mode, 2);
    assert_int_equal(out.off.x[0], 0xFFFFFF80);
    assert_int_equal(out.off.y[3], 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turn),        cmocka_unit_test(test_passed_over),
        cmocka_unit_test(test_latency),     cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_held),        cmocka_unit_test(test_coalescing),
        cmocka_unit_test(test_outstanding), cmocka_unit_test(test_fence),
        cmocka_unit_test(test_requests),    cmocka_unit_test(test_answers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
