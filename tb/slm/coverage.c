#include "slm/coverage.h"

#include <string.h>

/* Bits in the transfer mask: the streams in the order of block.yaml. */
enum { REQ = 1, LINE = 2, RSP = 4, LINE_RSP = 8 };

/* Operations of a lane: loads and stores, the atomics, none. Fences have no lanes. */
enum { NO_OP = SLM_OPS, OPS };
enum { GOOD, NO_SUCH, MISALIGNED, OUTSIDE, OUTCOMES };
enum { KIND_LOAD, KIND_STORE, KIND_ATOMIC, KIND_FADD, KIND_READ, KIND_WRITE, KINDS };
enum { NO_PORT = 2 };

static const char *const op_bins[] = {"load", "store", "fence", "exch", "add", "and",  "or",  "xor",
                                      "smin", "smax",  "umin",  "umax", "cas", "fadd", "none"};
static const char *const outcome_bins[] = {"good", "no_such_operation", "misaligned", "outside"};
static const char *const size_bins[] = {"byte", "half", "word"};
static const char *const at_bins[] = {"0", "1", "2", "3"};
static const char *const kind_bins[] = {"load", "store",     "atomic",
                                        "fadd", "line_read", "line_write"};
static const char *const queue_bins[] = {"none", "one", "two", "three", "four_or_more"};
static const char *const some_bins[] = {"none", "some", "all"};
static const char *const signs_bins[] = {"both_positive", "old_negative", "data_negative",
                                         "both_negative"};
static const char *const word_bins[] = {"kept", "replaced"};
static const char *const cas_bins[] = {"equal", "not_equal"};
static const char *const class_bins[] = {"zero", "subnormal", "normal", "infinity", "nan"};
static const char *const line_bins[] = {"read", "write_none", "write_some", "write_all"};
static const char *const line_outcome_bins[] = {"good", "misaligned", "outside"};
static const char *const port_bins[] = {"vector", "line"};
static const char *const before_bins[] = {"vector", "line", "reset"};
static const char *const other_bins[] = {"alone", "both"};
static const char *const request_bins[] = {"idle", "waits", "accepted"};
static const char *const answer_bins[] = {"none", "held", "taken"};
static const char *const yes_bins[] = {"no", "yes"};

static const struct assay_cover_axis op = {"op", OPS, op_bins};
static const struct assay_cover_axis outcome = {"lane", OUTCOMES, outcome_bins};
static const struct assay_cover_axis load_store = {"op", 2, op_bins};
static const struct assay_cover_axis size = {"size", 3, size_bins};
static const struct assay_cover_axis at = {"at", 4, at_bins};
static const struct assay_cover_axis vector_kind = {"kind", 4, kind_bins};
static const struct assay_cover_axis queue = {"longest_queue", 5, queue_bins};
static const struct assay_cover_axis joined = {"joined", 3, some_bins};
static const struct assay_cover_axis several = {"other_words_in_a_bank", 2, yes_bins};
static const struct assay_cover_axis order = {"op", 4, op_bins + SLM_SMIN};
static const struct assay_cover_axis signs = {"signs", 4, signs_bins};
static const struct assay_cover_axis word = {"word", 2, word_bins};
static const struct assay_cover_axis cas = {"compare", 2, cas_bins};
static const struct assay_cover_axis old_class = {"old", 5, class_bins};
static const struct assay_cover_axis data_class = {"data", 5, class_bins};
static const struct assay_cover_axis line = {"line", 4, line_bins};
static const struct assay_cover_axis line_outcome = {"outcome", 3, line_outcome_bins};
static const struct assay_cover_axis before = {"before", 3, before_bins};
static const struct assay_cover_axis port = {"port", 2, port_bins};
static const struct assay_cover_axis other = {"offered", 2, other_bins};
static const struct assay_cover_axis request = {"request", 3, request_bins};
static const struct assay_cover_axis rsp = {"rsp", 3, answer_bins};
static const struct assay_cover_axis line_rsp = {"line_rsp", 3, answer_bins};
static const struct assay_cover_axis kind_before = {"before", KINDS, kind_bins};
static const struct assay_cover_axis kind_after = {"then", KINDS, kind_bins};
static const struct assay_cover_axis same = {"same_word", 2, yes_bins};

static bool no_such_lane(const unsigned *bin)
{
    if (bin[0] == SLM_FENCE)
        return true;
    return bin[0] == NO_OP && bin[1] != NO_SUCH;
}

static bool no_such_part(const unsigned *bin)
{
    return bin[2] % (1u << bin[1]) != 0;
}

static bool no_such_join(const unsigned *bin)
{
    return bin[0] == 2 && bin[1];
}

/* For smin, smax, umin, umax: operands of different signs determine the outcome. */
static bool no_such_order(const unsigned *bin)
{
    const bool old_is_less = (bin[0] < 2) == (bin[1] == 1), maximum = bin[0] & 1;

    return (bin[1] == 1 || bin[1] == 2) && bin[2] != (old_is_less == maximum);
}

