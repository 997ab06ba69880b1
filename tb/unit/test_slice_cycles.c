/* test_slice_cycles.c - the cycles that model/slice/README.md states: the dispatcher, the way to
 * the cache, shared ports. */
#include "unit/slice_bench.h"

enum { BYTES = 4, OUT = 8192, TRACE = 4096 };

static void begin(const struct slice_launch *l)
{
    pins.launch = *l;
    pins.launch_valid = 1;
    cycle();
    assert_true(seen.launch_ready && seen.state == SLICE_IDLE);
    pins.launch_valid = 0;
}

/* Returns the number of the first cycle from now on, counted from 1, in which *pin is not 0. */
static uint32_t cycle_with(const uint64_t *pin)
{
    for (uint32_t i = 1; i < TRACE; ++i) {
        cycle();
        if (*pin)
            return i;
    }
    fail_msg("nothing in %u cycles", TRACE);
    return 0;
}

/* --- dispatcher --- */

/* Two places, one identifier per cycle, one cycle that finds no more room, one start per cycle. */
static void test_launch(void **unused)
{
    struct slice_launch l = {.groups = 3, .warps = 2, .bars = 2};
    char states[TRACE] = "", cfg[TRACE] = "", starts[TRACE] = "";
    size_t n = 0;

    (void)unused;
    boot(&defaults);
    l.length = program("exit\n");
    begin(&l);
    do {
        cycle();
        states[n] = "ISRAWD"[seen.state];
        cfg[n] = seen.saw_cfg ? 'c' : '.';
        starts[n] = seen.saw_start ? 's' : '.';
        ++n;
    } while (!seen.done_valid && n < sizeof states - 1);
    assert_true(seen.done_valid);
    /* Each group is a single instruction; the core decides how long it runs. */
    assert_int_equal(strncmp(states, "SSSSSR", 6), 0);
    assert_string_equal(strchr(states, 'A') + strspn(strchr(states, 'A'), "AW"), "D");
    assert_int_equal(strncmp(cfg, "cccc.", 5), 0);
    assert_int_equal(strspn(cfg + 4, "."), n - 4);
    assert_int_equal(strncmp(starts, ".....ss", 7), 0);
    assert_int_equal(seen.done.cycles, n - 1);
    assert_int_equal(seen.done.status, SLICE_OK);
}

/* A third group takes the place of the one that ends, in the cycle after its end. */
static void test_place_again(void **unused)
{
    struct slice_launch l = {.groups = 3, .warps = 4};
    uint32_t ends = 0, starts = 0;
    bool ended = false;

    (void)unused;
    boot(&defaults);
    l.length = program("exit\n");
    begin(&l);
    for (uint32_t i = 0; i < TRACE && !seen.done_valid; ++i) {
        cycle();
        if (seen.saw_start && starts++)
            assert_true(ended);
        if (ended)
            assert_true(seen.saw_start || ends == 3);
        ended = seen.saw_end != 0;
        ends += ended;
    }
    assert_int_equal(starts, 3);
    assert_int_equal(ends, 3);
}

/* As many places as warps, local memory, rows and identifiers suffice for, each resource alone, at
 * the warps of their numbers. */
