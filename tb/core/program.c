#include "core/program.h"

#include <string.h>

#include "core/maker.h"
#include "predicate/random_word.h"

enum {
    CLOSING = 16, /* words for closing constructs, beyond those that predicate_body reserves */
    EPILOGUE = 48,
    FARTHEST = 64 /* highest entry point */
};

/* --- prologue --- */

/* R14 = number of the lane in the launch, and the addresses derived from it. */
static void places(struct core_maker *k)
{
    core_emit(k, PREDICATE_MUL, CORE_TO_R(PREDICATE_OFFSET), CORE_S(PREDICATE_WARP), CORE_IMM,
              CORE_NONE, k->lanes);
    core_emit(k, PREDICATE_ADD, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET),
              CORE_S(PREDICATE_LANE), CORE_NONE, 0);
    core_emit(k, PREDICATE_MAD, CORE_TO_R(PREDICATE_OFFSET), CORE_S(PREDICATE_GROUP), CORE_IMM,
              CORE_R(PREDICATE_OFFSET), core_group_lanes(k));
    core_emit(k, PREDICATE_MAD, CORE_TO_R(PREDICATE_BASE), CORE_R(PREDICATE_OFFSET), CORE_IMM,
              CORE_B(CORE_OWN), CORE_OWN_BYTES);
    core_emit(k, PREDICATE_MAD, CORE_TO_R(CORE_WIDE), CORE_R(PREDICATE_OFFSET), CORE_IMM,
              CORE_B(CORE_WIDES), 4);
}

/* Initialises the registers from the data that is never written. */
static void registers(struct core_maker *k)
{
    core_emit(k, PREDICATE_MUL, CORE_TO_R(11), CORE_R(PREDICATE_OFFSET), CORE_IMM, CORE_NONE, 44);
    core_emit(k, PREDICATE_AND, CORE_TO_R(11), CORE_R(11), CORE_IMM, CORE_NONE, 508);
    core_emit(k, PREDICATE_ADD, CORE_TO_R(11), CORE_R(11), CORE_B(CORE_IN), CORE_NONE, 0);
    core_emit(k, PREDICATE_MAD, CORE_TO_U(11), CORE_S(PREDICATE_WARP), CORE_IMM, CORE_B(CORE_IN),
              44);
    for (uint32_t i = 0; i < PREDICATE_FREE; ++i) {
        core_emit(k, PREDICATE_LD, CORE_TO_R(i), CORE_R(11), CORE_IMM, CORE_NONE, 4 * i);
        core_emit(k, PREDICATE_LDU, CORE_TO_U(i), CORE_U(11), CORE_IMM, CORE_NONE, 4 * i);
    }
    core_emit(k, PREDICATE_MOV, CORE_TO_R(CORE_PROGRAM_JUNK), CORE_IMM, CORE_NONE, CORE_NONE, 0);
    core_emit(k, PREDICATE_MOV, CORE_TO_R(PREDICATE_COUNTER), CORE_IMM, CORE_NONE, CORE_NONE, 7);
    for (uint32_t i = PREDICATE_COUNTER; i < PREDICATE_REGS; ++i)
        if (i != PREDICATE_COUNTER + 1)
            core_emit(k, PREDICATE_MOV, CORE_TO_U(i), CORE_IMM, CORE_NONE, CORE_NONE, i);
    for (uint32_t i = 0; i < PREDICATE_PREDS; ++i) {
        core_emit(k, PREDICATE_CMP, CORE_TO_P(i), CORE_R(i), CORE_R(i + 1), PREDICATE_S32,
                  PREDICATE_LT, 0);
        core_emit(k, PREDICATE_CMP, CORE_TO_UP(i), CORE_U(i), CORE_U(i + 1), PREDICATE_S32,
                  PREDICATE_LT, 0);
    }
}

/* Each lane writes its own words. All lanes write the same values to the words of atomics. */
static void local_memory(struct core_maker *k)
{
    const uint32_t group = core_group_lanes(k);

    core_emit(k, PREDICATE_MUL, CORE_TO_R(PREDICATE_OFFSET), CORE_S(PREDICATE_WARP), CORE_IMM,
              CORE_NONE, k->lanes);
    core_emit(k, PREDICATE_ADD, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET),
              CORE_S(PREDICATE_LANE), CORE_NONE, 0);
    core_emit(k, PREDICATE_SHL, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET), CORE_IMM,
              CORE_NONE, 2);
    for (uint32_t i = 0; i < CORE_LOCAL_WORDS + CORE_GROUP_WORDS; ++i)
        core_emit(k, PREDICATE_ST, PREDICATE_TO_NONE, PREDICATE_LOCAL, CORE_R(PREDICATE_OFFSET),
                  CORE_IMM, CORE_R(i), 4 * i * group);
    core_emit(k, PREDICATE_AND, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET), CORE_IMM,
              CORE_NONE, 12);
    for (uint32_t i = 0; i < CORE_ATOM_WORDS; i += 4)
        core_emit(k, PREDICATE_ST, PREDICATE_TO_NONE, PREDICATE_LOCAL, CORE_R(PREDICATE_OFFSET),
                  CORE_IMM, CORE_C(i), core_local_atoms(k) + 4 * i);
}

