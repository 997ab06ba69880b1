#include "predicate/program.h"
#include "predicate/random_word.h"

#include <string.h>

#include "predicate/instructions.h"
#include "predicate/maker.h"

/* Beyond this length only closing words are emitted. */
enum { MAX_LENGTH = 240 };

/* Accesses the lane's own bytes at a fixed or computed place, or reads what is never written. */
static void memory(struct predicate_maker *m)
{
    const bool store = assay_rng_percent(m->r, 50);
    struct predicate_word w = predicate_random_word(m->r, store ? PREDICATE_ST : PREDICATE_LD,
                                                    store ? PREDICATE_TO_NONE : PREDICATE_TO_R);
    const uint32_t bytes = predicate_access_bytes(&w), half = 4 * PREDICATE_SHARE / 2;

    if (predicate_is_immediate(w.ck) && store)
        w.ck = PREDICATE_R;
    w.ak = PREDICATE_R;
    w.ai = PREDICATE_BASE;
    w.imm = assay_rng_below(m->r, half) & ~(bytes - 1);
    w.bk = PREDICATE_IMM;
    if (assay_rng_percent(m->r, 40)) {
        struct predicate_word offset = {.op = PREDICATE_AND,
                                        .dk = PREDICATE_TO_R,
                                        .di = PREDICATE_OFFSET,
                                        .ak = PREDICATE_R,
                                        .bk = PREDICATE_IMM,
                                        .imm = (half - 1) & ~(bytes - 1)};

        offset.ai = (uint8_t)assay_rng_below(m->r, PREDICATE_FREE);
        predicate_emit(m, &offset);
        w.bk = PREDICATE_R;
        w.bi = PREDICATE_OFFSET;
    } else if (!store && assay_rng_percent(m->r, 40)) { /* the same address in all lanes */
        w.ak = PREDICATE_IMM;
        w.bk = PREDICATE_C; /* C15 is zero */
        w.bi = 15;
        w.imm += assay_rng_below(m->r, 4) * 4 * PREDICATE_SHARE + half;
    }
    predicate_random_guard(m, &w, true);
    predicate_emit(m, &w);
}

static void statement(struct predicate_maker *m)
{
    const uint32_t kind = assay_rng_below(m->r, 100);

    if (predicate_random_flow(m, kind))
        return;
    if (kind < 33 && m->exits)
        predicate_random_exit(m);
    else if (kind < 45)
        memory(m);
    else
        predicate_random_instruction(m);
}

void predicate_structured(struct assay_rng *r, bool plain, struct predicate_program *p)
{
    const struct predicate_word base = {.op = PREDICATE_MUL,
                                        .dk = PREDICATE_TO_R,
                                        .di = PREDICATE_BASE,
                                        .ak = PREDICATE_SPECIAL,
                                        .bk = PREDICATE_IMM,
                                        .imm = 4 * PREDICATE_SHARE};
    const struct predicate_word end = {.op = PREDICATE_EXIT};
    const bool exits = assay_rng_percent(r, 50);
    struct predicate_maker m = {.r = r,
                                .code = p->code,
                                .size = PREDICATE_WORDS,
                                .most = MAX_LENGTH,
                                .statement = statement,
                                .plain = plain,
                                .uniform = true};

    p->sense = m.sense = assay_rng_percent(r, 50);
    predicate_emit(&m, &base);
    predicate_body(&m);
    /* A lane that has exited does not see later writes to U, so there are none from here on. */
    m.exits = exits;
    m.uniform = !exits;
    for (uint32_t n = 1 + assay_rng_below(r, 8); n && m.length < MAX_LENGTH - 60; --n)
        statement(&m);
    predicate_emit(&m, &end);
    p->length = m.length;
}
