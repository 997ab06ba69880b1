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
    if (!latency)
        return;
    if (out.mem_valid && in.mem_ready) {
        struct core_mem_rsp *r = &queue[0][tail[0] % QUEUE].global;

        queue[0][tail[0]++ % QUEUE].when = cycle + latency;
        memset(r, 0, sizeof *r);
        r->tag = out.mem.tag;
        for (uint32_t n = 0; n < 16; ++n)
            r->data[n] = out.mem.op ? 0 : out.mem.addr * CORE_LINE + 4 * n;
    }
    if (out.local_valid && in.local_ready) {
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

static const char *const lines = "mul r1, lid, 4\n"    /* one line of 8 lanes */
                                 "mul r2, lid, 64\n"   /* 8 lines */
                                 "and r3, lid, 1\n"    /* lines 0 and 1 in turn */
                                 "mul r3, r3, 64\n";

static void test_coalescing(void **unused)
{
    char program[512];

    (void)unused;
    snprintf(program, sizeof program, "%s ld r4, r1, 0x1000\n ld r5, r3, 0x1000\n ld r6, r2, 0x2000\n exit\n",
             lines);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turn),    cmocka_unit_test(test_passed_over),
        cmocka_unit_test(test_latency), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_held),    cmocka_unit_test(test_coalescing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
