/*
 * test_gateway_model.c - the golden model of gateway against arithmetic of the host: integers over
 * the sorted set of values in 128 bits, f32 by a recursive tree of host floats. Neither knows in
 * which order values arrive.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gateway/gateway.h"
#include "gateway/reduce.h"
#include "gateway/traffic.h"
#include "unit/random.h"

__extension__ typedef __int128 big;
__extension__ typedef unsigned __int128 ubig;

enum { ROUNDS = 4000 };

static struct gateway_state work;
static struct assay_rng rng;

static int seed_all(void **unused)
{
    (void)unused;
    random_begin(&rng, 1, "test_gateway_model");
    return 0;
}

/* --- a round --- */

struct group {
    uint32_t n;
    uint64_t value[256];
    uint32_t mask[256];
    uint8_t slot[256];
};

static void shuffle(struct group *g)
{
    for (uint32_t i = g->n; i-- > 1;) {
        const uint32_t j = assay_rng_below(&rng, i + 1);
        const struct {
            uint64_t value;
            uint32_t mask;
            uint8_t slot;
        } t = {g->value[i], g->mask[i], g->slot[i]};

        g->value[i] = g->value[j];
        g->mask[i] = g->mask[j];
        g->slot[i] = g->slot[j];
        g->value[j] = t.value;
        g->mask[j] = t.mask;
        g->slot[j] = t.slot;
    }
}

static void draw_group(struct group *g, uint32_t threads, uint32_t type)
{
    g->n = threads;
    for (uint32_t i = 0; i < threads; ++i)
        g->slot[i] = (uint8_t)i;
    shuffle(g);
    g->n = assay_rng_below(&rng, 4) ? 1 + assay_rng_below(&rng, threads) : threads;
    for (uint32_t i = 0; i < g->n; ++i) {
        g->value[i] = gateway_draw_value(&rng, 20, type);
        g->mask[i] = (uint32_t)assay_rng_u64(&rng);
    }
}

static struct gateway_outcome reduce(uint32_t threads, uint32_t op, uint32_t type,
                                     const struct group *g)
{
    const struct gateway_params p = {1, threads, 4};
    const struct gateway_job job = {.op = (uint8_t)op,
                                    .type = (uint8_t)type,
                                    .n = g->n,
                                    .value = g->value,
                                    .mask = g->mask,
                                    .slot = g->slot};
    struct gateway_outcome out;

    gateway_reduce(&p, &work, &job, &out);
    return out;
}

/* --- oracle of integers --- */

static int compare_big(const void *a, const void *b)
{
    const big x = *(const big *)a, y = *(const big *)b;

    return (x > y) - (x < y);
}

static uint64_t integer_oracle(uint32_t op, const struct group *g, unsigned bits, unsigned shift,
                               bool is_signed)
{
    const ubig modulus = (ubig)1 << bits;
    const big n = g->n ? g->n : 1; /* never 0, which clang-tidy cannot know */
    big v[256], sum = 0, squares = 0;
    ubig product = 1;
    uint64_t all = UINT64_MAX, any = 0, odd = 0;

    for (uint32_t i = 0; i < g->n; ++i) {
        v[i] = bits == 64 ? (big)g->value[i] : (big)(uint32_t)(g->value[i] >> shift);
        if (is_signed && v[i] >= (big)(modulus / 2))
            v[i] -= (big)modulus;
    }
    qsort(v, g->n, sizeof *v, compare_big);
    for (uint32_t i = 0; i < g->n; ++i) {
        sum += v[i];
        if (bits == 32)
            squares += v[i] * v[i];
        product = product * ((ubig)v[i] % modulus) % modulus;
        all &= (uint64_t)v[i];
        any |= (uint64_t)v[i];
        odd ^= (uint64_t)v[i];
    }
    switch (op) {
    case GATEWAY_ADD:
        return (uint64_t)((ubig)sum % modulus);
    case GATEWAY_SUB:
        return (uint64_t)((ubig)-sum % modulus);
    case GATEWAY_AND:
        return (uint64_t)(all % modulus);
    case GATEWAY_OR:
        return (uint64_t)(any % modulus);
    case GATEWAY_XOR:
        return (uint64_t)(odd % modulus);
    case GATEWAY_MIN:
        return (uint64_t)((ubig)v[0] % modulus);
    case GATEWAY_MAX:
        return (uint64_t)((ubig)v[g->n - 1] % modulus);
    case GATEWAY_PRODUCT:
        return (uint64_t)product;
    case GATEWAY_MEAN:
        return (uint64_t)((ubig)(sum / n) % modulus);
    case GATEWAY_VARIANCE:
        return (uint64_t)((n * squares - sum * sum) / (n * n));
    default:
        return (uint64_t)(v[g->n - 1] - v[0]);
    }
}