static void test_places(void **unused)
{
    /* 8 warps, 256 lines, 256 rows, 16 identifiers. */
    static const struct {
        struct slice_launch l;
        uint32_t places, in_use;
    } of[] = {
        {{.warps = 1}, 8, 0xFF},
        {{.warps = 2}, 4, 0xFF},
        {{.warps = 3}, 2, 0x77}, /* each has room for four */
        {{.warps = 5}, 1, 0x1F},
        {{.warps = 8}, 1, 0xFF},
        {{.warps = 1, .bars = 2}, 8, 0xFF},
        {{.warps = 1, .bars = 3}, 5, 0x1F},
        {{.warps = 1, .bars = 8}, 2, 3},
        {{.warps = 1, .bars = 9}, 1, 1},
        {{.warps = 3, .bars = 9}, 1, 7},
        {{.warps = 1, .local_lines = 64}, 4, 0xF},
        {{.warps = 1, .local_lines = 65}, 3, 7},
        {{.warps = 1, .local_lines = 256}, 1, 1},
        {{.warps = 1, .rows = 128}, 2, 3},
        {{.warps = 1, .rows = 129}, 1, 1},
        {{.warps = 1, .rows = 40, .local_lines = 50, .bars = 7}, 2, 3},
    };
    struct slice_params p = defaults;

    (void)unused;
    p.warps = 8;
    for (uint32_t i = 0; i < sizeof of / sizeof *of; ++i) {
        struct slice_launch l = of[i].l;
        uint32_t used = 0, in_use = 0;

        boot(&p);
        l.length = program("mov u1, 100\nagain: sub u1, u1, 1\n cmp.nz.s32 up0, u1\n"
                           "@up0 bra again\n exit\n");
        l.groups = 17;
        begin(&l);
        for (uint32_t n = 0; n < HANG && !seen.done_valid; ++n) {
            cycle();
            used |= seen.used;
            in_use |= seen.in_use;
        }
        assert_int_equal(seen.done.status, SLICE_OK);
        assert_int_equal(used, (1u << of[i].places) - 1);
        assert_int_equal(in_use, of[i].in_use);
    }
}

/* The groups receive what a launch states. */
static void test_fields(void **unused)
{
    struct slice_launch l = {.groups = 6, .warps = 2, .limit = 5000, .sense = 1};
    struct slice_done d;

    (void)unused;
    boot(&defaults);
    l.length = program("again: bra again\n"
                       "shl u1, group, 3\n shl u2, warp, 2\n add u1, u1, u2\n"
                       "add u3, groups, warps\n st u1, 0, u3\n exit\n");
    l.entry = 1;
    begin(&l);
    for (uint32_t i = 0; i < TRACE && !seen.done_valid; ++i)
        cycle();
    assert_int_equal(seen.done.status, SLICE_OK);
    for (uint32_t i = 0; i < 12; ++i)
        assert_int_equal(memory[i], 6 + 2);
    pins.done_ready = 1;
    cycle();
    l.entry = 0;
    d = launch(&l);
    assert_int_equal(d.status, SLICE_TRAP);
    assert_int_equal(d.trap, PREDICATE_LIMIT);
    assert_true(d.cycles > l.limit);
    l.length = 0;
    assert_int_equal(launch(&l).trap, PREDICATE_BEYOND);
    l.length = 1;
    pins.launch = l;
    pins.launch_valid = 1;
    cycle();
    pins.launch_valid = 0;
    cycle_with(&seen.saw_start);
    assert_int_equal(slice.core.warp[0].w.sense, 1);
}

/* The host is blocked from the launch to the report. */
static void test_host(void **unused)
{
    struct slice_launch l = {.groups = 1, .warps = 1};

    (void)unused;
    boot(&defaults);
    l.length = program("shl r1, lid, 2\n st r1, 0, c1\n exit\n");
    constant(1, 77);
    begin(&l);
    pins.host_valid = 1;
    pins.host = (struct slice_host){PREDICATE_WRITE, PREDICATE_AT_C, 1, 0, 0, 78};
    for (uint32_t i = 0; i == 0 || !seen.done_valid; ++i) {
        if (i == HANG)
            fail_msg("no report in %u cycles", i);
        cycle();
        assert_false(seen.host_ready);
    }
    pins.host_valid = 0;
    assert_int_equal(memory[0], 77);
}

/* --- visible seams --- */

/* Folds the words into the pin: bit b of word w of field f goes to bit (b + w + f) % 32. */
static void fold(uint64_t *pin, const uint32_t *word, uint32_t words, uint32_t field)
{
    for (uint32_t i = 0; i < 32 * words; ++i)
        *pin ^= (uint64_t)(word[i / 32] >> i % 32 & 1) << (i + i / 32 + field) % 32;
}

static uint64_t fold_of(const struct core_mem *m)
{
    const uint32_t op = m->op, addr = m->addr, at = m->word, tag = m->tag,
                   mask[2] = {(uint32_t)m->mask, (uint32_t)(m->mask >> 32)};
    uint64_t pin = UINT64_C(1) << 32;

    fold(&pin, &op, 1, 0);
    fold(&pin, &addr, 1, 1);
    fold(&pin, mask, 2, 2);
    fold(&pin, m->data, 16, 3);
    fold(&pin, &at, 1, 4);
    fold(&pin, &tag, 1, 5);
    return pin;
}

