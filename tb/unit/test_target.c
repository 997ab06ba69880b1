/*
 * test_target.c - the register targets of dpas and gateway against their cycle models: a single
 * request, driven through the pins and stepped until it is answered, gives the same result after as
 * many cycles as the target says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "target/dpas_target.h"
#include "target/gateway_target.h"
#include "unit/random.h"

enum { COMMANDS = 3000, ROUNDS = 400, NEVER = 20000 };

static struct assay_rng rng;

static int seed_all(void **unused)
{
    (void)unused;
    random_begin(&rng, 1, "test_target");
    return 0;
}

static uint32_t below(uint32_t n)
{
    return assay_rng_below(&rng, n);
}

static uint32_t word(void)
{
    return assay_rng_u32(&rng);
}

/* --- dpas --- */

static struct dpas_target dpas;
static struct dpas_state array;

static void write_words(uint64_t address, const void *data, size_t size, uint32_t *cycles)
{
    assert_int_equal(dpas_target_write(&dpas, address, data, size, cycles), TARGET_OK);
}

/* Draws a command, mostly legal. */
static struct dpas_cmd random_cmd(void)
{
    static const uint8_t depth[] = {1, 2, 4, 8};
    struct dpas_cmd c = {0};

    c.src1_type = (uint8_t)below(6);
    c.src2_type = (uint8_t)below(6);
    c.acc_type = (uint8_t)below(2);
    if (below(3) == 0) {
        c.src1_type = c.src2_type = (uint8_t)(DPAS_BF16 + below(3));
        c.acc_type = DPAS_ACC_F32;
    } else {
        c.saturate = (uint8_t)below(2);
    }
    c.sd = depth[below(4)];
    c.rc = (uint8_t)(1 + below(8));
    c.exec_size = (uint8_t)(1 + below(dpas.params.lanes));
    c.src0_null = below(4) == 0;
    c.src0_scalar = below(4) == 0;
    c.tag = (uint8_t)below(256);
    switch (below(12)) { /* an error, in some cases */
    case 0:
        c.src1_type = (uint8_t)below(16);
        break;
    case 1:
        c.sd = (uint8_t)below(16);
        break;
    case 2:
        c.rc = (uint8_t)below(16);
        break;
    case 3:
        c.exec_size = (uint8_t)below(32);
        break;
    default:
        break;
    }
    return c;
}

static uint32_t random_float(void)
{
    return below(8) == 0 ? word() : (word() & UINT32_C(0x83FFFFFF)) | UINT32_C(0x3C000000);
}

static void fill(uint64_t address, uint32_t rows, uint32_t words)
{
    for (uint32_t r = 0; r < rows; ++r) {
        uint32_t row[DPAS_MAX_LANES] = {0}, cycles;

        for (uint32_t i = 0; i < words; ++i)
            row[i] = below(2) ? random_float() : word();
        write_words(address + r * (address == DPAS_TARGET_SRC2 ? 32 : 64), row, words * 4, &cycles);
        assert_int_equal(cycles, 0);
    }
}

/* Drives a command and its operands, each as early as it is taken. Returns the cycles. */
static uint32_t stepped(const struct dpas_cmd *cmd, uint32_t dst[][DPAS_MAX_LANES], uint8_t *status)
{
    struct dpas_inputs in;
    struct dpas_outputs out;
    uint32_t sent = 0, row1 = 0, row0 = 0, row2 = 0, rows = 0;

    memset(&in, 0, sizeof in);
    for (uint32_t cycle = 1; cycle < NEVER; ++cycle) {
        in.cmd_valid = !sent;
        in.cmd = *cmd;
        in.src1_valid = row1 < DPAS_TARGET_ROWS;
        in.src0_valid = row0 < DPAS_MAX_RC;
        in.src2_valid = row2 < DPAS_MAX_RC;
        if (in.src1_valid)
            in.src1 = dpas.src1[row1];
        if (in.src0_valid)
            in.src0 = dpas.src0[row0];
        if (in.src2_valid)
            in.src2 = dpas.src2[row2];
        in.dst_ready = in.rsp_ready = 1;
        dpas_step(&array, &in, &out);
        sent |= in.cmd_valid & out.cmd_ready;
        row1 += in.src1_valid & out.src1_ready;
        row0 += in.src0_valid & out.src0_ready;
        row2 += in.src2_valid & out.src2_ready;
        if (out.dst_valid) {
            assert_in_range(rows, 0, DPAS_MAX_RC - 1);
            memcpy(dst[rows++], out.dst.data, sizeof out.dst.data);
        }
        if (out.rsp_valid) {
            assert_int_equal(out.rsp.tag, cmd->tag);
            *status = out.rsp.status;
            return cycle;
        }
    }
    fail_msg("no response");
    return 0;
}

