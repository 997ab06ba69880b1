#include "core/interp.h"

#include <stddef.h>
#include <string.h>

#include "core/interp_bar.h"
#include "predicate/interp_value.h"

enum { LD = 25, ST = 26, LDU = 47, ATOM, FENCE, BAR, MSG, RECV, DPAS, MOVE, ROW, PACK, WAIT };
enum { EXCH = 3, ADD, AND, OR, XOR, SMIN, SMAX, UMIN, UMAX, CAS, FADD }; /* of atom */

uint32_t *core_interp_word(struct core_interp *m, uint32_t at)
{
    return at - m->base < m->bytes ? &m->global[(at - m->base) / 4] : NULL;
}

/* --- memory --- */

/* Returns the memory of an access and makes the address relative to it. NULL, with *why set, if
 * the access is out of range or misaligned. */
static uint32_t *memory_of(struct core_interp *m, struct interp_access *x, bool local,
                           const char **why)
{
    const uint32_t bytes = local ? m->local_bytes : m->bytes;

    if (!local)
        x->at -= m->base;
    if (x->at >= bytes || bytes - x->at < x->bytes)
        *why = local ? "outside local memory" : "outside global memory";
    else if (x->at % x->bytes)
        *why = "misaligned";
    return *why ? NULL : local ? m->local : m->global;
}

static bool load_store(struct core_interp *m, struct interp_lane *l, uint64_t word,
                       const char **why)
{
    const bool store = interp_op(word) == ST;
    const uint32_t size = interp_field(word, store ? 15 : 36, 4);
    const uint32_t at =
        interp_source(l, m->c, word, INTERP_A) + interp_source(l, m->c, word, INTERP_B);
    struct interp_access x = interp_access(at, size);
    uint32_t *memory = memory_of(m, &x, size >= 8, why);

    if (!memory)
        return false;
    if (store)
        interp_store(memory, &x, interp_source(l, m->c, word, INTERP_C));
    else
        interp_put(l, word, interp_load(memory, &x));
    return true;
}

uint32_t core_interp_update(uint32_t op, uint32_t old, uint32_t data, uint32_t compare)
{
    /* The arithmetic instruction that computes the same. */
    static const uint8_t as[16] = {[ADD] = 2,   [AND] = 5,   [OR] = 6,    [XOR] = 7,  [SMIN] = 11,
                                   [SMAX] = 12, [UMIN] = 39, [UMAX] = 40, [FADD] = 14};
    bool known;

    if (op == EXCH)
        return data;
    if (op == CAS)
        return old == compare ? data : old;
    return interp_value(as[op], 0, 0, old, data, 0, false, &known);
}

static bool atomic(struct core_interp *m, struct interp_lane *l, uint64_t word, const char **why)
{
    const uint32_t op = interp_field(word, 40, 4);
    const uint32_t b = interp_source(l, m->c, word, INTERP_B),
                   c = interp_source(l, m->c, word, INTERP_C);
    struct interp_access x = interp_access(interp_source(l, m->c, word, INTERP_A), 0);
    uint32_t *memory = memory_of(m, &x, interp_field(word, 44, 1), why), old;

    if (!memory)
        return false;
    old = interp_load(memory, &x);
    interp_store(memory, &x, core_interp_update(op, old, op == CAS ? c : b, b));
    interp_put(l, word, old);
    return true;
}

/* --- a lane --- */

/* Whether an instruction waits for the whole warp. */
static bool meets(uint64_t word)
{
    return interp_crosses(word) || interp_op(word) >= FENCE;
}

static bool step(struct core_interp *m, struct interp_lane *l, const struct interp_code *code,
                 const char **why)
{
    const uint64_t word = code->word[l->pc];
    const uint32_t op = interp_op(word);

    if (op != LD && op != ST && op != LDU && op != ATOM)
        return interp_step(l, code, why);
    ++l->pc;
    if (!interp_guard(l, word, code->sense))
        return true;
    return op == ATOM ? atomic(m, l, word, why) : load_store(m, l, word, why);
}

static void run_lane(struct core_interp *m, struct interp_lane *l, const struct interp_code *code,
                     const char **why)
{
    while (!*why && !l->over && interp_goes_on(l, code, why)) {
        if (meets(code->word[l->pc]))
            return;
        ++m->instructions;
        l->over = !step(m, l, code, why);
    }
}

/* --- a warp --- */

static struct interp_lane *some_lane(struct core_interp *m, struct core_interp_warp *w)
{
    for (uint32_t n = 0; n < m->lanes; ++n)
        if (!w->lane[n].over)
            return &w->lane[n];
    return NULL;
}

