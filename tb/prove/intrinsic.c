/* intrinsic.c - calls of LLVM's intrinsic functions. */
#include <string.h>

#include "prove/operate.h"

enum { MOST_COPIED = 1 << 16, MOST_ARGUMENTS = 8 };

struct call {
    struct execution *x;
    const struct ir_instruction *i;
    struct path *p;
    const struct value *argument[MOST_ARGUMENTS];
    const char *name; /* without "llvm." */
};

static bool begins(const char *s, const char *with)
{
    return strncmp(s, with, strlen(with)) == 0;
}

static const struct value *argument_of(const struct call *c, uint32_t k, enum value_kind kind)
{
    if (k >= c->i->n_operands || c->argument[k]->kind != kind)
        execute_refuse(c->x, "%s: expected another kind of argument", c->name);
    return c->argument[k];
}

static uint32_t fixed_length(const struct call *c, uint32_t k)
{
    const struct value *const v = argument_of(c, k, VALUE_WORD);
    uint64_t n;

    if (!bits_are_constant(v->n, v->bit, &n) || n > MOST_COPIED)
        execute_refuse(c->x, "%s: a length that is not constant, or beyond %d bytes", c->name,
                       MOST_COPIED);
    return (uint32_t)n;
}

/* Whether the n bytes at `a` and at `b`, in one object, overlap without being the same. */
static aig_lit overlap(struct execution *x, const struct target *a, const struct target *b,
                       uint32_t n)
{
    aig_lit size[OFFSET_BITS], forth[OFFSET_BITS], back[OFFSET_BITS], near;

    bits_constant(OFFSET_BITS, n, size);
    bits_subtract(x->g, OFFSET_BITS, a->offset, b->offset, forth);
    bits_subtract(x->g, OFFSET_BITS, b->offset, a->offset, back);
    near = aig_or(x->g, bits_less(x->g, OFFSET_BITS, forth, size, false),
                  bits_less(x->g, OFFSET_BITS, back, size, false));
    return aig_and(x->g, near, bits_any(x->g, OFFSET_BITS, forth));
}

static void copy(const struct call *c, bool may_overlap)
{
    const uint32_t n = fixed_length(c, 2);
    const struct value *const to = argument_of(c, 0, VALUE_POINTER);
    const struct value *const from = argument_of(c, 1, VALUE_POINTER);
    struct byte *const bytes = arena_get(&c->x->arena, n, sizeof *bytes);
    aig_lit bad = AIG_FALSE;

    if (!n)
        return;
    for (uint32_t i = 0; i < to->n && !may_overlap; ++i)
        for (uint32_t k = 0; k < from->n; ++k)
            if (to->target[i].object == from->target[k].object)
                bad = aig_or(c->x->g, bad,
                             aig_and(c->x->g,
                                     aig_and(c->x->g, to->target[i].guard, from->target[k].guard),
                                     overlap(c->x, &to->target[i], &from->target[k], n)));
    execute_oblige_silently(c->x, aig_and(c->x->g, c->p->pc, bad),
                            "a copy of bytes onto some of them");
    memory_load(c->x, &c->p->memory, c->p->pc, from, n, 1, bytes);
    memory_store(c->x, &c->p->memory, c->p->pc, to, n, 1, bytes);
}

static void fill(const struct call *c)
{
    const uint32_t n = fixed_length(c, 2);
    const struct value *const v = argument_of(c, 1, VALUE_WORD);
    struct byte *const bytes = arena_get(&c->x->arena, n, sizeof *bytes);

    if (!n)
        return;
    for (uint32_t k = 0; k < n; ++k)
        memory_pack(c->x, v, 1, &bytes[k]);
    memory_store(c->x, &c->p->memory, c->p->pc, argument_of(c, 0, VALUE_POINTER), n, 1, bytes);
}

/* The variable whose lifetime begins or ends. */
static uint32_t living(const struct call *c)
{
    const struct value *const p = argument_of(c, 1, VALUE_POINTER);

    if (p->n != 1)
        execute_refuse(c->x, "%s: expected one variable", c->name);
    return p->target[0].object;
}

