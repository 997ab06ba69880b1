/*
 * test_bypass_model.c - the golden model of bypass against the definition: which pairs come out,
 * and what a consumer computes from them with the host's fmaf, compared with the whole chain in the
 * host's fmaf.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bypass/bypass.h"
#include "unit/host_words.h"
#include "unit/random.h"

#define SEED UINT64_C(0x2545F4914F6CDD1D)
#define NAN32 UINT32_C(0x7FC00000)

/* --- the oracle: f32 on the host --- */

static bool is_zero(uint32_t x)
{
    return as_float(x) == 0;
}

/* Draws zeros, infinities, NaNs, subnormals, and numbers near one and near the least. */
static uint32_t draw_float(void)
{
    static const uint32_t corners[] = {0x7F800000, 0x7FC00000, 0x7F800001, 0x00000001,
                                       0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F800000};
    const uint32_t sign = draw(2) << 31;

    switch (draw(8)) {
    case 0:
    case 1:
    case 2:
        return sign;
    case 3:
        return sign | (draw(8) ? UINT32_C(0x00800000) << draw(3) : corners[draw(8)]);
    case 4:
        return sign | draw(0x20000000); /* so small that products underflow */
    default:
        return sign | (0x3F000000 + draw(0x1000000));
    }
}

/* --- one request through the block --- */

enum { MOST = 80 };

struct result {
    struct bypass_pair pair[MOST];
    uint32_t pairs;
    struct bypass_load load[MOST];
    uint32_t loads;
    uint32_t status;
    uint32_t seen, bypassed, loads_bypassed;
    uint32_t first, last; /* cycles of the first and last beat */
    uint32_t slices;      /* taken */
};

/* Runs one request. The slices sent are the requested words of the row, in order. */
static struct result run(uint32_t kmax, const struct bypass_req *req, const struct bypass_row *row)
{
    const struct bypass_params p = {kmax};
    static struct bypass_state s;
    static struct bypass_inputs in;
    static struct bypass_outputs out;
    struct result r;
    bool sent = false, row_sent = false, done = false;

    memset(&r, 0, sizeof r);
    memset(&in, 0, sizeof in);
    bypass_init(&s, &p);
    in.req = *req;
    in.row = *row;
    in.load_ready = in.pair_ready = in.rsp_ready = 1;
    for (uint32_t cycle = 0; cycle < 200 && !done; ++cycle) {
        in.req_valid = !sent;
        in.row_valid = !row_sent;
        in.slice_valid = r.slices < r.loads;
        if (in.slice_valid) {
            in.slice.a = row->a[r.load[r.slices].index];
            in.slice.b = row->b[r.load[r.slices].index];
        }
        bypass_step(&s, &in, &out);
        sent = sent || out.req_ready;
        row_sent = row_sent || (in.row_valid && out.row_ready);
        if (in.slice_valid && out.slice_ready)
            ++r.slices;
        if (out.load_valid)
            r.load[r.loads++] = out.load;
        if (out.pair_valid) {
            if (r.pairs == 0)
                r.first = cycle;
            r.last = cycle;
            r.pair[r.pairs++] = out.pair;
        }
        if (out.rsp_valid) {
            done = true;
            r.status = out.rsp.status;
            assert_int_equal(out.rsp.tag, req->tag);
        }
    }
    assert_true(done);
    assert_int_equal(row_sent, req->mode == BYPASS_PAIRS && r.status == 0);
    r.seen = out.pairs_seen;
    r.bypassed = out.pairs_bypassed;
    r.loads_bypassed = out.loads_bypassed;
    return r;
}

/* Draws an f32 request with random operands and any maps. ma and mb mark the non-zeros. */
static void draw_request(struct bypass_req *q, struct bypass_row *row, uint64_t *ma, uint64_t *mb)
{
    memset(q, 0, sizeof *q);
    q->a_type = q->b_type = SPARSE_F32;
    q->k_len = (uint8_t)(1 + draw(draw(2) ? 6 : 64));
    q->polarity = (uint8_t)draw(2);
    q->generate_map = draw(4) == 0;
    q->a_map_len = q->b_map_len = q->generate_map ? 0 : q->k_len;
    q->tag = (uint8_t)draw(256);
    q->a_map = draw_long();
    q->b_map = draw_long();
    *ma = *mb = 0;
    for (uint32_t k = 0; k < 64; ++k) {
        row->a[k] = draw_float();
        row->b[k] = draw_float();
        if (k >= q->k_len)
            continue;
        *ma |=
            (uint64_t)(q->generate_map ? !is_zero(row->a[k]) : (q->a_map >> k & 1) != q->polarity)
            << k;
        *mb |=
            (uint64_t)(q->generate_map ? !is_zero(row->b[k]) : (q->b_map >> k & 1) != q->polarity)
            << k;
    }
}

