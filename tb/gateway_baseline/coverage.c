#include "gateway_baseline/coverage.h"

#include <string.h>

#include "numerics/numerics.h"

/* Bits in the transfer mask: the streams in the order of block.yaml. */
enum { ARR = 1, REL = 2 };

enum { EMPTY, COLLECTING, MEETING, RELEASING, PARTS };
enum { LEAST = 2, GREATEST = 3 }; /* of a range; continues the bins min and max */

static const char *const kind_bins[] = {"add", "add_f32", "min",   "max",
                                        "and", "or",      "range", "variance"};
static const char *const size_bins[] = {"one", "two", "some", "all"};
static const char *const count_bins[] = {"zero", "some", "all", "above"};
static const char *const number_bins[] = {"in_range", "beyond"};
static const char *const again_bins[] = {"new", "again"};
static const char *const class_bins[] = {"zero", "subnormal", "normal", "infinity", "nan"};
static const char *const order_bins[] = {"min", "max", "least", "greatest"};
static const char *const signs_bins[] = {"both_positive", "old_negative", "new_negative",
                                         "both_negative"};
static const char *const word_bins[] = {"kept", "replaced"};
static const char *const sum_bins[] = {"of_32_bits", "longer"};
static const char *const squares_bins[] = {"of_48_bits", "longer"};
static const char *const slot_bins[] = {"first", "middle", "highest"};
static const char *const last_bins[] = {"others_follow", "last"};
static const char *const stall_bins[] = {"at_once", "stalled"};
static const char *const part_bins[] = {"empty", "collecting", "meeting", "releasing"};
static const char *const unit_bins[] = {"of_one_cycle", "fadd"};
static const char *const gap_bins[] = {"none", "some", "longer_than_the_way"};

static const struct assay_cover_axis kind = {"kind", 8, kind_bins};
static const struct assay_cover_axis size = {"threads", 4, size_bins};
static const struct assay_cover_axis count = {"count", 4, count_bins};
static const struct assay_cover_axis number = {"sender", 2, number_bins};
static const struct assay_cover_axis again = {"slot", 2, again_bins};
static const struct assay_cover_axis old_class = {"old", 5, class_bins};
static const struct assay_cover_axis new_class = {"new", 5, class_bins};
static const struct assay_cover_axis order = {"order", 4, order_bins};
static const struct assay_cover_axis signs = {"signs", 4, signs_bins};
static const struct assay_cover_axis word = {"word", 2, word_bins};
static const struct assay_cover_axis sum = {"sum", 2, sum_bins};
static const struct assay_cover_axis squares = {"squares", 2, squares_bins};
static const struct assay_cover_axis slot = {"slot", 3, slot_bins};
static const struct assay_cover_axis last = {"last", 2, last_bins};
static const struct assay_cover_axis stall = {"transfer", 2, stall_bins};
static const struct assay_cover_axis part = {"in", PARTS, part_bins};
static const struct assay_cover_axis unit = {"atomic", 2, unit_bins};
static const struct assay_cover_axis gap = {"gap", 3, gap_bins};

/* Values of different signs determine the outcome. */
static bool no_such_order(const unsigned *bin)
{
    const bool old_is_less = bin[1] == 1, maximum = bin[0] & 1;

    return (bin[1] == 1 || bin[1] == 2) && bin[2] != (old_is_less == maximum);
}

/* A group has at most 256 threads: if their sum needs 33 bits, a value has at least 25 bits, and
 * its square more than 48. */
static bool no_such_length(const unsigned *bin)
{
    return bin[0] == 1 && bin[1] == 0;
}

/* Slots are read in ascending order. */
static bool no_such_release(const unsigned *bin)
{
    return bin[0] == 2 && bin[1] == 0;
}

enum { KINDS, COUNTS, SENDERS, GAPS, SUMS, ORDERS, LENGTHS, RELEASES, RESETS };

const struct assay_cover_group gateway_baseline_groups[GATEWAY_BASELINE_GROUPS] = {
    [KINDS] = {"kinds", "kind by the arrivals of a group", 2, {&kind, &size}, NULL},
    [COUNTS] = {"counts", "the count of a group, as the first arrival gives it", 1, {&count}, NULL},
    [SENDERS] = {"senders", "arrivals", 2, {&number, &again}, NULL},
    [GAPS] = {"gaps", "cycles in which a group waits for its next thread", 2, {&unit, &gap}, NULL},
    [SUMS] =
        {"sums", "f32 sums by the classes of both operands", 2, {&old_class, &new_class}, NULL},
    [ORDERS] = {"orders",
                "minima and maxima by the top bits of both operands",
                3,
                {&order, &signs, &word},
                no_such_order},
    [LENGTHS] = {"lengths",
                 "variances: what the words of 32 bits have to hold together",
                 2,
                 {&sum, &squares},
                 no_such_length},
    [RELEASES] = {"releases",
                  "slot, whether others follow, whether the release was stalled",
                  3,
                  {&slot, &last, &stall},
                  no_such_release},
    [RESETS] = {"resets", "what a group is doing when a reset comes", 1, {&part}, NULL},
};

