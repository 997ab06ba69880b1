#include "core/job.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/raw.h"
#include "predicate/predicate.h"
#include "predicate/related.h"
#include "predicate/spoiled.h"

/* The first launches of a run are of the simplest kinds, so that what they find can be shrunk to
 * little. */
enum { EARLY = 125 };

static void fail(struct core_job *j, const char *what, uint32_t i, uint64_t expected,
                 uint64_t actual)
{
    if (j->failed)
        return;
    j->failed = true;
    snprintf(j->why, sizeof j->why,
             "launch %" PRIu64 ": %s %" PRIu32 ": expected %" PRIx64 ", got %" PRIx64, j->launches,
             what, i, expected, actual);
}

/* --- the oracle --- */

static void ask_oracle(struct core_job *j)
{
    static struct core_interp m;
    static struct core_offload offload;
    const struct core_program *p = &j->program;
    const uint32_t lanes = j->world.params.lanes;
    const char *why = NULL;

    memset(&m, 0, sizeof m);
    core_program_to_interp(p, lanes, j->expected, &m);
    m.offload = core_offload_interp;
    m.offload_arg = &offload;
    for (uint32_t g = 0; g < p->groups; ++g) {
        memset(&offload, 0, sizeof offload);
        offload.rows = p->rows;
        core_interp_start_group(&m, g);
        if (!core_interp_run_group(&m, &why)) {
            j->failed = true;
            snprintf(j->why, sizeof j->why, "launch %" PRIu64 ": the interpreter: %s", j->launches,
                     why);
            return;
        }
        core_offload_end(&offload, p->warps);
        for (uint32_t i = 0; i < p->warps; ++i) {
            memcpy(&j->left[(g * p->warps + i) * lanes], m.warp[i].lane,
                   lanes * sizeof m.warp[i].lane[0]);
            j->account[g * p->warps + i] = offload.account[i];
        }
    }
}

/* --- the host --- */

static void add(struct core_job *j, struct core_host op)
{
    if (j->n < CORE_JOB_OPS)
        j->op[j->n++] = op;
}

static void write_program(struct core_job *j)
{
    const struct core_program *p = &j->program;

    for (uint32_t i = 0; i < p->length; ++i)
        add(j, (struct core_host){.op = PREDICATE_WRITE,
                                  .space = PREDICATE_AT_CODE,
                                  .addr = (uint16_t)i,
                                  .data = p->code[i]});
    for (uint32_t i = 0; i < PREDICATE_REGS; ++i)
        add(j, (struct core_host){.op = PREDICATE_WRITE,
                                  .space = PREDICATE_AT_C,
                                  .addr = (uint16_t)i,
                                  .data = p->c[i]});
}

/* Random host operations before the program: registers are not cleared, and some operations do
 * nothing. */
static void write_anything(struct core_job *j)
{
    for (uint32_t n = assay_rng_below(&j->r, 12); n; --n) {
        struct core_host op = {.space = (uint8_t)(1 + assay_rng_below(&j->r, 7))};

        op.op =
            (uint8_t)(assay_rng_percent(&j->r, 70) ? PREDICATE_WRITE : assay_rng_below(&j->r, 16));
        op.addr = (uint16_t)assay_rng_below(&j->r, 4096);
        op.warp = (uint8_t)assay_rng_below(&j->r, 16);
        op.lane = (uint8_t)assay_rng_below(&j->r, 32);
        op.data = assay_rng_u64(&j->r);
        add(j, op);
    }
}

/* After a reset, reads registers of a warp before anything else, if there is room for it: what was
 * in flight must not have been written. */
