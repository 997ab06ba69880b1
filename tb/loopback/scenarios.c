#include "loopback/scenarios.h"

#include <string.h>

#include "loopback/tiles.h"
#include "stimulus/walk.h"

/* Sink indices, in the order of block.yaml. */
enum { CMD, A, B, SRC0, SINKS };

struct ctx {
    struct assay_walks walks; /* must be first */
    struct loopback_walker walker[SINKS];
};

static const char *const sites[SINKS] = {"loopback.none", "loopback.a", "loopback.b",
                                         "loopback.src0"};

static const struct assay_walk_kind kind = {
    .sinks = SINKS,
    .walkers = offsetof(struct ctx, walker),
    .size = sizeof(struct loopback_walker),
    .request = offsetof(struct loopback_walker, cmd),
    .site = sites,
    .begin = loopback_walker_begin,
    .next = loopback_walker_next,
    .needs = loopback_needs,
};

static void begin_random(void *any, const struct assay_stim_env *env)
{
    assay_walks_begin(any, &kind, env, false);
}

static void begin_throughput(void *any, const struct assay_stim_env *env)
{
    assay_walks_begin(any, &kind, env, true);
}

/* Draws initial accumulators: zeros of both signs,
 * corner values, or numbers that products can cancel. */
static void fill_src0(struct assay_rng *r, const struct loopback_walker *w, uint32_t *row)
{
    static const uint32_t corners[] = {0,          0x80000000, 0x7F800000, 0xFF800000,
                                       0x7FC00000, 0x7F800001, 0xFFFFFFFF, 0x00000001,
                                       0x807FFFFF, 0x7F7FFFFF, 0x7FFFFFFF, 0x3F800000};

    for (uint32_t j = 0; j < w->params.cols; ++j) {
        const uint64_t bits = assay_rng_u64(r);

        switch (bits >> 62) {
        case 0:
            row[j] = (uint32_t)(bits & 1) << 31;
            break;
        case 1:
            row[j] = assay_rng_percent(r, w->knobs.corner)
                         ? corners[(bits >> 32) % (sizeof corners / sizeof corners[0])]
                         : (uint32_t)bits;
            break;
        default:
            row[j] = ((uint32_t)bits & 0x87FFFFFF) | 0x3C000000;
        }
    }
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;
    struct assay_rng *r = &c->walks.data[stream];
    const struct loopback_walker *w = assay_walks_next(&c->walks, stream);

    if (!w)
        return false; /* the fixed command takes nothing on this stream */
    if (stream == CMD) {
        memcpy(payload, &w->cmd, sizeof w->cmd);
    } else if (stream == SRC0) {
        fill_src0(r, w, payload);
    } else {
        const uint32_t words = w->params.kmax;
        const uint32_t type = stream == A ? w->cmd.a_type : w->cmd.b_type;
        struct bypass_rows rows = w->rows;
        struct loopback_a *row = payload; /* a and b have the same fields */
        uint64_t map;

        if (!w->fixed && assay_rng_below(r, 16) == 0)
            rows.zeros = 100; /* a whole row or column of zeros [¶339] */
        bypass_row_draw(r, &rows, type, w->cmd.k_len, w->cmd.polarity, words, row->data, &map);
        row->map = map & low_ones(words);
    }
    return true;
}

const struct assay_scenario loopback_scenarios[LOOPBACK_SCENARIOS] = {
    {
        .name = "random",
        .summary = "random tiles, dense and sparse, legal and not, with stalls and resets",
        .knobs = {.stall = 50, .illegal = 5, .corner = 8, .resets = 1},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_random,
        .next = next,
        .restart = assay_walks_restart,
    },
    {
        .name = "specials",
        .summary = "the same with many infinities, NaNs and subnormal numbers",
        .knobs = {.stall = 20, .illegal = 0, .corner = 50},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_random,
        .next = next,
        .restart = assay_walks_restart,
    },
    {
        .name = "throughput",
        .summary = "legal tiles of all types and densities, back to back without stalls",
        .knobs = {.stall = 0, .corner = 0},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_throughput,
        .next = next,
    },
};
