/*
 * test_depthcull_memory.c - the golden model of depthcull with tiles in memory, under random latency and reordering: every
 * mask and image is that of the test of each pixel alone, whatever the cache holds; memory, decoded as the contract lays
 * records out, is that image after a flush; cycles of misses, clears and sweeps.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depthcull/depthcull.h"
#include "depthcull/memory.h"
#include "depthcull/planes.h"
#include "unit/depthcull_pixels.h"
#include "unit/random.h"

enum { POOL = 700, HOT = 8, HOTTER = 3, OPS = 6000, IMAGE = 1 << 20 };

/* tw, th, fixed, tiles, pix, queue, planes; the cache comes with each test. */
static const struct depthcull_params shapes[] = {
    {.tw = 8, .th = 4, .tiles = 65280, .pix = 4, .queue = 8, .planes = 4},
    {.tw = 4, .th = 4, .tiles = 12, .pix = 2, .queue = 2, .planes = 1},
    {.tw = 4, .th = 4, .tiles = 130560, .pix = 1, .queue = 3, .planes = 8},
    {.tw = 16, .th = 8, .tiles = 16320, .pix = 4, .queue = 16, .planes = 8},
    {.tw = 4, .th = 4, .fixed = 1, .tiles = 97, .pix = 4, .queue = 2, .planes = 8},
    {.tw = 8, .th = 4, .fixed = 1, .tiles = 4080, .pix = 2, .queue = 8, .planes = 4},
    {.tw = 8, .th = 4, .fixed = 1, .tiles = IMAGE, .pix = 4, .queue = 8, .planes = 8},
    {.tw = 16, .th = 8, .fixed = 1, .tiles = 1000, .pix = 1, .queue = 1, .planes = 2},
    {.tw = 16, .th = 8, .tiles = 1000, .pix = 2, .queue = 4, .planes = 4},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static const struct cache {
    uint32_t sets, ways, misses, epoch;
} caches[] = {{1, 1, 1, 1}, {4, 4, 3, 2}, {64, 4, 16, 4}, {1, 2, 8, 3}};
enum { CACHES = sizeof caches / sizeof caches[0] };

static struct depthcull_params params_of(uint32_t shape, uint32_t cache)
{
    struct depthcull_params p = shapes[shape];

    p.sets = caches[cache].sets;
    p.ways = caches[cache].ways;
    p.misses = caches[cache].misses;
    p.epoch = caches[cache].epoch;
    return p;
}

enum kind { PRIM, CLEAR, CONFIG, READ, FLUSH };

struct op {
    enum kind kind;
    uint32_t at; /* tile, as its place in the pool */
    struct depthcull_prim prim;
    uint32_t z;
    uint8_t enable;
};

struct bench {
    struct depthcull_state s;
    struct depthcull_params p;
    struct depthcull_memory memory;
    struct depthcull_inputs in;
    struct assay_rng rng; /* of the time */
    uint32_t busy; /* percent of cycles in which the other side does not take what is offered */
    uint64_t cycle;

    uint32_t pool;
    uint32_t tile[POOL];
    uint32_t (*image)[DEPTHCULL_MAX_PX];

    uint32_t expected[OPS][4]; /* masks */
    uint32_t sent, results;
    struct {
        uint8_t decision, test;
    } outcome[OPS];
    /* The tile that is read out, what it has to be, and how far it has come. */
    uint32_t read_at, read_pixel, read_image[DEPTHCULL_MAX_PX];
    bool flushing;
};

/* --- the image, pixel by pixel --- */

static void oracle_clear(struct bench *b, uint32_t z)
{
    for (uint32_t t = 0; t < b->pool; ++t)
        for (uint32_t i = 0; i < DEPTHCULL_MAX_PX; ++i)
            b->image[t][i] = b->p.fixed ? z : stored_pattern(as_float(z));
}

static void oracle_prim(struct bench *b, const struct op *op)
{
    const uint64_t c[3] = {op->prim.cx, op->prim.cy, op->prim.cref};
    uint32_t *expected = b->expected[op->prim.tag];

    memset(expected, 0, sizeof b->expected[0]);
    if (op->at == POOL) /* bad tile index */
        return;
    for (uint32_t i = 0; i < b->p.tw * b->p.th; ++i) {
        uint32_t *stored = &b->image[op->at][i];
        const uint32_t z = oracle_depth(&b->p, c, i);

        if (!(op->prim.mask[i / 32] >> i % 32 & 1) ||
            !oracle_passes(&b->p, op->prim.func, z, *stored))
            continue;
        expected[i / 32] |= UINT32_C(1) << i % 32;
        if (op->prim.write)
            *stored = z;
    }
}

/* --- records, as the contract lays them out --- */

static uint64_t bits_of(const struct bench *b, uint32_t line, uint32_t at, uint32_t width)
{
    uint64_t value = 0;

    for (uint32_t i = 0; i < width; ++i, ++at)
        value |= (uint64_t)(b->memory.line[line][at / 32] >> at % 32 & 1) << i;
    return value;
}

/* STRIDE of the contract's table. */
static uint32_t stride_of(const struct depthcull_params *p)
{
    if (p->tw == 16)
        return 8;
    if (p->planes == 8 && p->fixed)
        return 3;
    return p->tw == 8 || p->planes == 8 ? 2 : 1;
}

static uint32_t plane_depth(const struct bench *b, uint32_t line, uint32_t i)
{
    const uint32_t width = b->p.fixed ? 40 : 32, size = 3 * width;
    const uint32_t bits = b->p.planes == 8 ? 3 : b->p.planes / 2;
    const uint32_t begin = b->p.tw * b->p.th * bits;
    const uint32_t first = (512 - begin) / size, others = 512 / size;
    uint32_t number = (uint32_t)bits_of(b, line, i * bits, bits), at = begin;
    uint64_t c[3];

    if (number >= first) {
        line += 1 + (number - first) / others;
        number = (number - first) % others;
        at = 0;
    }
    for (uint32_t k = 0; k < 3; ++k)
        c[2 - k] = bits_of(b, line, at + number * size + k * width, width);
    return oracle_depth(&b->p, c, i);
}

/* Memory and the table have the image; which kinds were seen, in *seen. */
static void check_memory(const struct bench *b, uint32_t *seen)
{
    for (uint32_t t = 0; t < b->pool; ++t) {
        const uint32_t line = b->tile[t] * stride_of(&b->p);
        const uint8_t entry = b->s.table[b->tile[t]];
        const uint32_t what = entry >> 4 == b->s.present ? entry & 15 : 0;

        assert_in_range(what, 0, 9);
        assert_true(what == 9 || what <= b->p.planes);
        *seen |= 1u << what;
        for (uint32_t i = 0; i < b->p.tw * b->p.th; ++i) {
            const uint32_t z = what == 0   ? b->s.z
                               : what == 9 ? b->memory.line[line + i / 16][i % 16]
                                           : plane_depth(b, line, i);

            if (z != b->image[t][i])
                fail_msg("tile %u, pixel %u, what %u: %08" PRIX32 " instead of %08" PRIX32,
                         b->tile[t], i, what, z, b->image[t][i]);
        }
    }
}

/* --- driving --- */

static bool now(struct bench *b)
{
    return !assay_rng_percent(&b->rng, b->busy);
}

static void check_pixels(struct bench *b, const struct depthcull_pixels *px)
{
    const uint32_t n = b->p.tw * b->p.th;
    uint32_t any = 0;

    assert_int_equal(px->error, 0);
    if (b->flushing) {
        for (uint32_t i = 0; i < 4; ++i)
            any |= px->data[i];
        assert_int_equal(any | px->min | px->max | px->kind | px->planes | px->unknown, 0);
        assert_int_equal(px->last, 1);
        b->flushing = false;
        return;
    }
    for (uint32_t i = 0; i < b->p.pix; ++i, ++b->read_pixel)
        assert_int_equal(pixel_of(&b->p, px->data, i), b->read_image[b->read_pixel]);
    assert_int_equal(px->last, b->read_pixel == n);
    if (px->last)
        b->read_at = POOL;
}

static void check_result(struct bench *b, const struct depthcull_result *r)
{
    assert_in_range(r->tag, 0, b->sent - 1);
    if (memcmp(r->mask, b->expected[r->tag], sizeof r->mask) != 0)
        fail_msg("tag %u, decision %u, test %u: mask %08" PRIX32 " instead of %08" PRIX32, r->tag,
                 r->decision, r->test, r->mask[0], b->expected[r->tag][0]);
    b->outcome[r->tag].decision = r->decision;
    b->outcome[r->tag].test = r->test;
    ++b->results;
}

/* One cycle of block and memory; `in` has the commands. */
static struct depthcull_outputs cycle(struct bench *b)
{
    struct depthcull_inputs *in = &b->in;
    struct depthcull_outputs out;

    in->result_ready = now(b);
    in->pixels_ready = now(b);
    in->mem_ready = now(b);
    if (!in->fill_valid)
        in->fill_valid = depthcull_memory_reply(&b->memory, &in->fill);
    memset(&out, 0xA5, sizeof out);
    depthcull_step(&b->s, in, &out);
    ++b->cycle;
    if (in->rst)
        return out;
    if (out.mem_valid && in->mem_ready)
        depthcull_memory_take(&b->memory, &out.mem);
    if (in->fill_valid && out.fill_ready) {
        depthcull_memory_replied(&b->memory);
        in->fill_valid = 0;
    }
    if (b->memory.wrong)
        fail_msg("%s", b->memory.wrong);
    if (out.result_valid && in->result_ready)
        check_result(b, &out.result);
    if (out.pixels_valid && in->pixels_ready)
        check_pixels(b, &out.pixels);
    return out;
}

static struct bench *open_bench(const struct depthcull_params *p, uint32_t latency, uint64_t seed)
{
    struct bench *b = calloc(1, sizeof *b);
    struct assay_rng places;

    assert_non_null(b);
    assert_null(depthcull_check_params(p));
    b->p = *p;
    b->read_at = POOL;
    b->pool = p->tiles < POOL ? p->tiles : POOL;
    b->image = calloc(POOL, sizeof b->image[0]);
    assert_non_null(b->image);
    assay_rng_init(&places, seed, "places");
    /* Some side by side, the others anywhere; all different. */
    for (uint32_t t = 0; t < b->pool; ++t) {
        const uint32_t room = p->tiles / b->pool;

        b->tile[t] = room < 2 ? t : t * room + (t % 3 ? 0 : assay_rng_below(&places, room));
    }
    b->tile[b->pool - 1] = p->tiles - 1;
    assay_rng_init(&b->rng, seed, "time");
    depthcull_init(&b->s, p);
    assert_true(depthcull_memory_begin(&b->memory, p, latency, latency ? 0 : 3, seed));
    while (b->s.sweeping)
        cycle(b);
    return b;
}

static void close_bench(struct bench *b)
{
    depthcull_memory_free(&b->memory);
    free(b->image);
    free(b);
}

static bool is_idle(const struct bench *b)
{
    return b->results == b->sent && !b->flushing && b->read_at == POOL;
}

static void drain(struct bench *b)
{
    for (uint64_t limit = b->cycle + 200000; !is_idle(b);) {
        cycle(b);
        assert_in_range(b->cycle, 0, limit);
    }
}

/* Offer a command until it is taken. Masks are fixed then, and what a read has to show. */
static void perform(struct bench *b, const struct op *op)
{
    struct depthcull_inputs *in = &b->in;
    struct depthcull_outputs out;

    if (op->kind == READ || op->kind == FLUSH)
        drain(b);
    in->prim_valid = op->kind == PRIM;
    in->prim = op->prim;
    in->clear_valid = op->kind == CLEAR;
    in->clear.z = op->z;
    in->config_valid = op->kind == CONFIG;
    in->config.enable = op->enable;
    in->read_valid = op->kind == READ || op->kind == FLUSH;
    in->read.flush = op->kind == FLUSH;
    in->read.tile = op->kind == READ ? b->tile[op->at] : op->z;
    if (op->kind == PRIM) {
        oracle_prim(b, op);
        ++b->sent;
        in->prim.tile = op->at == POOL ? b->p.tiles + op->z % 1000 : b->tile[op->at];
    } else if (op->kind == READ) {
        b->read_at = op->at;
        b->read_pixel = 0;
        memcpy(b->read_image, b->image[op->at], sizeof b->read_image);
    }
    b->flushing |= op->kind == FLUSH;
    for (uint64_t limit = b->cycle + 100000;; assert_in_range(b->cycle, 0, limit)) {
        out = cycle(b);
        if (op->kind == PRIM     ? out.prim_ready
            : op->kind == CLEAR  ? out.clear_ready
            : op->kind == CONFIG ? out.config_ready
                                 : out.read_ready)
            break;
    }
    in->prim_valid = in->clear_valid = in->config_valid = in->read_valid = 0;
    if (op->kind == CLEAR)
        oracle_clear(b, op->z);
}

/* --- random sequences --- */

static void draw_mask(struct assay_rng *r, const struct depthcull_params *p, bool few,
                      uint32_t *mask)
{
    const uint32_t shape = few ? 2 : assay_rng_below(r, 12),
                   edge = assay_rng_below(r, p->tw + p->th);

    memset(mask, 0, 4 * sizeof *mask);
    for (uint32_t i = 0; i < p->tw * p->th; ++i) {
        const uint32_t drawn = assay_rng_below(r, 8);
        const bool on = shape < 2    ? true
                        : shape < 5  ? drawn == 0
                        : shape == 5 ? drawn > 0
                        : shape == 6 ? false
                                     : (i % p->tw + i / p->tw < edge) == (shape < 9);

        mask[i / 32] |= (uint32_t)on << i % 32;
    }
}

/* A sequence that is the same for each cache. */
static void draw_op(struct assay_rng *r, const struct depthcull_params *p, uint32_t pool,
                    struct depthcull_coefs *near, struct op *op)
{
    const uint32_t where = assay_rng_below(r, 8), what = assay_rng_below(r, 400),
                   class = assay_rng_below(r, 40);
    /* In few tiles many planes gather. */
    const bool few = where < 2 && assay_rng_below(r, 4);
    struct depthcull_coefs plane;

    memset(op, 0, sizeof *op);
    op->kind = what < 2 ? CLEAR : what < 4 ? CONFIG : what < 12 ? READ : what < 17 ? FLUSH : PRIM;
    op->at = assay_rng_below(r, where < 2 ? HOTTER : where < 4 && pool > HOT ? HOT : pool);
    op->z = assay_rng_below(r, 0x1000000);
    op->enable = (uint8_t)(assay_rng_below(r, 4) ? depthcull_reset_enable(p) : 0);
    if (op->kind == CLEAR && !p->fixed)
        op->z = stored_pattern((float)op->z / (float)0x100000);
    if (op->kind != PRIM)
        return;
    if (what == 399)
        op->at = POOL;
    depthcull_draw_plane(r, p,
                         class < 36 ? (enum depthcull_class)(class % 6)
                                    : (enum depthcull_class)(6 + class % 3),
                         near, &plane);
    if (class < 36 && assay_rng_below(r, 3))
        *near = plane;
    op->prim.cx = plane.c[0];
    op->prim.cy = plane.c[1];
    op->prim.cref = plane.c[2];
    op->prim.func = (uint8_t)(assay_rng_below(r, 2)   ? 1
                              : assay_rng_below(r, 2) ? 7
                                                      : assay_rng_below(r, 8));
    op->prim.write = assay_rng_below(r, 5) != 0;
    if (few)
        op->prim.func = 7;
    draw_mask(r, p, few, op->prim.mask);
}

/* Returns the bench, for what came of each primitive. */
static struct bench *play(const struct depthcull_params *p, uint64_t seed, uint32_t *seen)
{
    static const uint8_t busy[] = {0, 20, 70, 95};
    struct bench *b = open_bench(p, 0, seed + p->sets);
    struct depthcull_coefs near = {{0, 0, 0}};
    struct assay_rng sequence;
    struct op op;
    uint64_t writes;

    assay_rng_init(&sequence, seed, "sequence");
    for (uint32_t n = 0; n < OPS; ++n) {
        if (n % 100 == 0)
            b->busy = busy[assay_rng_below(&b->rng, 4)];
        draw_op(&sequence, p, b->pool, &near, &op);
        op.prim.tag = (uint16_t)b->sent;
        perform(b, &op);
        if (op.kind == FLUSH) {
            drain(b);
            check_memory(b, seen);
        }
    }
    drain(b);
    b->busy = 0;
    for (uint32_t t = 0; t < b->pool; ++t)
        perform(b, &(struct op){.kind = READ, .at = t});
    drain(b);
    perform(b, &(struct op){.kind = FLUSH});
    drain(b);
    check_memory(b, seen);
    /* Nothing is dirty any more. */
    writes = b->memory.writes;
    perform(b, &(struct op){.kind = FLUSH});
    drain(b);
    assert_int_equal(b->memory.writes, writes);
    return b;
}

static void test_image(void **unused)
{
    const uint64_t seed = random_seed(0);

    (void)unused;
    for (uint32_t shape = 0; shape < SHAPES; ++shape) {
        uint32_t seen = 0, by_cache[CACHES];
        struct bench *b[CACHES];

        for (uint32_t cache = 0; cache < CACHES; ++cache) {
            const struct depthcull_params p = params_of(shape, cache);

            b[cache] = play(&p, seed + shape, &seen);
            by_cache[cache] = (uint32_t)b[cache]->memory.reads;
            /* What is decided, and by what, does not depend on the cache. */
            assert_int_equal(b[cache]->sent, b[0]->sent);
            assert_memory_equal(b[cache]->outcome, b[0]->outcome,
                                b[0]->sent * sizeof b[0]->outcome[0]);
        }
        for (uint32_t what = 0; what <= 9; ++what) /* all that there can be came */
            if ((seen >> what & 1) != (what <= shapes[shape].planes || what == 9))
                fail_msg("shape %u: kinds %03" PRIX32, shape, seen);
        assert_true(by_cache[0] > by_cache[1]);
        assert_true(shapes[shape].tiles < POOL || by_cache[1] > by_cache[2]);
        for (uint32_t cache = 0; cache < CACHES; ++cache)
            close_bench(b[cache]);
    }
}

/* --- the layout --- */

static void test_lines(void **unused)
{
    /* The contract's table: tw, fixed; lines of 1, 2, 4, 8 planes with as many PLANES; of PIXELS. */
    static const uint32_t table[][7] = {
        {4, 0, 1, 1, 1, 2, 1}, {4, 1, 1, 1, 1, 3, 1},  {8, 0, 1, 1, 1, 2, 2},
        {8, 1, 1, 1, 2, 3, 2}, {16, 0, 1, 1, 2, 3, 8}, {16, 1, 1, 1, 2, 3, 8},
    };

    (void)unused;
    for (size_t row = 0; row < sizeof table / sizeof table[0]; ++row) {
        for (uint32_t log = 0; log < 4; ++log) {
            const struct depthcull_params p = {.tw = table[row][0],
                                               .th = table[row][0] == 16 ? 8 : 4,
                                               .fixed = table[row][1],
                                               .planes = 1u << log};

            assert_int_equal(depthcull_lines(&p, p.planes), table[row][2 + log]);
            assert_int_equal(depthcull_lines(&p, 9), table[row][6]);
            assert_int_equal(depthcull_lines(&p, 0), 0);
            assert_int_equal(depthcull_stride(&p), stride_of(&p));
        }
    }
}

/* --- cycles --- */

static struct op easy(const struct bench *b, uint32_t at)
{
    struct op op = {.kind = PRIM, .at = at};

    for (uint32_t i = 0; i < b->p.tw * b->p.th; ++i)
        op.prim.mask[i / 32] |= UINT32_C(1) << i % 32;
    op.prim.func = DEPTHCULL_ALWAYS;
    op.prim.write = 1;
    op.prim.cref = b->p.fixed ? 0x10000 : 0x3F800000;
    op.prim.tag = (uint16_t)b->sent;
    return op;
}

static uint64_t cycles_of(struct bench *b, const struct op *op)
{
    const uint64_t begun = b->cycle;

    perform(b, op);
    drain(b);
    return b->cycle - begun;
}

/* One slot, two tiles in turn: a write-back and a fetch each time. */
static void test_miss(void **unused)
{
    const struct depthcull_params p = params_of(0, 0);
    enum { LATENCY = 20 };
    struct bench *b = open_bench(&p, LATENCY, 1);
    struct op op = easy(b, 0);

    (void)unused;
    /* CLEAR: as a hit. Taken in cycle t, the result is offered in t + 5. */
    assert_int_equal(cycles_of(b, &op), 6);
    op = easy(b, 0);
    assert_int_equal(cycles_of(b, &op), 6);
    /* The write-back of tile 0 is no hindrance to a CLEAR tile. */
    op = easy(b, 1);
    assert_int_equal(cycles_of(b, &op), 6);
    assert_int_equal(b->memory.writes, 1);
    assert_int_equal(b->memory.reads, 0);
    for (uint32_t t = 0; t < 2 * LATENCY; ++t)
        cycle(b);
    /* In stage 1 in t + 1, at the head of ORDER in t + 2, on mem in t + 3, which replies in t + 3 + L, in FILL from
     * t + 4 + L with one plane for three cycles, ready in t + 7 + L: it is in the queue since t + 5, settled
     * in t + 7 + L, the result offered in t + 8 + L. */
    op = easy(b, 0);
    assert_int_equal(cycles_of(b, &op), 9 + LATENCY);
    assert_int_equal(b->memory.reads, 1);
    assert_int_equal(b->memory.writes, 2);
    /* At once again: the read waits until the write is acknowledged. */
    op = easy(b, 1);
    assert_in_range(cycles_of(b, &op), 9 + LATENCY, 9 + 2 * LATENCY);
    close_bench(b);
}

/* Primitives of other tiles go past one whose record is fetched, and records are fetched beside one another. */
static void test_ahead(void **unused)
{
    struct depthcull_params p = params_of(0, 3);
    enum { LATENCY = 100, SLOTS = 8 };
    struct bench *b;
    struct op op;
    uint64_t begun;

    (void)unused;
    p.sets = SLOTS / 2;
    b = open_bench(&p, LATENCY, 1);
    for (uint32_t t = 0; t < b->pool; ++t)
        b->tile[t] = t;
    for (uint32_t t = 0; t < 2 * SLOTS; ++t) { /* the first eight go to memory */
        op = easy(b, t);
        perform(b, &op);
    }
    drain(b);
    for (uint32_t t = 0; t < 2 * LATENCY; ++t)
        cycle(b);
    begun = b->cycle;
    for (uint32_t t = 0; t < SLOTS; ++t) {
        op = easy(b, t == 0 ? 0 : t < 5 ? SLOTS + 2 : t - 4);
        perform(b, &op);
    }
    /* None has been held up but the last two: a record that is evicted is in EV for two cycles. */
    assert_int_equal(b->cycle - begun, SLOTS + 2);
    for (uint32_t t = 0; t < 10; ++t)
        cycle(b);
    assert_int_equal(b->results, b->sent - 4); /* hits went past misses */
    drain(b);
    /* Four misses within the time of one and some cycles. */
    assert_in_range(b->cycle - begun, LATENCY, LATENCY + 40);
    close_bench(b);
}

/* A clear takes a cycle, and each 2^EPOCH-th one a sweep of 64 tiles a cycle. */
static void test_epochs(void **unused)
{
    (void)unused;
    for (uint32_t cache = 0; cache < CACHES; ++cache) {
        const struct depthcull_params p = params_of(0, cache);
        struct bench *b = open_bench(&p, 5, 1);
        const uint64_t opened = b->cycle;

        assert_int_equal(opened, 65280 / 64); /* reset sweeps */
        for (uint32_t n = 1; n <= 3u << p.epoch; ++n) {
            const struct op clear = {.kind = CLEAR, .z = 0x3F000000 + n};
            struct op op = easy(b, n % b->pool);
            uint64_t begun = b->cycle;

            perform(b, &clear);
            assert_int_equal(b->cycle - begun, 1);
            begun = b->cycle;
            while (b->s.sweeping) {
                const struct depthcull_outputs out = cycle(b);

                assert_int_equal(out.sweeping, 1);
                assert_int_equal(
                    out.prim_ready + out.clear_ready + out.config_ready + out.read_ready, 0);
            }
            assert_int_equal(b->cycle - begun, n % (1u << p.epoch) ? 0 : 65280 / 64);
            perform(b, &op);
            perform(b, &(struct op){.kind = FLUSH});
            perform(b,
                    &(struct op){.kind = READ, .at = (n + 1) % b->pool}); /* of an epoch before */
            perform(b, &(struct op){.kind = READ, .at = n % b->pool});
            if (n > 1)
                perform(b, &(struct op){.kind = READ, .at = (n - 1) % b->pool});
            drain(b);
            for (uint32_t t = 0; t < 10; ++t) /* so that the clear does not wait for writes */
                cycle(b);
        }
        close_bench(b);
    }
}

/* With records on their way in both directions. */
static void test_reset(void **unused)
{
    (void)unused;
    for (uint32_t cache = 0; cache < CACHES; ++cache) {
        const struct depthcull_params p = params_of(3, cache);
        struct bench *b = open_bench(&p, 50, 1);

        for (uint32_t round = 0; round < 3; ++round) {
            for (uint32_t t = 0; t < 300 + 7 * round; ++t) {
                struct op op = easy(b, t % b->pool);

                if (b->sent == OPS - 1)
                    break;
                perform(b, &op);
            }
            b->in.rst = 1;
            cycle(b);
            b->in.rst = b->in.fill_valid = 0;
            depthcull_memory_reset(&b->memory);
            b->results = b->sent = 0;
            oracle_clear(b, 0);
            assert_int_equal(b->s.mem_valid, 0);
            for (uint32_t t = 0; t < 16320 / 64; ++t)
                assert_int_equal(cycle(b).sweeping, 1);
            assert_int_equal(cycle(b).sweeping, 0);
            for (uint32_t t = 0; t < 20; ++t)
                perform(b, &(struct op){.kind = READ, .at = t});
            drain(b);
        }
        close_bench(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),  cmocka_unit_test(test_miss),  cmocka_unit_test(test_ahead),
        cmocka_unit_test(test_epochs), cmocka_unit_test(test_reset), cmocka_unit_test(test_image),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