static void dpas_commands(uint32_t lanes, uint32_t depth)
{
    const struct dpas_params p = {lanes, depth, 0, DPAS_SHALLOW};
    uint32_t good = 0, bad = 0;

    dpas_target_init(&dpas, &p);
    dpas_init(&array, &p);
    for (int i = 0; i < COMMANDS; ++i) {
        const struct dpas_cmd cmd = random_cmd();
        struct dpas_cmd back;
        uint32_t words[2], rsp[2], cycles, wanted;
        uint32_t expected[DPAS_MAX_RC][DPAS_MAX_LANES] = {{0}}, dst[DPAS_MAX_RC][DPAS_MAX_LANES];
        uint8_t status = 0;

        fill(DPAS_TARGET_SRC1, DPAS_TARGET_ROWS, lanes);
        fill(DPAS_TARGET_SRC0, DPAS_MAX_RC, lanes);
        fill(DPAS_TARGET_SRC2, DPAS_MAX_RC, 8);
        dpas_target_pack(&cmd, words);
        dpas_target_unpack(words, &back);
        assert_memory_equal(&cmd, &back, sizeof cmd);
        write_words(DPAS_TARGET_CMD, words, sizeof words, &cycles);
        wanted = stepped(&cmd, expected, &status);
        assert_int_equal(cycles, wanted);
        assert_int_equal(dpas_target_read(&dpas, DPAS_TARGET_RSP, rsp, sizeof rsp), TARGET_OK);
        assert_int_equal(rsp[0], cmd.tag | (uint32_t)status << 8);
        assert_int_equal(rsp[1], wanted);
        assert_int_equal(dpas_target_read(&dpas, DPAS_TARGET_DST, dst, sizeof dst), TARGET_OK);
        assert_memory_equal(dst, expected, sizeof dst);
        good += status == DPAS_OK;
        bad += status != DPAS_OK;
    }
    assert_true(good > COMMANDS / 2 && bad > COMMANDS / 100);
}

static void test_dpas(void **unused)
{
    (void)unused;
    for (uint32_t lanes = 4; lanes <= 16; lanes *= 2)
        for (uint32_t depth = 2; depth <= 8; depth *= 2)
            dpas_commands(lanes, depth);
}

/* --- gateway --- */

static struct gateway_target gateway;
static struct gateway_state block;

struct round {
    uint32_t op, type, n;
    uint8_t slot[GATEWAY_MAX_THREADS];
};

static struct gateway_msg message(const struct round *r, uint32_t i)
{
    const uint32_t slot = r->slot[i];
    const struct gateway_fields f = {
        .mask = gateway.mask[slot],
        .op = (uint8_t)r->op,
        .type = (uint8_t)r->type,
        .value = (uint64_t)gateway.value[slot][1] << 32 | gateway.value[slot][0],
    };

    return gateway_pack((uint8_t)slot, &f);
}

static uint32_t gateway_stepped(const struct round *r, struct gateway_wb *wb, uint32_t *status)
{
    struct gateway_inputs in;
    struct gateway_outputs out;
    uint32_t sent = 0;

    memset(&in, 0, sizeof in);
    in.cfg_valid = 1;
    in.cfg.count = (uint16_t)r->n;
    gateway_step(&block, &in, &out);
    memset(&in, 0, sizeof in);
    in.wb_ready = in.reply_ready = in.fence_ready = 1;
    for (uint32_t cycle = 1; cycle < NEVER; ++cycle) {
        in.msg_valid = sent < r->n;
        if (in.msg_valid)
            in.msg = message(r, sent);
        gateway_step(&block, &in, &out);
        sent += in.msg_valid & out.msg_ready;
        if (out.reply_valid) {
            *status = out.reply.status;
            return cycle;
        }
        if (out.wb_valid && out.wb.last) {
            *wb = out.wb;
            *status = out.wb.status;
            return cycle;
        }
    }
    fail_msg("no write-back");
    return 0;
}