/* Computes what the contract's consumer makes of the beats. */
static uint32_t consume(const struct result *r, uint32_t acc)
{
    const struct bypass_pair *last = &r->pair[r->pairs - 1];

    for (uint32_t i = 0; i < r->pairs; ++i) {
        const struct bypass_pair *p = &r->pair[i];

        if (!p->none && !is_zero(p->a) && !is_zero(p->b))
            acc = host_fma(p->a, p->b, acc);
    }
    if (last->poison)
        return NAN32;
    return acc == 0x80000000 && last->plus0 ? 0 : acc;
}

static uint32_t seen(uint32_t x, uint64_t marked, uint32_t k)
{
    return marked >> k & 1 || is_zero(x) ? x : 0;
}

/* Strict: bit for bit the dense chain over the operands as the maps see them, pairs in ascending k,
 * one per cycle. Not strict: the same beats without flags. */
static void test_pairs_and_flags(void **state)
{
    uint32_t poisoned = 0, plus = 0, differ = 0;

    (void)state;
    rng_begin(SEED);
    for (int i = 0; i < 60000; ++i) {
        struct bypass_req q;
        struct bypass_row row;
        struct result strict, loose;
        uint64_t ma, mb;
        uint32_t n = 0, dense, acc = draw_float();

        draw_request(&q, &row, &ma, &mb);
        q.strict = 1;
        strict = run(64, &q, &row);
        q.strict = 0;
        loose = run(64, &q, &row);
        assert_int_equal(strict.status, BYPASS_OK);

        for (uint32_t k = 0; k < q.k_len; ++k) {
            if (!(ma & mb & UINT64_C(1) << k))
                continue;
            assert_int_equal(strict.pair[n].k, k);
            assert_int_equal(strict.pair[n].a, row.a[k]);
            assert_int_equal(strict.pair[n].b, row.b[k]);
            ++n;
        }
        assert_int_equal(strict.pairs, n ? n : 1);
        assert_int_equal(strict.last - strict.first + 1, strict.pairs);
        assert_int_equal(strict.seen, q.k_len);
        assert_int_equal(strict.bypassed, q.k_len - n);
        for (uint32_t j = 0; j < strict.pairs; ++j) {
            const bool last = j + 1 == strict.pairs;

            assert_int_equal(strict.pair[j].last, last);
            assert_int_equal(strict.pair[j].none, n == 0);
            assert_true(last || (!strict.pair[j].poison && !strict.pair[j].plus0));
        }

        acc = isnan(as_float(acc)) ? NAN32 : acc;
        dense = acc;
        for (uint32_t k = 0; k < q.k_len; ++k)
            dense = host_fma(seen(row.a[k], ma, k), seen(row.b[k], mb, k), dense);
        assert_int_equal(consume(&strict, acc), dense);
        poisoned += strict.pair[strict.pairs - 1].poison;
        plus += strict.pair[strict.pairs - 1].plus0;
        differ += consume(&loose, acc) != dense;

        assert_int_equal(loose.pairs, strict.pairs);
        assert_int_equal(loose.last, strict.last);
        assert_false(loose.pair[loose.pairs - 1].poison || loose.pair[loose.pairs - 1].plus0);
    }
    assert_true(poisoned > 1000 && plus > 1000 && differ > 1000);
}

