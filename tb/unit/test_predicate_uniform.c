/* test_predicate_uniform.c - the uniformity pass: what it promotes, its reasons not to, and that
 * results do not change. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/lockstep.h"
#include "predicate/asm.h"
#include "predicate/differential.h"
#include "unit/random.h"

enum { SEED = 77 };

static struct predicate_assembly a;
static struct predicate_uniform u;

static void pass(const char *text)
{
    struct predicate_asm_error e;

    if (!predicate_assemble(text, &a, &e))
        fail_msg("%u:%u: %s", e.line, e.column, e.text);
    assert_true(predicate_make_uniform(&a, &u));
}

static void becomes(uint32_t pc, const char *text)
{
    char line[PREDICATE_LINE];

    predicate_disassemble(a.code[pc], a.length, a.for_core, line);
    assert_string_equal(line, text);
}

static void test_promoted(void **unused)
{
    (void)unused;
    pass("mov r0, c0\nmov r1, 5\ncmp.lt.s32 p2, r0, r1\n@p2 add r2, lid, r0\n@!p2 bra x\n"
         "st lid, 0, r2\nx: exit\n");
    assert_int_equal(u.n_promoted, 1);
    assert_int_equal(u.n_moved, 2);
    becomes(0, "mov u0, c0");
    becomes(1, "mov u1, 5");
    becomes(2, "cmp.lt.s32 up0, u0, u1");
    becomes(3, "@up0 add r2, lid, u0");
    becomes(4, "@!up0 bra 6");

    /* Registers used elsewhere are left alone. */
    pass(".reg u1, 3\n.reg up0, 1\n.out x, u2\nmov r0, c0\nadd u0, u1, 1\n"
         "cmp.z.s32 p0, r0\n@p0 st lid, 0, u0\nexit\n");
    becomes(0, "mov u3, c0");
    becomes(2, "cmp.z.s32 up1, u3");
    becomes(3, "@up1 st lid, 0, u0");

    pass(".target core\nld r1, c0, 0\nmsg u0, 1, c1\ncmp.z.s32 p0, r1\n@p0 exit\nexit\n");
    becomes(0, "ldu u1, c0, 0");

    /* Initial values move along. */
    pass(".reg r4, 9, 9, 9\n.reg p1, 0xFFFFFFFF\n@p1 add r5, r4, 1\nmov r5, r4\n"
         "cmp.eq.s32 p0, r5, 9\n@p0 exit\nexit\n");
    assert_int_equal(u.n_promoted, 1);
    assert_int_equal(a.n_values, 4);
    assert_int_equal(a.value[2].space, PREDICATE_AT_U);
    assert_int_equal(a.pool[a.value[2].first], 9);
    assert_int_equal(a.value[3].space, PREDICATE_AT_UP);
    assert_int_equal(a.pool[a.value[3].first], 1);

    /* Special sources other than the lane index are the same in all lanes, and so is the result of
     * red. */
    pass("mad r0, warp, warps, c1\nred.add.s32 u5, r9\nadd r0, r0, u5\ncvt.f32.s32 r1, r0\n"
         "fdiv r1, r1, 2.0\ncmp.lt.f32 p0, r1, 4.0\n@p0 exit\nexit\n");
    assert_int_equal(u.n_promoted, 1);
    assert_int_equal(u.n_moved, 4);
    becomes(0, "mad u0, warp, warps, c1");
    becomes(3, "cvt.f32.s32 u0, u0");
    becomes(5, "cmp.lt.f32 up0, u0, 4.0");

    /* The core loads from a uniform address once for the warp. */
    pass(".target core\nld.s16 r1, c0, 6\ncmp.z.s32 p0, r1\n@p0 exit\nexit\n");
    assert_int_equal(u.n_promoted, 1);
    becomes(0, "ldu.s16 u0, c0, 6");
    pass(".target core\nld.s16 r1, lid, 6\ncmp.z.s32 p0, r1\n@p0 exit\nexit\n");
    assert_int_equal(u.n_promoted, 0);

    /* Two webs of one register; webs that do not overlap share a U. */
    pass("mov r0, 1\nst lid, 0, r0\nmov r0, lid\nst lid, 8, r0\nmov r0, 2\nst lid, 16, r0\nexit\n");
    becomes(0, "mov u0, 1");
    becomes(2, "mov r0, lid");
    becomes(4, "mov u0, 2");
}

static void stays(const char *text, uint8_t cause, int at_line)
{
    pass(text);
    assert_int_equal(u.n_compares, 1);
    assert_int_equal(u.n_promoted, 0);
    if (u.compare[0].cause != cause)
        fail_msg("%s: %s", text, predicate_cause_name(u.compare[0].cause));
    if (at_line)
        assert_int_equal(a.line[u.compare[0].at_pc], at_line);
}