/* --- oracle of f32 --- */

static float host(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t pattern(float f)
{
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return isnan(f) ? 0x7FC00000 : bits;
}

static float host_op(uint32_t op, float a, float b)
{
    if (op == GATEWAY_ADD)
        return a + b;
    if (op == GATEWAY_PRODUCT)
        return a * b;
    if (isnan(a))
        return b;
    if (isnan(b))
        return a;
    if (a == b) /* zeros: -0 is the lesser */
        return (op == GATEWAY_MIN) == (signbit(a) != 0) ? a : b;
    return (op == GATEWAY_MIN) == (a < b) ? a : b;
}

/* The node over slots from..from+n-1; false when absent. */
static bool node(uint32_t op, const float *x, const bool *there, uint32_t from, uint32_t n,
                 float *out)
{
    float left, right;
    bool has_left, has_right;

    if (n == 1) {
        *out = x[from];
        return there[from];
    }
    has_left = node(op, x, there, from, n / 2, &left);
    has_right = node(op, x, there, from + n / 2, n / 2, &right);
    if (has_left && has_right)
        *out = host_op(op, left, right);
    else
        *out = has_left ? left : right;
    return has_left || has_right;
}

/* A value of 16 bits with `exponent` bits of exponent. */
static float host16(uint32_t bits, int exponent)
{
    const int fraction = 15 - exponent, bias = (1 << (exponent - 1)) - 1;
    const int e = (int)(bits >> fraction & ((1u << exponent) - 1));
    const float m = (float)(bits & ((1u << fraction) - 1)), one = ldexpf(1.0f, fraction);
    float x = e ? ldexpf(one + m, e - bias - fraction) : ldexpf(m, 1 - bias - fraction);

    if (e == (1 << exponent) - 1)
        x = m != 0.0f ? NAN : INFINITY;
    return bits >> 15 & 1 ? -x : x;
}

/* Rounded to 16 bits: the nearest of all that there are, of two the even one. */
static uint32_t pattern16(uint32_t bits, int exponent)
{
    const uint32_t top = ((1u << exponent) - 1) << (15 - exponent);
    const double x = fabs((double)host(bits));
    /* What would come behind the greatest number decides where infinity begins. */
    const double beyond = ldexp(1.0, (1 << (exponent - 1)));
    uint32_t low = 0, high = top;

    if (isnan(x))
        return top | 1u << (14 - exponent);
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;

        if ((double)host16(middle, exponent) <= x)
            low = middle;
        else
            high = middle;
    }
    if (!isinf(x)) {
        const double under = x - (double)host16(low, exponent);
        const double over = (high == top ? beyond : (double)host16(high, exponent)) - x;

        high = under < over || (under == over && !(low & 1)) ? low : high;
    }
    return high | (bits >> 31) << 15;
}

static float host_value(uint64_t value, uint32_t type, uint32_t high)
{
    if (type == GATEWAY_F16_PAIR || type == GATEWAY_BF16_PAIR)
        return host16((uint32_t)(value >> 16 * high) & 0xFFFF, type == GATEWAY_F16_PAIR ? 5 : 8);
    return host((uint32_t)(value >> 32 * high));
}

