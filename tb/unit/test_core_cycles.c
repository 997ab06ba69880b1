/*
 * test_core_cycles.c - the cycles of core, told by hand from model/core/README.md. Cycle 0 is the first in which
 * the group runs. What happens is written as a text, an event after the other, and compared with the text
 * that the contract gives.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "predicate/asm.h"
#include "unit/random.h"

enum { SEED = 2411, TEXT = 8192, QUEUE = 256 };

static struct core_state s;
static struct core_inputs in;
static struct core_outputs out;
static int cycle;
static char text[TEXT];
static size_t used;

/* Memories that answer `latency` cycles after the transfer of a request, in order; the word at byte address a
 * holds a. 0: none answers by itself. */
static int latency;
static struct {
    int when;
    struct core_mem_rsp global;
    struct core_local_rsp local;
} queue[2][QUEUE];
static unsigned head[2], tail[2];

/* What is written: a letter for each kind of event. */
static const char *shown;

static void event(char kind, const char *format, ...)
{
    va_list args;

    if (!strchr(shown, kind))
        return;
    va_start(args, format);
    used += (size_t)vsnprintf(text + used, sizeof text - used, format, args);
    va_end(args);
    assert_true(used < sizeof text);
}

static void offer_answers(void)
{
    in.mem_rsp_valid = head[0] != tail[0] && queue[0][head[0] % QUEUE].when <= cycle;
    if (in.mem_rsp_valid)
        in.mem_rsp = queue[0][head[0] % QUEUE].global;
    in.local_rsp_valid = head[1] != tail[1] && queue[1][head[1] % QUEUE].when <= cycle;
    if (in.local_rsp_valid)
        in.local_rsp = queue[1][head[1] % QUEUE].local;
}

static void memories(void)
{
    if (latency && out.mem_valid && in.mem_ready) {
        struct core_mem_rsp *r = &queue[0][tail[0] % QUEUE].global;

        queue[0][tail[0]++ % QUEUE].when = cycle + latency;
        memset(r, 0, sizeof *r);
        r->tag = out.mem.tag;
        for (uint32_t n = 0; n < 16; ++n)
            r->data[n] = out.mem.op ? 0 : out.mem.addr * CORE_LINE + 4 * n;
    }
    if (latency && out.local_valid && in.local_ready) {
        struct core_local_rsp *r = &queue[1][tail[1] % QUEUE].local;

        queue[1][tail[1]++ % QUEUE].when = cycle + latency;
        memset(r, 0, sizeof *r);
        r->tag = out.local.tag;
        for (uint32_t n = 0; n < s.params.lanes; ++n)
            r->data[n] = out.local.enable >> n & 1 ? out.local.addr[n] : 0;
    }
    head[0] += in.mem_rsp_valid && out.mem_rsp_ready;
    head[1] += in.local_rsp_valid && out.local_rsp_ready;
}

static void write_events(void)
{
    static const char *const issued[] = {"", "s", "v", "b"};

    if (out.issue) /* the cycle before */
        event('i', "%d:%u.%u%s ", cycle - 1, out.issue_warp, out.issue_pc, issued[out.issue]);
    if (out.rv_valid)
        event('v', "%d:%u.%uV%x ", cycle, out.rv_warp, out.rv_pc, out.rv_mask);
    if (out.rs_valid)
        event('s', "%d:%u.%uS%x ", cycle, out.rs_warp, out.rs_pc, out.rs_data);
    if (out.rm_valid)
        event('m', "%d:%u.%uM%x ", cycle, out.rm_warp, out.rm_pc, out.rm_mask);
    if (out.mem_valid && in.mem_ready)
        event('g', "%d:G%x,%u ", cycle, out.mem.addr, out.mem.tag);
    if (out.local_valid && in.local_ready)
        event('l', "%d:L%x,%u ", cycle, out.local.enable, out.local.tag);
    if (out.gate_valid && in.gate_ready)
        event('b', "%d:B%u,%u ", cycle, out.gate.sender, out.gate.kind);
    if (out.off_valid && in.off_ready)
        event('o', "%d:O%u,%u,%u ", cycle, out.off.warp, out.off.kind, out.off.tag);
    if (out.ack_valid && in.ack_ready)
        event('k', "%d:K%u ", cycle, out.ack.id);
    if (out.abort_valid && in.abort_ready)
        event('a', "%d:A%u ", cycle, out.abort.id);
    if (out.end_valid && in.end_ready)
        event('e', "%d:E%u,%u.%u.%u@%u ", cycle, out.end.first, out.end.trap, out.end.warp,
              out.end.lane, out.end.pc);
}