/* If both ports make an offer, the port that was not served last is served, at first the vector. */
static bool no_such_turn(const unsigned *bin)
{
    return bin[2] && (bin[0] == bin[1] || (bin[0] == NO_PORT && bin[1] == SLM_LINE));
}

enum { LANES, PARTS, QUEUES, JOINS, ORDERS, SWAPS, SUMS, LINES, TURNS, WAITS, PAIRS };

const struct assay_cover_group slm_groups[SLM_GROUPS] = {
    [LANES] = {"lanes", "operation by what becomes of a lane", 2, {&op, &outcome}, no_such_lane},
    [PARTS] = {"parts",
               "loads and stores of parts of a word",
               3,
               {&load_store, &size, &at},
               no_such_part},
    [QUEUES] = {"queues",
                "lanes or words in the longest queue of a bank",
                2,
                {&vector_kind, &queue},
                NULL},
    [JOINS] = {"joins",
               "loads: lanes whose word a lower lane reads, and banks with several words",
               2,
               {&joined, &several},
               no_such_join},
    [ORDERS] = {"orders",
                "minima and maxima by the top bits of both operands",
                3,
                {&order, &signs, &word},
                no_such_order},
    [SWAPS] = {"swaps", "cas", 1, {&cas}, NULL},
    [SUMS] = {"sums", "fadd by the classes of its operands", 2, {&old_class, &data_class}, NULL},
    [LINES] = {"lines", "requests of the line port", 2, {&line, &line_outcome}, NULL},
    [TURNS] = {"turns",
               "port of an acceptance, of the one before, and whether both offered",
               3,
               {&before, &port, &other},
               no_such_turn},
    [WAITS] = {"waits",
               "a port's request against both answers, in a cycle",
               4,
               {&port, &request, &rsp, &line_rsp},
               NULL},
    [PAIRS] = {"pairs",
               "requests one after the other, about the same word or not",
               3,
               {&kind_before, &kind_after, &same},
               NULL},
};

void slm_cover_begin(void *any, const struct assay_params *params)
{
    struct slm_cover_ctx *c = any;

    memset(c, 0, sizeof *c);
    memcpy(&c->params, params->v, sizeof c->params);
    c->before = NO_PORT;
}

void slm_cover_restart(void *any)
{
    struct slm_cover_ctx *c = any;

    c->n = 0;
    c->before = NO_PORT;
    c->last.some = false;
}

/* --- requests --- */

static uint32_t vector_kind_of(uint32_t code)
{
    return code == SLM_LOAD    ? KIND_LOAD
           : code == SLM_STORE ? KIND_STORE
           : code == SLM_FADD  ? KIND_FADD
                               : KIND_ATOMIC;
}

static uint32_t lane_outcome(const struct slm_params *p, const struct slm_req *q, unsigned lane,
                             bool error)
{
    if (!error)
        return GOOD;
    if (q->op >= SLM_OPS || q->size > SLM_WORD || (q->op > SLM_FENCE && q->size != SLM_WORD))
        return NO_SUCH;
    return q->addr[lane] >= p->kb * 1024 ? OUTSIDE : MISALIGNED;
}

static void lanes(struct slm_cover_ctx *c, struct assay_cover *db, const struct slm_req *q,
                  const struct slm_plan *plan)
{
    const uint32_t code = q->op < SLM_OPS ? q->op : (uint32_t)NO_OP;

    for (unsigned i = 0; i < c->params.lanes; ++i) {
        const bool error = plan->error >> i & 1;

        if (!(q->enable >> i & 1))
            continue;
        assay_cover_hit(db, LANES, code * OUTCOMES + lane_outcome(&c->params, q, i, error));
        if (code <= SLM_STORE && !error)
            assay_cover_hit(db, PARTS, (code * 3 + q->size) * 4 + q->addr[i] % 4);
    }
}

/* A lane is joined if it is served with a lower one, in the same cycle and from the same word. */
static bool is_joined(const struct slm_req *q, const struct slm_plan *plan, unsigned lane)
{
    for (unsigned i = 0; i < lane; ++i)
        if (plan->cycle[i] == plan->cycle[lane] && q->addr[i] / 4 == q->addr[lane] / 4)
            return true;
    return false;
}

static void joins(struct slm_cover_ctx *c, struct assay_cover *db, const struct slm_req *q,
                  const struct slm_plan *plan)
{
    uint32_t good = 0, together = 0;

    for (unsigned i = 0; i < c->params.lanes; ++i)
        if (plan->cycle[i]) {
            ++good;
            together += is_joined(q, plan, i);
        }
    if (good > 1)
        assay_cover_hit(db, JOINS,
                        (together == 0          ? 0u
                         : together == good - 1 ? 2u
                                                : 1u) *
                                2 +
                            (plan->length > 1));
}

static void pair(struct slm_cover_ctx *c, struct assay_cover *db, uint32_t kind, bool same_word)
{
    if (c->last.some)
        assay_cover_hit(db, PAIRS, (c->last.kind * KINDS + kind) * 2 + same_word);
}

static bool meets(const struct slm_cover_last *last, uint32_t at_word, bool whole_line)
{
    return last->line || whole_line ? last->word / SLM_LINE_WORDS == at_word / SLM_LINE_WORDS
                                    : last->word == at_word;
}