static uint32_t float_oracle(uint32_t threads, uint32_t op, uint32_t type, const struct group *g,
                             uint32_t high)
{
    float x[256] = {0}, a, b, m;
    const float n = (float)g->n;
    bool there[256] = {false};

    for (uint32_t i = 0; i < g->n; ++i) {
        x[g->slot[i]] = host_value(g->value[i], type, high);
        there[g->slot[i]] = true;
    }
    switch (op) {
    case GATEWAY_ADD:
    case GATEWAY_PRODUCT:
    case GATEWAY_MIN:
    case GATEWAY_MAX:
        node(op, x, there, 0, threads, &a);
        return pattern(a);
    case GATEWAY_RANGE:
        node(GATEWAY_MAX, x, there, 0, threads, &a);
        node(GATEWAY_MIN, x, there, 0, threads, &b);
        return pattern(a - b);
    default:
        break;
    }
    node(GATEWAY_ADD, x, there, 0, threads, &a);
    if (op == GATEWAY_SUB)
        return pattern(0.0f - a);
    m = a / n;
    if (op == GATEWAY_MEAN)
        return pattern(m);
    for (uint32_t i = 0; i < threads; ++i) {
        const float d = x[i] - m;

        x[i] = d * d;
    }
    node(GATEWAY_ADD, x, there, 0, threads, &a);
    return pattern(a / n);
}

static uint64_t oracle(uint32_t threads, uint32_t op, uint32_t type, const struct group *g)
{
    const bool is_signed = type == GATEWAY_S32 || type == GATEWAY_S64 || type == GATEWAY_S32_PAIR;
    uint64_t sum = 0;

    if (op == GATEWAY_OP_NONE || op == GATEWAY_PREDICATE) {
        for (uint32_t i = 0; i < g->n; ++i)
            for (uint32_t m = g->mask[i]; m; m >>= 1)
                sum += m & 1;
        return op == GATEWAY_PREDICATE ? sum : 0;
    }
    switch (type) {
    case GATEWAY_U32:
    case GATEWAY_S32:
        return integer_oracle(op, g, 32, 0, is_signed);
    case GATEWAY_U64:
    case GATEWAY_S64:
        return integer_oracle(op, g, 64, 0, is_signed);
    case GATEWAY_U32_PAIR:
    case GATEWAY_S32_PAIR:
        return integer_oracle(op, g, 32, 32, is_signed) << 32 |
               integer_oracle(op, g, 32, 0, is_signed);
    case GATEWAY_F32:
        return float_oracle(threads, op, type, g, 0);
    case GATEWAY_F32_PAIR:
        return (uint64_t)float_oracle(threads, op, type, g, 1) << 32 |
               float_oracle(threads, op, type, g, 0);
    default:
        return pattern16(float_oracle(threads, op, type, g, 1), type == GATEWAY_F16_PAIR ? 5 : 8)
                   << 16 |
               pattern16(float_oracle(threads, op, type, g, 0), type == GATEWAY_F16_PAIR ? 5 : 8);
    }
}

/* --- results --- */

static const uint32_t sizes[] = {4, 8, 32, 64, 256};

static void draw_kind(uint32_t *op, uint32_t *type)
{
    do {
        *op = assay_rng_below(&rng, GATEWAY_OPS);
        *type = assay_rng_below(&rng, GATEWAY_TYPES);
    } while (!gateway_legal(*op, *type));
}

static void test_results(void **unused)
{
    struct group g;

    (void)unused;
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        const uint32_t threads = sizes[i % 5];
        struct gateway_outcome out;
        uint32_t op, type;
        uint64_t expected;

        draw_kind(&op, &type);
        draw_group(&g, threads, type);
        out = reduce(threads, op, type, &g);
        expected = oracle(threads, op, type, &g);
        assert_int_equal(out.status, GATEWAY_OK);
        if (out.result != expected)
            fail_msg("operation %u, type %u, %u of %u threads: %016" PRIX64
                     " instead of %016" PRIX64,
                     op, type, g.n, threads, out.result, expected);
        assert_int_equal(out.sum, oracle(threads, GATEWAY_PREDICATE, 0, &g));
    }
}

