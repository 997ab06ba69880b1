#include "api/fdot_gemm.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api/host.h"
#include "fdot/arithmetic.h"
#include "fdot/internal.h"
#include "numerics/numerics.h"

enum { ROWS = 8 }; /* rows of D computed together, while a group of B stays in the cache */

struct job {
    const struct assay_product *p;
    struct fdot_kind first, rest; /* for the first group, and for those after it */
    struct fdot_rule rule;
    fdot_lanes *lanes;
    int a_up, b_up; /* bits by which significands are shifted up */
    size_t groups;  /* along K */
    size_t panels;  /* of B, each of FDOT_LANES columns */
    /* Packed: B by panel, and ROWS rows of A for each thread. `odd` has a word per group: for B,
     * a bit for each column that contains an infinity or NaN; for A, non-zero if the row
     * contains one. */
    struct fdot_right *b;
    struct fdot_left *a;
    uint32_t *b_odd, *a_odd;
};

/* --- elements --- */

static uint32_t element(const void *matrix, enum assay_fdot_format f, size_t i)
{
    switch (assay_fdot_format_bits(f)) {
    case 32:
        return ((const uint32_t *)matrix)[i];
    case 16:
        return ((const uint16_t *)matrix)[i];
    default:
        return ((const uint8_t *)matrix)[i];
    }
}

static size_t element_size(enum assay_fdot_format f)
{
    return assay_fdot_format_bits(f) < 8 ? 1 : assay_fdot_format_bits(f) / 8;
}

/* Elements beyond K are +0. */
static uint32_t a_element(const struct job *j, size_t row, size_t k)
{
    return k < j->p->k ? element(j->p->a, j->first.a_format, row * j->p->lda + k) : 0;
}

static uint32_t b_element(const struct job *j, size_t k, size_t col)
{
    return k < j->p->k ? element(j->p->b, j->first.b_format, k * j->p->ldb + col) : 0;
}

static uint8_t a_scale(const struct job *j, size_t row, size_t group)
{
    return j->p->a_scales ? j->p->a_scales[row * j->groups + group] : 127;
}

static uint8_t b_scale(const struct job *j, size_t group, size_t col)
{
    return j->p->b_scales ? j->p->b_scales[group * j->p->n + col] : 127;
}

/* n adjacent elements. */
static void load(const void *matrix, enum assay_fdot_format f, size_t at, size_t n, uint32_t *to)
{
    const unsigned bits = assay_fdot_format_bits(f);

    if (bits == 32)
        memcpy(to, (const uint32_t *)matrix + at, n * sizeof *to);
    else if (bits == 16)
        for (size_t i = 0; i < n; ++i)
            to[i] = ((const uint16_t *)matrix)[at + i];
    else
        for (size_t i = 0; i < n; ++i)
            to[i] = ((const uint8_t *)matrix)[at + i];
}

/* --- packing --- */

enum { PACKED = FDOT_LANES, NO_NUMBER = -126 };

/* Decoded elements: significands are shifted up and signed. A bit of `odd` marks an element that
 * is an infinity or NaN; it is stored as zero. */
struct parts {
    int32_t sig[PACKED], exp[PACKED];
    uint32_t odd;
};

/* Like fdot_decode. Instantiated for each format, with a constant length and without branches,
 * to let the compiler vectorise it. */
static inline void take(enum assay_fdot_format format, int up, const uint32_t *x, struct parts *to)
{
    const struct fdot_layout f = fdot_layouts[format];
    const uint32_t top = fdot_ones(f.exp), all = fdot_ones(f.frac);
    const int32_t bias = (int32_t)fdot_ones(f.exp - 1u);
    uint32_t special[PACKED], any = 0;

    for (unsigned i = 0; i < PACKED; ++i) {
        const uint32_t y = x[i] >> f.dropped, field = y >> f.frac & top, fraction = y & all;
        const uint32_t whole = fraction | (uint32_t)(field != 0) << f.frac;
        const int32_t negative = -(int32_t)(y >> (f.frac + f.exp) & 1);
        const int32_t stored = (int32_t)field + (field == 0) - bias;

        special[i] = (uint32_t)(field == top) & (f.infinite | (f.nan & (fraction == all)));
        any |= special[i];
        to->sig[i] = special[i] ? 0 : ((int32_t)(whole << up) ^ negative) - negative;
        to->exp[i] = special[i] || whole == 0 ? NO_NUMBER : stored;
    }
    to->odd = 0;
    for (unsigned i = 0; i < PACKED && any; ++i)
        to->odd |= special[i] << i;
}