/* Advances all live lanes past the instruction. */
static void pass(struct core_interp *m, struct core_interp_warp *w)
{
    for (uint32_t n = 0; n < m->lanes; ++n)
        if (!w->lane[n].over)
            ++w->lane[n].pc;
}

static void put_u(struct core_interp *m, struct core_interp_warp *w, uint32_t u, uint32_t value)
{
    for (uint32_t n = 0; n < m->lanes; ++n)
        w->lane[n].u[u % 16] = value;
}

static bool message(struct core_interp *m, const struct interp_lane *l, uint64_t word,
                    const char **why)
{
    const uint32_t to = interp_source(l, m->c, word, INTERP_A);

    if (to >= m->warps) {
        *why = "a message to a warp outside the group";
        return false;
    }
    put_u(m, &m->warp[to], interp_field(word, 15, 4), interp_source(l, m->c, word, INTERP_B));
    ++m->warp[to].arrived;
    return true;
}

/* Executes an instruction of the warp whose guard is true. Returns false if it waits or fails. */
static bool of_warp(struct core_interp *m, struct core_interp_warp *w, const struct interp_lane *l,
                    uint64_t word, const char **why)
{
    uint32_t n;

    switch (interp_op(word)) {
    case FENCE:
    case WAIT:
        return true;
    case BAR:
        w->waits = true;
        return false;
    case MSG:
        return message(m, l, word, why);
    case RECV:
        n = interp_source(l, m->c, word, INTERP_A);
        if (w->arrived < n)
            return false;
        w->arrived -= n;
        return true;
    default:
        if (m->offload)
            return m->offload(m->offload_arg, m, (uint32_t)(w - m->warp), word, why);
        *why = "an instruction that is not known";
        return false;
    }
}

/* row and pack have guards per lane, which the offload function evaluates. */
static bool executes(const struct interp_lane *l, uint64_t word, bool sense)
{
    return interp_op(word) == ROW || interp_op(word) == PACK || interp_guard(l, word, sense);
}

/* Returns true if all live lanes are at the same instruction. It is an error if they are not. If
 * no lane is live, the warp is over. */
static bool stand_together(struct core_interp *m, struct core_interp_warp *w, const char **why)
{
    const struct interp_lane *one = some_lane(m, w);

    for (uint32_t n = 0; one && n < m->lanes; ++n)
        if (!w->lane[n].over && w->lane[n].pc != one->pc)
            *why = "an instruction of the warp that not all lanes reach";
    w->over = !one;
    return one && !*why;
}

/* Index of the n-th of `of` to run. */
static uint32_t in_turn(const struct core_interp *m, uint32_t n, uint32_t of)
{
    return m->backwards ? of - 1 - n : n;
}

/* Runs a warp until it ends, waits or fails. Returns whether it has done anything. */
static bool run_warp(struct core_interp *m, struct core_interp_warp *w,
                     const struct interp_code *code, const char **why)
{
    bool moved = false;

    while (!w->over && !w->waits) {
        const struct interp_lane *l;
        uint64_t word;

        for (uint32_t n = 0; n < m->lanes && !*why; ++n)
            run_lane(m, &w->lane[in_turn(m, n, m->lanes)], code, why);
        if (*why || !stand_together(m, w, why))
            return true;
        l = some_lane(m, w);
        word = code->word[l->pc];
        if (interp_crosses(word)) {
            interp_together(w->lane, m->lanes, code);
        } else {
            if (executes(l, word, m->sense) && !of_warp(m, w, l, word, why))
                return moved || w->waits;
            pass(m, w);
        }
        ++m->instructions;
        moved = true;
    }
    return moved;
}

/* --- a group --- */

static uint32_t counted(struct core_interp *m, struct core_interp_warp *w, uint64_t word)
{
    uint32_t sum = 0;

    if (interp_field(word, 50, 1))
        for (uint32_t n = 0; n < m->lanes; ++n)
            sum += !w->lane[n].over && w->lane[n].p[interp_field(word, 51, 2)];
    return sum;
}