static void test_extremes(void **unused)
{
    static const uint64_t ends[] = {0, UINT64_MAX, UINT64_C(0x8000000080000000),
                                    UINT64_C(0x7FFFFFFF7FFFFFFF)};
    struct group g;

    (void)unused;
    for (uint32_t op = 0; op < GATEWAY_OPS; ++op) {
        for (uint32_t type = 0; type < GATEWAY_TYPES; ++type) {
            for (uint32_t e = 0; e < 8 && gateway_legal(op, type); ++e) {
                g.n = 256;
                for (uint32_t i = 0; i < 256; ++i) {
                    g.slot[i] = (uint8_t)i;
                    g.mask[i] = UINT32_MAX;
                    g.value[i] = e < 4 ? ends[e] : ends[(e * i / 3) & 3];
                }
                assert_true(reduce(256, op, type, &g).result == oracle(256, op, type, &g));
                assert_int_equal(reduce(256, op, type, &g).sum, 8192);
            }
        }
    }
}

static void test_order_of_arrival(void **unused)
{
    struct group g;

    (void)unused;
    for (uint32_t i = 0; i < ROUNDS / 4; ++i) {
        const uint32_t threads = sizes[i % 5];
        struct gateway_outcome first, other;
        uint32_t op, type;

        draw_kind(&op, &type);
        draw_group(&g, threads, type);
        first = reduce(threads, op, type, &g);
        for (int k = 0; k < 3; ++k) {
            shuffle(&g);
            other = reduce(threads, op, type, &g);
            assert_true(other.result == first.result && other.sum == first.sum &&
                        other.status == first.status);
            /* The cycles of floats: test_gateway_tree.c. */
            assert_true(gateway_is_float(type) || other.cycles == first.cycles);
        }
    }
}

/* --- cycles --- */

/* ceil(bits/3) of |x|. */
static uint32_t octal_digits(big x)
{
    uint32_t n = 0;

    for (ubig rest = x < 0 ? (ubig)-x : (ubig)x; rest; rest /= 8)
        ++n;
    return n;
}

/* Of one half of what is divided. */
static uint32_t dividend_digits(uint32_t op, const struct group *g, unsigned bits, unsigned shift,
                                bool is_signed)
{
    big sum = 0, squares = 0;

    for (uint32_t i = 0; i < g->n; ++i) {
        big x = bits == 64 ? (big)g->value[i] : (big)(uint32_t)(g->value[i] >> shift);

        if (is_signed && x >> (bits - 1))
            x -= (big)1 << bits;
        sum += x;
        squares += bits == 32 ? x * x : 0;
    }
    return octal_digits(op == GATEWAY_VARIANCE ? (big)g->n * squares - sum * sum : sum);
}

static uint32_t stated_work(uint32_t op, uint32_t type, const struct group *g)
{
    const bool is_signed = type == GATEWAY_S32 || type == GATEWAY_S64 || type == GATEWAY_S32_PAIR;

    if (op == GATEWAY_VARIANCE)
        return 4 + dividend_digits(op, g, 32, 0, is_signed);
    if (op != GATEWAY_MEAN)
        return 0;
    if (type < GATEWAY_F32)
        return 2 + dividend_digits(op, g, 32, 0, is_signed);
    if (type < GATEWAY_U32_PAIR)
        return 2 + dividend_digits(op, g, 64, 0, is_signed);
    return 4 + dividend_digits(op, g, 32, 0, is_signed) + dividend_digits(op, g, 32, 32, is_signed);
}

/* Integers; for floats see test_gateway_tree.c. */
static void check_cycles(uint32_t threads, uint32_t op, uint32_t type, const struct group *g)
{
    const uint32_t w = stated_work(op, type, g), beats = threads < 32 ? 1 : threads / 32;

    assert_int_equal(reduce(threads, op, type, g).cycles, g->n + (w ? w + 3 : 2) + beats - 1);
}

static bool is_integer_round(uint32_t op, uint32_t type)
{
    return gateway_legal(op, type) &&
           (!gateway_is_float(type) || op == GATEWAY_OP_NONE || op == GATEWAY_PREDICATE);
}