/* The lifetime of a variable begins: its content is undefined again. */
static void begin_life(const struct call *c)
{
    const uint32_t object = living(c);

    if (object != NO_OBJECT)
        memory_forget(c->x, &c->p->memory, object, "a variable that is not set");
}

static void end_life(const struct call *c)
{
    const uint32_t object = living(c);

    if (object != NO_OBJECT)
        memory_end(c->x, &c->p->memory, object);
}

static void reverse(const struct value *a, aig_lit *out)
{
    for (uint32_t k = 0; k < a->n; ++k)
        out[k] = a->bit[a->n - 1 - k];
}

static const struct value *count_zeros(const struct call *c, bool leading)
{
    const struct value *const a = argument_of(c, 0, VALUE_WORD);
    const struct value *const zero_is_poison = argument_of(c, 1, VALUE_WORD);
    struct value *const v = value_new_word(c->x, a->n);
    aig_lit reversed[BITS_MOST];

    reverse(a, reversed);
    bits_leading_zeros(c->x->g, a->n, leading ? a->bit : reversed, v->bit);
    v->poison =
        aig_or(c->x->g, a->poison,
               aig_and(c->x->g, zero_is_poison->bit[0], aig_not(bits_any(c->x->g, a->n, a->bit))));
    return v;
}

/* Functions of one word that move or count bits, and abs. */
static const struct value *on_one(const struct call *c)
{
    const struct value *const a = argument_of(c, 0, VALUE_WORD);
    struct value *const v = value_new_word(c->x, a->n);

    v->poison = a->poison;
    if (begins(c->name, "ctpop")) {
        bits_count_ones(c->x->g, a->n, a->bit, v->bit);
    } else if (begins(c->name, "bitreverse")) {
        reverse(a, v->bit);
    } else if (begins(c->name, "bswap")) {
        for (uint32_t k = 0; k < a->n; ++k)
            v->bit[k] = a->bit[a->n - 8 - k / 8 * 8 + k % 8];
    } else { /* abs */
        const struct value *const least_is_poison = argument_of(c, 1, VALUE_WORD);
        const aig_lit least =
            aig_and(c->x->g, a->bit[a->n - 1], aig_not(bits_any(c->x->g, a->n - 1, a->bit)));

        bits_negate_if(c->x->g, a->bit[a->n - 1], a->n, a->bit, v->bit);
        v->poison = aig_or(c->x->g, v->poison, aig_and(c->x->g, least_is_poison->bit[0], least));
    }
    return v;
}

static const struct value *choose(const struct call *c, bool is_signed, bool greater)
{
    const struct value *const a = argument_of(c, 0, VALUE_WORD);
    const struct value *const b = argument_of(c, 1, VALUE_WORD);
    struct value *const v = value_new_word(c->x, a->n);
    const aig_lit less = bits_less(c->x->g, a->n, a->bit, b->bit, is_signed);

    bits_mux(c->x->g, greater ? aig_not(less) : less, a->n, a->bit, b->bit, v->bit);
    v->poison = aig_or(c->x->g, a->poison, b->poison);
    return v;
}

/* Shift two concatenated words by a third, modulo their width. */
static const struct value *funnel(const struct call *c, bool left)
{
    const struct value *const high = argument_of(c, 0, VALUE_WORD);
    const struct value *const low = argument_of(c, 1, VALUE_WORD);
    const struct value *const by = argument_of(c, 2, VALUE_WORD);
    const uint32_t n = high->n;
    struct value *const v = value_new_word(c->x, n);
    aig_lit wide[BITS_MOST], count[BITS_MOST];
    uint32_t bits = 0;

    while ((UINT32_C(1) << bits) < n)
        ++bits;
    if ((UINT32_C(1) << bits) != n || 2 * n > BITS_MOST)
        execute_refuse(c->x, "%s: expected a power of two up to %d bits", c->name, BITS_MOST / 2);
    memcpy(wide, low->bit, n * sizeof *wide);
    memcpy(wide + n, high->bit, n * sizeof *wide);
    bits_extend(bits, by->bit, AIG_FALSE, 2 * n, count);
    bits_shift(c->x->g, left ? BITS_LEFT : BITS_RIGHT, 2 * n, wide, count, wide);
    memcpy(v->bit, left ? wide + n : wide, n * sizeof *wide);
    v->poison = aig_or(c->x->g, by->poison, aig_or(c->x->g, high->poison, low->poison));
    return v;
}

