#include "predicate/spoiled.h"

#include "predicate/random_word.h"

/* Fields of a word by their lowest bit. Those of the immediate are the fields of the instructions
 * that have a modifier there. */
struct field {
    uint8_t at, bits;
};
static const struct field fields[] = {{0, 6},  {6, 3},  {11, 1}, {12, 3}, {15, 4}, {19, 3}, {22, 4},
                                      {26, 3}, {29, 4}, {33, 3}, {36, 4}, {40, 4}, {44, 4}, {48, 3},
                                      {51, 2}, {53, 1}, {54, 4}, {58, 4}, {62, 2}};

enum { FIELDS = sizeof fields / sizeof fields[0], FIRST_OF_IMM = 11, VALUES = 1 << 6 };

static uint32_t trap_of(uint64_t word, bool core)
{
    struct predicate_decoded d;

    (core ? predicate_decode_any : predicate_decode)(word, &d);
    return d.trap;
}

/* Half of the values are the lowest or the highest that is wrong: those beside the legal ones. */
static uint32_t choose(struct assay_rng *r, const uint8_t *value, uint32_t n)
{
    switch (assay_rng_below(r, 4)) {
    case 0:
        return value[0];
    case 1:
        return value[n - 1];
    default:
        return value[assay_rng_below(r, n)];
    }
}

/* Changes the field. Returns whether it can be wrong. */
static bool spoil(struct assay_rng *r, bool core, const struct field *f, uint64_t *word)
{
    const uint64_t rest = *word & ~(((UINT64_C(1) << f->bits) - 1) << f->at);
    uint8_t value[VALUES];
    uint32_t n = 0;

    for (uint32_t i = 0; i < 1u << f->bits; ++i)
        if (trap_of(rest | (uint64_t)i << f->at, core))
            value[n++] = (uint8_t)i;
    if (n)
        *word = rest | (uint64_t)choose(r, value, n) << f->at;
    return n != 0;
}

/* Changes the kind of the guard or of a source as well, if the trap stays the same: it may have two
 * causes. */
static uint64_t spoil_again(struct assay_rng *r, bool core, uint64_t word)
{
    static const struct field kinds[] = {{6, 3}, {19, 3}, {26, 3}, {33, 3}};
    uint64_t more = word;

    spoil(r, core, &kinds[assay_rng_below(r, sizeof kinds / sizeof kinds[0])], &more);
    return trap_of(more, core) == trap_of(word, core) ? more : word;
}

static uint64_t draw_legal(struct assay_rng *r, uint8_t op, bool core)
{
    struct predicate_word w = predicate_random_word(r, op, predicate_random_kind(r, op));

    if (core && assay_rng_percent(r, 50)) {
        if (op == PREDICATE_LD || op == PREDICATE_LDU)
            w.ci |= PREDICATE_LOCAL;
        else if (op == PREDICATE_ST)
            w.di |= PREDICATE_LOCAL;
    }
    if (predicate_instructions[op].guards != PREDICATE_NO_GUARD && assay_rng_percent(r, 25))
        w.gk = PREDICATE_IF_UP;
    return predicate_pack(&w);
}

uint64_t predicate_spoiled_word(struct assay_rng *r, bool core, uint32_t *turn)
{
    for (;;) {
        const uint32_t n = (*turn)++, field = n % FIELDS;
        const uint8_t op = (uint8_t)(1 + n / FIELDS % (PREDICATE_OPS - 1));
        const bool foreign = !core && op > PREDICATE_OWN_OPS; /* wrong as a whole */
        uint64_t word;

        if (foreign && field)
            continue;
        if (field >= FIRST_OF_IMM && predicate_instructions[op].modifier != PREDICATE_IN_IMM)
            continue;
        word = draw_legal(r, op, core);
        if (foreign || spoil(r, core, &fields[field], &word))
            return assay_rng_percent(r, 50) ? spoil_again(r, core, word) : word;
    }
}