/* For the next request, the first word of a request stands for all of its words. */
static void vector_pair(struct slm_cover_ctx *c, struct assay_cover *db, const struct slm_req *q,
                        const struct slm_plan *plan)
{
    const uint32_t kind = vector_kind_of(q->op);
    bool some = false, same_word = false;
    uint32_t first = 0;

    for (unsigned i = c->params.lanes; i-- > 0;)
        if (plan->cycle[i]) {
            some = true;
            first = q->addr[i] / 4;
            same_word |= meets(&c->last, first, false);
        }
    if (!some)
        return;
    pair(c, db, kind, same_word);
    c->last = (struct slm_cover_last){kind, first, true, false};
}

static void vector_accepted(struct slm_cover_ctx *c, struct assay_cover *db,
                            const struct slm_req *q)
{
    struct slm_plan plan;
    uint32_t turns = 0;

    c->req[(c->first + c->n) % SLM_UNDER_WAY] = *q;
    ++c->n;
    if (q->op == SLM_FENCE)
        return;
    slm_make_plan(&c->params, q, &plan);
    for (unsigned i = 0; i < c->params.lanes; ++i)
        turns = plan.cycle[i] > turns ? plan.cycle[i] : turns;
    if (q->op == SLM_FADD)
        turns /= 4;
    assay_cover_hit(db, QUEUES, vector_kind_of(q->op) * 5 + (turns < 4 ? turns : 4));
    lanes(c, db, q, &plan);
    if (q->op == SLM_LOAD)
        joins(c, db, q, &plan);
    vector_pair(c, db, q, &plan);
}

static void line_accepted(struct slm_cover_ctx *c, struct assay_cover *db, const struct slm_line *q)
{
    const uint32_t what = !q->write ? 0u : !q->mask ? 1u : q->mask == UINT64_MAX ? 3u : 2u;
    const uint32_t kind = q->write ? (uint32_t)KIND_WRITE : (uint32_t)KIND_READ;
    const uint32_t result = q->addr >= c->params.kb * 1024 ? 2u : q->addr % 64 ? 1u : 0u;

    assay_cover_hit(db, LINES, what * 3 + result);
    if (result)
        return;
    pair(c, db, kind, meets(&c->last, q->addr / 4, true));
    c->last = (struct slm_cover_last){kind, q->addr / 4, true, true};
}

/* --- responses --- */

static uint32_t class_of(uint32_t x)
{
    return assay_cover_float_class(x, 8, 23);
}

static void ordered(struct assay_cover *db, uint32_t code, uint32_t old, uint32_t data)
{
    const bool kept = slm_update(code, SLM_WORD, 0, old, data, 0) == old;

    assay_cover_hit(db, ORDERS,
                    ((code - SLM_SMIN) * 4 + (old >> 31) + 2 * (data >> 31)) * 2 + !kept);
}

static void answered(struct slm_cover_ctx *c, struct assay_cover *db, const struct slm_rsp *a)
{
    const struct slm_req *q = &c->req[c->first];
    const uint32_t good = q->enable & ~a->error;

    if (q->op >= SLM_SMIN && q->op <= SLM_FADD)
        for (unsigned i = 0; i < c->params.lanes; ++i) {
            if (!(good >> i & 1))
                continue;
            if (q->op == SLM_FADD)
                assay_cover_hit(db, SUMS, class_of(a->data[i]) * 5 + class_of(q->data[i]));
            else if (q->op == SLM_CAS)
                assay_cover_hit(db, SWAPS, a->data[i] != q->compare[i]);
            else
                ordered(db, q->op, a->data[i], q->data[i]);
        }
    c->first = (uint8_t)((c->first + 1) % SLM_UNDER_WAY);
    --c->n;
}

/* --- a cycle --- */

static uint32_t state_of(uint8_t valid, uint8_t ready)
{
    return !valid ? 0 : 1 + (uint32_t)ready;
}

static void turn(struct slm_cover_ctx *c, struct assay_cover *db, uint32_t of, uint8_t both)
{
    assay_cover_hit(db, TURNS, (c->before * 2u + of) * 2 + both);
    c->before = (uint8_t)of;
}

void slm_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
               uint64_t transfers)
{
    struct slm_cover_ctx *c = any;
    const struct slm_inputs *in = any_in;
    const struct slm_outputs *out = any_out;
    const uint32_t answers = state_of(out->rsp_valid, in->rsp_ready) * 3 +
                             state_of(out->line_rsp_valid, in->line_rsp_ready);

    assay_cover_hit(db, WAITS, state_of(in->req_valid, out->req_ready) * 9 + answers);
    assay_cover_hit(db, WAITS, 27 + state_of(in->line_valid, out->line_ready) * 9 + answers);
    if (transfers & RSP)
        answered(c, db, &out->rsp);
    if (transfers & REQ) {
        turn(c, db, SLM_VECTOR, in->line_valid);
        vector_accepted(c, db, &in->req);
    } else if (transfers & LINE) {
        turn(c, db, SLM_LINE, in->req_valid);
        line_accepted(c, db, &in->line);
    }
}