struct wide_result {
    aig_lit bit[BITS_MOST], beyond; /* beyond: it does not fit in n bits */
    uint32_t wide;
};

/* a OP b with more bits than the operands. `name` begins with "sadd", "umul" and so on. */
static struct wide_result widely(const struct call *c, const char *name)
{
    const struct value *const a = argument_of(c, 0, VALUE_WORD);
    const struct value *const b = argument_of(c, 1, VALUE_WORD);
    const bool is_signed = *name == 's', product = begins(name + 1, "mul");
    struct wide_result r = {.beyond = AIG_FALSE, .wide = product ? 2 * a->n : a->n + 1};
    aig_lit p[BITS_MOST], q[BITS_MOST];

    if (r.wide > BITS_MOST)
        execute_refuse(c->x, "%s: expected at most %d bits", c->name, BITS_MOST / 2);
    bits_extend(a->n, a->bit, is_signed ? a->bit[a->n - 1] : AIG_FALSE, r.wide, p);
    bits_extend(b->n, b->bit, is_signed ? b->bit[b->n - 1] : AIG_FALSE, r.wide, q);
    if (product)
        bits_multiply(c->x->g, r.wide, p, q, r.bit);
    else if (begins(name + 1, "add"))
        bits_add(c->x->g, r.wide, p, q, AIG_FALSE, r.bit);
    else
        bits_subtract(c->x->g, r.wide, p, q, r.bit);
    for (uint32_t k = a->n; k < r.wide; ++k)
        r.beyond = aig_or(c->x->g, r.beyond,
                          is_signed ? aig_xor(c->x->g, r.bit[k], r.bit[a->n - 1]) : r.bit[k]);
    return r;
}

static const struct value *with_overflow(const struct call *c)
{
    const struct value *const a = argument_of(c, 0, VALUE_WORD);
    const struct wide_result r = widely(c, c->name);
    struct value *const v = value_new_parts(c->x, 2), *const sum = value_new_word(c->x, a->n),
                        *const flag = value_new_word(c->x, 1);

    memcpy(sum->bit, r.bit, a->n * sizeof *sum->bit);
    flag->bit[0] = r.beyond;
    sum->poison = flag->poison = aig_or(c->x->g, a->poison, c->argument[1]->poison);
    v->part[0] = sum;
    v->part[1] = flag;
    return v;
}

/* uadd.sat, usub.sat, sadd.sat and ssub.sat. */
static const struct value *saturated(const struct call *c)
{
    const struct value *const a = argument_of(c, 0, VALUE_WORD);
    const struct wide_result r = widely(c, c->name);
    struct value *const v = value_new_word(c->x, a->n);
    const aig_lit negative = r.bit[r.wide - 1];

    for (uint32_t k = 0; k < a->n; ++k) {
        aig_lit limit = *c->name == 'u' && c->name[1] == 's' ? AIG_FALSE : AIG_TRUE;

        if (*c->name == 's')
            limit = k == a->n - 1 ? negative : aig_not(negative);
        v->bit[k] = aig_mux(c->x->g, r.beyond, limit, r.bit[k]);
    }
    v->poison = aig_or(c->x->g, a->poison, c->argument[1]->poison);
    return v;
}

static bool contains(const char *s, const char *part)
{
    return strstr(s, part) != NULL;
}