static void test_cycles(void **unused)
{
    struct group g;

    (void)unused;
    for (uint32_t t = 0; t < 5; ++t) {
        for (uint32_t op = 0; op < GATEWAY_OPS; ++op) {
            for (uint32_t type = 0; type < GATEWAY_TYPES; ++type) {
                if (!is_integer_round(op, type))
                    continue;
                for (int i = 0; i < 8; ++i) {
                    draw_group(&g, sizes[t], type);
                    check_cycles(sizes[t], op, type, &g);
                }
                memset(g.value, 0, sizeof g.value); /* all digits are skipped */
                check_cycles(sizes[t], op, type, &g);
            }
        }
    }
}

/* --- messages --- */

static uint8_t sent_status(struct gateway_state *s, const struct gateway_msg *m)
{
    struct gateway_inputs in;
    struct gateway_outputs out;

    memset(&in, 0, sizeof in);
    in.msg_valid = in.reply_ready = 1;
    in.msg = *m;
    gateway_step(s, &in, &out);
    assert_true(out.msg_ready);
    in.msg_valid = 0;
    gateway_step(s, &in, &out);
    return out.reply_valid ? out.reply.status : GATEWAY_OK;
}

/* Each error with all those of lower priority beside it. */
static void test_errors(void **unused)
{
    const struct gateway_params p = {4, 16, 4};
    const struct gateway_fields good = {.op = GATEWAY_ADD, .cen = 1, .cnt = 3};
    struct gateway_fields f = good;
    struct gateway_msg m = gateway_pack(2, &good);

    (void)unused;
    gateway_init(&work, &p);
    assert_int_equal(sent_status(&work, &m), GATEWAY_OK);
    f.fence = 1; /* disagrees */
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_DISAGREES);
    f.cnt = 0; /* 128 */
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_COUNT);
    f.type = 10;
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_OP);
    f.type = GATEWAY_U32;
    f.op = 13;
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_OP);
    f.id = 4;
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_ID);
    m = gateway_pack(2, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_WAITING);
    m = gateway_pack(16, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_SENDER);
    m = gateway_forward(16, 16, 1, 2);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_SENDER);
    m = gateway_forward(2, 16, 1, 2);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_RECIPIENT);
    m = gateway_forward(2, 2, 1, 2);
    assert_int_equal(sent_status(&work, &m), GATEWAY_FORWARDED);
    assert_int_equal(work.round[0].arrived, 1);
}

/* What any message has wrong that the running rounds cannot put right. */
static struct gateway_msg malformed(const struct gateway_params *p, const uint8_t *waiting,
                                    uint32_t n_waiting, const struct gateway_fields *round)
{
    struct gateway_fields f = *round;
    uint8_t sender = (uint8_t)assay_rng_below(&rng, p->threads);

    f.mask = (uint32_t)assay_rng_u64(&rng);
    f.value = assay_rng_u64(&rng);
    switch (assay_rng_below(&rng, n_waiting ? 6 : 5)) {
    case 0:
        sender = (uint8_t)(p->threads + assay_rng_below(&rng, 256 - p->threads));
        break;
    case 1:
        f.id = (uint8_t)(p->barriers + assay_rng_below(&rng, 16 - p->barriers));
        break;
    case 2:
        f.type = (uint8_t)(GATEWAY_TYPES + assay_rng_below(&rng, 16 - GATEWAY_TYPES));
        break;
    case 3:
        f.op = (uint8_t)(13 + assay_rng_below(&rng, 3));
        break;
    case 4:
        f.cen = 1;
        f.cnt = 0; /* 128 */
        break;
    default:
        sender = waiting[assay_rng_below(&rng, n_waiting)];
        break;
    }
    return gateway_pack(sender, &f);
}