static void read_back(struct core_job *j)
{
    const uint32_t n = j->n, warp = assay_rng_below(&j->r, j->world.params.warps);
    struct core_host *op = j->op;

    if (n + 2 * PREDICATE_REGS > CORE_JOB_OPS)
        return;
    memmove(op + 2 * PREDICATE_REGS, op, n * sizeof *op);
    for (uint32_t i = 0; i < 2 * PREDICATE_REGS; ++i)
        op[i] = (struct core_host){.op = PREDICATE_READ,
                                   .space = i & 1 ? PREDICATE_AT_U : PREDICATE_AT_R,
                                   .addr = (uint16_t)(i / 2),
                                   .warp = (uint8_t)warp,
                                   .lane = (uint8_t)assay_rng_below(&j->r, j->world.params.lanes)};
    j->n += 2 * PREDICATE_REGS;
}

/* Operations whose sources were drawn together. They are in the registers of one warp, and all
 * warps run the program. */
static void relate(struct core_job *j)
{
    const uint32_t lanes = j->world.params.lanes;
    const uint32_t warp = assay_rng_below(&j->r, j->world.params.warps);
    struct core_program *p = &j->program;
    struct predicate_related x;

    predicate_related_draw(&j->r, 30, lanes, &x);
    memcpy(p->code, x.code, x.length * sizeof x.code[0]);
    memcpy(p->c, x.c, x.values * sizeof x.c[0]);
    p->length = x.length;
    p->entry = 0;
    p->warps = j->world.params.warps;
    p->groups = 1;
    for (uint32_t i = 0; i < x.values; ++i)
        for (uint32_t n = 0; n < lanes; ++n)
            add(j, (struct core_host){.op = PREDICATE_WRITE,
                                      .space = PREDICATE_AT_R,
                                      .addr = (uint16_t)i,
                                      .warp = (uint8_t)warp,
                                      .lane = (uint8_t)n,
                                      .data = x.r[n][i]});
}

/* Words that trap, each as the first word of a group. What else is wrong with a word beyond the
 * end must not matter. */
static void spoil(struct core_job *j)
{
    struct core_program *p = &j->program;

    j->beyond = assay_rng_percent(&j->ends, 20) ? assay_rng_below(&j->ends, CORE_RAW_WORDS) : 0;
    for (uint32_t i = 0; i < CORE_RAW_WORDS; ++i)
        p->code[i] = predicate_spoiled_word(
            &j->r, true, i < CORE_RAW_WORDS - j->beyond ? &j->turn : &j->turn_beyond);
    p->length = p->groups = CORE_RAW_WORDS;
    p->entry = 0;
    j->stride = 1;
}

/* The value that the interpreter predicts for a host read. Unknown for registers that no group
 * of this launch has written, and for the register of old values. */
static struct core_job_read known(const struct core_job *j, const struct core_host *op)
{
    const uint32_t lanes = j->world.params.lanes, warps = j->program.warps;
    const struct interp_lane *l;
    uint64_t bits = 0;

    if (j->raw || op->warp >= j->world.params.warps || j->last[op->warp] < 0 || op->lane >= lanes)
        return (struct core_job_read){.known = false};
    l = &j->left[((uint32_t)j->last[op->warp] * warps + op->warp - j->first[op->warp]) * lanes];
    switch (op->space) {
    case PREDICATE_AT_R:
        return (struct core_job_read){op->addr != CORE_PROGRAM_JUNK, l[op->lane].r[op->addr]};
    case PREDICATE_AT_U:
        return (struct core_job_read){true, l[0].u[op->addr]};
    case PREDICATE_AT_P:
        for (uint32_t n = 0; n < lanes; ++n)
            bits |= (uint64_t)l[n].p[op->addr] << n;
        return (struct core_job_read){true, (uint32_t)bits};
    case PREDICATE_AT_UP:
        return (struct core_job_read){true, l[0].up[op->addr]};
    default:
        return (struct core_job_read){.known = false};
    }
}

