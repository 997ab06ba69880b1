/*
 * test_fdot_float.c - assay_fdot against its definition (fdot_oracle.h): its operations, with K and
 * F; in the host's doubles, a million groups of each profile and format, and groups of corners; and
 * by MPFR, in numbers of 2000 bits.
 *
 * Environment: ASSAY_FUZZ_COUNT sets the random groups of each profile and format (default 1000000,
 * under the sanitizers 125000). ASSAY_FDOT_PROFILE limits them to one profile, so that a long run
 * can be split. Each profile and format has a random stream of its own: the parts draw the same
 * groups as the whole.
 */
#include "unit/fdot_oracle.h"

static uint32_t model(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                      const struct fdot_operands *o)
{
    uint32_t d;

    assert_int_equal(assay_fdot(op, shape->group, o->a, o->b, shape->scaled ? &o->a_scale : NULL,
                                shape->scaled ? &o->b_scale : NULL, o->c, &d),
                     ASSAY_MODEL_OK);
    return d;
}

static void differs(const char *oracle, const struct assay_fdot *op,
                    const struct assay_fdot_shape *shape, const struct fdot_operands *o,
                    uint32_t got, uint32_t want)
{
    for (unsigned i = 0; i < shape->group; ++i)
        print_error("%2u: %08" PRIX32 " %08" PRIX32 "\n", i, o->a[i], o->b[i]);
    fail_msg("%s %s * %s -> %s, c %08" PRIX32 ", scales %02X %02X: %08" PRIX32 ", by %s %08" PRIX32,
             assay_fdot_profile_name(op->profile), assay_fdot_format_name(op->a_format),
             assay_fdot_format_name(op->b_format), assay_fdot_output_name(op->output), o->c,
             (unsigned)o->a_scale, (unsigned)o->b_scale, got, oracle, want);
}

/* Calls `visit` for every operation that exists, and checks that the library has the same ones. */
static void each_operation(void (*visit)(const struct assay_fdot *, const struct assay_fdot_shape *,
                                         struct assay_rng *, uint64_t count),
                           const char *site, uint64_t count)
{
    struct assay_rng rng = fuzz_begin(site);
    unsigned seen = 0;

    for (unsigned i = 0; i < OPERATION_CODES; ++i) {
        const struct assay_fdot op = operation_of(i);
        const struct assay_fdot_shape *shape = shape_by_hand(&op);

        if (!shape)
            continue;
        ++seen;
        visit(&op, shape, &rng, count);
    }
    assert_int_equal(seen, 3 + 2 + 4 + 12 + 12 + 22 + 9 + 3 + 3 + 2);
}

/* Every combination of codes: the library has the operations of the table, with their K and F, and
 * no others. */
static void test_shapes(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < OPERATION_CODES; ++i) {
        const struct assay_fdot op = operation_of(i);
        const struct assay_fdot_shape *want = shape_by_hand(&op);
        struct assay_fdot_shape got = {0, 0, 0};

        assert_int_equal(assay_fdot_measure(&op, &got),
                         want ? ASSAY_MODEL_OK : ASSAY_MODEL_UNSUPPORTED);
        if (want && memcmp(&got, want, sizeof got) != 0)
            fail_msg("%s %s * %s -> %s: K %u, F %u, scaled %d: expected %u, %u, %d",
                     assay_fdot_profile_name(op.profile), assay_fdot_format_name(op.a_format),
                     assay_fdot_format_name(op.b_format), assay_fdot_output_name(op.output),
                     got.group, got.fraction, got.scaled, want->group, want->fraction,
                     want->scaled);
    }
}

/* Counts results of each kind, to show that the groups reach them. */
enum { RESULT_ZERO, RESULT_SUBNORMAL, RESULT_NORMAL, RESULT_INFINITE, RESULT_NAN, RESULTS };
static uint64_t results[RESULTS];