/* Two rounds at once; malformed messages between theirs change nothing in what they give. */
static void test_malformed(void **unused)
{
    const struct gateway_params p = {4, 16, 4};
    uint32_t refused = 0;

    (void)unused;
    for (uint32_t i = 0; i < ROUNDS / 4; ++i) {
        struct gateway_fields round[2];
        struct group g[2];
        uint64_t expected[2];
        uint32_t ended = 0, sent[2] = {0, 0}, n_waiting = 0;
        uint8_t waiting[16];

        for (uint32_t k = 0; k < 2; ++k) {
            uint32_t op, type;

            draw_kind(&op, &type);
            draw_group(&g[k], 16, type);
            g[k].n = 1 + assay_rng_below(&rng, 8);
            for (uint32_t j = 0; j < g[k].n; ++j) {
                g[k].slot[j] = (uint8_t)(2 * j + k);
                g[k].value[j] = gateway_draw_value(&rng, 20, type);
                g[k].mask[j] = (uint32_t)assay_rng_u64(&rng);
            }
            shuffle(&g[k]);
            expected[k] = oracle(16, op, type, &g[k]);
            round[k] = (struct gateway_fields){.op = (uint8_t)op,
                                               .type = (uint8_t)type,
                                               .id = (uint8_t)k,
                                               .cen = 1,
                                               .cnt = g[k].n & 127};
        }
        gateway_init(&work, &p);
        while (ended < 2) {
            const uint32_t k = assay_rng_below(&rng, 2);
            const bool bad = assay_rng_below(&rng, 2);
            struct gateway_inputs in;
            struct gateway_outputs out;

            memset(&in, 0, sizeof in);
            in.reply_ready = in.wb_ready = 1;
            if (bad && sent[0] < g[0].n && sent[1] < g[1].n) {
                in.msg_valid = 1;
                in.msg = malformed(&p, waiting, n_waiting, &round[k]);
            } else if (sent[k] < g[k].n) {
                struct gateway_fields f = round[k];

                f.value = g[k].value[sent[k]];
                f.mask = g[k].mask[sent[k]];
                in.msg_valid = 1;
                in.msg = gateway_pack(g[k].slot[sent[k]], &f);
                waiting[n_waiting++] = g[k].slot[sent[k]++];
            }
            gateway_step(&work, &in, &out);
            assert_true(out.msg_ready);
            refused += out.reply_valid;
            if (out.wb_valid) {
                assert_int_equal(out.wb.status, GATEWAY_OK);
                assert_true(out.wb.result == expected[out.wb.id]);
                assert_int_equal(out.wb.sum, oracle(16, GATEWAY_PREDICATE, 0, &g[out.wb.id]));
                ++ended;
            }
        }
    }
    assert_true(refused > ROUNDS / 4);
}

/* A group with a place: its slots, those beside them, and places that do not fit. */
static void configure(struct gateway_state *s, uint8_t id, uint16_t count, uint8_t placed,
                      uint8_t first)
{
    struct gateway_inputs in;
    struct gateway_outputs out;

    memset(&in, 0, sizeof in);
    in.cfg_valid = 1;
    in.cfg = (struct gateway_cfg){.id = id, .count = count, .placed = placed, .first = first};
    gateway_step(s, &in, &out);
}

static uint8_t status_of(uint8_t sender, const struct gateway_fields *f)
{
    const struct gateway_msg m = gateway_pack(sender, f);

    return sent_status(&work, &m);
}

