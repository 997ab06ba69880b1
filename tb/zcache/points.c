/* points.c - the coverage points of zcache, and the bins that are impossible. */
#include "zcache/points.h"

#include <stddef.h>

static const char *const op_bins[] = {"load", "store", "fence", "atomic", "flush", "surface"};
static const char *const status_bins[] = {"good", "word", "not_clean", "surface", "range"};
static const char *const access_bins[] = {"load", "store_part", "store_full", "atomic"};
static const char *const read_bins[] = {"load", "atomic"};
static const char *const found_bins[] = {"hit", "join", "quick", "miss"};
static const char *const answered_bins[] = {"hit", "quick"};
static const char *const served_bins[] = {"hit", "later"};
static const char *const meta_access_bins[] = {"load", "store_part", "atomic"};
static const char *const meta_bins[] = {"at_hand", "not_at_hand"};
static const char *const extent_bins[] = {"nothing", "part", "all"};
static const char *const value_bins[] = {"zero", "other"};
static const char *const array_bins[] = {"performed", "bypassed"};
static const char *const atomic_bins[] = {"exch", "add",  "and",  "or",  "xor", "smin",
                                          "smax", "umin", "umax", "cas", "fadd"};
static const char *const requests_bins[] = {"one", "two", "three", "four"};
static const char *const source_bins[] = {"memory", "none"};
static const char *const cause_bins[] = {"miss", "flush"};
static const char *const back_bins[] = {"zero_by_bit", "zero_by_data", "surface", "plain"};
static const char *const older_bins[] = {"none", "one", "two_or_three", "more"};
static const char *const reply_bins[] = {"line",           "write_back", "metadata",
                                         "metadata_write", "zero_write", "stray"};
static const char *const turn_bins[] = {"oldest", "younger"};
static const char *const fence_bins[] = {"nothing", "requests"};
static const char *const lines_bins[] = {"two", "four", "other"};
static const char *const marked_bins[] = {"none", "some", "all"};
static const char *const zeros_bins[] = {"each", "fewer"};
static const char *const blocks_bins[] = {"one", "some", "many"};
static const char *const end_bins[] = {"within", "beyond"};

static const struct assay_cover_axis op = {"op", ZP_OPS, op_bins};
static const struct assay_cover_axis status = {"status", 5, status_bins};
static const struct assay_cover_axis access_op = {"access", ZP_ACCESSES, access_bins};
static const struct assay_cover_axis found = {"found", ZP_FOUND, found_bins};
static const struct assay_cover_axis meta_access = {"access", 3, meta_access_bins};
static const struct assay_cover_axis meta = {"metadata", 2, meta_bins};
static const struct assay_cover_axis read_op = {"access", 2, read_bins};
static const struct assay_cover_axis array = {"array", 2, array_bins};
static const struct assay_cover_axis extent = {"mask", 3, extent_bins};
static const struct assay_cover_axis value = {"value", 2, value_bins};
static const struct assay_cover_axis answered = {"found", 2, answered_bins};
static const struct assay_cover_axis atomic = {"atomic", 11, atomic_bins};
static const struct assay_cover_axis served = {"answered", 2, served_bins};
static const struct assay_cover_axis requests = {"requests", ZCACHE_JOINS, requests_bins};
static const struct assay_cover_axis source = {"read", 2, source_bins};
static const struct assay_cover_axis cause = {"cause", 2, cause_bins};
static const struct assay_cover_axis back = {"line", ZP_BACK_KINDS, back_bins};
static const struct assay_cover_axis older = {"older_requests", 4, older_bins};
static const struct assay_cover_axis reply = {"reply", ZP_REPLY_KINDS, reply_bins};
static const struct assay_cover_axis turn = {"turn", 2, turn_bins};
static const struct assay_cover_axis fence = {"under_way", 2, fence_bins};
static const struct assay_cover_axis lines = {"lines", 3, lines_bins};
static const struct assay_cover_axis block = {"lines", 2, lines_bins};
static const struct assay_cover_axis marked = {"marked", 3, marked_bins};
static const struct assay_cover_axis zeros = {"zeros_written", 2, zeros_bins};
static const struct assay_cover_axis blocks = {"blocks", 3, blocks_bins};
static const struct assay_cover_axis end = {"end", 2, end_bins};