static void test_causes(void **unused)
{
    (void)unused;
    stays("mov r1, lid\nadd r2, r1, 1\ncmp.z.s32 p0, r2\n@p0 exit\nexit", PREDICATE_BY_LANE, 1);
    stays("ld r1, c0, 0\ncmp.z.s32 p0, r1\n@p0 exit\nexit", PREDICATE_BY_LOAD, 1);
    stays("cmp.z.s32 p0, r1\n@p0 exit\nexit", PREDICATE_BY_INITIAL, 0);
    stays(".reg r1, 1, 2\ncmp.z.s32 p0, r1\n@p0 exit\nexit", PREDICATE_BY_INITIAL, 0);
    stays(".reg p1, 5\nssy x\n@p1 bra y\ncmp.z.s32 p0, c0\n@p0 st lid, 1, 1\ny: join\nx: exit",
          PREDICATE_BY_CONTROL, 3);
    stays(".reg p1, 5\nmov r1, c0\n@p1 mov r1, c1\ncmp.z.s32 p0, r1\n@p0 exit\nexit",
          PREDICATE_BY_GUARD, 3);
    stays("cmp.z.s32 p0, c0\n@p0 st lid, 1, 1\nvote.any up1, p0\n@up1 exit\nexit",
          PREDICATE_BY_VOTE, 3);
    stays(".reg r1, 1\ncmp.z.s32 p0, r1\n@p0 exit\nred.add.s32 u1, r1\nst lid, 0, u1\nexit",
          PREDICATE_BY_VOTE, 4);
    stays(".reg r1, 1\ncmp.z.s32 p0, r1\n@p0 exit\nreadlane u1, r1, 2\nexit", PREDICATE_BY_VOTE, 4);
    stays(".target core\nrow.get r1, 3\ncmp.z.s32 p0, r1\n@p0 exit\nexit", PREDICATE_BY_LOAD, 2);
    stays(".target core\natom.add r1, c0, c1\ncmp.z.s32 p0, r1\n@p0 exit\nexit", PREDICATE_BY_LOAD,
          2);
    stays(".target core\npack.mask r1, c0, c1\ncmp.z.s32 p0, r1\n@p0 exit\nexit", PREDICATE_BY_KIND,
          2);
    stays(".target core\ncmp.z.s32 p0, c0\n@p0 exit\nbar.predicate.u32 u1, u2, u3, p0\nexit",
          PREDICATE_BY_VOTE, 4);
    stays(".out x, p0\ncmp.z.s32 p0, c0\n@p0 st lid, 1, 1\nexit", PREDICATE_BY_OUT, 4);
    stays("bra x\ncmp.z.s32 p0, c0\nx: exit", PREDICATE_BY_REACH, 2);
    stays(".reg up0, 0\n.reg up1, 0\n.reg up2, 0\n.reg up3, 0\ncmp.z.s32 p0, c0\n@p0 exit\nexit",
          PREDICATE_BY_REGISTERS, 0);
    stays("mov r0, 0\na: add r0, r0, 1\ncmp.lt.s32 p0, r0, lid\n@p0 bra a\nst lid, 0, r0\nexit",
          PREDICATE_BY_LANE, 3);
}

/* A promoted branch does not part lanes, so what it guards may be uniform, too; also around a loop,
 * where each depends on the other. */
static void test_optimistic(void **unused)
{
    (void)unused;
    pass(
        "mov r0, 0\nmov r1, c0\nagain: ssy x\ncmp.z.s32 p0, r0\n@p0 bra skip\nadd r1, r1, 3\njoin\n"
        "skip: join\nx: add r0, r0, 1\ncmp.lt.s32 p1, r0, r1\n@p1 bra again\nst lid, 0, "
        "r1\nexit\n");
    assert_int_equal(u.n_promoted, 2);
    assert_int_equal(u.n_moved, 4);
}

/* Words, causes and registers at the end of a long program are the same as at the beginning of a
 * short one. */
static void test_long(void **unused)
{
    static char text[1 << 16] = ".target core\nmov r0, c0\nssy x\ncmp.z.s32 p1, lid\n";
    static const char end[] = "add r3, r0, r2\ncmp.z.s32 p0, r0\ncmp.z.s32 p2, lid\n@p2 bra "
                              "join\nmov r4, 1\ncmp.z.s32 p3, r4\njoin: join\nx: @p0 exit\nexit\n";
    const size_t head = strlen(text);
    const char *middle = "add r2, lid, 1\n";
    const size_t n = 4000, size = strlen(middle);

    (void)unused;
    for (size_t i = 0; i < n; ++i)
        memcpy(text + head + i * size, middle, size);
    memcpy(text + head + n * size, end, sizeof end);
    pass(text);
    assert_int_equal(u.n_compares, 4);
    assert_int_equal(u.n_promoted, 1);
    becomes(0, "mov u0, c0");
    becomes(4003, "add r3, u0, r2");
    becomes(4004, "cmp.z.s32 up0, u0");
    assert_int_equal(u.compare[1].pc, 4004);
    assert_int_equal(u.compare[1].cause, PREDICATE_PROMOTED);
    assert_int_equal(u.compare[2].cause, PREDICATE_BY_LANE);
    assert_int_equal(u.compare[2].at_pc, 4005);
    assert_int_equal(u.compare[3].pc, 4008);
    assert_int_equal(u.compare[3].cause, PREDICATE_BY_CONTROL);
    assert_int_equal(u.compare[3].at_pc, 4006); /* the branch that parts them */
    becomes(4010, "@up0 exit");
}

static void test_differential(void **unused)
{
    struct assay_config config = {.block = assay_block_find("predicate"),
                                  .seed = random_seed(SEED)};
    struct assay_lockstep *ls;
    const struct predicate_differential *d;
    char why[256];

    (void)unused;
    for (uint32_t lanes = 4; lanes <= 32; lanes *= 2) {
        config.params.v[0] = lanes;
        config.scenario = assay_scenario_find(config.block, "differential");
        config.knobs = config.scenario->knobs;
        config.cycles = random_rounds(3000000);
        ls = assay_lockstep_open(&config, why, sizeof why);
        assert_non_null(ls);
        assay_lockstep_run(ls, UINT64_MAX);
        d = assay_lockstep_scenario(ls);
        if (assay_lockstep_finish(ls)->verdict != ASSAY_PASS)
            fail_msg("%s", d->why);
        assert_true(d->programs > random_rounds(300) && d->plain_programs > random_rounds(100) &&
                    d->promoted > random_rounds(100));
        assay_lockstep_close(ls);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_promoted),     cmocka_unit_test(test_causes),
        cmocka_unit_test(test_optimistic),   cmocka_unit_test(test_long),
        cmocka_unit_test(test_differential),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