static void count_result(enum assay_fdot_output out, uint32_t x)
{
    const unsigned frac = out == ASSAY_FDOT_OUT_F16 ? 10 : 23;
    const uint32_t top = out == ASSAY_FDOT_OUT_F16 ? 31 : 255, exp = x >> frac & top;
    const uint32_t fraction = x & ((UINT32_C(1) << frac) - 1);

    ++results[exp == top ? (fraction ? RESULT_NAN : RESULT_INFINITE)
              : exp      ? RESULT_NORMAL
              : fraction ? RESULT_SUBNORMAL
                         : RESULT_ZERO];
}

/* Returns how many operations have the same profile and the same format of a. */
static uint64_t mixes(const struct assay_fdot *op)
{
    struct assay_fdot other = *op;
    uint64_t n = 0;

    for (unsigned i = 0; i < ASSAY_FDOT_FORMATS * ASSAY_FDOT_OUTPUTS; ++i) {
        other.b_format = (enum assay_fdot_format)(i / ASSAY_FDOT_OUTPUTS);
        other.output = (enum assay_fdot_output)(i % ASSAY_FDOT_OUTPUTS);
        n += shape_by_hand(&other) != NULL;
    }
    return n;
}

static void try_random(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                       struct assay_rng *rng, uint64_t count)
{
    const struct fdot_kind kind = {op->profile, op->a_format, op->b_format, op->output};
    const uint64_t share = (count + mixes(op) - 1) / mixes(op);
    struct fdot_operands o;

    for (uint64_t i = 0; i < share; ++i) {
        uint32_t got, want;

        fdot_draw_operands(rng, &kind, 20, &o);
        got = model(op, shape, &o);
        want = expected(op, shape, &o);
        if (got != want)
            differs("doubles", op, shape, &o, got, want);
        count_result(op->output, got);
    }
}

/* Tests all mixes and outputs of a profile and format of a, which share its groups. Returns false
 * if there are none. */
static bool try_format(enum assay_fdot_profile profile, enum assay_fdot_format a, uint64_t seed,
                       uint64_t count)
{
    struct assay_fdot op = {.profile = profile, .a_format = a};
    struct assay_rng rng;
    char site[64];
    bool any = false;

    snprintf(site, sizeof site, "fdot %s %s", assay_fdot_profile_name(profile),
             assay_fdot_format_name(a));
    assay_rng_init(&rng, seed, site);
    for (unsigned i = 0; i < ASSAY_FDOT_FORMATS * ASSAY_FDOT_OUTPUTS; ++i) {
        const struct assay_fdot_shape *shape;

        op.b_format = (enum assay_fdot_format)(i / ASSAY_FDOT_OUTPUTS);
        op.output = (enum assay_fdot_output)(i % ASSAY_FDOT_OUTPUTS);
        shape = shape_by_hand(&op);
        if (shape)
            try_random(&op, shape, &rng, count);
        any = any || shape;
    }
    if (any)
        print_message("%s: %" PRIu64 " groups\n", site, count);
    return any;
}

static void test_random(void **unused)
{
    const uint64_t count = number_from_environment("ASSAY_FUZZ_COUNT", 1, random_rounds(1000000));
    const char *only = getenv("ASSAY_FDOT_PROFILE");
    const uint64_t seed = random_seed(1);
    unsigned tried = 0;

    (void)unused;
    for (enum assay_fdot_profile p = 0; p < ASSAY_FDOT_PROFILES; ++p)
        for (enum assay_fdot_format f = 0; f < ASSAY_FDOT_FORMATS; ++f)
            if (!only || !*only || strcmp(only, assay_fdot_profile_name(p)) == 0)
                tried += try_format(p, f, seed, count);
    print_message("zeros %" PRIu64 ", subnormals %" PRIu64 ", normals %" PRIu64
                  ", infinities %" PRIu64 ", NaNs %" PRIu64 "\n",
                  results[RESULT_ZERO], results[RESULT_SUBNORMAL], results[RESULT_NORMAL],
                  results[RESULT_INFINITE], results[RESULT_NAN]);
    if (tried == 0)
        fail_msg("ASSAY_FDOT_PROFILE=%s: expected the name of a profile", only);
    if (only && *only)
        return; /* a single profile may lack some kinds of results */
    assert_int_equal(tried, 1 + 1 + 3 + 5 + 5 + 6 + 3 + 3 + 3 + 2);
    for (unsigned i = 0; i < RESULTS; ++i)
        assert_true(results[i] > count / 100);
}