/* Compares the slices with the definition, for any maps. */
static void test_load_filter(void **state)
{
    uint32_t dropped = 0, bypassed = 0, empty = 0;

    (void)state;
    rng_begin(SEED + 1);
    for (int i = 0; i < 20000; ++i) {
        static const uint8_t types[] = {SPARSE_U8, SPARSE_S8, SPARSE_BF16, SPARSE_F16, SPARSE_F32};
        struct bypass_req q;
        struct bypass_row row;
        struct result r;
        uint64_t ma, mb;
        uint32_t bits, ops, slices, n = 0, passed = 0;

        draw_request(&q, &row, &ma, &mb);
        q.mode = BYPASS_LOADS;
        q.a_type = q.b_type = types[draw(5)];
        bits = q.a_type <= SPARSE_S8 ? 8 : q.a_type == SPARSE_F32 ? 32 : 16;
        ops = 32 / bits;
        slices = (q.k_len + ops - 1) / ops;
        for (uint32_t k = 0; draw(2) && k < 64; ++k) /* sparser words */
            row.a[k] &= draw(4) ? 0x80008000 & (bits == 8 ? 0 : UINT32_MAX) : UINT32_MAX;
        r = run(64, &q, &row);
        assert_int_equal(r.status, BYPASS_OK);

        for (uint32_t s = 0; s < slices; ++s) {
            bool a = false, b = false;

            for (uint32_t k = s * ops; k < (s + 1) * ops && k < q.k_len; ++k) {
                const uint32_t shift = (k - s * ops) * bits;
                const uint32_t mask = bits == 8 ? 0xFF : bits == 16 ? 0x7FFF : 0x7FFFFFFF;

                a |= q.generate_map ? (row.a[s] >> shift & mask) != 0
                                    : (q.a_map >> k & 1) != q.polarity;
                b |= q.generate_map ? (row.b[s] >> shift & mask) != 0
                                    : (q.b_map >> k & 1) != q.polarity;
            }
            if ((a && b) || q.generate_map)
                assert_int_equal(r.load[n++].index, s);
            if (a && b) {
                assert_int_equal(r.pair[passed].k, s);
                assert_int_equal(r.pair[passed].a, row.a[s]);
                assert_int_equal(r.pair[passed].b, row.b[s]);
                assert_false(r.pair[passed].none);
                ++passed;
            } else if (q.generate_map && s + 1 == slices) {
                assert_true(r.pair[passed].none);
                ++passed;
            }
        }
        dropped += n < slices;
        bypassed += passed < n;
        empty += r.pair[0].none;
        if (passed == 0) {
            assert_true(r.pair[0].none);
            passed = 1;
        }
        assert_int_equal(r.loads, n);
        assert_int_equal(r.slices, n);
        assert_int_equal(r.pairs, passed);
        assert_true(r.pair[passed - 1].last);
        assert_true(n == 0 || r.load[n - 1].last);
        assert_int_equal(r.loads_bypassed, slices - n);
        assert_int_equal(r.seen, 0);
    }
    assert_true(dropped > 1000 && bypassed > 1000 && empty > 1000);
}

static void test_errors(void **state)
{
    const struct bypass_params p = {8};
    const struct bypass_req good = {
        .a_type = SPARSE_S8, .b_type = SPARSE_U8, .k_len = 8, .a_map_len = 8, .b_map_len = 8};
    struct bypass_req q;

    (void)state;
    assert_int_equal(bypass_check(&p, &good), BYPASS_OK);
    for (uint32_t a = 0; a < 16; ++a) {
        for (uint32_t b = 0; b < 16; ++b) {
            q = good;
            q.a_type = (uint8_t)a;
            q.b_type = (uint8_t)b;
            assert_int_equal(bypass_check(&p, &q), ((a == 4 || a == 5) && (b == 4 || b == 5)) ||
                                                           (a == b && a >= 6 && a <= 8)
                                                       ? BYPASS_OK
                                                       : BYPASS_BAD_TYPES);
        }
    }
    for (uint32_t k = 0; k < 128; ++k) {
        q = good;
        q.k_len = (uint8_t)k;
        assert_int_equal(bypass_check(&p, &q), k >= 1 && k <= 8 ? BYPASS_OK : BYPASS_BAD_K_LEN);
        q = good;
        q.a_map_len = (uint8_t)k;
        assert_int_equal(bypass_check(&p, &q), k >= 8 ? BYPASS_OK : BYPASS_SHORT_MAP);
        q = good;
        q.b_map_len = (uint8_t)k;
        assert_int_equal(bypass_check(&p, &q), k >= 8 ? BYPASS_OK : BYPASS_SHORT_MAP);
        q.generate_map = 1;
        assert_int_equal(bypass_check(&p, &q), BYPASS_OK);
    }
    q = good;
    q.mode = BYPASS_LOADS;
    q.strict = 1;
    assert_int_equal(bypass_check(&p, &q), BYPASS_BAD_STRICT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_and_flags),
        cmocka_unit_test(test_load_filter),
        cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
