#include "gateway/coverage.h"

#include <string.h>

#include "gateway/traffic.h"

static const char *const op_bins[] = {"none",     "add",   "sub",      "and",     "or",
                                      "xor",      "min",   "max",      "product", "mean",
                                      "variance", "range", "predicate"};
static const char *const type_bins[] = {
    "u32", "s32", "f32", "u64", "s64", "u32_pair", "s32_pair", "f32_pair", "f16_pair", "bf16_pair"};
static const char *const place_bins[] = {"only", "first", "middle", "last"};
static const char *const other_bins[] = {"alone", "interleaved"};
static const char *const fence_bins[] = {"none", "local", "global", "both"};
static const char *const end_bins[] = {"complete", "aborted"};
static const char *const reply_bins[] = {"bad_sender", "waiting",       "bad_id",
                                         "bad_op",     "bad_count",     "disagrees",
                                         "forwarded",  "bad_recipient", "outside"};
static const char *const stage_bins[] = {"free", "open", "fence", "offered", "sent",         "tree",
                                         "calc", "work", "ready", "sending", "no_identifier"};
static const char *const again_bins[] = {"first", "again"};
static const char *const unit_bins[] = {"f32", "divider", "port"};
static const char *const edge_bins[] = {"only", "first", "inside", "last", "below", "above", "far"};
static const char *const round_bins[] = {"opens", "joins"};
static const char *const served_bins[] = {"open", "busy", "squares"};
static const char *const backlog_bins[] = {"all_taken", "some_left"};
static const char *const rounds_bins[] = {"alone", "others_wait"};
static const char *const child_bins[] = {"leaf", "formed", "only_left", "only_right"};
static const char *const known_bins[] = {"open", "busy"};
static const char *const dividend_bins[] = {"mean_32", "mean_64", "mean_pair", "variance"};
static const char *const digits_bins[] = {"none", "up_to_8", "more"};
static const char *const short_bins[] = {"f16", "bf16"};
static const char *const half_bins[] = {"low", "high"};
static const char *const class_bins[] = {"zero", "subnormal", "normal", "infinite", "nan"};
static const char *const mixed_bins[] = {"none", "predicate", "other"};
static const char *const queue_bins[] = {"none", "one", "more"};

static const struct assay_cover_axis op = {"operation", GATEWAY_OPS, op_bins};
static const struct assay_cover_axis type = {"type", GATEWAY_TYPES, type_bins};
static const struct assay_cover_axis place = {"arrival", 4, place_bins};
static const struct assay_cover_axis other = {"others", 2, other_bins};
static const struct assay_cover_axis fence = {"fence", 4, fence_bins};
static const struct assay_cover_axis end = {"end", 2, end_bins};
static const struct assay_cover_axis reply = {"status", 9, reply_bins};
static const struct assay_cover_axis stage = {"stage", GATEWAY_STAGES + 1, stage_bins};
static const struct assay_cover_axis again = {"abort", 2, again_bins};
static const struct assay_cover_axis unit = {"unit", 3, unit_bins};
static const struct assay_cover_axis queue = {"waiting", 3, queue_bins};
static const struct assay_cover_axis edge = {"sender", 7, edge_bins};
static const struct assay_cover_axis begins = {"round", 2, round_bins};
static const struct assay_cover_axis served = {"round", 3, served_bins};
static const struct assay_cover_axis backlog = {"nodes", 2, backlog_bins};
static const struct assay_cover_axis rounds = {"rounds", 2, rounds_bins};
static const struct assay_cover_axis left = {"left", 4, child_bins};
static const struct assay_cover_axis right = {"right", 4, child_bins};
static const struct assay_cover_axis known = {"round", 2, known_bins};
static const struct assay_cover_axis dividend = {"dividend", 4, dividend_bins};
static const struct assay_cover_axis digits = {"digits", 3, digits_bins};
static const struct assay_cover_axis mixed = {"operation", 3, mixed_bins};
static const struct assay_cover_axis shorts = {"type", 2, short_bins};
static const struct assay_cover_axis half = {"half", 2, half_bins};
static const struct assay_cover_axis class = {"result", 5, class_bins};

