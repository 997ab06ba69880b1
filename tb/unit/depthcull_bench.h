/*
 * depthcull_bench.h - runs the golden model of depthcull on a memory and keeps an image, pixel by
 * pixel, beside it. Every result and every read-out is compared with the image. When a test asks
 * for it, so is the memory, decoded according to the record layout of the contract.
 */
#ifndef UNIT_DEPTHCULL_BENCH_H
#define UNIT_DEPTHCULL_BENCH_H

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
#include "unit/depthcull_pixels.h"

enum { POOL = 700, HOT = 8, HOTTER = 3, OPS = 6000, IMAGE = 1 << 20 };

/* tw, th, fixed, tiles, pix, queue, planes; each test sets the cache itself. */
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
    uint32_t sets, ways, misses, epoch, ahead;
} caches[] = {{1, 1, 1, 1, 1}, {4, 4, 3, 2, 3}, {64, 4, 16, 4, 40}, {1, 2, 8, 3, 128}};
enum { CACHES = sizeof caches / sizeof caches[0] };

static inline struct depthcull_params params_of(uint32_t shape, uint32_t cache)
{
    struct depthcull_params p = shapes[shape];

    p.sets = caches[cache].sets;
    p.ways = caches[cache].ways;
    p.misses = caches[cache].misses;
    p.epoch = caches[cache].epoch;
    p.ahead = caches[cache].ahead;
    return p;
}

enum kind { PRIM, CLEAR, CONFIG, READ, FLUSH };

struct op {
    enum kind kind;
    uint32_t at; /* tile, as an index into the pool */
    struct depthcull_prim prim;
    uint32_t z;
    uint8_t enable;
};

struct bench {
    struct depthcull_state s;
    struct depthcull_params p;
    struct depthcull_memory memory;
    struct depthcull_inputs in;
    struct assay_rng rng; /* draws the timing */
    uint32_t busy;        /* percent of cycles in which the other side takes nothing */
    uint64_t cycle;

    uint32_t pool;
    uint32_t tile[POOL];
    uint32_t (*image)[DEPTHCULL_MAX_PX];

    uint32_t expected[OPS][4]; /* masks, by tag */
    uint32_t sent, results;
    struct {
        uint8_t decision, test;
    } outcome[OPS];
    /* The tile being read out, its expected pixels, and the next pixel. */
    uint32_t read_at, read_pixel, read_image[DEPTHCULL_MAX_PX];
    bool flushing;
};

/* --- the image, pixel by pixel --- */

static inline void oracle_clear(struct bench *b, uint32_t z)
{
    for (uint32_t t = 0; t < b->pool; ++t)
        for (uint32_t i = 0; i < DEPTHCULL_MAX_PX; ++i)
            b->image[t][i] = b->p.fixed ? z : stored_pattern(as_float(z));
}

static inline void oracle_prim(struct bench *b, const struct op *op)
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

static inline uint64_t bits_of(const struct bench *b, uint32_t line, uint32_t at, uint32_t width)
{
    uint64_t value = 0;

    for (uint32_t i = 0; i < width; ++i, ++at)
        value |= (uint64_t)(b->memory.line[line][at / 32] >> at % 32 & 1) << i;
    return value;
}

/* Returns STRIDE of the contract's table. */
static inline uint32_t stride_of(const struct depthcull_params *p)
{
    if (p->tw == 16)
        return 8;
    if (p->planes == 8 && p->fixed)
        return 3;
    return p->tw == 8 || p->planes == 8 ? 2 : 1;
}

static inline uint32_t plane_depth(const struct bench *b, uint32_t line, uint32_t i)
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

/* Asserts that a depth lies within the bounds that the block keeps for its half of the tile. */
static inline void check_bounds(const struct bench *b, uint32_t tile, uint32_t pixel, uint32_t z)
{
    const struct depthcull_bounds *bounds = &b->s.bounds[tile];
    const uint32_t half = pixel % b->p.tw >= b->p.tw / 2;
    const uint32_t code = oracle_code(&b->p, z);

    if (code < bounds->near[half] || code > bounds->far[half])
        fail_msg("tile %u, pixel %u: %08" PRIX32 " is not within %04X to %04X", tile, pixel, z,
                 bounds->near[half], bounds->far[half]);
}

/* Asserts that memory, the table and the bounds agree with the image. Sets a bit of *seen for each
 * kind of tile. */
static inline void check_memory(const struct bench *b, uint32_t *seen)
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
            if (what != 0)
                check_bounds(b, b->tile[t], i, z);
        }
    }
}

/* --- driving --- */

static inline bool now(struct bench *b)
{
    return !assay_rng_percent(&b->rng, b->busy);
}

static inline void check_pixels(struct bench *b, const struct depthcull_pixels *px)
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

static inline void check_result(struct bench *b, const struct depthcull_result *r)
{
    assert_in_range(r->tag, 0, b->sent - 1);
    if (memcmp(r->mask, b->expected[r->tag], sizeof r->mask) != 0)
        fail_msg("tag %u, decision %u, test %u: mask %08" PRIX32 " instead of %08" PRIX32, r->tag,
                 r->decision, r->test, r->mask[0], b->expected[r->tag][0]);
    b->outcome[r->tag].decision = r->decision;
    b->outcome[r->tag].test = r->test;
    depthcull_memory_moved(&b->memory);
    ++b->results;
}

/* Runs the block and its memory for one cycle. The caller has put the commands into b->in. */
static inline struct depthcull_outputs cycle(struct bench *b)
{
    struct depthcull_inputs *in = &b->in;
    struct depthcull_outputs out;

    in->result_ready = now(b);
    in->pixels_ready = now(b);
    in->mem_ready = now(b);
    if (!in->fill_valid)
        in->fill_valid = depthcull_memory_reply(&b->memory, &in->fill);
    in->mem_ready &= depthcull_memory_cycle(&b->memory);
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

static inline struct bench *open_bench(const struct depthcull_params *p, uint32_t latency,
                                       uint64_t seed)
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
    /* Some tiles are adjacent, the others anywhere; all are different. */
    for (uint32_t t = 0; t < b->pool; ++t) {
        const uint32_t room = p->tiles / b->pool;

        b->tile[t] = room < 2 ? t : t * room + (t % 3 ? 0 : assay_rng_below(&places, room));
    }
    b->tile[b->pool - 1] = p->tiles - 1;
    assay_rng_init(&b->rng, seed, "time");
    depthcull_init(&b->s, p);
    assert_true(depthcull_memory_begin(
        &b->memory, p, latency ? &(struct depthcull_memory_speed){latency, 1} : NULL,
        latency ? 0 : 3, seed));
    while (b->s.sweeping)
        cycle(b);
    return b;
}

static inline void close_bench(struct bench *b)
{
    depthcull_memory_free(&b->memory);
    free(b->image);
    free(b);
}

static inline bool is_idle(const struct bench *b)
{
    return b->results == b->sent && !b->flushing && b->read_at == POOL;
}

static inline void drain(struct bench *b)
{
    for (uint64_t limit = b->cycle + 200000; !is_idle(b);) {
        cycle(b);
        assert_in_range(b->cycle, 0, limit);
    }
}

/* Offers a command until it is taken. From then on, the masks and the read-out to expect are
 * fixed. */
static inline void perform(struct bench *b, const struct op *op)
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

#endif