static void put(uint64_t address, const void *data, size_t size)
{
    uint32_t cycles = 1;

    assert_int_equal(gateway_target_write(&gateway, address, data, size, &cycles), TARGET_OK);
    assert_int_equal(cycles, 0);
}

static void choose_members(struct round *r)
{
    uint32_t member[GATEWAY_WORDS] = {0};

    r->n = 0;
    for (uint32_t i = 0; i < gateway.params.threads; ++i) {
        const uint32_t mask = word(), low = below(2) ? random_float() : word(), high = word();
        const uint32_t value[2] = {low, high};

        if (below(4) == 0)
            continue;
        r->slot[r->n++] = (uint8_t)i;
        member[i / 32] |= UINT32_C(1) << i % 32;
        put(GATEWAY_TARGET_MASK + 4 * i, &mask, 4);
        put(GATEWAY_TARGET_VALUE + 8 * i, value, 8);
    }
    put(GATEWAY_TARGET_MEMBER, member, sizeof member);
}

static void gateway_rounds(uint32_t threads)
{
    const struct gateway_params p = {.barriers = 4, .threads = threads, .alus = 4};
    uint32_t refused = 0;

    gateway_target_init(&gateway, &p);
    for (int i = 0; i < ROUNDS; ++i) {
        const uint32_t op = below(14), type = below(11);
        struct round r = {.op = op, .type = type};
        struct gateway_wb wb = {0};
        uint32_t go, result[4], cycles, wanted, status = 99;

        choose_members(&r);
        if (r.n == 0)
            continue;
        go = r.op | r.type << 4;
        assert_int_equal(gateway_target_write(&gateway, GATEWAY_TARGET_ROUND, &go, 4, &cycles),
                         TARGET_OK);
        gateway_init(&block, &p);
        wanted = gateway_stepped(&r, &wb, &status);
        assert_int_equal(
            gateway_target_read(&gateway, GATEWAY_TARGET_RESULT, result, sizeof result), TARGET_OK);
        assert_int_equal(cycles, wanted);
        assert_int_equal(result[0], status | (uint32_t)wb.sum << 8);
        assert_int_equal((uint64_t)result[2] << 32 | result[1], wb.result);
        assert_int_equal(result[3], wanted);
        refused += status != GATEWAY_OK;
    }
    assert_in_range(refused, ROUNDS / 50, ROUNDS / 2);
}

static void test_gateway(void **unused)
{
    (void)unused;
    for (uint32_t threads = 4; threads <= GATEWAY_MAX_THREADS; threads *= 2)
        gateway_rounds(threads);
}

static void test_gateway_refusals(void **unused)
{
    const struct gateway_params p = {.barriers = 1, .threads = 8, .alus = 4};
    const uint32_t go = GATEWAY_ADD | GATEWAY_U32 << 4;
    uint32_t member[2] = {0}, result[4], cycles;

    (void)unused;
    gateway_target_init(&gateway, &p);
    gateway_target_write(&gateway, GATEWAY_TARGET_ROUND, &go, 4, &cycles);
    assert_int_equal(cycles, 0);
    gateway_target_read(&gateway, GATEWAY_TARGET_RESULT, result, sizeof result);
    assert_int_equal(result[0], GATEWAY_BAD_COUNT);
    member[0] = 0x101; /* there is no slot 8 */
    put(GATEWAY_TARGET_MEMBER, member, sizeof member);
    gateway_target_write(&gateway, GATEWAY_TARGET_ROUND, &go, 4, &cycles);
    assert_int_equal(cycles, 2);
    gateway_target_read(&gateway, GATEWAY_TARGET_RESULT, result, sizeof result);
    assert_int_equal(result[0], GATEWAY_BAD_SENDER);
}

