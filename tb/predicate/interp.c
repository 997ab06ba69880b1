#include "predicate/interp.h"

#include <stddef.h>

#include "predicate/interp_value.h"

enum { MAX_STEPS = 100000 };

static uint32_t field(uint64_t word, unsigned at, unsigned bits)
{
    return (uint32_t)(word >> at) & ((1u << bits) - 1);
}

static uint32_t source(const struct interp *m, const struct interp_lane *l, uint32_t lane,
                       uint64_t word, unsigned at)
{
    const uint32_t i = field(word, at + 3, 4), imm = field(word, 40, 24);

    switch (field(word, at, 3)) {
    case 1:
        return l->r[i];
    case 2:
        return l->u[i];
    case 3:
        return m->c[i];
    case 4:
        return imm >= 0x800000 ? imm | 0xFF000000u : imm;
    case 5:
        return imm * 256;
    case 6: /* warp 0 of 1 in group 0 of 1 */
        return i == 0 ? lane : i % 2 == 0;
    default:
        return 0;
    }
}

static bool guard(const struct interp_lane *l, uint64_t word, bool sense)
{
    const uint32_t i = field(word, 9, 2);

    switch (field(word, 6, 3)) {
    case 1:
        return l->p[i] != sense;
    case 2:
        return l->p[i] == sense;
    case 3:
        return l->up[i] != sense;
    case 4:
        return l->up[i] == sense;
    default:
        return true;
    }
}

static void put(struct interp_lane *l, uint64_t word, uint32_t x)
{
    const uint32_t i = field(word, 15, 4);

    switch (field(word, 12, 3)) {
    case 1:
        l->r[i] = x;
        break;
    case 2:
        l->u[i] = x;
        break;
    case 3:
        l->p[i] = x != 0;
        break;
    default:
        l->up[i] = x != 0;
        break;
    }
}

/* --- memory, byte by byte --- */

static uint32_t load(const struct interp *m, uint32_t at, uint32_t bytes, bool is_signed)
{
    uint32_t x = 0;

    for (uint32_t i = bytes; i-- > 0;)
        x = x * 256 + (m->memory[(at + i) / 4] >> (at + i) % 4 * 8 & 255);
    if (is_signed && bytes < 4 && x >> (8 * bytes - 1))
        x -= 1u << (8 * bytes);
    return x;
}

static void store(struct interp *m, uint32_t at, uint32_t bytes, uint32_t x)
{
    for (uint32_t i = at; i < at + bytes; ++i, x /= 256) {
        const uint32_t shift = i % 4 * 8;

        m->memory[i / 4] = (m->memory[i / 4] & ~(255u << shift)) | (x & 255) << shift;
    }
}

static bool access_memory(struct interp *m, struct interp_lane *l, uint64_t word, uint32_t at,
                          uint32_t x, const char **why)
{
    static const uint8_t bytes_of[8] = {4, 1, 1, 2, 2, 4, 4, 4};
    const bool is_load = field(word, 0, 6) == 25;
    const uint32_t size = is_load ? field(word, 36, 3) : field(word, 15, 3);
    const uint32_t bytes = bytes_of[size];

    if (at >= 4 * INTERP_MEMORY || at % bytes) {
        *why = at % bytes ? "misaligned" : "outside memory";
        return false;
    }
    if (is_load)
        put(l, word, load(m, at, bytes, size % 2 == 1));
    else
        store(m, at, bytes, x);
    return true;
}

/* --- a lane alone --- */

static bool calls(struct interp_lane *l, uint32_t target, const char **why)
{
    if (l->n_calls == INTERP_CALLS) {
        *why = "ssy nested too deeply";
        return false;
    }
    l->calls[l->n_calls++] = target;
    return true;
}

/* The end of what an ssy opened is its join that the lane reaches first: it goes on at the place that
 * the ssy named. */
static bool returns(struct interp_lane *l, const char **why)
{
    if (!l->n_calls) {
        *why = "join without ssy";
        return false;
    }
    l->pc = l->calls[--l->n_calls];
    return true;
}

/* One instruction; false ends the lane, with `why` set if that is wrong. */
static bool step(struct interp *m, uint32_t lane, uint64_t word, bool sense, const char **why)
{
    struct interp_lane *l = &m->lane[lane];
    const uint32_t op = field(word, 0, 6), ck = field(word, 33, 3), ci = field(word, 36, 4);
    const uint32_t a = source(m, l, lane, word, 19), b = source(m, l, lane, word, 26);
    const uint32_t c = source(m, l, lane, word, 33);
    bool choice = false, known;
    uint32_t value;

    ++l->pc;
    if (op == 23)
        return calls(l, field(word, 40, 12), why);
    if (op == 24)
        return returns(l, why);
    if (!guard(l, word, sense))
        return true;
    switch (op) {
    case 18:
        put(l, word, interp_compare(ck, ci, a, b));
        return true;
    case 22:
        l->pc = field(word, 40, 12);
        return true;
    case 25:
    case 26:
        return access_memory(m, l, word, a + b, c, why);
    case 27:
        return false;
    default:
        if (op == 13)
            choice = ck == 1 ? l->p[ci & 3] : l->up[ci & 3];
        value = interp_value(op, ck, ci, a, b, c, choice, &known);
        if (!known) {
            *why = "an instruction that is not known";
            return false;
        }
        put(l, word, value);
        return true;
    }
}

