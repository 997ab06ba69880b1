/*
 * test_packer_model.c - the golden model of packer against Tables 5 and 6, read byte by byte, at
 * every width, length and parameter, and its two stages against a queue.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "packer/packer.h"
#include "unit/random.h"

#define SEED UINT64_C(0x9E3779B97F4A7C15)

static const uint32_t vbits[] = {128, 256, 512};
enum { SETS = 3, BYTES = 64 };

/* --- the oracle: vectors as bytes, elements copied in loops --- */

static void to_bytes(const uint32_t *v, uint8_t *b)
{
    for (int i = 0; i < BYTES; ++i)
        b[i] = (uint8_t)(v[i / 4] >> i % 4 * 8);
}

static void from_bytes(const uint8_t *b, uint32_t *v)
{
    memset(v, 0, BYTES);
    for (int i = 0; i < BYTES; ++i)
        v[i / 4] |= (uint32_t)b[i] << i % 4 * 8;
}

static bool is_zero(const uint8_t *element, uint32_t size, bool is_float)
{
    for (uint32_t i = 0; i < size; ++i) {
        if (is_float && i == size - 1 ? element[i] % 128 : element[i])
            return false;
    }
    return true;
}

static void oracle(uint32_t bits, const struct packer_cmd *q, struct packer_res *r)
{
    const uint32_t size = q->width == 0 ? 1 : q->width == 1 ? 2 : q->width == 2 ? 4 : 8;
    uint8_t src[BYTES], ctl[BYTES], dst[BYTES];
    uint8_t j = 0;

    to_bytes(q->src, src);
    to_bytes(q->ctl, ctl);
    to_bytes(q->dst, dst);
    memset(r, 0, sizeof *r);
    r->tag = q->tag;
    if (q->op == 3)
        r->status = 1;
    else if (q->width >= 4)
        r->status = 2;
    else if (q->n * size * 8 > bits)
        r->status = 3;
    if (r->status) {
        from_bytes(dst, r->data);
        return;
    }
    if (q->op == 2)
        memset(dst, 0, sizeof dst);
    for (uint32_t i = 0; i < q->n; ++i) {
        if (q->op == 2) {
            dst[i] = !is_zero(src + i * size, size, q->is_float);
            j = (uint8_t)(j + dst[i]);
        } else if (ctl[i] == 1) {
            if (q->op == 0)
                memcpy(dst + j * size, src + i * size, size);
            else
                memcpy(dst + i * size, src + j * size, size);
            ++j;
        }
    }
    r->count = j;
    from_bytes(dst, r->data);
}

static void draw_vector(uint32_t bits, uint32_t *v)
{
    const uint32_t zeros = draw(5);
    uint8_t b[BYTES] = {0};

    for (uint32_t i = 0; i < bits / 8; ++i)
        b[i] = (uint8_t)(draw(4) < zeros ? (draw(2) ? 0 : 0x80) : draw(256));
    from_bytes(b, v);
}

static void draw_control(uint32_t bits, uint32_t *v)
{
    const uint32_t ones = draw(5);
    uint8_t b[BYTES] = {0};

    for (uint32_t i = 0; i < bits / 8; ++i)
        b[i] = (uint8_t)(draw(4) < ones ? 1 : draw(4) ? 0 : draw(256));
    from_bytes(b, v);
}

static void draw_command(uint32_t bits, struct packer_cmd *q)
{
    memset(q, 0, sizeof *q);
    q->op = (uint8_t)draw(4);
    q->width = (uint8_t)(draw(16) ? draw(4) : draw(8));
    q->n = (uint8_t)(draw(8) ? draw((bits >> (3 + q->width % 4)) + 1) : draw(128));
    q->is_float = (uint8_t)draw(2);
    q->tag = (uint8_t)draw(256);
    draw_vector(bits, q->src);
    draw_control(bits, q->ctl);
    draw_vector(bits, q->dst);
}

static void assert_same(const struct packer_res *expected, const struct packer_res *actual)
{
    assert_int_equal(expected->status, actual->status);
    assert_int_equal(expected->count, actual->count);
    assert_int_equal(expected->tag, actual->tag);
    assert_memory_equal(expected->data, actual->data, sizeof expected->data);
}

/* --- tests --- */

