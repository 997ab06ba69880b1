#include "predicate/interp.h"

#include <math.h>
#include <string.h>

enum { MAX_STEPS = 100000, MAX_CALLS = 8 };

static uint32_t field(uint64_t word, unsigned at, unsigned bits)
{
    return (uint32_t)(word >> at) & ((1u << bits) - 1);
}

static float as_float(uint32_t x)
{
    float f;

    memcpy(&f, &x, sizeof f);
    return f;
}

static uint32_t as_word(float f)
{
    uint32_t x;

    memcpy(&x, &f, sizeof x);
    return isnan(f) ? 0x7FC00000u : x;
}

static int64_t as_signed(uint32_t x)
{
    return x < 0x80000000u ? (int64_t)x : (int64_t)x - 0x100000000;
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
    case 6:
        return lane;
    default:
        return 0;
    }
}

static bool compare(uint32_t type, uint32_t condition, uint32_t a, uint32_t b)
{
    double x, y;

    if (type == 2) {
        x = (double)as_float(a);
        y = (double)as_float(b);
    } else {
        x = type == 0 ? (double)as_signed(a) : (double)a;
        y = type == 0 ? (double)as_signed(b) : (double)b;
    }
    switch (condition) {
    case 0:
    case 6:
        return x == y;
    case 1:
    case 7:
        return x != y;
    case 2:
        return x < y;
    case 3:
        return x >= y;
    case 4:
        return x > y;
    default:
        return x <= y;
    }
}

static uint32_t value(uint32_t op, uint32_t a, uint32_t b, uint32_t c, bool choice)
{
    const unsigned n = b % 32;

    switch (op) {
    case 1:
        return a;
    case 2:
        return a + b;
    case 3:
        return a - b;
    case 4:
        return a * b;
    case 5:
        return a & b;
    case 6:
        return a | b;
    case 7:
        return a ^ b;
    case 8:
        return (uint32_t)((uint64_t)a << n);
    case 9:
        return a >> n;
    case 10: { /* rounded down */
        const int64_t unit = (int64_t)1 << n, x = as_signed(a);
        const int64_t rest = ((x % unit) + unit) % unit;

        return (uint32_t)((x - rest) / unit);
    }
    case 11:
        return as_signed(a) < as_signed(b) ? a : b;
    case 12:
        return as_signed(a) > as_signed(b) ? a : b;
    case 13:
        return choice ? a : b;
    case 14:
        return as_word(as_float(a) + as_float(b));
    case 15:
        return as_word(as_float(a) - as_float(b));
    case 16:
        return as_word(as_float(a) * as_float(b));
    default:
        return as_word(fmaf(as_float(a), as_float(b), as_float(c)));
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

/* For a lane alone, the end of what an ssy opened is its join that the lane reaches first: it goes on
 * at the place that the ssy named. */
struct calls {
    uint32_t at[MAX_CALLS], n;
};

/* One instruction; false ends the lane, with `why` set if that is wrong. */
static bool step(struct interp *m, uint32_t lane, uint64_t word, bool sense, uint32_t *pc,
                 struct calls *calls, const char **why)
{
    struct interp_lane *l = &m->lane[lane];
    const uint32_t op = field(word, 0, 6), target = field(word, 40, 8);
    const uint32_t a = source(m, l, lane, word, 19), b = source(m, l, lane, word, 26);
    const uint32_t ci = field(word, 36, 4);
    uint32_t c = 0;
    bool choice = false;

    ++*pc;
    if (op == 23) {
        if (calls->n == MAX_CALLS) {
            *why = "ssy nested too deeply";
            return false;
        }
        calls->at[calls->n++] = target;
        return true;
    }
    if (op == 24) {
        if (!calls->n) {
            *why = "join without ssy";
            return false;
        }
        *pc = calls->at[--calls->n];
        return true;
    }
    if (!guard(l, word, sense))
        return true;
    if (op == 13)
        choice = field(word, 33, 3) == 1 ? l->p[ci & 3] : l->up[ci & 3];
    else if (op == 17 || op == 26)
        c = source(m, l, lane, word, 33);
    switch (op) {
    case 18:
        put(l, word, compare(field(word, 33, 3), ci, a, b));
        return true;
    case 22:
        *pc = target;
        return true;
    case 25:
    case 26:
        if (a + b >= INTERP_MEMORY) {
            *why = "outside memory";
            return false;
        }
        if (op == 25)
            put(l, word, m->memory[a + b]);
        else
            m->memory[a + b] = c;
        return true;
    case 27:
        return false;
    default:
        if (op == 0 || op > 17) {
            *why = "an instruction that is not known";
            return false;
        }
        put(l, word, value(op, a, b, c, choice));
        return true;
    }
}

bool interp_run(struct interp *m, const uint64_t *code, uint32_t length, bool sense,
                const char **why)
{
    *why = NULL;
    for (uint32_t lane = 0; lane < m->lanes; ++lane) {
        struct calls calls = {.n = 0};
        uint32_t pc = 0, steps = 0;

        do {
            if (pc >= length)
                *why = "beyond the program";
            else if (++steps > MAX_STEPS)
                *why = "does not end";
        } while (!*why && step(m, lane, code[pc], sense, &pc, &calls, why));
        if (*why)
            return false;
        m->instructions += steps;
    }
    return true;
}