/* An aborted round can be aborted again only while it waits for its fence or for its replies. */
static bool no_abort(const unsigned *bin)
{
    const unsigned s = bin[0];

    return bin[1] && s != GATEWAY_OFFERED && s != GATEWAY_SENT && s != GATEWAY_READY &&
           s != GATEWAY_SENDING;
}

static bool no_arrival(const unsigned *bin)
{
    return !gateway_legal(bin[0], bin[1]);
}

/* The only thread of a group opens its round. */
static bool no_sender(const unsigned *bin)
{
    return bin[0] == 0 && bin[1];
}

/* A step on the squares leaves nothing that the adders could take in the same cycle. */
static bool no_serving(const unsigned *bin)
{
    return bin[0] == 2 && bin[1];
}

/* Both children are leaves, or neither is. Only for a group with a place does an open round know
 * who is absent. The slots of such a group are consecutive, so nothing is missing between its
 * members, and a node that has all members is only formed once all have arrived. */
static bool no_node(const unsigned *bin)
{
    if ((bin[0] == 0) != (bin[1] == 0))
        return true;
    return bin[2] == 0 && (bin[0] == 2 || bin[1] == 3 || (bin[0] == 3 && bin[1] == 2));
}

/* Three of the streams are always ready. */
bool gateway_no_flow(const unsigned *bin)
{
    return bin[0] >= GATEWAY_CFG_STREAM && bin[0] <= GATEWAY_ACK_STREAM && !(bin[1] & 1);
}

enum { ARRIVALS, MIXED, ENDS, REPLIES, ABORTS, QUEUES, PLACES, SERVED, NODES, DIGITS, SHORTS };

const struct assay_cover_group gateway_groups[GATEWAY_GROUPS] = {
    [ARRIVALS] = {"arrivals",
                  "good messages: what they ask for, their place in the round, others not free",
                  4,
                  {&op, &type, &place, &other},
                  no_arrival},
    [MIXED] =
        {"mixed", "messages that differ from their round in the type alone", 1, {&mixed}, NULL},
    [ENDS] = {"ends", "last beats: fence of the round, status", 2, {&fence, &end}, NULL},
    [REPLIES] = {"replies", "replies by status", 1, {&reply}, NULL},
    [ABORTS] =
        {"aborts", "aborts: stage of the round, aborted before", 2, {&stage, &again}, no_abort},
    [QUEUES] = {"queues", "rounds that wait for a unit at work", 2, {&unit, &queue}, NULL},
    [PLACES] = {"places",
                "senders to groups with a place: where they sit, and if the round is open",
                2,
                {&edge, &begins},
                no_sender},
    [SERVED] = {"served",
                "cycles of the adders: the round served, its ready nodes, other rounds with some",
                3,
                {&served, &backlog, &rounds},
                no_serving},
    [NODES] = {"nodes",
               "nodes that are taken: where their children come from, and the round",
               3,
               {&left, &right, &known},
               no_node},
    [DIGITS] = {"digits", "octal digits that the divider finds", 2, {&dividend, &digits}, NULL},
    [SHORTS] = {"shorts", "results of pairs of 16 bits", 3, {&shorts, &half, &class}, NULL},
};

void gateway_cover_begin(void *any, const struct assay_params *params)
{
    struct gateway_params p;

    memcpy(&p, params->v, sizeof p);
    gateway_init(any, &p);
}

void gateway_cover_restart(void *any)
{
    gateway_reset(any);
}

/* Samples where the sender sits, for a message that is checked against the group's place. */
static void sender_seen(const struct gateway_state *s, struct assay_cover *db, uint32_t sender,
                        const struct gateway_fields *f)
{
    const struct gateway_round *r = &s->round[f->id];
    const bool joins = r->stage == GATEWAY_OPEN;
    const uint32_t first = joins ? r->place : s->config[f->id].first;
    const uint32_t count = joins ? r->count : s->config[f->id].count;
    uint32_t where;

    if (f->cen || !(joins ? r->placed : s->config[f->id].placed))
        return;
    if (sender < first || sender >= first + count)
        where = sender + 1 == first ? 4 : sender == first + count ? 5 : 6;
    else if (count == 1)
        where = 0;
    else
        where = sender == first ? 1 : sender == first + count - 1 ? 3 : 2;
    assay_cover_hit(db, PLACES, where * 2 + joins);
}