static void read_registers(struct core_job *j)
{
    static const uint8_t spaces[] = {PREDICATE_AT_R, PREDICATE_AT_R, PREDICATE_AT_R,
                                     PREDICATE_AT_U, PREDICATE_AT_P, PREDICATE_AT_UP};

    j->n = j->next = j->made = j->answered = 0;
    for (uint32_t n = 0; n < j->mix.reads; ++n) {
        struct core_host op = {.op = PREDICATE_READ};

        op.space = spaces[assay_rng_below(&j->r, sizeof spaces)];
        op.warp = (uint8_t)assay_rng_below(&j->r, j->world.params.warps);
        op.lane = (uint8_t)assay_rng_below(&j->r, j->world.params.lanes);
        op.addr = (uint16_t)assay_rng_below(&j->r, op.space >= PREDICATE_AT_P ? PREDICATE_PREDS
                                                                              : PREDICATE_REGS);
        if (assay_rng_percent(&j->r, 5)) {
            op.space = (uint8_t)assay_rng_below(&j->r, 8);
            op.warp = (uint8_t)assay_rng_below(&j->r, 16);
            op.lane = (uint8_t)assay_rng_below(&j->r, 32);
            j->read[j->n].known = false;
        } else {
            j->read[j->n] = known(j, &op);
        }
        add(j, op);
    }
}

static void answered(struct core_job *j, const struct core_rdata *rdata)
{
    const struct core_job_read *read = &j->read[j->answered];
    const struct core_host *op = &j->op[j->answered];

    if (!j->settled || j->answered >= j->n)
        return; /* the read preceded the program */
    ++j->answered;
    if (read->known && read->value != rdata->data)
        fail(j,
             op->space == PREDICATE_AT_R   ? "R"
             : op->space == PREDICATE_AT_U ? "U"
             : op->space == PREDICATE_AT_P ? "P"
                                           : "UP",
             op->addr, read->value, rdata->data);
}

/* --- launches --- */

static void vary(struct core_job *j, bool bad)
{
    static const uint32_t most[] = {1, 1, 4, 20, 80, 600};
    const uint32_t n = most[assay_rng_below(&j->r, 6)];

    j->world.mix.errors = bad ? j->mix.errors : 0;
    j->world.mix.more = j->launches > EARLY;
    if (!j->mix.latency)
        return;
    j->world.mix.most = n < j->mix.latency ? n : j->mix.latency;
    j->world.mix.least = 1 + assay_rng_below(&j->r, j->world.mix.most);
    j->world.mix.in_order = assay_rng_percent(&j->r, 30);
}

static void new_launch(struct core_job *j)
{
    struct core_program_limits l = {
        .lanes = j->world.params.lanes,
        .warps = j->world.params.warps,
        .words = j->mix.words < j->world.params.imem ? j->mix.words : j->world.params.imem,
        .threads = j->mix.threads,
        .barriers = 16 / j->world.params.warps,
        .offload = j->mix.offload,
        .displaced = j->mix.displaced};
    struct core_program *p = &j->program;
    const bool late = ++j->launches > EARLY;
    bool bad, spoiled;

    j->n = j->next = j->made = j->answered = j->stride = j->beyond = 0;
    j->launched = j->settled = false;
    for (uint32_t i = 0; i < CORE_WORLD_WARPS; ++i)
        j->last[i] = -1;
    core_program_draw(&j->r, &l, p);
    j->raw = assay_rng_percent(&j->r, j->mix.raw);
    bad = j->raw && assay_rng_percent(&j->r, j->mix.illegal);
    spoiled = bad && late && assay_rng_percent(&j->r, 15);
    if (spoiled) { /* again, for groups of one warp, of which there are as many as words */
        l.warps = 1;
        core_program_draw(&j->r, &l, p);
        spoil(j);
    } else if (j->raw && late && assay_rng_percent(&j->r, 35)) {
        relate(j);
    } else if (j->raw) {
        core_raw_code(&j->r, l.lanes, bad, p);
    }
    vary(j, bad);
    core_program_fill(&j->r, p, j->global);
    memcpy(j->expected, j->global, core_program_bytes(p));
    if (!j->raw)
        ask_oracle(j);
    j->world.global = j->global;
    j->world.base = CORE_PROGRAM_BASE;
    j->world.bytes = core_program_bytes(p);
    write_anything(j);
    write_program(j);
}

