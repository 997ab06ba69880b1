#include "zcache/coverage.h"

#include <string.h>

/* Bits of the transfer mask: the streams in the order of block.yaml. */
enum { REQ = 1, FILL = 2, MEM = 4, RSP = 8 };

static const char *const op_bins[] = {"load", "store", "flush", "surface", "none"};
static const char *const status_bins[] = {"good", "op", "not_clean", "surface", "range"};
static const char *const access_bins[] = {"load", "store"};
static const char *const where_bins[] = {"miss", "flush"};
static const char *const fill_bins[] = {"none", "memory", "metadata_memory", "metadata"};
static const char *const back_bins[] = {"none",       "plain",     "bit_same",  "bit_set",
                                        "codec_same", "codec_set", "line_same", "line_cleared"};
static const char *const extent_bins[] = {"nothing", "part", "all"};
static const char *const value_bins[] = {"zero", "other"};
static const char *const array_bins[] = {"performed", "bypassed"};
static const char *const lines_bins[] = {"two", "four", "other"};
static const char *const marked_bins[] = {"none", "some", "all"};
static const char *const zeros_bins[] = {"each", "fewer"};
static const char *const blocks_bins[] = {"one", "some", "many"};
static const char *const end_bins[] = {"within", "beyond"};

static const struct assay_cover_axis op = {"op", 5, op_bins};
static const struct assay_cover_axis status = {"status", 5, status_bins};
static const struct assay_cover_axis access_op = {"op", 2, access_bins};
static const struct assay_cover_axis where = {"cause", 2, where_bins};
static const struct assay_cover_axis fill = {"fill", 4, fill_bins};
static const struct assay_cover_axis back = {"write_back", 8, back_bins};
static const struct assay_cover_axis some_back = {"write_back", 7, back_bins + 1};
static const struct assay_cover_axis extent = {"mask", 3, extent_bins};
static const struct assay_cover_axis value = {"value", 2, value_bins};
static const struct assay_cover_axis array = {"array", 2, array_bins};
static const struct assay_cover_axis lines = {"lines", 3, lines_bins};
static const struct assay_cover_axis block = {"lines", 2, lines_bins};
static const struct assay_cover_axis marked = {"marked", 3, marked_bins};
static const struct assay_cover_axis zeros = {"zeros_written", 2, zeros_bins};
static const struct assay_cover_axis blocks = {"blocks", 3, blocks_bins};
static const struct assay_cover_axis end = {"end", 2, end_bins};

enum { STATUS, PATH, LOADS, STORES, BACKS, ENABLES, SWEEPS, SIZES };
enum { SPACE = 1 << 24, MANY = 256 };
enum { FILL_NONE, FILL_MEMORY, FILL_METADATA_MEMORY, FILL_METADATA };

static bool no_such_status(const unsigned *bin)
{
    if (bin[0] == 4)
        return bin[1] != ZCACHE_BAD_OP;
    return bin[1] == ZCACHE_BAD_OP || (bin[0] != ZCACHE_SURFACE && bin[1] != ZCACHE_OK);
}

/* A load that hits evicts nothing. */
static bool no_such_path(const unsigned *bin)
{
    return bin[0] == ZCACHE_LOAD && bin[1] == FILL_NONE && bin[2] != 0;
}

static bool no_such_load(const unsigned *bin)
{
    return bin[0] != FILL_NONE && (bin[0] == FILL_METADATA) != bin[1];
}

/* mask, value, array, fill */
static bool no_such_store(const unsigned *bin)
{
    const bool other = bin[1], bypassed = bin[2];

    if (other && (bin[0] == 0 || bypassed))
        return true;
    if (bin[0] == 2)
        return bin[3] != FILL_NONE;
    if (bin[3] == FILL_METADATA)
        return !other && !bypassed;
    return bin[3] != FILL_NONE && bypassed;
}

static bool no_such_enable(const unsigned *bin)
{
    return bin[0] == ZCACHE_BAD_OP || (bin[0] == ZCACHE_OK && bin[1] == 2);
}