/* One cycle; streams that the block drives are taken. What was offered is offered no more. */
static void tick(void)
{
    offer_answers();
    core_step(&s, &in, &out);
    write_events();
    memories();
    in.start_valid = in.host_valid = in.wb_valid = in.reply_valid = in.fence_valid = 0;
    in.note_valid = in.value_valid = 0;
    ++cycle;
}

/* An answer of global memory, in the next cycle. */
static void answer(uint32_t warp, uint32_t tag, uint8_t status)
{
    queue[0][tail[0]++ % QUEUE].when = cycle;
    memset(&queue[0][(tail[0] - 1) % QUEUE].global, 0, sizeof queue[0][0].global);
    queue[0][(tail[0] - 1) % QUEUE].global.tag = (uint8_t)(warp << 3 | tag);
    queue[0][(tail[0] - 1) % QUEUE].global.status = status;
}

static void until(int end)
{
    while (cycle < end)
        tick();
}

static void host(uint8_t op, uint8_t space, uint32_t addr, uint32_t warp, uint32_t lane,
                 uint64_t data)
{
    in.host_valid = 1;
    in.host = (struct core_host){op, space, (uint16_t)addr, (uint8_t)warp, (uint8_t)lane, data};
    tick();
    assert_true(out.host_ready);
}

static uint64_t get(uint8_t space, uint32_t addr, uint32_t warp, uint32_t lane)
{
    host(PREDICATE_READ, space, addr, warp, lane, 0);
    tick();
    assert_true(out.rdata_valid);
    return out.rdata.data;
}

static void boot(uint32_t warps, uint32_t lanes, const char *program)
{
    const struct core_params p = {warps, lanes, 256};
    static struct predicate_assembly a;
    struct predicate_asm_error e;
    char full[4096];

    assert_null(core_check_params(&p));
    core_init(&s, &p);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    memset(head, 0, sizeof head);
    memset(tail, 0, sizeof tail);
    in.rdata_ready = in.end_ready = in.mem_ready = in.local_ready = in.gate_ready = 1;
    in.ack_ready = in.abort_ready = in.off_ready = 1;
    latency = 0;
    shown = "";
    snprintf(full, sizeof full, ".target core\n%s", program);
    if (!predicate_assemble(full, &a, &e))
        fail_msg("%u:%u: %s", e.line, e.column, e.text);
    for (uint32_t n = 0; n < a.length; ++n)
        host(PREDICATE_WRITE, PREDICATE_AT_CODE, n, 0, 0, a.code[n]);
    host(PREDICATE_WRITE, PREDICATE_AT_C, 1, 0, 0, 1);
    host(PREDICATE_WRITE, PREDICATE_AT_C, 2, 0, 0, 66);
    cycle = 0;
    used = 0;
    text[0] = '\0';
}

/* Start a group of all that there is; what is to be written. The next cycle is 0 for the first one. */
static struct core_start plan(uint32_t first, uint32_t warps, uint32_t entry)
{
    return (struct core_start){.first = (uint8_t)first,
                               .warps = (uint8_t)warps,
                               .entry = (uint16_t)entry,
                               .length = 256,
                               .group = 7,
                               .groups = 9,
                               .local_base = 2,
                               .local_lines = 4,
                               .row_base = 16,
                               .rows = 8,
                               .bar_base = 3,
                               .bars = 2};
}

static void start(struct core_start g, const char *events)
{
    in.start_valid = 1;
    in.start = g;
    cycle = -1;
    shown = events;
    tick();
}

static void expect(const char *what)
{
    if (strcmp(text, what) != 0)
        fail_msg("\n  is       %s\n  expected %s", text, what);
    used = 0;
    text[0] = '\0';
}

/* --- issue --- */

/* Each warp in turn; records three cycles later; the group ends when the last record has been written. */
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

/* A warp that waits is passed over, and the turn is that of the last that issued. */
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
    /* The second group is there from cycle 1 on. */
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
         "mov u2, 3\n mov r2, 4\n"      /* the other way */
         "mov r3, 5\n mov r4, 6\n"      /* one unit: one by one */
         "mov u3, 7\n add r5, u3, r3\n" /* 6 pairs with 5; 7 needs u3 and r3: 5 + 4 */
         "fence.all\n mov r6, 1\n"      /* alone */
         "exit\n");
    start(plan(0, 1, 0), "i");
    until(20);
    expect("0:0.0b 1:0.2b 2:0.4v 3:0.5b 6:0.7v 7:0.8s 8:0.9v 9:0.10v ");
    assert_int_equal(out.n_pairs, 3);
    assert_int_equal(out.n_hazard, 2);
}