static bool no_such_status(const unsigned *bin)
{
    if (bin[1] == ZCACHE_BAD_WORD)
        return bin[0] != ZP_ATOMIC;
    return bin[1] != ZCACHE_OK && bin[0] != ZP_SURFACE;
}

/* An atomic that misses always goes through SERVE. */
static bool no_such_path(const unsigned *bin)
{
    return bin[0] == ZP_A_ATOMIC && bin[1] == ZP_QUICK;
}

/* Axes: mask, value, array, hit or quick. A quick miss of a partial store is on a zero line. */
static bool no_such_store(const unsigned *bin)
{
    const bool other = bin[1], bypassed = bin[2], quick = bin[3];

    if (other && (bin[0] == 0 || bypassed))
        return true;
    return quick && bin[0] != 2 && !other && !bypassed;
}

/* While zeros are being written, nothing else is in flight. */
static bool no_such_reply(const unsigned *bin)
{
    return bin[0] >= ZP_R_ZEROS && bin[1];
}

static bool no_such_enable(const unsigned *bin)
{
    return bin[0] == ZCACHE_BAD_WORD || (bin[0] == ZCACHE_OK && bin[1] == 2);
}

static bool no_such_sweep(const unsigned *bin)
{
    return bin[1] == 0 && bin[2];
}

static bool no_such_size(const unsigned *bin)
{
    return bin[0] == 0 && bin[1];
}

const struct assay_cover_group zcache_groups[ZCACHE_GROUPS] = {
    [ZP_STATUS] = {"status", "responses", 2, {&op, &status}, no_such_status},
    [ZP_PATH] = {"path", "what becomes of accesses", 2, {&access_op, &found}, no_such_path},
    [ZP_META] = {"metadata",
                 "misses in surfaces: whether the metadata is at hand",
                 2,
                 {&meta_access, &meta},
                 NULL},
    [ZP_READS] = {"reads", "hits: whether the array is read", 2, {&read_op, &array}, NULL},
    [ZP_STORES] = {"stores",
                   "stores that are answered at once: what is written, whether the array is",
                   4,
                   {&extent, &value, &array, &answered},
                   no_such_store},
    [ZP_ATOMICS] = {"atomics", "atomics, done in LOOK or later", 2, {&atomic, &served}, NULL},
    [ZP_SERVED] =
        {"served", "requests of a miss, and whether memory is read", 2, {&requests, &source}, NULL},
    [ZP_BACKS] = {"write_backs", "write-backs, by miss and by flush", 2, {&cause, &back}, NULL},
    [ZP_OVERTAKES] = {"overtakes",
                      "answers: how many requests before are without theirs",
                      2,
                      {&access_op, &older},
                      NULL},
    [ZP_REPLIES] = {"replies", "replies of memory", 2, {&reply, &turn}, no_such_reply},
    [ZP_FENCES] = {"fences", "fences: what is under way", 1, {&fence}, NULL},
    [ZP_ENABLES] =
        {"enables", "surfaces to be enabled, good and bad", 2, {&status, &lines}, no_such_enable},
    [ZP_SWEEPS] = {"sweeps",
                   "codec blocks of surfaces being disabled: what is marked, what is written",
                   3,
                   {&block, &marked, &zeros},
                   no_such_sweep},
    [ZP_SIZES] =
        {"sizes",
         "surfaces that are enabled: how many codec blocks, and whether their metadata goes "
         "over the end of its space",
         2,
         {&blocks, &end},
         no_such_size},
};
