#include "slice/coverage_inside.h"

#include <string.h>

#include "predicate/predicate.h"

enum { CACHE_PORT, LOCAL_PORT, LINE_ANSWERS, VALUES, PORTS_N };
enum { FIRST, SECOND, FIRST_OF_BOTH, SECOND_OF_BOTH, SIDES_N };
enum {
    ARITHMETIC,
    BRANCH,
    EXIT,
    LOAD,
    STORE,
    ATOMIC,
    FENCE,
    BARRIER,
    WRITE, /* msg, recv */
    ROW,
    PACK,
    ISSUED_N
};
enum { WITH_MESSAGES = 1, WITH_ACCESSES = 2, HELD_N = 4 };
enum { ASKED_FENCE, AT_BARRIER, ARRAY, MOVER, CHAIN, VALUE, GLOBAL, LOCAL, LEFT_N };
enum { BY_CORE, BY_MOVER, ASKERS_N };
enum { MISS, JOIN, MISSES_N };

static const char *const port_bins[] = {"cache", "local", "line_answers", "values"};
static const char *const sides_bins[] = {"first", "second", "first_of_both", "second_of_both"};
static const char *const issued_bins[] = {"arithmetic", "branch", "exit",  "load",
                                          "store",      "atomic", "fence", "barrier",
                                          "msg",        "row",    "pack"};
static const char *const held_bins[] = {"nothing", "messages", "accesses", "both"};
static const char *const left_bins[] = {"asked_fence", "barrier", "array",  "mover",
                                        "chain",       "value",   "global", "local"};
static const char *const asker_bins[] = {"core", "mover"};
static const char *const miss_bins[] = {"miss", "join"};

const struct assay_cover_axis slice_port_axis = {"port", PORTS_N, port_bins},
                              slice_sides_axis = {"sides", SIDES_N, sides_bins},
                              slice_issued_axis = {"issued", ISSUED_N, issued_bins},
                              slice_held_axis = {"with", HELD_N, held_bins},
                              slice_left_axis = {"left", LEFT_N, left_bins},
                              slice_asker_axis = {"by", ASKERS_N, asker_bins},
                              slice_miss_axis = {"miss", MISSES_N, miss_bins};

void slice_inside_begin(struct slice_inside *c, const struct slice_params *params)
{
    slice_init(&c->model, params);
}

void slice_inside_restart(struct slice_inside *c)
{
    if (!c->reset)
        c->reset = (uint8_t)(c->model.dispatch.phase + 1);
    slice_reset(&c->model);
    c->sent = 0;
}

/* --- offers --- */

static void offer(struct assay_cover *db, unsigned group, uint32_t port, uint8_t turn, bool first,
                  bool second)
{
    if (!first && !second)
        return;
    assay_cover_hit(db, group,
                    port * SIDES_N + (!second  ? FIRST
                                      : !first ? SECOND
                                      : turn   ? SECOND_OF_BOTH
                                               : FIRST_OF_BOTH));
}

static bool core_at_cache(const struct slice_state *s)
{
    if (s->params.distance == 0)
        return core_mem_valid(&s->core);
    return s->n_to && s->now - s->to[s->first_to].due < UINT32_C(1) << 31;
}

static void offers(const struct slice_state *s, struct assay_cover *db, unsigned group)
{
    const bool line = s->compute.mover.line_valid,
               local = line && s->compute.mover.line.addr & SLICE_LOCAL;
    const uint8_t tag = s->zcache.rsp.tag;
    const bool answer = s->zcache.rsp_valid && tag >= SLICE_OF_MOVER && tag < SLICE_OF_DISPATCHER;

    offer(db, group, CACHE_PORT, s->port_turn, core_at_cache(s), line && !local);
    offer(db, group, LOCAL_PORT, s->slm.turn, core_local_valid(&s->core), local);
    offer(db, group, LINE_ANSWERS, s->line_turn, answer, s->slm.line_rsp_valid);
    offer(db, group, VALUES, s->value_turn, s->compute.rdata_valid, s->packer.second_valid);
}

/* --- issue --- */

static uint32_t kind_of(uint8_t op)
{
    switch (op) {
    case PREDICATE_BRA:
    case PREDICATE_SSY:
    case PREDICATE_JOIN:
        return BRANCH;
    case PREDICATE_EXIT:
        return EXIT;
    case PREDICATE_LD:
    case PREDICATE_LDU:
        return LOAD;
    case PREDICATE_ST:
        return STORE;
    case PREDICATE_ATOM:
        return ATOMIC;
    case PREDICATE_FENCE:
        return FENCE;
    case PREDICATE_BAR:
        return BARRIER;
    case PREDICATE_MSG:
    case PREDICATE_RECV:
        return WRITE;
    case PREDICATE_ROW:
        return ROW;
    case PREDICATE_PACK:
        return PACK;
    default:
        return ARITHMETIC;
    }
}