static void test_place(void **unused)
{
    const struct gateway_params p = {4, 16, 4};
    struct gateway_fields f = {.op = GATEWAY_ADD, .type = GATEWAY_F32, .id = 1};
    const struct gateway_fields own = {.op = GATEWAY_ADD, .id = 2, .cen = 1, .cnt = 2};

    (void)unused;
    gateway_init(&work, &p);
    configure(&work, 1, 4, 1, 5);
    assert_int_equal(status_of(4, &f), GATEWAY_OUTSIDE);
    assert_int_equal(status_of(9, &f), GATEWAY_OUTSIDE);
    assert_int_equal(status_of(5, &f), GATEWAY_OK);
    assert_int_equal(status_of(8, &f), GATEWAY_OK);
    configure(&work, 1, 2, 0, 0); /* the open round keeps what it has */
    f.fence = 1;                  /* disagrees as well */
    assert_int_equal(status_of(9, &f), GATEWAY_OUTSIDE);
    assert_int_equal(status_of(6, &f), GATEWAY_DISAGREES);
    f.cen = 1; /* its own count, and no place */
    f.cnt = 2;
    assert_int_equal(status_of(9, &f), GATEWAY_DISAGREES);
    configure(&work, 2, 4, 1, 13); /* the last slot is 16 */
    f = own;
    f.cen = 0;
    assert_int_equal(status_of(14, &f), GATEWAY_BAD_COUNT);
    assert_int_equal(status_of(0, &f), GATEWAY_BAD_COUNT);
    assert_int_equal(status_of(0, &own), GATEWAY_OK); /* says its count itself: sits anywhere */
    assert_int_equal(status_of(15, &own), GATEWAY_OK);
    configure(&work, 3, 4, 1, 12); /* it just fits */
    f.id = 3;
    assert_int_equal(status_of(12, &f), GATEWAY_OK);
    assert_int_equal(status_of(11, &f), GATEWAY_OUTSIDE);
    configure(&work, 3, 4, 0, 12); /* without a place `first` is nothing, in the next round */
    assert_int_equal(status_of(11, &f), GATEWAY_OUTSIDE);
    configure(&work, 0, 511, 1, 255); /* a sum of ten bits */
    f.id = 0;
    assert_int_equal(status_of(11, &f), GATEWAY_BAD_COUNT);
}

static void test_abort(void **unused)
{
    const struct gateway_params p = {4, 16, 4};
    const struct gateway_fields f = {.op = GATEWAY_ADD, .id = 1, .cen = 1, .cnt = 2, .mask = 1};
    struct gateway_msg m = gateway_pack(5, &f);
    struct gateway_inputs in;
    struct gateway_outputs out;

    (void)unused;
    gateway_init(&work, &p);
    sent_status(&work, &m);
    memset(&in, 0, sizeof in);
    in.abort_valid = in.msg_valid = in.wb_ready = 1;
    in.abort.id = 1;
    in.msg = gateway_pack(6, &f);
    gateway_step(&work, &in, &out);
    assert_false(out.msg_ready); /* the abort comes first */
    in.abort_valid = 0;
    gateway_step(&work, &in, &out);
    assert_true(out.abort_done && !out.msg_ready && !out.wb_valid);
    gateway_step(&work, &in, &out);
    assert_true(out.wb_valid && out.wb.status == GATEWAY_ABORTED && out.wb.mask == 1u << 5);
    assert_false(out.msg_ready || out.abort_done);
    gateway_step(&work, &in, &out);
    assert_true(out.msg_ready && !out.wb_valid);
    in.msg_valid = 0;
    in.abort_valid = 1;
    in.abort.id = 2; /* free */
    gateway_step(&work, &in, &out);
    gateway_step(&work, &in, &out);
    assert_false(out.abort_done);
}

/* --- the library call --- */

static void test_reduce(void **unused)
{
    const struct gateway_params p = {16, 32, 4};
    const uint64_t value[3] = {3, 5, 8};
    struct gateway_job job = {.op = GATEWAY_MEAN, .type = GATEWAY_U32, .n = 3, .value = value};
    struct gateway_outcome out;

    (void)unused;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_OK);
    assert_int_equal(out.result, 5);
    assert_int_equal(out.sum, 96);
    assert_int_equal(out.cycles, 3 + (2 + 2) + 3); /* 16 has two octal digits */
    job.op = GATEWAY_ADD;
    job.fence = GATEWAY_BOTH;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_OK);
    assert_int_equal(out.result, 16);
    assert_int_equal(out.cycles, 3 + 2 + 3); /* request, its transfer, acknowledgement */
    job.n = 33;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_BAD_COUNT);
    assert_int_equal(out.cycles, 0);
    job.n = 0;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_BAD_COUNT);
    job.n = 3;
    job.op = 13;
    assert_int_equal(gateway_reduce(&p, &work, &job, &out), GATEWAY_BAD_OP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_order_of_arrival),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_place),
        cmocka_unit_test(test_abort),
        cmocka_unit_test(test_reduce),
    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