/* --- epilogue --- */

/* Stores word `i` of what each lane leaves. Word `i` is interleaved over all lanes. */
static void leave(struct core_maker *k, uint32_t i, uint8_t kind, uint8_t reg)
{
    core_emit(k, PREDICATE_ST, CORE_TO_NONE, CORE_R(PREDICATE_OFFSET), CORE_IMM, kind, reg,
              4 * i * core_all_lanes(k));
}

static void dump(struct core_maker *k)
{
    core_emit(k, PREDICATE_SUB, CORE_TO_R(PREDICATE_OFFSET), CORE_R(CORE_WIDE), CORE_B(CORE_WIDES),
              CORE_NONE, 0);
    core_emit(k, PREDICATE_ADD, CORE_TO_R(PREDICATE_OFFSET), CORE_R(PREDICATE_OFFSET),
              CORE_B(CORE_DUMP), CORE_NONE, 0);
    for (uint32_t i = 0; i < 12; ++i) {
        leave(k, i, CORE_R(i));
        leave(k, 12 + i, CORE_U(i));
    }
    for (uint32_t i = 0; i < 2 * PREDICATE_PREDS; ++i) {
        core_emit(k, PREDICATE_SEL, CORE_TO_R(0), CORE_IMM, CORE_C(CORE_C_ZERO),
                  (uint8_t)(1 + i / PREDICATE_PREDS), (uint8_t)(i % PREDICATE_PREDS), 1);
        leave(k, 24 + i, CORE_R(0));
    }
    core_emit(k, PREDICATE_EXIT, CORE_TO_NONE, CORE_NONE, CORE_NONE, CORE_NONE, 0);
}

/* --- body --- */

/* Some upper lanes exit. The first lane stays, for later barriers. */
static void some_leave(struct core_maker *k)
{
    const uint8_t p = core_draw(k, PREDICATE_PREDS);
    struct predicate_word w = {
        .op = PREDICATE_EXIT, .gk = k->m.sense ? PREDICATE_IF_NOT_P : PREDICATE_IF_P, .gi = p};

    core_emit(k, PREDICATE_CMP, CORE_TO_P(p), CORE_S(PREDICATE_LANE), CORE_IMM, PREDICATE_U32,
              PREDICATE_GT, k->lanes / 2 + core_draw(k, k->lanes / 2));
    predicate_emit(&k->m, &w);
}

/* A loop with the same trip count in all warps, so it may contain barriers. */
static void even_loop(struct core_maker *k)
{
    const uint8_t counter = (uint8_t)(PREDICATE_COUNTER + k->m.loops);
    struct predicate_loop l;

    core_emit(k, PREDICATE_MOV, CORE_TO_U(counter), CORE_IMM, CORE_NONE, CORE_NONE,
              1 + core_draw(k, 3));
    l = predicate_open_loop(&k->m, false, core_draw(k, PREDICATE_PREDS));
    predicate_body(&k->m);
    predicate_close_loop(&k->m, &l);
}

static void statement(struct predicate_maker *m)
{
    struct core_maker *k = core_maker_of(m);
    const uint32_t kind = assay_rng_below(m->r, 100);

    if (predicate_random_flow(m, kind))
        return;
    if (kind < 33 && m->exits)
        predicate_random_exit(m);
    else if (kind == 33)
        some_leave(k);
    else if (kind < 38 && m->uniform && m->loops < PREDICATE_LOOPS && m->length + 100 < m->most)
        even_loop(k);
    else if (kind < 52 && m->uniform)
        core_random_meeting(k);
    else if (kind < 72)
        core_random_access(k);
    else
        predicate_random_instruction(m);
}

static void write_code(struct assay_rng *r, const struct core_program_limits *l,
                       struct core_program *p)
{
    struct core_maker k = {.p = p, .lanes = l->lanes, .offload = l->offload, .units = l->units};
    const bool exits = assay_rng_percent(r, 50);

    k.m = (struct predicate_maker){.r = r,
                                   .code = p->code,
                                   .size = l->words,
                                   .most = l->words - CLOSING - EPILOGUE,
                                   .sense = p->sense,
                                   .statement = statement,
                                   .arg = &k,
                                   .shun_r = 1u << CORE_PROGRAM_JUNK,
                                   .shun_u = 3u << CORE_INBOX,
                                   .plain = true,
                                   .uniform = true,
                                   .alike = true};
    places(&k);
    registers(&k);
    local_memory(&k);
    core_barrier(&k, PREDICATE_FENCE_LOCAL);
    predicate_body(&k.m);
    predicate_body(&k.m);
    /* A lane that has exited does not see later writes to U, so there are none from here on. */
    k.m.exits = exits;
    k.m.uniform = k.m.alike = !exits;
    for (uint32_t n = 1 + core_draw(&k, 8); n && k.m.length + 60 < k.m.most; --n)
        statement(&k.m);
    dump(&k);
    p->length = k.m.length;
}