/* Samples a message to an open round that has another type and agrees with the round otherwise.
 * It is good if the operation ignores the type. */
static void mixed_seen(const struct gateway_state *s, struct assay_cover *db, uint8_t check,
                       const struct gateway_fields *f)
{
    const struct gateway_fields *first = &s->round[f->id].first;

    if (s->round[f->id].stage != GATEWAY_OPEN || f->type == first->type || f->op != first->op ||
        f->fence != first->fence || f->cen != first->cen || f->cnt != first->cnt)
        return;
    if (check == GATEWAY_OK)
        assay_cover_hit(db, MIXED, f->op == GATEWAY_PREDICATE);
    else
        assay_cover_hit(db, MIXED, 2);
}

/* Checks a message that is transferred and samples its arrival. Returns the result of the check. */
static uint8_t arrival(const struct gateway_state *s, struct assay_cover *db,
                       const struct gateway_msg *m)
{
    const uint8_t check = gateway_check(s, m);
    const uint32_t in_use = ~s->at[GATEWAY_FREE] & ((UINT32_C(1) << s->params.barriers) - 1);
    struct gateway_fields f;
    const struct gateway_round *r;
    uint32_t where, count, others;

    if (check != GATEWAY_OK && check != GATEWAY_OUTSIDE && check != GATEWAY_DISAGREES)
        return check;
    f = gateway_unpack(m);
    r = &s->round[f.id];
    if (check != GATEWAY_OUTSIDE)
        mixed_seen(s, db, check, &f);
    if (check == GATEWAY_DISAGREES)
        return check;
    sender_seen(s, db, m->sender, &f);
    if (check != GATEWAY_OK)
        return check;
    count = r->stage == GATEWAY_OPEN ? r->count
            : f.cen                  ? gateway_named_count(f.cnt)
                                     : s->config[f.id].count;
    where = r->stage == GATEWAY_FREE ? (count == 1 ? 0 : 1) : r->arrived + 1u < count ? 2 : 3;
    others = (in_use & ~(UINT32_C(1) << f.id)) != 0;
    assay_cover_hit(db, ARRIVALS,
                    ((f.op * (uint32_t)GATEWAY_TYPES + f.type) * 4 + where) * 2 + others);
    return check;
}

static void abort_seen(const struct gateway_state *s, struct assay_cover *db, uint32_t id)
{
    if (id >= s->params.barriers)
        assay_cover_hit(db, ABORTS, GATEWAY_STAGES * 2);
    else
        assay_cover_hit(db, ABORTS,
                        s->round[id].stage * 2u +
                            (s->round[id].stage != GATEWAY_FREE && s->round[id].aborted));
}

/* Returns the bin for none, one or more bits in `waiting`. */
static uint32_t queue_bin(uint32_t waiting)
{
    return (uint32_t)(waiting != 0) + ((waiting & (waiting - 1)) != 0);
}

static void queues(const struct gateway_state *s, struct assay_cover *db)
{
    const uint32_t calc = s->at[GATEWAY_CALC];

    assay_cover_hit_if(db, s->f32.id != GATEWAY_NONE, QUEUES, queue_bin(calc & s->floats));
    assay_cover_hit_if(db, s->divider.id != GATEWAY_NONE, QUEUES, 3 + queue_bin(calc & ~s->floats));
    assay_cover_hit_if(db, s->sending != GATEWAY_NONE, QUEUES, 6 + queue_bin(s->at[GATEWAY_READY]));
}

/* Returns the bin for the source of a child's value. */
static uint32_t source(const struct gateway_tree *t, uint32_t threads, uint32_t node)
{
    if (node < threads)
        return 0;
    node = 2 * (node - threads);
    return t->node[node] == GATEWAY_ABSENT ? 3 : t->node[node + 1] == GATEWAY_ABSENT ? 2 : 1;
}

static uint32_t ready_nodes(const struct gateway_tree *t)
{
    uint32_t n = 0;

    for (uint32_t word = 0; word < GATEWAY_MAX_THREADS / 64; ++word)
        n += (uint32_t)__builtin_popcountll(t->ready[word]);
    return n;
}

