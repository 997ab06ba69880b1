/*
 * test_sparse_intervals.c - the throughput of loopback and bypass without stalls: back-to-back
 * tiles are max(loading, computing, draining) cycles apart, requests of the pair filter max(1,
 * survivors).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bypass/bypass.h"
#include "loopback/loopback.h"

enum { WARM = 4, TILES = 20 };

static uint32_t greatest(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t ab = a > b ? a : b;

    return ab > c ? ab : c;
}

/* Measures the cycles from each tile's response to the next. */
static void check_tiles(const struct loopback_params *p, const struct loopback_cmd *cmd,
                        uint64_t map, uint32_t interval)
{
    static struct loopback_state s;
    static struct loopback_inputs in;
    static struct loopback_outputs out;
    uint32_t tiles = 0, rows = 0, before = 0;

    loopback_init(&s, p);
    memset(&in, 0, sizeof in);
    in.cmd = *cmd;
    in.a.map = in.b.map = map;
    in.cmd_valid = in.a_valid = in.b_valid = in.src0_valid = in.dst_ready = in.rsp_ready = 1;
    for (uint32_t cycle = 0; tiles < TILES; ++cycle) {
        assert_true(cycle < 100 * TILES);
        loopback_step(&s, &in, &out);
        rows += out.dst_valid;
        if (!out.rsp_valid)
            continue;
        assert_int_equal(out.rsp.status, LOOPBACK_OK);
        if (tiles > WARM)
            assert_int_equal(cycle - before, interval);
        before = cycle;
        ++tiles;
    }
    assert_int_equal(rows, (TILES - 1) * p->rows + 1); /* one row of the last tile has come */
}

static void test_tiles(void **state)
{
    (void)state;
    for (uint32_t rows = 2; rows <= 8; rows *= 2) {
        for (uint32_t cols = 2; cols <= 8; cols *= 2) {
            const struct loopback_params p = {rows, cols, 64};

            for (uint32_t k = 1; k <= 64; ++k) {
                struct loopback_cmd cmd = {.a_type = SPARSE_S8,
                                           .b_type = SPARSE_U8,
                                           .k_len = (uint8_t)k,
                                           .a_map_len = (uint8_t)k,
                                           .b_map_len = (uint8_t)k};
                const uint64_t third = UINT64_C(0x9249249249249249);

                check_tiles(&p, &cmd, 0, greatest(rows, cols, k));
                cmd.sparse = 1;
                check_tiles(&p, &cmd, third, greatest(rows, cols, (k + 2) / 3));
                check_tiles(&p, &cmd, 0, greatest(rows, cols, 1));
            }
        }
    }
}

/* Back-to-back requests with n survivors out of 64. */
static void test_requests(void **state)
{
    const struct bypass_params p = {64};

    (void)state;
    for (uint32_t n = 0; n <= 64; ++n) {
        static struct bypass_state s;
        static struct bypass_inputs in;
        static struct bypass_outputs out;
        uint32_t done = 0, beats = 0, before = 0;

        bypass_init(&s, &p);
        memset(&in, 0, sizeof in);
        in.req.a_type = in.req.b_type = SPARSE_F32;
        in.req.k_len = in.req.a_map_len = in.req.b_map_len = 64;
        in.req.a_map = UINT64_MAX;
        in.req.b_map = low_ones(n) << (64 - n) % 64;
        in.req_valid = in.row_valid = in.load_ready = in.pair_ready = in.rsp_ready = 1;
        for (uint32_t cycle = 0; done < TILES; ++cycle) {
            assert_true(cycle < 100 * TILES);
            bypass_step(&s, &in, &out);
            beats += out.pair_valid;
            if (!out.rsp_valid)
                continue;
            assert_int_equal(out.rsp.status, BYPASS_OK);
            if (done > WARM)
                assert_int_equal(cycle - before, n ? n : 1);
            before = cycle;
            ++done;
        }
        assert_int_equal(beats, TILES * (n ? n : 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_requests),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