static bool no_such_sweep(const unsigned *bin)
{
    return bin[1] == 0 && bin[2];
}

static bool no_such_size(const unsigned *bin)
{
    return bin[0] == 0 && bin[1];
}

/* Memory answers no earlier than it is asked, and then the block waits for it. */
bool zcache_no_flow(const unsigned *bin)
{
    return bin[0] == 1 && bin[1] == 2;
}

const struct assay_cover_group zcache_groups[ZCACHE_GROUPS] = {
    [STATUS] = {"status", "responses", 2, {&op, &status}, no_such_status},
    [PATH] = {"path",
              "loads and stores: where the line comes from, what the victim's write-back did",
              3,
              {&access_op, &fill, &back},
              no_such_path},
    [LOADS] = {"loads",
               "loads: where the line comes from, whether the array is used",
               2,
               {&fill, &array},
               no_such_load},
    [STORES] = {"stores",
                "stores: what is written, whether the array is, where the line comes from",
                4,
                {&extent, &value, &array, &fill},
                no_such_store},
    [BACKS] = {"write_backs", "write-backs, by miss and by flush", 2, {&where, &some_back}, NULL},
    [ENABLES] =
        {"enables", "surfaces to be enabled, good and bad", 2, {&status, &lines}, no_such_enable},
    [SWEEPS] = {"sweeps",
                "codec blocks of surfaces being disabled: what was marked, what was written",
                3,
                {&block, &marked, &zeros},
                no_such_sweep},
    [SIZES] = {"sizes",
               "surfaces that were enabled: how many codec blocks, and whether their metadata goes "
               "over the end of its space",
               2,
               {&blocks, &end},
               no_such_size},
};

void zcache_cover_begin(void *any, const struct assay_params *params)
{
    struct zcache_cover_ctx *c = any;

    memcpy(&c->params, params->v, sizeof c->params);
}

void zcache_cover_restart(void *any)
{
    struct zcache_cover_ctx *c = any;
    const struct zcache_params p = c->params;

    memset(c, 0, sizeof *c);
    c->params = p;
}

static void close_back(struct zcache_cover_ctx *c, struct assay_cover *db)
{
    if (!c->back)
        return;
    c->back = false;
    c->last_back = !c->owned ? 1 : (c->line ? 6u : c->by_bit ? 2u : 4u) + c->changed;
    assay_cover_hit(db, BACKS, (c->req.op == ZCACHE_FLUSH) * 7u + c->last_back - 1);
}

static void to_memory(struct zcache_cover_ctx *c, struct assay_cover *db,
                      const struct zcache_outputs *out)
{
    const uint8_t kind = out->mem.kind;

    if (c->reads + c->bypassed != out->array_reads + out->array_reads_bypassed) {
        close_back(c, db);
        c->back = true;
        c->by_bit = c->bypassed != out->array_reads_bypassed;
        c->owned = kind == ZCACHE_META_READ;
        c->line = kind == ZCACHE_WRITE;
        c->changed = false;
        c->reads = out->array_reads;
        c->bypassed = out->array_reads_bypassed;
    } else if (kind == ZCACHE_META_WRITE) {
        c->changed = true;
    } else if (kind == ZCACHE_WRITE) {
        c->line = true;
    } else if (kind == ZCACHE_META_READ) {
        c->fill_meta = true;
    } else {
        c->fill_read = true;
    }
}

static void close_sweep(struct zcache_cover_ctx *c, struct assay_cover *db)
{
    const uint32_t n = c->lines[c->req.surface];
    const uint32_t set = (uint32_t)__builtin_popcount(c->bits);

    if (!c->sweeping)
        return;
    c->sweeping = false;
    assay_cover_hit(db, SWEEPS,
                    ((n == 4) * 3u + (set == 0   ? 0u
                                      : set == n ? 2u
                                                 : 1u)) *
                            2 +
                        (c->zeros < set));
}