static void take_all(enum assay_fdot_format format, int up, const uint32_t *x, struct parts *to)
{
    switch (format) {
    case ASSAY_FDOT_F16:
        take(ASSAY_FDOT_F16, up, x, to);
        break;
    case ASSAY_FDOT_TF32:
        take(ASSAY_FDOT_TF32, up, x, to);
        break;
    case ASSAY_FDOT_E4M3:
        take(ASSAY_FDOT_E4M3, up, x, to);
        break;
    case ASSAY_FDOT_E5M2:
        take(ASSAY_FDOT_E5M2, up, x, to);
        break;
    case ASSAY_FDOT_E2M1:
        take(ASSAY_FDOT_E2M1, up, x, to);
        break;
    default:
        take(ASSAY_FDOT_BF16, up, x, to);
        break;
    }
}

/* Applies a scale to element i. */
static void apply_scale(struct parts *x, unsigned i, uint8_t scale)
{
    if (scale == 0xFF)
        x->odd |= UINT32_C(1) << i;
    x->sig[i] = x->odd >> i & 1 ? 0 : x->sig[i];
    x->exp[i] = x->odd >> i & 1 ? NO_NUMBER : x->exp[i] + scale - 127;
}

static void pack_b(void *job, size_t thread, size_t panel)
{
    const struct job *j = job;
    const size_t col = panel * FDOT_LANES, left = j->p->n - col;
    const size_t cols = left < FDOT_LANES ? left : FDOT_LANES;
    struct fdot_right *to = j->b + panel * j->groups * j->rule.group;
    uint32_t *odd = j->b_odd + panel * j->groups;

    (void)thread;
    for (size_t g = 0; g < j->groups; ++g) {
        odd[g] = 0;
        for (size_t k = g * j->rule.group; k < (g + 1) * j->rule.group; ++k, ++to) {
            uint32_t x[PACKED] = {0};
            struct parts parts;

            if (k < j->p->k)
                load(j->p->b, j->first.b_format, k * j->p->ldb + col, cols, x);
            take_all(j->first.b_format, j->b_up, x, &parts);
            for (unsigned c = 0; c < cols && j->p->b_scales; ++c)
                apply_scale(&parts, c, b_scale(j, g, col + c));
            memcpy(to->sig, parts.sig, sizeof to->sig);
            memcpy(to->exp, parts.exp, sizeof to->exp);
            odd[g] |= parts.odd;
        }
    }
}

static void pack_a(const struct job *j, size_t row, struct fdot_left *to, uint32_t *odd)
{
    const size_t length = j->groups * j->rule.group;

    memset(odd, 0, j->groups * sizeof *odd);
    for (size_t k = 0; k < length; k += PACKED) {
        const size_t n = length - k < PACKED ? length - k : PACKED;
        const size_t there = j->p->k <= k ? 0 : j->p->k - k < n ? j->p->k - k : n;
        uint32_t x[PACKED] = {0};
        struct parts parts;

        if (there)
            load(j->p->a, j->first.a_format, row * j->p->lda + k, there, x);
        take_all(j->first.a_format, j->a_up, x, &parts);
        for (unsigned i = 0; i < n && j->p->a_scales; ++i)
            apply_scale(&parts, i, a_scale(j, row, (k + i) / j->rule.group));
        for (unsigned i = 0; i < n; ++i)
            to[k + i] = (struct fdot_left){parts.sig[i], parts.exp[i]};
        for (unsigned i = 0; i < n && parts.odd; ++i)
            odd[(k + i) / j->rule.group] |= parts.odd >> i & 1;
    }
}

/* --- groups --- */

/* One group of one element of D. */
static uint32_t exactly(const struct job *j, const struct fdot_kind *kind, size_t row, size_t col,
                        size_t g, uint32_t c)
{
    uint32_t a[FDOT_MAX_GROUP], b[FDOT_MAX_GROUP];
    const struct fdot_group group = {a, b, a_scale(j, row, g), b_scale(j, g, col), c};

    for (unsigned i = 0; i < j->rule.group; ++i) {
        a[i] = a_element(j, row, g * j->rule.group + i);
        b[i] = b_element(j, g * j->rule.group + i, col);
    }
    return fdot_group(kind, &j->rule, &group);
}

/*
 * True if any column of a group must go to fdot_group. Also marks in `unusual` the columns that
 * have a bit in `odd`.
 */
