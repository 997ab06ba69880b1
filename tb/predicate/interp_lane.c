#include "predicate/interp_lane.h"

#include <stddef.h>

#include "predicate/interp_value.h"

uint32_t interp_source(const struct interp_lane *l, const uint32_t *c, uint64_t word, unsigned at)
{
    const uint32_t i = interp_field(word, at + 3, 4), imm = interp_field(word, 40, 24);

    switch (interp_field(word, at, 3)) {
    case 1:
        return l->r[i];
    case 2:
        return l->u[i];
    case 3:
        return c[i];
    case 4:
        return imm >= 0x800000 ? imm | 0xFF000000u : imm;
    case 5:
        return imm * 256;
    case 6:
        return i < INTERP_SPECIALS ? l->special[i] : 0;
    default:
        return 0;
    }
}

bool interp_guard(const struct interp_lane *l, uint64_t word, bool sense)
{
    const uint32_t i = interp_field(word, 9, 2);

    switch (interp_field(word, 6, 3)) {
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

void interp_put(struct interp_lane *l, uint64_t word, uint32_t value)
{
    const uint32_t i = interp_field(word, 15, 4);

    switch (interp_field(word, 12, 3)) {
    case 1:
        l->r[i] = value;
        break;
    case 2:
        l->u[i] = value;
        break;
    case 3:
        l->p[i] = value != 0;
        break;
    default:
        l->up[i] = value != 0;
        break;
    }
}

/* --- memory, byte by byte --- */

struct interp_access interp_access(uint32_t at, uint32_t size)
{
    static const uint8_t bytes_of[8] = {4, 1, 1, 2, 2, 4, 4, 4};

    return (struct interp_access){at, bytes_of[size & 7], size % 2 == 1};
}

uint32_t interp_load(const uint32_t *memory, const struct interp_access *x)
{
    uint32_t value = 0;

    for (uint32_t i = x->at + x->bytes; i-- > x->at;)
        value = value * 256 + (memory[i / 4] >> i % 4 * 8 & 255);
    if (x->is_signed && x->bytes < 4 && value >> (8 * x->bytes - 1))
        value -= 1u << (8 * x->bytes);
    return value;
}

void interp_store(uint32_t *memory, const struct interp_access *x, uint32_t value)
{
    for (uint32_t i = x->at; i < x->at + x->bytes; ++i, value /= 256) {
        const uint32_t shift = i % 4 * 8;

        memory[i / 4] = (memory[i / 4] & ~(255u << shift)) | (value & 255) << shift;
    }
}

/* --- a single lane --- */

void interp_begin(struct interp_lane *l, uint32_t pc)
{
    l->pc = pc;
    l->steps = l->n_calls = 0;
    l->over = false;
}

static bool calls(struct interp_lane *l, uint32_t target, const char **why)
{
    if (l->n_calls == INTERP_CALLS) {
        *why = "ssy nested too deeply";
        return false;
    }
    l->calls[l->n_calls++] = target;
    return true;
}

/* The first join that a lane reaches after an ssy ends what that ssy opened. The lane continues
 * at the place that the ssy named. */
static bool returns(struct interp_lane *l, const char **why)
{
    if (!l->n_calls) {
        *why = "join without ssy";
        return false;
    }
    l->pc = l->calls[--l->n_calls];
    return true;
}

static bool computes(struct interp_lane *l, const struct interp_code *code, uint64_t word,
                     const char **why)
{
    const uint32_t op = interp_op(word), ck = interp_field(word, 33, 3),
                   ci = interp_field(word, 36, 4);
    const uint32_t a = interp_source(l, code->c, word, INTERP_A);
    const uint32_t b = interp_source(l, code->c, word, INTERP_B);
    const uint32_t c = interp_source(l, code->c, word, INTERP_C);
    bool choice = false, known = true;
    uint32_t value;

    if (op == 18) {
        value = interp_compare(ck, ci, a, b);
    } else {
        if (op == 13)
            choice = ck == 1 ? l->p[ci & 3] : l->up[ci & 3];
        value = interp_value(op, ck, ci, a, b, c, choice, &known);
    }
    if (known)
        interp_put(l, word, value);
    else
        *why = "an instruction that is not known";
    return known;
}

bool interp_step(struct interp_lane *l, const struct interp_code *code, const char **why)
{
    const uint64_t word = code->word[l->pc++];

    switch (interp_op(word)) {
    case 23:
        return calls(l, interp_field(word, 40, 12), why);
    case 24:
        return returns(l, why);
    case 22:
        if (interp_guard(l, word, code->sense))
            l->pc = interp_field(word, 40, 12);
        return true;
    case 27:
        return !interp_guard(l, word, code->sense);
    default:
        return !interp_guard(l, word, code->sense) || computes(l, code, word, why);
    }
}

bool interp_goes_on(struct interp_lane *l, const struct interp_code *code, const char **why)
{
    if (l->pc >= code->length)
        *why = "beyond the program";
    else if (++l->steps > INTERP_STEPS)
        *why = "does not end";
    return !*why;
}

/* --- all lanes together --- */

bool interp_crosses(uint64_t word)
{
    const uint32_t op = interp_op(word);

    return (op >= 19 && op <= 21) || op == 45 || op == 46;
}

/* Combines neighbours first. If one side has no number, the other one passes through. Each
 * number first has `+ 0` of its kind applied, which only makes a NaN canonical. */
static uint32_t reduce(const struct interp_lane *lane, uint64_t word, uint32_t n,
                       const bool *executes, bool *any)
{
    const uint32_t op = interp_field(word, 36, 4), type = interp_field(word, 33, 3);
    uint32_t left, right, value;
    bool has_left, has_right;

    if (n == 1) {
        *any = *executes;
        value = lane->r[interp_field(word, 22, 4)];
        return type == 2 && (value & 0x7FFFFFFF) > 0x7F800000 ? 0x7FC00000 : value;
    }
    left = reduce(lane, word, n / 2, executes, &has_left);
    right = reduce(lane + n / 2, word, n / 2, executes + n / 2, &has_right);
    *any = has_left || has_right;
    return !has_right ? left : !has_left ? right : interp_combine(op, type, left, right);
}

static uint32_t vote(const struct interp_lane *lane, uint32_t lanes, uint64_t word,
                     const bool *executes)
{
    const uint32_t op = interp_op(word), p = interp_field(word, 36, 2);
    uint32_t set = 0, clear = 0;

    for (uint32_t n = 0; n < lanes; ++n) {
        set += executes[n] && lane[n].p[p];
        clear += executes[n] && !lane[n].p[p];
    }
    return op == 19 ? clear == 0 : op == 20 ? set != 0 : set == 0;
}

/* A lane that is not over, for values that are the same in all lanes. */
static const struct interp_lane *some_lane(const struct interp_lane *lane)
{
    while (lane->over)
        ++lane;
    return lane;
}

void interp_together(struct interp_lane *lane, uint32_t lanes, const struct interp_code *code)
{
    const struct interp_lane *one = some_lane(lane);
    const uint64_t word = code->word[one->pc];
    bool executes[INTERP_LANES], any = false, some;
    uint32_t value, from; /* the number of lanes is a power of two */

    for (uint32_t n = 0; n < lanes; ++n) {
        executes[n] = !lane[n].over && interp_guard(&lane[n], word, code->sense);
        any = any || executes[n];
    }
    if (interp_op(word) == 45) {
        value = reduce(lane, word, lanes, executes, &some);
    } else if (interp_op(word) == 46) {
        from = interp_source(one, code->c, word, INTERP_B) & (lanes - 1);
        value = lane[from].r[interp_field(word, 22, 4)];
    } else {
        value = vote(lane, lanes, word, executes);
    }
    for (uint32_t n = 0; n < lanes; ++n) {
        if (lane[n].over)
            continue;
        ++lane[n].pc;
        if (any)
            interp_put(&lane[n], word, value);
    }
}