/* Places the program after words that no lane may reach: each is an exit. */
static void displace(struct assay_rng *r, uint32_t most, struct core_program *p)
{
    const struct predicate_word leave = {.op = PREDICATE_EXIT};
    const uint32_t room = most - p->length;

    if (!assay_rng_percent(r, 30))
        return;
    p->entry = 1 + assay_rng_below(r, room < FARTHEST ? room : FARTHEST);
    for (uint32_t i = p->length; i-- > 0;) {
        struct predicate_word w;

        predicate_unpack(p->code[i], &w);
        if (w.op == PREDICATE_BRA || w.op == PREDICATE_SSY)
            w.imm += p->entry;
        p->code[p->entry + i] = predicate_pack(&w);
    }
    for (uint32_t i = 0; i < p->entry; ++i)
        p->code[i] = predicate_pack(&leave);
    p->length += p->entry;
}

/* --- the launch --- */

static uint32_t lines(uint32_t bytes)
{
    return (bytes + 63) / 64;
}

static void buffers(struct assay_rng *r, struct core_program *p, uint32_t group, uint32_t all)
{
    const uint32_t bytes[CORE_PROGRAM_BUFFERS] = {
        [CORE_OWN] = CORE_OWN_BYTES * all,
        [CORE_WIDES] = 4 * CORE_WIDE_WORDS * all,
        [CORE_IN] = CORE_IN_BYTES,
        [CORE_GROUPS] = 4 * CORE_GROUP_WORDS * group * p->groups,
        [CORE_ATOMS] = 4 * CORE_ATOM_WORDS,
        [CORE_DUMP] = 4 * CORE_DUMP_WORDS * all};
    uint32_t at = CORE_PROGRAM_BASE;

    for (uint32_t i = 0; i < CORE_PROGRAM_BUFFERS; ++i) {
        at += 4 * assay_rng_below(r, 20); /* any offset within a line */
        p->buffer[i] = (struct core_buffer){at, bytes[i]};
        p->c[CORE_C_FIRST + i] = at;
        at += bytes[i];
    }
}

void core_program_draw(struct assay_rng *r, const struct core_program_limits *l,
                       struct core_program *p)
{
    const uint32_t groups = l->groups ? l->groups : 8;
    uint32_t group, most;

    memset(p, 0, sizeof *p);
    p->warps = 1 + assay_rng_below(r, l->warps);
    group = l->lanes * p->warps;
    most = group < l->threads ? l->threads / group : 1;
    p->groups = 1 + assay_rng_below(r, most < groups ? most : groups);
    p->barriers = 1 + assay_rng_below(r, l->barriers);
    p->rows = (l->warp_rows ? l->warp_rows : 2) * p->warps;
    p->local_bytes =
        64 * lines(4 * (CORE_LOCAL_WORDS + CORE_GROUP_WORDS) * group + 4 * CORE_ATOM_WORDS);
    for (uint32_t i = 0; i < CORE_C_FIRST; ++i)
        p->c[i] = predicate_random_value(r, 20);
    buffers(r, p, group, group * p->groups);
    p->sense = assay_rng_percent(r, 50);
    do
        write_code(r, l, p);
    while (p->length >= l->words);
    if (l->displaced)
        displace(r, l->words, p);
}

uint32_t core_program_bytes(const struct core_program *p)
{
    const struct core_buffer *last = &p->buffer[CORE_PROGRAM_BUFFERS - 1];

    return last->at + last->bytes - CORE_PROGRAM_BASE;
}

void core_program_fill(struct assay_rng *r, const struct core_program *p, uint32_t *global)
{
    const uint32_t words = core_program_bytes(p) / 4;

    for (uint32_t i = 0; i < words; ++i)
        global[i] = (uint32_t)(assay_rng_u64(r) >> 32);
    for (uint32_t i = 0; i < CORE_IN_BYTES / 4; ++i)
        global[(p->buffer[CORE_IN].at - CORE_PROGRAM_BASE) / 4 + i] = predicate_random_value(r, 20);
}

void core_program_to_interp(const struct core_program *p, uint32_t lanes, uint32_t *global,
                            struct core_interp *m)
{
    m->code = p->code;
    m->length = p->length;
    m->entry = p->entry;
    m->lanes = lanes;
    m->groups = p->groups;
    m->warps = p->warps;
    m->barriers = p->barriers;
    m->local_bytes = p->local_bytes;
    m->sense = p->sense;
    memcpy(m->c, p->c, sizeof m->c);
    m->base = CORE_PROGRAM_BASE;
    m->bytes = core_program_bytes(p);
    m->global = global;
}