static void test_operations(void **state)
{
    (void)state;
    rng_begin(SEED);
    for (int s = 0; s < SETS; ++s) {
        const struct packer_params p = {vbits[s]};

        assert_null(packer_check_params(&p));
        for (int i = 0; i < 200000; ++i) {
            struct packer_cmd q;
            struct packer_res expected, actual;

            draw_command(p.vbits, &q);
            oracle(p.vbits, &q, &expected);
            packer_operate(&p, &q, &actual);
            assert_same(&expected, &actual);
        }
    }
}

/* Every op, width and n. */
static void test_status(void **state)
{
    (void)state;
    for (int s = 0; s < SETS; ++s) {
        const struct packer_params p = {vbits[s]};

        for (uint32_t i = 0; i < 4 * 8 * 128; ++i) {
            const struct packer_cmd q = {
                .op = (uint8_t)(i & 3), .width = (uint8_t)(i >> 2 & 7), .n = (uint8_t)(i >> 5)};
            struct packer_res expected;

            oracle(p.vbits, &q, &expected);
            assert_int_equal(packer_check(&p, &q), expected.status);
        }
    }
}

/* Compressing and expanding with the same mask restores the elements, and compressed elements are
 * adjacent. */
static void test_roundtrip(void **state)
{
    const struct packer_params p = {512};

    (void)state;
    rng_begin(SEED + 1);
    for (int i = 0; i < 20000; ++i) {
        const uint8_t width = (uint8_t)draw(4);
        struct packer_cmd q = {.op = PACKER_MASK, .width = width, .n = (uint8_t)(64 >> width)};
        struct packer_res mask, dense, back;
        uint32_t x[16];
        uint8_t count;

        draw_vector(p.vbits, x);
        memcpy(q.src, x, sizeof x);
        packer_operate(&p, &q, &mask);
        q.op = PACKER_COMPRESS;
        memcpy(q.ctl, mask.data, sizeof q.ctl);
        packer_operate(&p, &q, &dense);
        count = dense.count;
        assert_int_equal(count, mask.count);

        q.op = PACKER_MASK;
        memcpy(q.src, dense.data, sizeof q.src);
        packer_operate(&p, &q, &mask);
        assert_int_equal(mask.count, count);
        for (uint32_t e = 0; e < q.n; ++e)
            assert_int_equal(mask.data[e / 4] >> e % 4 * 8 & 0xFF, e < count);

        q.op = PACKER_EXPAND;
        packer_operate(&p, &q, &back);
        assert_memory_equal(back.data, x, sizeof x);
    }
}

/* Two cycles, one command per cycle, two held, in order, with stalls and a reset. */
static void test_cycles(void **state)
{
    static struct packer_state s;
    const struct packer_params p = {128};
    struct packer_res queue[2] = {0};
    int age[2] = {0}, held = 0;
    struct packer_inputs in;
    struct packer_outputs out;

    (void)state;
    rng_begin(SEED + 2);
    packer_init(&s, &p);
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    for (int t = 0; t < 50000; ++t) {
        const uint32_t phase = (uint32_t)t / 100 % 3; /* free, random, blocked for a time */

        in.rst = draw(500) == 0;
        in.res_ready = phase == 0 || (phase == 1 && draw(2));
        if (!in.cmd_valid && (phase == 0 || draw(2))) {
            draw_command(p.vbits, &in.cmd);
            in.cmd_valid = 1;
        }
        packer_step(&s, &in, &out);
        assert_int_equal(out.res_valid, held > 0 && age[0] >= 2);
        assert_int_equal(out.cmd_ready, held < 2 || in.res_ready || !out.res_valid);
        if (out.res_valid)
            assert_same(&queue[0], &out.res);
        if (in.rst) {
            held = 0;
            in.cmd_valid = 0;
            continue;
        }
        if (out.res_valid && in.res_ready) {
            queue[0] = queue[1];
            age[0] = age[1];
            --held;
        }
        if (in.cmd_valid && out.cmd_ready) {
            oracle(p.vbits, &in.cmd, &queue[held]);
            age[held++] = 0;
            in.cmd_valid = 0;
        }
        for (int i = 0; i < held; ++i)
            ++age[i];
    }
}

static void test_params(void **state)
{
    const struct packer_params bad[] = {{0}, {64}, {192}, {1024}};

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        assert_non_null(packer_check_params(&bad[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations), cmocka_unit_test(test_status),
        cmocka_unit_test(test_roundtrip),  cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_params),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