/* --- corners --- */

enum { CORNERS_MOST = 2 * 5 * 3 };

/* Fills x with these values, in both signs: zero, the ends of the subnormals and of the normals,
 * one and its neighbours, infinities and NaNs or the numbers that the format has in their place.
 * Returns how many. */
static unsigned corners_of(struct format f, unsigned ignored, uint32_t *x)
{
    const uint32_t top = (UINT32_C(1) << f.exp_bits) - 1, all = (UINT32_C(1) << f.frac_bits) - 1;
    const uint32_t fields[5] = {0, 1, top / 2, top - 1, top}, fractions[3] = {0, 1, all};
    unsigned n = 0;

    for (unsigned i = 0; i < CORNERS_MOST; ++i) {
        const uint32_t sign = i % 2, frac = fractions[i / 2 % 3], field = fields[i / 6];
        const uint32_t y = (sign << f.exp_bits | field) << f.frac_bits | frac;
        bool seen = false;

        x[n] = y << ignored | (i % 4 < 2 ? (UINT32_C(1) << ignored) - 1 : 0);
        for (unsigned j = 0; j < n; ++j)
            seen = seen || x[j] >> ignored == y;
        n += !seen;
    }
    return n;
}

static void compare(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                    const struct fdot_operands *o)
{
    const uint32_t got = model(op, shape, o), want = expected(op, shape, o);

    if (got != want)
        differs("doubles", op, shape, o, got, want);
}

/* One product and c: alone, with the opposite product, and with one times one. */
static void try_corner(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                       struct fdot_operands *o)
{
    static const uint32_t one[] = {
        [ASSAY_FDOT_F16] = 0x3C00,     [ASSAY_FDOT_BF16] = 0x3F80, [ASSAY_FDOT_TF32] = 0x3F800000,
        [ASSAY_FDOT_E4M3] = 0x38,      [ASSAY_FDOT_E5M2] = 0x3C,   [ASSAY_FDOT_E2M1] = 2,
        [ASSAY_FDOT_BF16_1K] = 0x3F80,
    };
    const unsigned last = shape->group - 1;
    const uint32_t a = o->a[last], b = o->b[last];

    o->a[0] = o->b[0] = 0;
    compare(op, shape, o);
    o->a[0] = a;
    o->b[0] = b ^ UINT32_C(1) << (assay_fdot_format_bits(op->b_format) - 1);
    compare(op, shape, o);
    o->a[0] = one[op->a_format];
    o->b[0] = one[op->b_format];
    compare(op, shape, o);
}

static void try_corners(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                        struct assay_rng *rng, uint64_t count)
{
    enum { SCALES = 6 };
    static const uint8_t scales[SCALES][2] = {{127, 127}, {0, 0},     {254, 254},
                                              {0, 254},   {255, 127}, {127, 255}};
    const bool half = op->output == ASSAY_FDOT_OUT_F16 || op->output == ASSAY_FDOT_OUT_F32_C16;
    uint32_t a[CORNERS_MOST], b[CORNERS_MOST], c[CORNERS_MOST];
    const unsigned as =
        corners_of(format_of(op->a_format), op->a_format == ASSAY_FDOT_TF32 ? 13 : 0, a);
    const unsigned bs =
        corners_of(format_of(op->b_format), op->b_format == ASSAY_FDOT_TF32 ? 13 : 0, b);
    const unsigned cs = corners_of(half ? f16 : f32, 0, c);
    const unsigned n = as * bs * cs * (shape->scaled ? SCALES : 1);
    struct fdot_operands o = {.c = 0};

    (void)rng;
    (void)count;
    for (unsigned i = 0; i < n; ++i) {
        const uint8_t *scale = scales[i / as / bs / cs];

        o.a[shape->group - 1] = a[i % as];
        o.b[shape->group - 1] = b[i / as % bs];
        o.c = c[i / as / bs % cs];
        o.a_scale = scale[0];
        o.b_scale = scale[1];
        try_corner(op, shape, &o);
    }
}