static bool crosses(uint64_t word)
{
    const uint32_t op = field(word, 0, 6);

    return (op >= 19 && op <= 21) || op == 45 || op == 46;
}

/* Until it ends or stands at an instruction of all lanes. */
static void run_lane(struct interp *m, uint32_t lane, const uint64_t *code, uint32_t length,
                     bool sense, const char **why)
{
    struct interp_lane *l = &m->lane[lane];

    while (!*why && !l->over) {
        if (l->pc >= length)
            *why = "beyond the program";
        else if (++l->steps > MAX_STEPS)
            *why = "does not end";
        else if (crosses(code[l->pc]))
            return;
        else
            l->over = !step(m, lane, code[l->pc], sense, why);
    }
}

/* --- all of them together --- */

/* Neighbours first; without a number on one side the other one goes on, and at last through `+ 0` of
 * its kind, which only makes a NaN the canonical one. */
static uint32_t reduce(const struct interp *m, uint64_t word, uint32_t from, uint32_t n,
                       const bool *executes, bool *any)
{
    const uint32_t op = field(word, 36, 4), type = field(word, 33, 3);
    uint32_t left, right, value;
    bool has_left, has_right;

    if (n == 1) {
        *any = executes[from];
        value = m->lane[from].r[field(word, 22, 4)];
        return type == 2 && (value & 0x7FFFFFFF) > 0x7F800000 ? 0x7FC00000 : value;
    }
    left = reduce(m, word, from, n / 2, executes, &has_left);
    right = reduce(m, word, from + n / 2, n / 2, executes, &has_right);
    *any = has_left || has_right;
    return !has_right ? left : !has_left ? right : interp_combine(op, type, left, right);
}

static uint32_t vote(const struct interp *m, uint64_t word, const bool *executes)
{
    const uint32_t op = field(word, 0, 6), p = field(word, 36, 2);
    uint32_t set = 0, clear = 0;

    for (uint32_t n = 0; n < m->lanes; ++n) {
        set += executes[n] && m->lane[n].p[p];
        clear += executes[n] && !m->lane[n].p[p];
    }
    return op == 19 ? clear == 0 : op == 20 ? set != 0 : set == 0;
}

static void together(struct interp *m, uint64_t word, bool sense)
{
    const uint32_t op = field(word, 0, 6);
    bool executes[INTERP_LANES], any = false, some;
    uint32_t value; /* of lanes there is a power of two */

    for (uint32_t n = 0; n < m->lanes; ++n) {
        executes[n] = guard(&m->lane[n], word, sense);
        any = any || executes[n];
    }
    if (op == 45)
        value = reduce(m, word, 0, m->lanes, executes, &some);
    else if (op == 46)
        value = m->lane[source(m, &m->lane[0], 0, word, 26) & (m->lanes - 1)].r[field(word, 22, 4)];
    else
        value = vote(m, word, executes);
    for (uint32_t n = 0; n < m->lanes; ++n) {
        ++m->lane[n].pc;
        if (any)
            put(&m->lane[n], word, value);
    }
}

/* Whether all lanes are over; else all stand at one place. */
static bool all_over(const struct interp *m, const char **why)
{
    for (uint32_t n = 1; n < m->lanes; ++n)
        if (m->lane[n].over != m->lane[0].over ||
            (!m->lane[0].over && m->lane[n].pc != m->lane[0].pc))
            *why = "a vote, red or readlane that not all lanes reach";
    return m->lane[0].over;
}

bool interp_run(struct interp *m, const uint64_t *code, uint32_t length, bool sense,
                const char **why)
{
    *why = NULL;
    for (uint32_t lane = 0; lane < m->lanes; ++lane) {
        m->lane[lane].pc = m->lane[lane].steps = m->lane[lane].n_calls = 0;
        m->lane[lane].over = false;
    }
    for (;;) {
        for (uint32_t lane = 0; lane < m->lanes && !*why; ++lane)
            run_lane(m, lane, code, length, sense, why);
        if (*why || all_over(m, why))
            break;
        if (!*why)
            together(m, code[m->lane[0].pc], sense);
    }
    for (uint32_t lane = 0; lane < m->lanes; ++lane)
        m->instructions += m->lane[lane].steps;
    return !*why;
}