/* The pins show an issue in the cycle after it. Messages themselves and `wait` do not count. */
static void issue(struct slice_inside *c, struct assay_cover *db, unsigned group)
{
    const struct core_state *s = &c->model.core;
    struct predicate_word w;

    if (s->issue && c->sent >> s->issue_warp & 1) {
        predicate_unpack(s->code[s->issue_pc], &w);
        if (w.op != PREDICATE_DPAS && w.op != PREDICATE_MOVE && w.op != PREDICATE_WAIT)
            assay_cover_hit(db, group, kind_of(w.op));
    }
    c->sent = 0;
    for (uint32_t i = 0; i < s->params.warps; ++i)
        c->sent |= (uint32_t)(s->warp[i].out != 0) << i;
}

/* --- barriers and traps --- */

static void come(const struct core_state *s, uint32_t warps, struct assay_cover *db, unsigned group)
{
    for (; warps; warps &= warps - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(warps);
        const struct core_warp *w = &s->warp[i];
        const bool unit =
            (s->global.valid && s->global.warp == i) || (s->local.valid && s->local.warp == i);

        assay_cover_hit(db, group,
                        (w->out || w->open ? WITH_MESSAGES : 0u) |
                            (unit || w->global_busy || w->local_busy ? WITH_ACCESSES : 0u));
    }
}

static bool fence_asked(const struct slice_state *s, const struct core_group *g)
{
    const uint32_t *at = s->gateway.at,
                   asked = at[GATEWAY_FENCE] | at[GATEWAY_OFFERED] | at[GATEWAY_SENT];

    return asked & ((1u << g->bars) - 1) << g->bar_base;
}

static bool array_works(const struct slice_state *s, uint32_t warps)
{
    for (uint32_t i = 0; i < s->params.arrays; ++i) {
        const struct cb_array *a = &s->compute.array[i];

        for (uint32_t at = a->done; at != a->tail; ++at) {
            const struct cb_entry *e = &a->ring[at % CB_RING];

            if (e->status == CB_OK && warps >> e->msg.pr & 1)
                return true;
        }
    }
    return false;
}

static bool mover_works(const struct slice_state *s, uint32_t warps)
{
    const struct cb_mover *m = &s->compute.mover;

    for (uint32_t at = m->done; at != m->tail; ++at)
        if (warps >> m->ring[at % CB_MOVES].msg.pr & 1)
            return true;
    return false;
}

static void trapped(const struct slice_state *s, const struct core_group *g, struct assay_cover *db,
                    unsigned group)
{
    bool left[LEFT_N] = {
        [ASKED_FENCE] = fence_asked(s, g),
        [AT_BARRIER] = g->warps & s->core.at_bar,
        [ARRAY] = array_works(s, g->warps),
        [MOVER] = mover_works(s, g->warps),
    };

    for (uint32_t warps = g->warps; warps; warps &= warps - 1) {
        const struct core_warp *w = &s->core.warp[__builtin_ctz(warps)];

        left[CHAIN] |= w->open;
        left[VALUE] |= w->wanted;
        left[GLOBAL] |= w->global_busy != 0;
        left[LOCAL] |= w->local_busy != 0;
    }
    for (uint32_t i = 0; i < LEFT_N; ++i)
        assay_cover_hit_if(db, left[i], group, i);
}

/* --- the cycle --- */

/* Groups without a trap, at the index of their first warp. */
static uint32_t well(const struct core_state *s)
{
    uint32_t mask = 0;

    for (uint32_t heads = s->heads; heads; heads &= heads - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(heads);

        mask |= (uint32_t)(s->group[i].trap == 0) << i;
    }
    return mask;
}

void slice_inside_cover(struct slice_inside *c, struct assay_cover *db, unsigned first,
                        const struct slice_inputs *in, const struct slice_outputs *out)
{
    struct slice_state *const s = &c->model;
    const uint32_t before = well(&s->core), at_bar = s->core.at_bar;
    const uint32_t misses = s->zcache.counters.misses, joins = s->zcache.counters.joins;
    const uint32_t asker = s->zcache.look.req.tag < SLICE_OF_MOVER ? BY_CORE : BY_MOVER;
    uint32_t fell;

    if (c->astray)
        return;
    if (c->reset)
        assay_cover_hit(db, first + SLICE_RESETS, c->reset - 1u);
    c->reset = 0;
    offers(s, db, first + SLICE_OFFERS);
    issue(c, db, first + SLICE_BESIDE);
    slice_step(s, in, &c->out);
    c->astray = c->out.state != out->state || c->out.issue != out->issue ||
                c->out.issue_pc != out->issue_pc || c->out.saw_cache != out->saw_cache;
    come(&s->core, s->core.at_bar & ~at_bar, db, first + SLICE_HELD);
    fell = before & s->core.heads & ~well(&s->core);
    for (; fell; fell &= fell - 1)
        trapped(s, &s->core.group[__builtin_ctz(fell)], db, first + SLICE_TRAPPED);
    assay_cover_hit_if(db, s->zcache.counters.misses != misses, first + SLICE_MISSED,
                       asker * MISSES_N + MISS);
    assay_cover_hit_if(db, s->zcache.counters.joins != joins, first + SLICE_MISSED,
                       asker * MISSES_N + JOIN);
}
