/* test_slice_reset.c - a slice after a reset, at any time of a launch that uses all of its ports,
 * against one that has not done anything. */
#include "unit/slice_bench.h"

enum { AFTERWARDS = 1200 };

/* All that a cycle shows besides payloads without a valid and what reset keeps. */
struct shown {
    uint64_t saw[19];
    uint32_t state, used, in_use, running, issue[3], mem[4], hits, misses, busy;
};

static void show(struct shown *s)
{
    const struct slice_outputs *o = &seen;

    *s = (struct shown){{o->saw_mem, o->saw_local, o->saw_gate, o->saw_ack, o->saw_abort,
                         o->saw_off, o->saw_end, o->saw_local_rsp, o->saw_local_line, o->saw_cache,
                         o->saw_wb, o->saw_reply, o->saw_fence, o->saw_note, o->saw_row,
                         o->saw_line, o->saw_pack, o->saw_start, o->saw_cfg},
                        o->state,
                        o->used,
                        o->in_use,
                        o->running,
                        {o->issue, o->issue ? o->issue_warp : 0, o->issue ? o->issue_pc : 0},
                        {o->mem_valid, o->mem_valid ? o->mem.kind : 0,
                         o->mem_valid ? o->mem.addr : 0, o->mem_valid ? o->mem.tag : 0},
                        o->cache_hits,
                        o->cache_misses,
                        (uint32_t)o->busy_cycles[0]};
}

/* Uses all ports from both sides. All words in memory are zero, and so are all that it loads. */
static const char busy_ports[] =
    "mov u1, 0\n shl r1, lid, 6\n mul u6, warp, 16\n mov r2, 0\n mul u2, warp, 4096\n"
    "add u4, u6, c2\n add u4, u4, 8\n add u5, u6, c5\n"
    "again: bar c6\n move.in.32 u2, c4, u5\n move.in.32 c3, c1, u4\n ld r4, r1, 0\n st r1, 2048, "
    "r2\n"
    "pack.mask r5, r2, r2\n row.get r6, u6\n ld.local r7, r2, 0\n ld r8, r1, 512\n wait 0\n"
    "add u2, u2, 512\n add u1, u1, 1\n cmp.lt.s32 up0, u1, 8\n @up0 bra again\n exit\n";

static void begin_busy(const struct slice_params *p)
{
    static struct slice_launch l = {
        .groups = 2, .warps = 4, .local_lines = 64, .rows = 64, .bars = 1};

    if (p) {
        boot(p);
        l.length = program(busy_ports);
        constant(1, 64);
        constant(2, 8 << 9 | 1 << 16 | 1 << 22);
        constant(3, SLICE_LOCAL);
        constant(5, 4 << 9 | 1 << 16 | 1 << 22);
    }
    pins.launch = l;
    pins.launch_valid = 1;
    cycle();
    assert_true(seen.launch_ready);
    pins.launch_valid = 0;
}

/* At whatever time a reset comes: the ways are empty, the turns are 0, and a launch goes as on a
 * slice that has not done anything. */
static void test_reset(void **unused)
{
    static const uint32_t distances[] = {0, 1, 301};
    static struct shown fresh[AFTERWARDS], now_shown;
    uint32_t turns[3] = {0}, ways[2] = {0}; /* how often a reset has found them not 0 */
    struct slice_params p = defaults;

    (void)unused;
    for (uint32_t i = 0; i < sizeof distances / sizeof *distances; ++i) {
        p.distance = distances[i];
        begin_busy(&p);
        for (uint32_t t = 0; t < AFTERWARDS; ++t) {
            cycle();
            show(&fresh[t]);
        }
        for (uint32_t after = 1; after < AFTERWARDS; after += 31) {
            begin_busy(&p);
            for (uint32_t t = 0; t < after; ++t)
                cycle();
            turns[0] += slice.port_turn;
            turns[1] += slice.line_turn;
            turns[2] += slice.value_turn;
            ways[0] += slice.n_to;
            ways[1] += slice.n_back;
            pins.rst = 1;
            cycle();
            pins.rst = 0;
            reply_head = reply_tail;
            next_line = now;
            assert_int_equal(slice.port_turn | slice.line_turn | slice.value_turn, 0);
            assert_int_equal(slice.n_to | slice.n_back, 0);
            memset(memory, 0, sizeof memory);
            begin_busy(NULL);
            for (uint32_t t = 0; t < AFTERWARDS; ++t) {
                cycle();
                show(&now_shown);
                if (memcmp(&now_shown, &fresh[t], sizeof now_shown) != 0)
                    fail_msg("distance %u, reset after %u cycles: another cycle %u", p.distance,
                             after, t);
            }
        }
    }
    assert_true(turns[0] && turns[1] && turns[2] && ways[0] && ways[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reset)};

    return cmocka_run_group_tests_name("slice reset", tests, NULL, NULL);
}