/* --- accesses --- */

static void test_accesses(void **unused)
{
    static const struct {
        uint64_t address;
        size_t size;
        enum target_access read, write;
    } cases[] = {
        {DPAS_TARGET_CMD, 4, TARGET_OK, TARGET_OK},
        {DPAS_TARGET_CMD, 8, TARGET_OK, TARGET_OK},
        {DPAS_TARGET_CMD, 12, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {DPAS_TARGET_CMD, 0, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {DPAS_TARGET_CMD + 2, 4, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {DPAS_TARGET_CMD, 3, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {DPAS_TARGET_RSP, 8, TARGET_OK, TARGET_BAD_COMMAND},
        {DPAS_TARGET_SRC1, 512, TARGET_OK, TARGET_OK},
        {DPAS_TARGET_SRC1, 516, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {DPAS_TARGET_SRC2 + 252, 4, TARGET_OK, TARGET_OK},
        {DPAS_TARGET_SRC2 + 256, 4, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {DPAS_TARGET_DST, 512, TARGET_OK, TARGET_BAD_COMMAND},
        {DPAS_TARGET_SIZE, 4, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {UINT64_MAX - 3, 4, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {DPAS_TARGET_SRC1, SIZE_MAX - 3, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
    };
    const struct dpas_params p = {8, 4, 0, DPAS_SHALLOW};
    static uint8_t data[1024];
    uint32_t cycles;

    (void)unused;
    dpas_target_init(&dpas, &p);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const uint64_t address = cases[i].address;
        const size_t size = cases[i].size;

        assert_int_equal(dpas_target_read(&dpas, address, data, size), cases[i].read);
        assert_int_equal(dpas_target_write(&dpas, address, data, size, &cycles), cases[i].write);
        assert_int_equal(cycles != 0,
                         cases[i].write == TARGET_OK && dpas_target_starts(address, size));
        assert_int_equal(dpas_target_read(&dpas, address, NULL, size), TARGET_BAD_DATA);
        assert_int_equal(dpas_target_write(&dpas, address, NULL, size, &cycles), TARGET_BAD_DATA);
        assert_int_equal(cycles, 0);
    }
    assert_false(dpas_target_starts(DPAS_TARGET_CMD, 4));
    assert_true(dpas_target_starts(DPAS_TARGET_CMD, 8));
    assert_true(dpas_target_starts(DPAS_TARGET_CMD + 4, 4));
    assert_false(dpas_target_starts(DPAS_TARGET_CMD + 8, 4));
}

static void test_gateway_accesses(void **unused)
{
    static const struct {
        uint64_t address;
        size_t size;
        enum target_access read, write;
    } cases[] = {
        {GATEWAY_TARGET_RESULT, 16, TARGET_OK, TARGET_BAD_COMMAND},
        {GATEWAY_TARGET_MEMBER + 32, 4, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {GATEWAY_TARGET_SIZE - 4, 4, TARGET_OK, TARGET_OK},
        {GATEWAY_TARGET_SIZE - 4, 8, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
        {GATEWAY_TARGET_SIZE, 4, TARGET_BAD_ADDRESS, TARGET_BAD_ADDRESS},
    };
    const struct gateway_params p = {.barriers = 1, .threads = GATEWAY_MAX_THREADS, .alus = 4};
    uint32_t data[4] = {0}, cycles;

    (void)unused;
    gateway_target_init(&gateway, &p);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const uint64_t address = cases[i].address;
        const size_t size = cases[i].size;

        assert_int_equal(gateway_target_read(&gateway, address, data, size), cases[i].read);
        assert_int_equal(gateway_target_write(&gateway, address, data, size, &cycles),
                         cases[i].write);
        assert_int_equal(cycles, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dpas),
        cmocka_unit_test(test_gateway),
        cmocka_unit_test(test_gateway_refusals),
        cmocka_unit_test(test_accesses),
        cmocka_unit_test(test_gateway_accesses),
    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