void gateway_baseline_cover_begin(void *any, const struct assay_params *params)
{
    struct gateway_baseline_cover_ctx *c = any;

    memset(c, 0, sizeof *c);
    memcpy(&c->params, params->v, sizeof c->params);
    c->reset_in = PARTS;
}

static void begin_group(struct gateway_baseline_cover_ctx *c)
{
    c->arrived = 0;
    c->releasing = c->stalled = 0;
    c->gap = 0;
    memset(c->seen, 0, sizeof c->seen);
}

void gateway_baseline_cover_restart(void *any)
{
    struct gateway_baseline_cover_ctx *c = any;

    c->reset_in = c->releasing             ? RELEASING
                  : c->arrived == 0        ? EMPTY
                  : c->arrived == c->count ? MEETING
                                           : COLLECTING;
    begin_group(c);
}

/* --- values --- */

static uint32_t class_of(uint32_t x)
{
    return assay_cover_float_class(x, 8, 23);
}

static uint32_t ordered(struct assay_cover *db, uint32_t which, uint32_t old, uint32_t x)
{
    const bool is_less = (x ^ 0x80000000) < (old ^ 0x80000000), is_more = x != old && !is_less;
    const bool replaced = which & 1 ? is_more : is_less;

    assay_cover_hit(db, ORDERS, (which * 4 + (old >> 31) + 2 * (x >> 31)) * 2 + replaced);
    return replaced ? x : old;
}

static void changes(struct gateway_baseline_cover_ctx *c, struct assay_cover *db, uint32_t x)
{
    switch (c->kind) {
    case BASELINE_ADD_F32:
        assay_cover_hit(db, SUMS, class_of(c->value) * 5 + class_of(x));
        c->value = assay_f32_add(c->value, x);
        break;
    case BASELINE_MIN:
        c->value = ordered(db, 0, c->value, x);
        break;
    case BASELINE_MAX:
        c->value = ordered(db, 1, c->value, x);
        break;
    case BASELINE_RANGE:
        c->least = ordered(db, LEAST, c->least, x);
        c->greatest = ordered(db, GREATEST, c->greatest, x);
        break;
    default:
        break;
    }
}

/* --- arrivals and releases --- */

static void first_arrival(struct gateway_baseline_cover_ctx *c, struct assay_cover *db,
                          const struct gateway_baseline_arr *a)
{
    const uint32_t threads = c->params.threads;

    assay_cover_hit(db, COUNTS,
                    a->count == 0         ? 0u
                    : a->count < threads  ? 1u
                    : a->count == threads ? 2u
                                          : 3u);
    c->count = a->count == 0 ? 1 : a->count;
    if (c->count > threads)
        c->count = (uint16_t)threads;
    c->kind = a->kind;
    c->value = c->least = c->greatest = a->data;
    assay_cover_hit(db, KINDS,
                    c->kind * 4u + (c->count == 1         ? 0u
                                    : c->count == 2       ? 1u
                                    : c->count == threads ? 3u
                                                          : 2u));
}

static void arrives(struct gateway_baseline_cover_ctx *c, struct assay_cover *db,
                    const struct gateway_baseline_arr *a)
{
    const uint32_t at = a->sender & (c->params.threads - 1), bit = UINT32_C(1) << at % 32;

    if (c->arrived == 0) {
        first_arrival(c, db, a);
    } else {
        assay_cover_hit(db, GAPS,
                        (c->kind == BASELINE_ADD_F32 ? 3u : 0u) + (c->gap == 0 ? 0u
                                                                   : c->gap <= c->params.distance
                                                                       ? 1u
                                                                       : 2u));
        changes(c, db, a->data);
    }
    assay_cover_hit(db, SENDERS,
                    (a->sender >= c->params.threads ? 2u : 0u) + !!(c->seen[at / 32] & bit));
    c->seen[at / 32] |= bit;
    ++c->arrived;
    c->gap = 0;
}

static void released(struct gateway_baseline_cover_ctx *c, struct assay_cover *db,
                     const struct gateway_baseline_rel *rel)
{
    const uint32_t where = rel->thread == 0 ? 0u : rel->thread == c->params.threads - 1 ? 2u : 1u;

    assay_cover_hit(db, RELEASES, (where * 2 + rel->last) * 2 + c->stalled);
    if (c->kind == BASELINE_VARIANCE && rel->last)
        assay_cover_hit(db, LENGTHS, 2u * (rel->word0 >> 32 != 0) + (rel->word1 >> 48 != 0));
    c->stalled = 0;
    if (rel->last)
        begin_group(c);
}

void gateway_baseline_cover(void *any, struct assay_cover *db, const void *any_in,
                            const void *any_out, uint64_t transfers)
{
    struct gateway_baseline_cover_ctx *c = any;
    const struct gateway_baseline_inputs *in = any_in;
    const struct gateway_baseline_outputs *out = any_out;

    if (c->reset_in < PARTS)
        assay_cover_hit(db, RESETS, c->reset_in);
    c->reset_in = PARTS;
    c->gap += out->arr_ready && !in->arr_valid;
    if (transfers & ARR)
        arrives(c, db, &in->arr);
    if (out->rel_valid) {
        c->releasing = 1;
        c->stalled |= !in->rel_ready;
    }
    if (transfers & REL)
        released(c, db, &out->rel);
}