static const struct value *compute(const struct call *c)
{
    const char *const n = c->name;

    if (begins(n, "ctlz."))
        return count_zeros(c, true);
    if (begins(n, "cttz."))
        return count_zeros(c, false);
    if (begins(n, "ctpop.") || begins(n, "bitreverse.") || begins(n, "bswap.") || begins(n, "abs."))
        return on_one(c);
    if (begins(n, "umin.") || begins(n, "smin.") || begins(n, "umax.") || begins(n, "smax."))
        return choose(c, *n == 's', begins(n + 1, "max"));
    if (begins(n, "fshl.") || begins(n, "fshr."))
        return funnel(c, begins(n, "fshl."));
    if (contains(n, ".with.overflow."))
        return with_overflow(c);
    if (begins(n, "uadd.sat.") || begins(n, "usub.sat.") || begins(n, "sadd.sat.") ||
        begins(n, "ssub.sat."))
        return saturated(c);
    execute_refuse(c->x, "llvm.%s: expected a function that is translated", n);
}

/* Intrinsics without a result. Returns whether it was one. */
static bool act(const struct call *c)
{
    const char *const n = c->name;

    if (begins(n, "memcpy."))
        copy(c, false);
    else if (begins(n, "memmove."))
        copy(c, true);
    else if (begins(n, "memset."))
        fill(c);
    else if (begins(n, "lifetime.start"))
        begin_life(c);
    else if (begins(n, "lifetime.end"))
        end_life(c);
    else if (begins(n, "assume"))
        operate_oblige(
            c->x, c->p,
            aig_or(c->x->g, aig_not(argument_of(c, 0, VALUE_WORD)->bit[0]), c->argument[0]->poison),
            "an assumption that does not hold");
    else
        return begins(n, "dbg.") || begins(n, "experimental.noalias");
    return true;
}

/* What a trap is about: the operand of @llvm.ubsantrap is clang's number for the check. */
static const char *trap_of(struct execution *x, const struct frame *f,
                           const struct ir_instruction *i)
{
    static const char *const what[] = {[0] = "a trap: a sum that overflows",
                                       [3] = "a trap: a division that overflows, or by zero",
                                       [10] = "a trap: a value that its type does not have",
                                       [12] = "a trap: a product that overflows",
                                       [13] = "a trap: a negation that overflows",
                                       [18] = "a trap: an index outside an array",
                                       [20] = "a trap: a shift without a defined value",
                                       [21] = "a trap: a difference that overflows"};
    const struct value *const v = i->n_operands == 1 ? operate_value(x, f, &i->operand[0]) : NULL;
    uint32_t number = 0;

    if (!v || v->kind != VALUE_WORD)
        return "a trap";
    for (uint32_t k = 0; k < v->n && k < 8; ++k)
        number |= (uint32_t)(v->bit[k] == AIG_TRUE) << k;
    return number < sizeof what / sizeof what[0] && what[number] ? what[number] : "a trap";
}

bool operate_intrinsic(struct execution *x, const struct frame *f, const struct ir_instruction *i,
                       struct path *p, const struct value **result)
{
    const char *const name = x->m->global[i->callee].name;
    struct call c = {.x = x, .i = i, .p = p};

    *result = NULL;
    if (strcmp(name, "@__assert_fail") == 0 || strcmp(name, "@abort") == 0) {
        operate_oblige(x, p, AIG_TRUE, "an assertion that fails");
        return false;
    }
    if (begins(name, "@assay.unset.")) {
        *result = value_undef(x, i->type, "a variable that is not set");
        return true;
    }
    if (!begins(name, "@llvm."))
        execute_refuse(x, "a call of %s: expected a function that is defined", name);
    c.name = name + strlen("@llvm.");
    if (i->n_operands > MOST_ARGUMENTS)
        execute_refuse(x, "%s: too many arguments", name);
    if (begins(c.name, "trap") || begins(c.name, "ubsantrap")) {
        operate_oblige(x, p, AIG_TRUE, trap_of(x, f, i));
        return false;
    }
    for (uint32_t k = 0; k < i->n_operands; ++k)
        c.argument[k] = operate_value(x, f, &i->operand[k]);
    if (begins(c.name, "expect"))
        *result = c.argument[0];
    else if (!act(&c))
        *result = compute(&c);
    return true;
}