static void sweep(struct zcache_cover_ctx *c, struct assay_cover *db,
                  const struct zcache_inputs *in, const struct zcache_outputs *out,
                  uint64_t transfers)
{
    if (transfers & FILL) {
        c->sweeping = true;
        c->bits = in->fill.data[0] & ((1u << c->lines[c->req.surface]) - 1);
        c->zeros = 0;
    }
    if (transfers & MEM) {
        c->zeros += out->mem.kind == ZCACHE_WRITE;
        if (out->mem.kind == ZCACHE_META_READ)
            close_sweep(c, db);
    }
}

static uint32_t extent_bin(const struct zcache_cover_ctx *c)
{
    const uint32_t n = (uint32_t)__builtin_popcountll(c->req.mask);

    return n == 0 ? 0 : n == c->params.line ? 2 : 1;
}

static bool writes_zero(const struct zcache_cover_ctx *c)
{
    for (uint32_t i = 0; i < c->params.line; ++i) {
        if (c->req.data[i / 4] == 0)
            i |= 3; /* the word has no more */
        else if ((c->req.mask >> i & 1) && (c->req.data[i / 4] >> i % 4 * 8 & 0xFF))
            return false;
    }
    return true;
}

static void enabled(struct zcache_cover_ctx *c, struct assay_cover *db, uint8_t result)
{
    const uint8_t n = c->req.lines;
    uint32_t n_blocks;

    assay_cover_hit(db, ENABLES, result * 3u + (n == 2 ? 0u : n == 4 ? 1u : 2u));
    if (result != ZCACHE_OK)
        return;
    c->lines[c->req.surface] = n;
    n_blocks = (c->req.last - c->req.addr + 1) / n;
    assay_cover_hit(db, SIZES,
                    (n_blocks == 1     ? 0u
                     : n_blocks < MANY ? 1u
                                       : 2u) *
                            2 +
                        (c->req.meta + n_blocks > SPACE));
}

static void response(struct zcache_cover_ctx *c, struct assay_cover *db,
                     const struct zcache_outputs *out)
{
    const uint8_t code = c->req.op > ZCACHE_SURFACE ? 4 : c->req.op;
    const uint32_t from = c->fill_read ? (c->fill_meta ? FILL_METADATA_MEMORY : FILL_MEMORY)
                                       : (c->fill_meta ? FILL_METADATA : FILL_NONE);

    assay_cover_hit(db, STATUS, code * 5u + out->rsp.status);
    close_back(c, db);
    close_sweep(c, db);
    if (code <= ZCACHE_STORE)
        assay_cover_hit(db, PATH, (code * 4u + from) * 8 + c->last_back);
    if (code == ZCACHE_LOAD) {
        const bool bypassed = from == FILL_NONE ? c->bypassed != out->array_reads_bypassed
                                                : c->written == out->array_writes;

        assay_cover_hit(db, LOADS, from * 2 + bypassed);
    } else if (code == ZCACHE_STORE) {
        assay_cover_hit(
            db, STORES,
            ((extent_bin(c) * 2 + !writes_zero(c)) * 2 + (c->written == out->array_writes)) * 4 +
                from);
    } else if (code == ZCACHE_SURFACE && c->req.enable) {
        enabled(c, db, out->rsp.status);
    }
}

static void request(struct zcache_cover_ctx *c, const struct zcache_inputs *in,
                    const struct zcache_outputs *out)
{
    c->req = in->req;
    c->reads = out->array_reads;
    c->bypassed = out->array_reads_bypassed;
    c->written = out->array_writes;
    c->back = c->fill_meta = c->fill_read = c->sweeping = false;
    c->last_back = 0;
    c->active = true;
}

void zcache_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                  uint64_t transfers)
{
    struct zcache_cover_ctx *c = any;
    const struct zcache_inputs *in = any_in;
    const struct zcache_outputs *out = any_out;

    if (transfers & REQ)
        request(c, in, out);
    if (!c->active)
        return;
    if (c->req.op == ZCACHE_SURFACE && !c->req.enable)
        sweep(c, db, in, out, transfers);
    else if (transfers & MEM)
        to_memory(c, db, out);
    if (transfers & RSP) {
        response(c, db, out);
        c->active = false;
    }
}