/* fdiv and red hold their warp; others go on, but for the cycle that has no place, and the unit. */
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
    /* 0: fdiv in 0 to 28, record in 30. The other fdiv waits for the divider until 29, when it is the first in
     * turn after warp 1. */
    expect("0:0.0v 1:1.3v 4:1.3Vff 29:0.1v 30:0.0Vff 30:1.4v 31:0.2v 32:0.1Vff 34:0.2V0 59:1.5v "
           "60:1.4Vff 62:1.5V0 ");

    boot(2, 8,
         "red.add.u32 u1, r1\n exit\n"
         "mov r1, 1\n mov r2, 1\n mov r3, 1\n mov r4, 1\n exit\n");
    start(plan(0, 1, 0), "iv");
    in.start_valid = 1;
    in.start = plan(1, 1, 2);
    until(14);
    /* The record of red comes in 5; a mov of cycle 2 would have its own there. */
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
    /* r1 is there in 4, r3 in 10. The unit is free again in 12, with its last request. Slots in turn: the sixth
     * line of 6 waits for slot 0, whose answer is taken in 18. */
    expect("0:0.0v 1:0.1v 2:0.2v 6:0.3v 7:0.4v 8:G40,0 10:0.5v 11:G40,1 12:G41,2 12:0.6v 13:G80,3 "
           "13:0.7v 14:G81,4 15:G82,5 16:G83,6 17:G84,7 19:0.4Mff 19:G85,0 22:0.5M55 22:G86,1 "
           "23:0.5Maa 23:G87,2 24:0.6M1 25:0.6M2 26:0.6M4 27:0.6M8 28:0.6M10 30:0.6M20 33:0.6M40 "
           "34:0.6M80 36:E0,0.0.0@0 ");
    assert_int_equal(get(PREDICATE_AT_R, 4, 0, 5), 0x1014);
    assert_int_equal(get(PREDICATE_AT_R, 5, 0, 3), 0x1040);
    assert_int_equal(get(PREDICATE_AT_R, 6, 0, 7), 0x21C0);
}

/* Eight of a warp are under way; a load makes nobody wait but who needs it. */
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
    /* The ninth pairs with the mov, and its request waits in the unit from 9 on. Slot 0: 1, answer 21. u1 is written in 22. */
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
    /* The answers are taken in 7 and 8: the warp is free of them in 8 and 9. */
    expect("0:0.0v 1:G0,0 1:0.1v 2:Lf,0 8:0.0M0 9:0.1M0 9:0.2s 10:0.3s 11:0.4v ");
    assert_int_equal(out.n_memory, 7);
}

