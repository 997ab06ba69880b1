#include "gateway/coverage.h"

#include <string.h>

#include "gateway/traffic.h"

static const char *const op_bins[] = {"none",     "add",   "sub",      "and",     "or",
                                      "xor",      "min",   "max",      "product", "mean",
                                      "variance", "range", "predicate"};
static const char *const type_bins[] = {"u32", "s32",      "f32",      "u64",
                                        "s64", "u32_pair", "s32_pair", "f32_pair"};
static const char *const place_bins[] = {"only", "first", "middle", "last"};
static const char *const other_bins[] = {"alone", "interleaved"};
static const char *const fence_bins[] = {"none", "local", "global", "both"};
static const char *const end_bins[] = {"complete", "aborted"};
static const char *const reply_bins[] = {"bad_sender", "waiting",   "bad_id",    "bad_op",
                                         "bad_count",  "disagrees", "forwarded", "bad_recipient"};
static const char *const stage_bins[] = {"free", "open", "fence", "offered", "sent",
                                         "calc", "work", "ready", "sending", "no_identifier"};
static const char *const again_bins[] = {"first", "again"};
static const char *const unit_bins[] = {"f32", "divider", "port"};
static const char *const queue_bins[] = {"none", "one", "more"};

static const struct assay_cover_axis op = {"operation", GATEWAY_OPS, op_bins};
static const struct assay_cover_axis type = {"type", GATEWAY_TYPES, type_bins};
static const struct assay_cover_axis place = {"arrival", 4, place_bins};
static const struct assay_cover_axis other = {"others", 2, other_bins};
static const struct assay_cover_axis fence = {"fence", 4, fence_bins};
static const struct assay_cover_axis end = {"end", 2, end_bins};
static const struct assay_cover_axis reply = {"status", 8, reply_bins};
static const struct assay_cover_axis stage = {"stage", GATEWAY_STAGES + 1, stage_bins};
static const struct assay_cover_axis again = {"abort", 2, again_bins};
static const struct assay_cover_axis unit = {"unit", 3, unit_bins};
static const struct assay_cover_axis queue = {"waiting", 3, queue_bins};

/* Only a round that is complete but not offered yet, and whose abort waits, can be aborted again. */
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

/* Three streams are always ready. */
bool gateway_no_flow(const unsigned *bin)
{
    return bin[0] >= GATEWAY_CFG_STREAM && bin[0] <= GATEWAY_ACK_STREAM && !(bin[1] & 1);
}

enum { ARRIVALS, ENDS, REPLIES, ABORTS, QUEUES };

const struct assay_cover_group gateway_groups[GATEWAY_GROUPS] = {
    [ARRIVALS] = {"arrivals",
                  "good messages: what they ask for, their place in the round, others not free",
                  4,
                  {&op, &type, &place, &other},
                  no_arrival},
    [ENDS] = {"ends", "last beats: fence of the round, status", 2, {&fence, &end}, NULL},
    [REPLIES] = {"replies", "replies by status", 1, {&reply}, NULL},
    [ABORTS] =
        {"aborts", "aborts: stage of the round, aborted before", 2, {&stage, &again}, no_abort},
    [QUEUES] = {"queues", "rounds that wait for a unit at work", 2, {&unit, &queue}, NULL},
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

/* The check of a message that transfers. */
static uint8_t arrival(const struct gateway_state *s, struct assay_cover *db,
                       const struct gateway_msg *m)
{
    const uint8_t check = gateway_check(s, m);
    const uint32_t in_use = ~s->at[GATEWAY_FREE] & ((UINT32_C(1) << s->params.barriers) - 1);
    struct gateway_fields f;
    const struct gateway_round *r;
    uint32_t where, count, others;

    if (check != GATEWAY_OK)
        return check;
    f = gateway_unpack(m);
    r = &s->round[f.id];
    count = r->stage == GATEWAY_OPEN ? r->count
            : f.cen                  ? gateway_named_count(f.cnt)
                                     : s->config[f.id].count;
    where = r->stage == GATEWAY_FREE ? (count == 1 ? 0 : 1) : r->arrived + 1u < count ? 2 : 3;
    others = (in_use & ~(UINT32_C(1) << f.id)) != 0;
    assay_cover_hit(db, ARRIVALS, ((f.op * 8u + f.type) * 4 + where) * 2 + others);
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

/* None, one or more. */
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

void gateway_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                   uint64_t transfers)
{
    struct gateway_state *s = any;
    const struct gateway_inputs *in = any_in;
    const struct gateway_outputs *out = any_out;
    uint8_t check = GATEWAY_NONE;

    if (transfers) {
        if (transfers >> GATEWAY_MSG_STREAM & 1)
            check = arrival(s, db, &in->msg);
        if (transfers >> GATEWAY_ABORT_STREAM & 1)
            abort_seen(s, db, in->abort.id);
        if (transfers >> GATEWAY_WB_STREAM & 1 && out->wb.last)
            assay_cover_hit(db, ENDS,
                            s->round[out->wb.id].first.fence * 2u +
                                (out->wb.status == GATEWAY_ABORTED));
        if (transfers >> GATEWAY_REPLY_STREAM & 1)
            assay_cover_hit(db, REPLIES,
                            out->reply.status < GATEWAY_ABORTED ? out->reply.status - 1u
                                                                : out->reply.status - 2u);
    }
    queues(s, db);
    if (transfers | s->busy) /* else nothing changes that is looked at here */
        gateway_edge(s, in, check);
}