static void test_corners(void **unused)
{
    (void)unused;
    each_operation(try_corners, "fdot corners", 0);
}

/* --- MPFR --- */

static void try_wide(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                     struct assay_rng *rng, uint64_t count)
{
    const struct fdot_kind kind = {op->profile, op->a_format, op->b_format, op->output};
    struct fdot_operands o;
    struct terms t;
    mpfr_t sum;

    if (op->profile >= ASSAY_FDOT_CDNA1)
        return;
    mpfr_init2(sum, WIDE);
    for (uint64_t i = 0; i < count; ++i) {
        uint32_t got, want;

        fdot_draw_operands(rng, &kind, 0, &o);
        make_terms(op, shape->group, &o, &t);
        if (t.special != 0)
            continue;
        got = model(op, shape, &o);
        want = by_mpfr(op, shape, &o, sum);
        if (got != want)
            differs("MPFR", op, shape, &o, got, want);
    }
    mpfr_clear(sum);
}

static void test_wide(void **unused)
{
    (void)unused;
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    each_operation(try_wide, "fdot wide", 2000);
    mpfr_free_cache();
}

/* If F keeps every bit of every term, so that each is a whole multiple of the last bit kept, the
 * result is the exact sum, rounded. */
static void try_exact(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                      struct assay_rng *rng, uint64_t count)
{
    const struct fdot_kind kind = {op->profile, op->a_format, op->b_format, op->output};
    struct fdot_operands o;
    struct terms t;
    uint64_t tried = 0;
    mpfr_t sum;

    if (op->profile >= ASSAY_FDOT_CDNA1)
        return;
    mpfr_init2(sum, WIDE);
    for (uint64_t i = 0; i < 20 * count; ++i) {
        uint32_t got, want;
        double up;
        bool kept = true;

        fdot_draw_operands(rng, &kind, 0, &o);
        make_terms(op, shape->group, &o, &t);
        if (t.special != 0)
            continue;
        up = ldexp(1, (int)shape->fraction - greatest_exponent(t.term, t.n));
        for (unsigned k = 0; k < t.n; ++k)
            kept = kept && trunc(t.term[k].value * up) == t.term[k].value * up;
        if (!kept)
            continue;
        ++tried;
        got = model(op, shape, &o);
        wide_sum(sum, &t, 0, true);
        want = wide_output(op->output, sum);
        if (got != want)
            differs("the exact sum", op, shape, &o, got, want);
    }
    assert_true(tried > count / 10);
    mpfr_clear(sum);
}

static void test_exact(void **unused)
{
    (void)unused;
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    each_operation(try_exact, "fdot exact", 1000);
    mpfr_free_cache();
}

/* --- order --- */

static void try_permuted(const struct assay_fdot *op, const struct assay_fdot_shape *shape,
                         struct assay_rng *rng, uint64_t count)
{
    const struct fdot_kind kind = {op->profile, op->a_format, op->b_format, op->output};
    struct fdot_operands o;

    if (shape->fraction == 0)
        return; /* the order of the pairwise sums is part of the result */
    for (uint64_t n = 0; n < count; ++n) {
        uint32_t first, again;

        fdot_draw_operands(rng, &kind, 10, &o);
        first = model(op, shape, &o);
        for (unsigned i = shape->group - 1; i > 0; --i) {
            const unsigned j = assay_rng_below(rng, i + 1);
            const uint32_t a = o.a[i], b = o.b[i];

            o.a[i] = o.a[j];
            o.b[i] = o.b[j];
            o.a[j] = a;
            o.b[j] = b;
        }
        again = model(op, shape, &o);
        if (first != again)
            differs("another order", op, shape, &o, again, first);
    }
}

static void test_permuted(void **unused)
{
    (void)unused;
    each_operation(try_permuted, "fdot order", 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),  cmocka_unit_test(test_permuted),
        cmocka_unit_test(test_wide),    cmocka_unit_test(test_exact),
        cmocka_unit_test(test_corners), cmocka_unit_test(test_random),
    };

    fill_tables();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