/* Samples the nodes that the adders took at the edge. `waited`:
 * rounds that had something ready before it. */
static void nodes(const struct gateway_state *s, struct assay_cover *db, uint32_t waited)
{
    const struct gateway_taken *taken = &s->taken[0];
    const uint32_t threads = s->params.threads;
    const struct gateway_tree *t;
    uint32_t what, others;
    bool busy;

    if (taken->id == GATEWAY_NONE)
        return;
    t = &s->tree[taken->id];
    busy = s->round[taken->id].stage > GATEWAY_OPEN;
    what = taken->n ? busy : 2;
    others = (waited & ~(UINT32_C(1) << taken->id)) != 0;
    assay_cover_hit(db, SERVED, (what * 2 + (taken->n && ready_nodes(t))) * 2 + others);
    for (uint32_t i = 0; i < taken->n; ++i) {
        const uint32_t child = 2 * (taken->node[i] - threads);

        assay_cover_hit(db, NODES,
                        (source(t, threads, child) * 4 + source(t, threads, child + 1)) * 2 + busy);
    }
}

/* Samples the dividend that the integer divider starts with at the edge. */
static void dividends(const struct gateway_state *s, struct assay_cover *db, uint8_t before)
{
    const struct gateway_fields *f;
    uint32_t kind, found;

    if (s->divider.id == GATEWAY_NONE || before != GATEWAY_NONE)
        return;
    f = &s->round[s->divider.id].first;
    kind = f->op == GATEWAY_VARIANCE                                    ? 3
           : f->type == GATEWAY_U64 || f->type == GATEWAY_S64           ? 1
           : f->type == GATEWAY_U32_PAIR || f->type == GATEWAY_S32_PAIR ? 2
                                                                        : 0;
    found = s->divider.left - (kind > 1 ? 4u : 2u);
    assay_cover_hit(db, DIGITS, kind * 3 + (found != 0) + (found > 8));
}

/* The class of the 16-bit float in the low bits. */
static uint32_t class_of(bool bf16, uint64_t x)
{
    return assay_cover_float_class((uint32_t)x, bf16 ? 8 : 5, bf16 ? 7 : 10);
}

static void shorts_seen(const struct gateway_state *s, struct assay_cover *db,
                        const struct gateway_wb *wb)
{
    const struct gateway_fields *f = &s->round[wb->id].first;
    const bool bf16 = f->type == GATEWAY_BF16_PAIR;

    if (wb->status != GATEWAY_OK || f->op == GATEWAY_OP_NONE || f->op == GATEWAY_PREDICATE ||
        (f->type != GATEWAY_F16_PAIR && f->type != GATEWAY_BF16_PAIR))
        return;
    assay_cover_hit(db, SHORTS, bf16 * 10u + class_of(bf16, wb->result));
    assay_cover_hit(db, SHORTS, bf16 * 10u + 5 + class_of(bf16, wb->result >> 16));
}

void gateway_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                   uint64_t transfers)
{
    struct gateway_state *s = any;
    const struct gateway_inputs *in = any_in;
    const struct gateway_outputs *out = any_out;
    uint8_t check = GATEWAY_NONE, divider;
    uint32_t waited;

    if (transfers) {
        if (transfers >> GATEWAY_MSG_STREAM & 1)
            check = arrival(s, db, &in->msg);
        if (transfers >> GATEWAY_ABORT_STREAM & 1)
            abort_seen(s, db, in->abort.id);
        if (transfers >> GATEWAY_WB_STREAM & 1 && out->wb.last)
            assay_cover_hit(db, ENDS,
                            s->round[out->wb.id].first.fence * 2u +
                                (out->wb.status == GATEWAY_ABORTED));
        if (transfers >> GATEWAY_WB_STREAM & 1 && out->wb.last)
            shorts_seen(s, db, &out->wb);
        if (transfers >> GATEWAY_REPLY_STREAM & 1)
            assay_cover_hit(db, REPLIES,
                            out->reply.status < GATEWAY_ABORTED ? out->reply.status - 1u
                                                                : out->reply.status - 2u);
    }
    queues(s, db);
    waited = s->ready;
    divider = s->divider.id;
    gateway_edge(s, in, check);
    nodes(s, db, waited);
    dividends(s, db, divider);
}
