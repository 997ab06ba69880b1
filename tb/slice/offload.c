#include "slice/offload.h"

#include <string.h>

enum { DPAS = 53, MOVE = 54, ROW = 55, PACK = 56 };
enum { U8 = 4, S8 = 5, NONE = 0, RELU = 1, REQUANTISE = 4 };
enum { COMPRESS, EXPAND, MASK };
enum { OUT = 4, NARROW = 8 };
enum { OCTET = 8 }; /* dwords per repeat of src2 */

/* The instruction being executed, with its warp and operands. */
struct call {
    struct slice_offload *o;
    struct core_interp *m;
    uint32_t warp, a, b, c;
    const char **why;
};

static bool wrong(const struct call *x, const char *what)
{
    *x->why = what;
    return false;
}

static uint32_t bits(uint32_t word, unsigned at, unsigned n)
{
    return word >> at & ((1u << n) - 1);
}

static bool has_rows(const struct call *x, uint32_t first, uint32_t n)
{
    return first + n <= x->o->rows || wrong(x, "a row that the group has not");
}

/* --- products --- */

static int32_t element(uint32_t dword, uint32_t i, uint32_t type)
{
    const uint8_t byte = (uint8_t)(dword >> 8 * i);

    return type == S8 ? (int8_t)byte : (int32_t)byte;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

/* Requantises a sum, with the two roundings of gemmlowp. */
static int32_t requantised(const struct call *x, uint32_t sum, uint32_t lane)
{
    const uint32_t scales = bits(x->c, 9, 9), s = x->o->row[scales + 1][lane] & 63;
    const int32_t m = (int32_t)x->o->row[scales][lane], shift = (int32_t)s - (s > 31 ? 64 : 0);
    const bool is_unsigned = bits(x->c, 26, 1), relu = bits(x->c, 27, 1);
    const int32_t offset =
        is_unsigned ? (int32_t)bits(x->c, 18, 8) : (int8_t)(uint8_t)bits(x->c, 18, 8);
    const uint64_t product = (uint64_t)(int64_t)(int32_t)sum * (uint64_t)(int64_t)m;
    int64_t v = (int64_t)((product << (shift > 0 ? shift : 0)) + (UINT64_C(1) << 30)) >> 31;

    if (shift < 0) {
        const int64_t by = INT64_C(1) << -shift, magnitude = v < 0 ? -v : v;
        const int64_t rounded = (2 * magnitude + by) / (2 * by);

        v = v < 0 ? -rounded : rounded;
    }
    v += offset;
    return (int32_t)clamp(v, relu ? offset : is_unsigned ? 0 : -128, is_unsigned ? 255 : 127);
}

static uint32_t activated(const struct call *x, uint32_t sum, uint32_t lane)
{
    switch (bits(x->a, 26, 3)) {
    case NONE:
        return sum;
    case RELU:
        return sum >> 31 ? 0 : sum;
    default:
        return (uint32_t)requantised(x, sum, lane);
    }
}

/* The value to add to: kept from before, from rows, or 0. */
static uint32_t before(const struct call *x, uint32_t repeat, uint32_t lane)
{
    const bool chain = bits(x->a, 30, 1), null = bits(x->a, 24, 1), scalar = bits(x->a, 25, 1);

    if (chain)
        return x->o->kept[x->warp][repeat][lane];
    return null ? 0 : x->o->row[bits(x->b, 0, 9) + repeat][scalar ? 0 : lane];
}

/* Whether a slice counts: in a sparse product only if the maps of both operands, which are the rows
 * before them, have its bit. */
static bool counts(const struct call *x, uint32_t slice)
{
    const uint32_t src1 = bits(x->b, 9, 9), src2 = bits(x->b, 18, 9);

    return !bits(x->a, 31, 1) ||
           (x->o->row[src1 - 1][slice / 32] & x->o->row[src2 - 1][slice / 32]) >> slice % 32 & 1;
}

static uint32_t product(const struct call *x, uint32_t repeat, uint32_t repeats, uint32_t lane)
{
    const uint32_t depth = bits(x->a, 10, 6), src1 = bits(x->b, 9, 9), src2 = bits(x->b, 18, 9);
    int64_t sum = (int32_t)before(x, repeat, lane);

    for (uint32_t s = 0; s < depth; ++s) {
        const uint32_t at = (s / OCTET * repeats + repeat) * OCTET + s % OCTET;
        const uint32_t one = x->o->row[src1 + s][lane],
                       two = x->o->row[src2 + at / x->m->lanes][at % x->m->lanes];

        for (uint32_t i = 0; i < 4 && counts(x, s); ++i)
            sum += (int64_t)element(one, i, bits(x->a, 0, 4)) * element(two, i, bits(x->a, 4, 4));
    }
    return (uint32_t)(bits(x->a, 23, 1) ? clamp(sum, INT32_MIN, INT32_MAX) : sum);
}

static bool is_known(const struct call *x)
{
    const uint32_t one = bits(x->a, 0, 4), two = bits(x->a, 4, 4), act = bits(x->a, 26, 3);
    const uint32_t depth = bits(x->a, 10, 6), dst = bits(x->c, 0, 9);

    if ((one != U8 && one != S8) || (two != U8 && two != S8) || bits(x->a, 8, 2) || !depth ||
        bits(x->a, 16, 3) == 0 || (act != NONE && act != RELU && act != REQUANTISE))
        return wrong(x, "a product that is not known");
    if (bits(x->a, 31, 1) && (!bits(x->b, 9, 9) || !bits(x->b, 18, 9)))
        return wrong(x, "no row for a map");
    return has_rows(x, bits(x->b, 0, 9), 2) && has_rows(x, bits(x->b, 9, 9), depth) &&
           has_rows(x, bits(x->b, 18, 9), 1) && has_rows(x, bits(x->c, 9, 9), 2) &&
           has_rows(x, dst, bits(x->a, 16, 3));
}

/* Reads all operands before it writes a row. */
static bool dpas(const struct call *x)
{
    const uint32_t repeats = bits(x->a, 16, 3), size = bits(x->a, 19, 4);
    const bool keep = bits(x->a, 29, 1);
    uint32_t result[SLICE_OFFLOAD_REPEATS][INTERP_LANES] = {{0}};

    if (!is_known(x))
        return false;
    for (uint32_t r = 0; r < repeats; ++r)
        for (uint32_t n = 0; n < x->m->lanes; ++n) {
            if (size && n >= size)
                result[r][n] = before(x, r, n);
            else if (keep)
                result[r][n] = product(x, r, repeats, n);
            else
                result[r][n] = activated(x, product(x, r, repeats, n), n);
        }
    for (uint32_t r = 0; r < repeats; ++r)
        memcpy(keep ? x->o->kept[x->warp][r] : x->o->row[bits(x->c, 0, 9) + r], result[r],
               sizeof result[r]);
    return true;
}

/* --- moves --- */

static uint32_t *memory_at(const struct call *x, uint32_t at)
{
    uint32_t *const word = !(x->a >> 31)            ? core_interp_word(x->m, at)
                           : at < x->m->local_bytes ? &x->m->local[at / 4]
                                                    : NULL;

    if (!word)
        *x->why = "a move outside memory";
    return word;
}

static bool move_row(const struct call *x, uint32_t *row, uint32_t mode, uint32_t at)
{
    for (uint32_t n = 0; n < x->m->lanes; ++n) {
        const uint32_t to = at + (mode & NARROW ? n : 4 * n), shift = to % 4 * 8;
        uint32_t *const word = memory_at(x, to & ~3u);

        if (!word)
            return false;
        if (!(mode & OUT))
            row[n] = *word;
        else if (mode & NARROW)
            *word = (*word & ~(UINT32_C(255) << shift)) | (row[n] & 255) << shift;
        else
            *word = row[n];
    }
    return true;
}

/* Adds to a map the slices of which row `q` of an operand has an element that is not 0. A slice of
 * src1 is a row; src2 has the eight slices of an octet in eight dwords, octet by octet, and of an
 * octet repeat by repeat. */
static void add_to_map(const struct call *x, const uint32_t *row, uint32_t q, uint32_t *map)
{
    const bool src2 = bits(x->c, 26, 1);
    const uint32_t repeats = bits(x->c, 27, 3) ? bits(x->c, 27, 3) : 8;

    for (uint32_t n = 0; n < x->m->lanes; ++n) {
        const uint32_t at = q * x->m->lanes + n;
        const uint32_t slice = src2 ? at / OCTET / repeats * OCTET + at % OCTET : q;

        if (slice < 64 && row[n])
            map[slice / 32] |= UINT32_C(1) << slice % 32;
    }
}

static bool fits_map(const struct call *x, uint32_t mode)
{
    return (!(mode & OUT) && bits(x->c, 0, 9) && !bits(x->c, 30, 2)) ||
           wrong(x, "a map that is not known");
}

static bool move(const struct call *x, uint32_t mode)
{
    uint32_t map[INTERP_LANES] = {0};
    const uint32_t per = bits(x->c, 22, 3), items = bits(x->c, 9, 7), step = bits(x->c, 16, 6);
    const uint32_t row_bytes = x->m->lanes * (mode & NARROW ? 1 : 4);
    const bool sparse = bits(x->c, 25, 1);

    if (sparse && !fits_map(x, mode))
        return false;
    for (uint32_t i = 0; i < items; ++i)
        for (uint32_t q = 0; q < per; ++q) {
            const uint32_t row = bits(x->c, 0, 9) + i * step + q;

            if (!has_rows(x, row, 1) ||
                !move_row(x, x->o->row[row], mode, (x->a & 0x7FFFFFFF) + i * x->b + q * row_bytes))
                return false;
            if (sparse)
                add_to_map(x, x->o->row[row], i * step + q, map);
        }
    if (sparse)
        memcpy(x->o->row[bits(x->c, 0, 9) - 1], map, sizeof map);
    return true;
}

/* --- rows and packs --- */

static void pack(uint32_t mode, uint32_t lanes, const uint32_t *x, const uint32_t *y,
                 uint32_t *data)
{
    uint32_t n = 0;

    memset(data, 0, lanes * sizeof *data);
    for (uint32_t i = 0; i < lanes; ++i) {
        const bool selected = (y[i] & 255) == 1;

        if (mode == MASK)
            data[i] = x[i] != 0;
        else if (selected && mode == COMPRESS)
            data[n++] = x[i];
        else if (selected)
            data[i] = x[n++];
    }
}

static uint32_t of_lane(const struct call *x, uint32_t lane, uint64_t word, unsigned at)
{
    return core_interp_lane_source(x->m, x->warp, lane, word, at);
}

static bool of_lanes(const struct call *x, uint64_t word)
{
    const bool packs = interp_op(word) == PACK, put = !packs && interp_field(word, 36, 4) == 1;
    struct interp_lane *l = x->m->warp[x->warp].lane;
    uint32_t one[INTERP_LANES] = {0}, two[INTERP_LANES] = {0}, data[INTERP_LANES] = {0};
    bool executes[INTERP_LANES] = {false}, any = false;

    for (uint32_t n = 0; n < x->m->lanes; ++n) {
        executes[n] = !l[n].over && interp_guard(&l[n], word, x->m->sense);
        any = any || executes[n];
        one[n] = of_lane(x, n, word, packs ? INTERP_A : INTERP_B);
        two[n] = of_lane(x, n, word, INTERP_B);
    }
    if (!any)
        return true;
    if (packs)
        pack(interp_field(word, 36, 4), x->m->lanes, one, two, data);
    else if (!has_rows(x, x->a, 1))
        return false;
    else
        memcpy(put ? x->o->row[x->a] : data, put ? one : x->o->row[x->a], sizeof one);
    for (uint32_t n = 0; !put && n < x->m->lanes; ++n)
        if (executes[n])
            interp_put(&l[n], word, data[n]);
    return true;
}

/* --- for the interpreter --- */

void slice_offload_start(struct slice_offload *o, uint32_t rows, uint32_t group)
{
    memset(o, 0, sizeof *o);
    o->rows = rows;
    for (uint32_t r = 0; r < rows; ++r)
        for (uint32_t n = 0; n < INTERP_LANES; ++n)
            o->row[r][n] = (group * 977 + r * INTERP_LANES + n) * 2654435761u;
}

bool slice_offload_interp(void *arg, struct core_interp *m, uint32_t warp, uint64_t word,
                          const char **why)
{
    struct call x = {.o = arg, .m = m, .warp = warp, .why = why};

    if (interp_op(word) != PACK) {
        x.a = of_lane(&x, 0, word, INTERP_A);
        x.b = of_lane(&x, 0, word, INTERP_B);
        x.c = of_lane(&x, 0, word, INTERP_C);
    }
    switch (interp_op(word)) {
    case DPAS:
        return dpas(&x);
    case MOVE:
        return move(&x, interp_field(word, 40, 4));
    case ROW:
    case PACK:
        return of_lanes(&x, word);
    default:
        return wrong(&x, "an instruction that is not known");
    }
}