static bool any_unusual(uint32_t odd, int32_t unusual[FDOT_LANES])
{
    int32_t any = 0;

    for (size_t c = 0; c < FDOT_LANES && odd; ++c)
        unusual[c] |= -(int32_t)(odd >> c & 1);
    for (size_t c = 0; c < FDOT_LANES; ++c)
        any |= unusual[c];
    return any != 0;
}

/* One group of a row of a panel. */
static void one_group(const struct job *j, size_t row, size_t panel, size_t g,
                      const struct fdot_left *a, bool odd, uint32_t d[FDOT_LANES])
{
    const struct fdot_kind *kind = g ? &j->rest : &j->first;
    const size_t col = panel * FDOT_LANES, left = j->p->n - col, at = panel * j->groups + g;
    const size_t cols = left < FDOT_LANES ? left : FDOT_LANES;
    int32_t unusual[FDOT_LANES];
    uint32_t next[FDOT_LANES];

    if (j->lanes) {
        j->lanes(kind->output, &j->rule, a, j->b + at * j->rule.group, d, next, unusual);
        if (!any_unusual(odd ? UINT32_MAX : j->b_odd[at], unusual)) {
            memcpy(d, next, sizeof next);
            return;
        }
    } else {
        memset(unusual, 0xFF, sizeof unusual);
        memset(next, 0, sizeof next);
    }
    for (size_t c = 0; c < cols; ++c)
        d[c] = unusual[c] ? exactly(j, kind, row, col + c, g, d[c]) : next[c];
}

static uint32_t begin(const struct job *j, size_t row, size_t col)
{
    const uint32_t c = j->p->c ? j->p->c[row * j->p->ldc + col] : 0;

    return j->groups == 0 && j->first.output == ASSAY_FDOT_OUT_F32_C16
               ? assay_f16_to_f32((uint16_t)c)
               : c;
}

static void one_panel(const struct job *j, size_t first, size_t rows, size_t panel,
                      const struct fdot_left *a, const uint32_t *odd)
{
    const size_t col = panel * FDOT_LANES, left = j->p->n - col, length = j->groups * j->rule.group;
    const size_t cols = left < FDOT_LANES ? left : FDOT_LANES;
    uint32_t d[ROWS][FDOT_LANES] = {{0}};

    for (size_t r = 0; r < rows; ++r)
        for (size_t c = 0; c < cols; ++c)
            d[r][c] = begin(j, first + r, col + c);
    for (size_t g = 0; g < j->groups; ++g)
        for (size_t r = 0; r < rows; ++r)
            one_group(j, first + r, panel, g, a + r * length + g * j->rule.group,
                      odd[r * j->groups + g] != 0, d[r]);
    for (size_t r = 0; r < rows; ++r)
        memcpy(j->p->d + (first + r) * j->p->ldd + col, d[r], cols * sizeof d[r][0]);
}

static void multiply(void *job, size_t thread, size_t block)
{
    const struct job *j = job;
    const size_t first = block * ROWS, left = j->p->m - first, rows = left < ROWS ? left : ROWS;
    const size_t length = j->groups * j->rule.group;
    struct fdot_left *a = j->a + thread * ROWS * length;
    uint32_t *odd = j->a_odd + thread * ROWS * j->groups;

    for (size_t r = 0; r < rows && j->lanes; ++r)
        pack_a(j, first + r, a + r * length, odd + r * j->groups);
    for (size_t r = 0; r < rows * j->groups && !j->lanes; ++r)
        odd[r] = 1;
    for (size_t panel = 0; panel < j->panels; ++panel)
        one_panel(j, first, rows, panel, a, odd);
}

/* --- the request --- */

static bool fits(enum assay_fdot_format f, const void *matrix, size_t rows, size_t cols,
                 size_t stride)
{
    const uint8_t *x = matrix;
    unsigned any = 0;

    for (size_t r = 0; r < rows && assay_fdot_format_bits(f) < 8; ++r)
        for (size_t c = 0; c < cols; ++c)
            any |= x[r * stride + c];
    return any >> 4 == 0;
}

static bool c_fits(const struct assay_product *p)
{
    uint32_t any = 0;

    for (size_t r = 0; r < p->m && p->c && fdot_c_is_f16(p->numerics->output); ++r)
        for (size_t c = 0; c < p->n; ++c)
            any |= p->c[r * p->ldc + c];
    return any <= 0xFFFF;
}