/* What the requests of stores and atomics carry. */
static void test_requests(void **unused)
{
    (void)unused;
    boot(1, 4,
         "mul r1, lid, 2\n"                     /* 0 */
         "st.u16 r1, c2, 0x12345\n"             /* 1: 4 */
         "add r2, r1, c0\n"                     /* in 5: both are vector */
         "st.u8 c0, 7, lid\n"                   /* the highest lane stays */
         "atom.cas r3, u1, r1, u2\n"            /* a lane after the other */
         "st.u8.local r1, c1, 0x1FF\n"          /* all at once */
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

/* A port that is not taken holds its request; answers of the three ports take turns. */
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
    /* tick() would take the valids back: here they stand until they are taken. */
    in.mem_rsp = (struct core_mem_rsp){.data = {0x807F0000, 0x00FE8001}, .tag = 0};
    in.local_rsp_valid = in.value_valid = 1;
    in.local_rsp = (struct core_local_rsp){.data = {0x8000, 1, 2, 3}, .tag = 0};
    in.value = (struct core_value){.pr = 1}; /* wanted by nobody */
    core_step(&s, &in, &out);                /* 7 */
    assert_true(out.mem_rsp_ready && !out.local_rsp_ready && !out.value_ready);
    in.mem_rsp.tag = 0x80; /* of nobody */
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

/* --- the gateway --- */

static void write_back(uint8_t id, uint32_t mask, uint64_t result, uint16_t sum, uint8_t status)
{
    in.wb_valid = 1;
    in.wb = (struct core_wb){
        .id = id, .mask = mask, .result = result, .sum = sum, .status = status, .last = 1};
}

static void test_barrier(void **unused)
{
    (void)unused;
    boot(2, 4,
         "cmp.lt.s32 p1, lid, 3\n mov u1, 5\n"
         "bar.add.s64.all u2, c1, u1, u4, p1, u5\n"
         "add r1, u2, u3\n exit\n");
    start(plan(0, 2, 0), "ib");
    until(6);
    /* 0 and 1 pair. The predicate is there in 4, one after the other. */
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
    expect("12:K4 ");          /* noted in 11, nothing is under way */
    write_back(3, 3, 0, 0, 0); /* of another identifier */
    tick();
    write_back(4, 3, UINT64_C(0x200000064), 6, 0);
    until(25); /* 14: both go on */
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
    /* The bra of each three cycles after its cmp. */
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

/* With one that has left, and all others at the barrier. */
static void test_incomplete(void **unused)
{
    (void)unused;
    boot(2, 4, "cmp.eq.s32 up0, warp, 0\n @up0 exit\n bar c1\n exit\n");
    start(plan(0, 2, 0), "ibae");
    until(20);
    /* At the barrier in 6, the trap at its end; its message has left in 6, so it is aborted: ABORT is loaded in 7. */
    expect("0:0.0s 1:1.0s 3:0.1v 4:1.1v 5:1.2s 6:B1,0 8:A4 ");
    assert_int_equal(out.running, 0);
    assert_int_equal(out.in_use, 3);
    write_back(4, 2, 0, 0, 7);
    tick(); /* 20 */
    until(25);
    expect("22:E0,10.1.0@2 ");
}

/* Refused by the gateway, and by the core itself. */
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

static void note(uint8_t pr, uint8_t tag, uint8_t status)
{
    in.note_valid = 1;
    in.note = (struct core_note){pr, tag, status};
}

static void test_messages(void **unused)
{
    (void)unused;
    boot(1, 4,
         "dpas u1, u2, u3\n dpas u4, u2, u3\n" /* the first keeps */
         "move.out.16 u1, u2, u3\n row.put 3, lid\n row.get r1, 2\n wait 1\n"
         "add r2, r1, 1\n wait 0\n exit\n");
    host(PREDICATE_WRITE, PREDICATE_AT_U, 1, 0, 0, UINT64_C(1) << 29);
    start(plan(0, 1, 0), "ioem");
    in.off_ready = 0;
    until(4);
    in.off_ready = 1; /* taken in 4, and the next issues in 4 */
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
         "mov r2, 1\n mov r3, 1\n bra 5\n"                    /* goes on: another group */
         "mul r1, lid, 88\n ld.local r2, r1, 0\n exit\n");    /* lane 3 is at 258 of 256 */
    start(plan(0, 1, 0), "ieg");
    in.start_valid = 1;
    in.start = plan(1, 1, 4);
    in.start.limit = 12;
    until(20);
    /* In 4 the st traps, and issues nothing. The other group runs from 1 to 12, and its mov waits for the last. */
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
    g.length = 2; /* the mov of 2 is beyond it */
    start(g, "ie");
    until(10);
    expect("0:1.0b 5:E1,5.0.0@2 ");
    start(plan(3, 1, 2), "ie"); /* 3 is illegal; a trap needs no place and waits for nothing */
    until(10);
    expect("0:3.2v 5:E3,1.0.0@3 ");
}

/* An error of memory, in a group of two: the other stops at its next issue, what is under way drains. */
static void test_memory_error(void **unused)
{
    (void)unused;
    boot(2, 4, "mul r1, lid, 64\n ld r2, r1, 0\n recv 1\n exit\n");
    start(plan(0, 2, 0), "igme");
    until(10);
    expect("0:0.0v 1:1.0v 4:0.1v 5:G0,0 6:G1,1 7:G2,2 8:G3,3 8:1.1v 9:G0,8 ");
    answer(0, 1, 3); /* 10: of lane 1 */
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

/* What cannot start is refused. */
static void test_start(void **unused)
{
    (void)unused;
    boot(4, 4, "recv 1\n exit\n");
    start(plan(0, 0, 0), "i");
    tick();
    assert_true(out.start_bad && !out.in_use);
    start(plan(1, 2, 0), "i"); /* no multiple of 2 */
    tick();
    assert_true(out.start_bad && !out.in_use);
    start(plan(2, 3, 0), "i"); /* beyond the last */
    tick();
    assert_true(out.start_bad && !out.in_use);
    start(plan(0, 3, 0), "i");
    tick();
    assert_true(!out.start_bad && out.in_use == 7 && out.running == 7);
    start(plan(2, 1, 0), "i"); /* in use */
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
        cmocka_unit_test(test_turn),         cmocka_unit_test(test_passed_over),
        cmocka_unit_test(test_latency),      cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_held),         cmocka_unit_test(test_coalescing),
        cmocka_unit_test(test_outstanding),  cmocka_unit_test(test_fence),
        cmocka_unit_test(test_requests),     cmocka_unit_test(test_answers),
        cmocka_unit_test(test_barrier),      cmocka_unit_test(test_msg),
        cmocka_unit_test(test_incomplete),   cmocka_unit_test(test_barrier_traps),
        cmocka_unit_test(test_messages),     cmocka_unit_test(test_failed_message),
        cmocka_unit_test(test_access_traps), cmocka_unit_test(test_words),
        cmocka_unit_test(test_memory_error), cmocka_unit_test(test_start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