/* Each identifier of each place: its number, the warps of the group, placed, their first. */
static void test_cfg(void **unused)
{
    enum { WARPS = 3, PLACES = 2, BARS = 5 };
    struct slice_launch l = {.groups = 1, .warps = WARPS, .bars = BARS};
    struct slice_params p = defaults;

    (void)unused;
    p.warps = 8;
    boot(&p);
    l.length = program("exit\n");
    begin(&l);
    for (uint32_t id = 0; id < PLACES * BARS; ++id) {
        const uint32_t fields[] = {id, WARPS, 1, id / BARS * 4};
        uint64_t pin = UINT64_C(1) << 32;

        for (uint32_t f = 0; f < sizeof fields / sizeof *fields; ++f)
            fold(&pin, &fields[f], 1, f);
        cycle();
        assert_int_equal(seen.saw_cfg, pin);
    }
    cycle();
    assert_int_equal(seen.saw_cfg, 0);
}

static void test_fold(void **unused)
{
    struct slice_launch l = {.groups = 1, .warps = 1};
    struct core_mem m = {0};
    uint32_t n = 0;

    (void)unused;
    boot(&defaults);
    l.length = program("shl r1, lid, 3\n mad r2, lid, c1, c2\n st r1, 256, r2\n"
                       "ld r3, r1, 320\n exit\n");
    constant(1, 0x12345678);
    constant(2, 0x9ABCDEF0);
    begin(&l);
    for (uint32_t i = 0; i < TRACE && !seen.done_valid; ++i) {
        const bool asks = core_mem_valid(&slice.core);

        if (asks)
            core_mem_request(&slice.core, &m);
        cycle();
        if (!seen.saw_mem)
            continue;
        assert_true(asks);
        assert_int_equal(seen.saw_mem, fold_of(&m));
        ++n;
    }
    assert_int_equal(n, 2);
}

/* --- the way to the cache --- */

/* A load that hits goes to the cache, takes two cycles there, goes back, and then is on rm. */
static void test_way(void **unused)
{
    static const uint32_t distances[] = {0, 1, 2, 7, 300};
    struct slice_params p = defaults;

    (void)unused;
    for (uint32_t i = 0; i < sizeof distances / sizeof *distances; ++i) {
        const uint32_t d = distances[i];
        struct slice_launch l = {.groups = 1, .warps = 1};
        uint32_t answer;

        p.distance = d;
        boot(&p);
        l.length = program("ldu u1, c0, 0\n mov u2, u1\n ldu u3, c0, 0\n exit\n");
        begin(&l);
        cycle_with(&seen.saw_mem);
        cycle_with(&seen.saw_cache);
        cycle_with(&seen.saw_mem);
        answer = cycle_with(&seen.saw_cache);
        assert_int_equal(answer, d - d / 2 + 2);
        for (answer = 0; !seen.rm_valid || seen.rm_pc != 2; ++answer)
            cycle();
        assert_int_equal(answer, d / 2 + 1);
    }
}

/* --- shared ports --- */

/* Two sides of a port. A side that had to wait at a transfer, or that has made an offer, goes
 * next. */
struct sides {
    uint32_t waits;
    int waiting; /* the side; -1: none */
};

static void follow(struct sides *s, bool first, bool second, bool first_moves, bool second_moves)
{
    assert_false(first_moves && second_moves);
    if (!first_moves && !second_moves) {
        if (first != second) /* an offer stays */
            s->waiting = second;
        return;
    }
    if (s->waiting >= 0)
        assert_int_equal(s->waiting, second_moves);
    s->waiting = first && second ? first_moves : -1;
    s->waits += first && second;
}