static int check(struct assay_product *p, struct assay_fdot_shape *shape)
{
    const struct assay_fdot *op = p->numerics;
    const int status = assay_fdot_measure(op, shape);

    if (p->a_type || p->b_type || p->acc_type || p->saturate || p->systolic_depth ||
        p->threads > ASSAY_GEMM_MAX_THREADS)
        return ASSAY_MODEL_RANGE;
    if (status != ASSAY_MODEL_OK)
        return status;
    if (!shape->scaled && (p->a_scales || p->b_scales))
        return ASSAY_MODEL_RANGE;
    if (!host_good_matrix(p->m, p->k, element_size(op->a_format), &p->lda) ||
        !host_good_matrix(p->k, p->n, element_size(op->b_format), &p->ldb) ||
        !host_good_matrix(p->m, p->n, sizeof *p->c, &p->ldc) ||
        !host_good_matrix(p->m, p->n, sizeof *p->d, &p->ldd))
        return ASSAY_MODEL_SIZE;
    if (p->m == 0 || p->n == 0)
        return ASSAY_MODEL_OK;
    if (!p->d || (p->k && (!p->a || !p->b || (shape->scaled && (!p->a_scales || !p->b_scales)))))
        return ASSAY_MODEL_NULL;
    if (!c_fits(p) || (p->k && (!fits(op->a_format, p->a, p->m, p->k, p->lda) ||
                                !fits(op->b_format, p->b, p->k, p->n, p->ldb))))
        return ASSAY_MODEL_RANGE;
    return ASSAY_MODEL_OK;
}

/*
 * Chooses shifts of the significands that give products F fraction bits, and allocates the packed
 * arrays.
 */
static bool prepare(struct job *j, size_t threads)
{
    const int up = (int)j->rule.fraction - fdot_layouts[j->first.a_format].frac -
                   fdot_layouts[j->first.b_format].frac;
    const size_t length = j->groups * j->rule.group;

    if (!j->lanes)
        return (j->a_odd = host_room(threads, ROWS, j->groups)) != NULL;
    j->a_up = up / 2;
    j->b_up = up - j->a_up;
    j->b = (struct fdot_right *)host_room(j->panels, length, sizeof *j->b / sizeof(uint32_t));
    j->a = (struct fdot_left *)host_room(threads * ROWS, length, sizeof *j->a / sizeof(uint32_t));
    j->b_odd = host_room(j->panels, j->groups, 1);
    j->a_odd = host_room(threads, ROWS, j->groups);
    return j->b && j->a && j->b_odd && j->a_odd;
}

static int multiply_all(const struct assay_product *p, fdot_lanes *lanes)
{
    const struct assay_fdot *op = p->numerics;
    struct job j = {.p = p,
                    .first = {op->profile, op->a_format, op->b_format, op->output},
                    .panels = (p->n - 1) / FDOT_LANES + 1};
    const size_t blocks = (p->m - 1) / ROWS + 1;
    size_t threads = host_threads(p->threads, p->m, p->n, p->k);
    int status = ASSAY_MODEL_MEMORY;

    j.rest = j.first;
    if (op->output == ASSAY_FDOT_OUT_F32_C16)
        j.rest.output = ASSAY_FDOT_OUT_F32;
    if (!fdot_rule(&j.first, &j.rule) || j.rule.group == 0)
        return ASSAY_MODEL_UNSUPPORTED;
    j.lanes = op->profile <= ASSAY_FDOT_BLACKWELL_SCALED ? lanes : NULL;
    j.groups = p->k / j.rule.group + (p->k % j.rule.group != 0);
    threads = threads < blocks ? threads : blocks;
    if (prepare(&j, threads)) {
        if (j.lanes)
            host_run(threads, j.panels, pack_b, &j);
        host_run(threads, blocks, multiply, &j);
        status = ASSAY_MODEL_OK;
    }
    free(j.b);
    free(j.a);
    free(j.b_odd);
    free(j.a_odd);
    return status;
}

int fdot_gemm_by(struct assay_product *product, fdot_lanes *lanes)
{
    struct assay_fdot_shape shape;
    const int status = check(product, &shape);

    if (status != ASSAY_MODEL_OK || product->m == 0 || product->n == 0)
        return status;
    return multiply_all(product, lanes);
}

int fdot_gemm(struct assay_product *product)
{
    fdot_lanes *const quick = fdot_lanes_avx2();

    return fdot_gemm_by(product, !host_is_ieee() ? NULL : quick ? quick : fdot_lanes_plain);
}