/* Completes a barrier: writes the results to all warps and lets them continue. */
static void release(struct core_interp *m, const struct interp_code *code, uint64_t result,
                    uint32_t sum)
{
    for (uint32_t i = 0; i < m->warps; ++i) {
        struct core_interp_warp *w = &m->warp[i];
        const uint64_t word = code->word[some_lane(m, w)->pc];
        const uint32_t to = interp_field(word, 15, 4), type = interp_field(word, 44, 4);

        if (interp_field(word, 40, 4)) {
            put_u(m, w, to, (uint32_t)result);
            if (type >= 3 && type <= 7)
                put_u(m, w, to + 1, (uint32_t)(result >> 32));
        }
        if (interp_field(word, 53, 1))
            put_u(m, w, interp_field(word, 54, 4), sum);
        w->waits = false;
        pass(m, w);
    }
    ++m->meetings;
}

/* All warps are at a barrier. They must agree on it. */
static void barrier(struct core_interp *m, const struct interp_code *code, const char **why)
{
    uint64_t value[CORE_INTERP_WARPS], result = 0;
    uint32_t sum = 0, op = 0, type = 0, id = 0;

    for (uint32_t i = 0; i < m->warps; ++i) {
        const struct interp_lane *l = some_lane(m, &m->warp[i]);
        const uint64_t word = code->word[l->pc];
        uint32_t this_op = interp_field(word, 40, 4);

        if (this_op == 15)
            this_op = l->u[interp_field(word, 58, 4)];
        if (i && (this_op != op || interp_field(word, 44, 4) != type ||
                  interp_source(l, m->c, word, INTERP_A) != id))
            *why = "warps at barriers that disagree";
        op = this_op;
        type = interp_field(word, 44, 4);
        id = interp_source(l, m->c, word, INTERP_A);
        value[i] = interp_source(l, m->c, word, INTERP_B);
        if (type >= 3 && type <= 7)
            value[i] |= (uint64_t)interp_source(l, m->c, word, INTERP_C) << 32;
        sum += counted(m, &m->warp[i], word);
    }
    if (id >= m->barriers)
        *why = "a barrier that the group has not";
    if (!*why && !core_interp_merge(op, type, value, m->warps, sum, &result))
        *why = "a barrier operation that is not known";
    if (!*why)
        release(m, code, result, sum);
}

uint32_t core_interp_source(const struct core_interp *m, uint32_t warp, uint64_t word, unsigned at)
{
    const struct interp_lane *l = m->warp[warp].lane;

    while (l->over)
        ++l;
    return interp_source(l, m->c, word, at);
}

uint32_t core_interp_lane_source(const struct core_interp *m, uint32_t warp, uint32_t lane,
                                 uint64_t word, unsigned at)
{
    const uint32_t kind = interp_field(word, at, 3);

    if (kind == 1 || kind == 6)
        return interp_source(&m->warp[warp].lane[lane], m->c, word, at);
    return core_interp_source(m, warp, word, at);
}

void core_interp_start_group(struct core_interp *m, uint32_t group)
{
    m->group = group;
    memset(m->warp, 0, sizeof m->warp);
    for (uint32_t i = 0; i < CORE_INTERP_LOCAL / 4; ++i)
        m->local[i] = (group * 977 + i) * 2654435761u;
    for (uint32_t i = 0; i < m->warps; ++i)
        for (uint32_t n = 0; n < m->lanes; ++n) {
            struct interp_lane *l = &m->warp[i].lane[n];
            const uint32_t special[INTERP_SPECIALS] = {n, i, m->warps, group, m->groups};

            interp_begin(l, m->entry);
            memcpy(l->special, special, sizeof special);
            for (uint32_t k = 0; k < 16; ++k) {
                l->r[k] = (group * 131 + i * 37 + n * 17 + k) * 2246822519u;
                l->u[k] = (group * 131 + i * 37 + k) * 3266489917u;
            }
        }
}

bool core_interp_run_group(struct core_interp *m, const char **why)
{
    const struct interp_code code = {m->code, m->length, m->c, m->sense};
    uint32_t waiting, over;
    bool moved;

    *why = NULL;
    do {
        moved = false;
        waiting = over = 0;
        for (uint32_t i = 0; i < m->warps && !*why; ++i) {
            struct core_interp_warp *w = &m->warp[in_turn(m, i, m->warps)];

            moved |= run_warp(m, w, &code, why);
            waiting += w->waits;
            over += w->over;
        }
        if (!*why && waiting == m->warps) {
            barrier(m, &code, why);
            moved = true;
        }
    } while (!*why && moved && over < m->warps);
    if (!*why && over < m->warps)
        *why = "warps that wait for ever";
    return !*why;
}

bool core_interp_run(struct core_interp *m, const char **why)
{
    for (uint32_t group = 0; group < m->groups; ++group) {
        core_interp_start_group(m, group);
        if (!core_interp_run_group(m, why))
            return false;
    }
    return true;
}