/* Runs a launch to its end. Sets how often a side of each port had to wait. */
static void watch(const struct slice_launch *l, uint32_t *at_port, uint32_t *at_line,
                  uint32_t *at_value)
{
    struct sides port = {0, -1}, line = {0, -1}, value = {0, -1};

    begin(l);
    for (uint32_t i = 0; !seen.done_valid; ++i) {
        const struct cb_mover *m = &slice.compute.mover;
        const bool local = m->line.addr & SLICE_LOCAL;
        const bool core = core_mem_valid(&slice.core), mover = m->line_valid && !local;
        const struct zcache_rsp *rsp = &slice.zcache.rsp;
        const bool cache = slice.zcache.rsp_valid && rsp->tag >> 6 == 2;
        const bool slm = slice.slm.line_rsp_valid, row = slice.compute.rdata_valid;
        const bool pack = slice.packer.second_valid;

        if (i == HANG)
            fail_msg("no report in %u cycles", i);
        cycle();
        follow(&port, core, mover, seen.saw_mem != 0, mover && seen.saw_line);
        follow(&line, cache, slm, cache && seen.saw_cache, seen.saw_local_line != 0);
        follow(&value, row, pack, seen.saw_row != 0, seen.saw_pack != 0);
    }
    assert_int_equal(seen.done.status, SLICE_OK);
    *at_port = port.waits;
    *at_line = line.waits;
    *at_value = value.waits;
}

/* Warps load from the cache, moves read a missing line four times, and others stream from local
 * memory. */
static void test_turns_of_lines(void **unused)
{
    struct slice_launch l = {.groups = 1, .warps = 4, .local_lines = 64, .rows = 64};
    uint32_t port, line, value;

    (void)unused;
    latency = 12; /* so that its answers, one after the other, compete with those of local memory */
    boot(&defaults);
    l.length =
        program("mov u1, 0\n shl r1, lid, 6\n mul u6, warp, 16\n"
                "mul u2, warp, 8192\n add u3, u6, c2\n add u4, u3, 8\n add u5, u6, c5\n"
                "again: move.in.32 u2, c4, u5\n move.in.32 c3, c1, u4\n move.in.32 c3, c1, u4\n"
                "ld r2, r1, 0\n ld r3, r1, 512\n wait 0\n"
                "add u2, u2, 512\n"
                "add u1, u1, 1\n cmp.lt.s32 up0, u1, 16\n @up0 bra again\n exit\n");
    constant(1, 64);
    constant(2, 8 << 9 | 1 << 16 | 1 << 22);
    constant(3, SLICE_LOCAL);
    constant(5, 4 << 9 | 1 << 16 | 1 << 22);
    watch(&l, &port, &line, &value);
    latency = 64;
    assert_true(port > 20);
    assert_true(line > 20);
}

/* Some warps read rows, others pack; loads delay the values. */
static void test_turns_of_values(void **unused)
{
    struct slice_launch l = {.groups = 1, .warps = 16, .local_lines = 1, .rows = 16};
    struct slice_params p = defaults;
    uint32_t port, line, value;

    (void)unused;
    p.warps = 16;
    boot(&p);
    /* Loops of two lengths, so that they meet in all ways. */
    l.length = program("mov u1, 0\n shl r1, lid, 2\n and u2, warp, 1\n cmp.eq.s32 up1, u2, 0\n"
                       "again: ld r6, r1, 0\n ld.local r7, r1, 0\n ld.local r8, r1, 32\n @up1 bra "
                       "get\n pack.mask r5, r2, "
                       "r2\n add u3, u1, 1\n add u3, u3, 1\n"
                       "bra on\n get: row.get r4, warp\n"
                       "on: add u1, u1, 1\n cmp.lt.s32 up0, u1, 100\n @up0 bra again\n exit\n");
    watch(&l, &port, &line, &value);
    assert_true(value > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launch),         cmocka_unit_test(test_place_again),
        cmocka_unit_test(test_host),           cmocka_unit_test(test_fields),
        cmocka_unit_test(test_fold),           cmocka_unit_test(test_way),
        cmocka_unit_test(test_turns_of_lines), cmocka_unit_test(test_turns_of_values),
        cmocka_unit_test(test_places),         cmocka_unit_test(test_cfg),
    };

    return cmocka_run_group_tests_name("slice cycles", tests, NULL, NULL);
}