static void launch(struct core_job *j)
{
    const struct core_program *p = &j->program;
    struct core_world_launch l = {.groups = p->groups,
                                  .warps = p->warps,
                                  .entry = p->entry,
                                  .stride = j->stride,
                                  .length = p->length - j->beyond,
                                  .local_bytes = p->local_bytes,
                                  .rows = p->rows,
                                  .bars = p->barriers,
                                  .sense = p->sense,
                                  .odd_starts = j->world.mix.strays != 0};

    if (j->raw)
        l.limit = 50 + assay_rng_below(&j->r, 400);
    j->launched = true;
    core_world_launch(&j->world, &l);
}

static void settle(struct core_job *j)
{
    const uint32_t words = core_program_bytes(&j->program) / 4;

    j->settled = true;
    for (uint32_t i = 0; !j->raw && i < words; ++i)
        if (j->global[i] != j->expected[i])
            fail(j, "memory at", CORE_PROGRAM_BASE + 4 * i, j->expected[i], j->global[i]);
    j->compared += !j->raw && !j->failed;
    read_registers(j);
}

static void group_over(void *arg, const struct core_world_end *end)
{
    struct core_job *j = arg;
    const uint32_t warps = j->program.warps;

    for (uint32_t i = 0; i < warps; ++i) {
        j->last[end->end.first + i] = (int)end->end.group;
        j->first[end->end.first + i] = end->end.first;
    }
    if (j->raw)
        return;
    if (end->end.trap)
        fail(j, "trap at pc", end->end.pc, 0, end->end.trap);
    for (uint32_t i = 0; i < warps; ++i) {
        const struct core_account *expected = &j->account[end->end.group * warps + i];

        if (end->account[i].order != expected->order)
            fail(j, "messages of warp", i, expected->order, end->account[i].order);
        if (end->account[i].moved != expected->moved)
            fail(j, "moves of warp", i, expected->moved, end->account[i].moved);
        if (end->account[i].drops != expected->drops)
            fail(j, "drops of warp", i, expected->drops, end->account[i].drops);
    }
}

static void advance(struct core_job *j)
{
    if (!j->launched && j->made == j->n)
        launch(j);
    if (j->launched && !j->settled && core_world_is_over(&j->world))
        settle(j);
    if (j->settled && j->made == j->n && j->answered == j->n)
        new_launch(j);
}

void core_job_begin(struct core_job *j, const struct core_params *params,
                    const struct core_world_mix *world, const struct core_job_mix *mix,
                    uint64_t seed)
{
    memset(j, 0, sizeof *j);
    assay_rng_init(&j->r, seed, "core.job");
    assay_rng_init(&j->ends, seed, "core.ends");
    j->mix = *mix;
    core_world_begin(&j->world, params, world, seed);
    j->world.over = group_over;
    j->world.arg = j;
    new_launch(j);
}

void core_job_reset(struct core_job *j)
{
    core_world_reset(&j->world);
    new_launch(j);
    if (j->launches > EARLY)
        read_back(j);
}

bool core_job_next(struct core_job *j, unsigned stream, void *payload)
{
    if (stream != core_stream_host)
        return core_world_next(&j->world, stream, payload);
    advance(j);
    if (j->next == j->n)
        return false;
    memcpy(payload, &j->op[j->next++], sizeof j->op[0]);
    return true;
}

void core_job_observe(struct core_job *j, unsigned stream, const void *payload)
{
    if (stream == core_stream_host)
        ++j->made;
    else if (stream == core_stream_rdata)
        answered(j, payload);
    else
        core_world_observe(&j->world, stream, payload);
    if (j->world.wrong && !j->failed) {
        j->failed = true;
        snprintf(j->why, sizeof j->why, "launch %" PRIu64 ": %s", j->launches, j->world.wrong);
    }
}
