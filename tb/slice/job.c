#include "slice/job.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/interp.h"
#include "core/raw.h"
#include "predicate/predicate.h"
#include "slice/maker.h"
#include "slice/offload.h"
#include "slice/tame.h"
#include "slice/units.h"

enum { TAME = 85, TAME_LIMIT = 2000 }; /* percent of launches; cycles */
enum { GROUPS = 32, MANY_GROUPS = 400, EARLY_EXIT = 16 };
enum { SMALL_SHARE = 16, SURFACE_LINES = 96, LINES_OF_PROGRAM = CORE_PROGRAM_BASE / SLICE_LINE };

__attribute__((format(printf, 2, 3))) static void fail(struct slice_job *j, const char *format, ...)
{
    va_list args;
    int n;

    if (j->failed)
        return;
    j->failed = true;
    n = snprintf(j->why, sizeof j->why, "launch %" PRIu64 ": ", j->launches);
    va_start(args, format);
    vsnprintf(j->why + n, sizeof j->why - (size_t)n, format, args);
    va_end(args);
}

/* --- the oracle --- */

/* Predicts what the launch leaves in memory, starting from the current contents. */
static void ask_oracle(struct slice_job *j)
{
    static struct core_interp m;
    static struct slice_offload offload;
    const struct core_program *p = &j->program;
    const uint32_t words = core_program_bytes(p) / 4;
    const char *why = NULL;

    for (uint32_t i = 0; i < words; ++i)
        j->expected[i] = slice_memory_word(&j->memory, CORE_PROGRAM_BASE + 4 * i);
    memset(&m, 0, sizeof m);
    core_program_to_interp(p, j->params.lanes, j->expected, &m);
    m.offload = slice_offload_interp;
    m.offload_arg = &offload;
    for (uint32_t g = 0; g < p->groups; ++g) {
        slice_offload_start(&offload, p->rows, g);
        core_interp_start_group(&m, g);
        if (!core_interp_run_group(&m, &why)) {
            fail(j, "the interpreter: %s", why);
            return;
        }
    }
}

static void compare(struct slice_job *j, const struct slice_done *done)
{
    const uint32_t words = core_program_bytes(&j->program) / 4;

    if (done->status)
        fail(j, "status %u, trap %u at pc %u: expected status 0", done->status, done->trap,
             done->pc);
    for (uint32_t i = 0; i < words && !j->failed; ++i) {
        const uint32_t at = CORE_PROGRAM_BASE + 4 * i, actual = slice_memory_word(&j->memory, at);

        if (actual != j->expected[i])
            fail(j, "memory at %" PRIx32 ": expected %" PRIx32 ", got %" PRIx32, at, j->expected[i],
                 actual);
    }
    j->compared += !j->failed;
}

/* --- the host --- */

static void add(struct slice_job *j, struct slice_host op)
{
    if (j->n < SLICE_JOB_OPS - 8)
        j->op[j->n++] = op;
}

/* A random host operation: it may write, read or do nothing. Registers are not cleared. */
static struct slice_host anything(struct slice_job *j)
{
    struct slice_host op = {0};

    op.op = (uint8_t)(assay_rng_percent(&j->r, 40)   ? PREDICATE_WRITE
                      : assay_rng_percent(&j->r, 70) ? PREDICATE_READ
                                                     : assay_rng_below(&j->r, 16));
    op.space = (uint8_t)assay_rng_below(&j->r, 8);
    op.addr = (uint16_t)assay_rng_below(&j->r, 4096);
    op.warp = (uint8_t)assay_rng_below(&j->r, 16);
    op.lane = (uint8_t)assay_rng_below(&j->r, 32);
    op.data = assay_rng_u64(&j->r);
    return op;
}

static void draw_host(struct slice_job *j)
{
    const struct core_program *p = &j->program;

    j->n = j->next = j->made = j->late = 0;
    for (uint32_t n = assay_rng_below(&j->r, 12); n; --n)
        add(j, anything(j));
    for (uint32_t i = 0; i < p->length; ++i)
        add(j, (struct slice_host){.op = PREDICATE_WRITE,
                                   .space = PREDICATE_AT_CODE,
                                   .addr = (uint16_t)i,
                                   .data = p->code[i]});
    for (uint32_t i = 0; i < PREDICATE_REGS; ++i)
        add(j, (struct slice_host){.op = PREDICATE_WRITE,
                                   .space = PREDICATE_AT_C,
                                   .addr = (uint16_t)i,
                                   .data = p->c[i]});
    if (assay_rng_percent(&j->r, 20))
        j->late = 1 + assay_rng_below(&j->r, 3);
    for (uint32_t i = 0; i < j->late; ++i)
        j->op[j->n + i] = anything(j);
}

/* --- launches --- */

/* Largest number of warps per group whose local memory and rows fit. */
static uint32_t warps_with_room(const struct slice_params *p)
{
    uint32_t warps = p->warps;

    while (warps > 1 &&
           (16 * p->lanes * warps + 32 > 1024 * p->kb || SLICE_WARP_ROWS * warps > p->rows))
        --warps;
    return warps;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t greatest(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Draws an amount of a resource: usually the least, otherwise a little more, or so much that few
 * groups fit. */
static uint32_t share(struct slice_job *j, uint32_t from, uint32_t all)
{
    if (all <= from || assay_rng_percent(&j->r, 75))
        return from;
    if (assay_rng_percent(&j->r, 50))
        return from + assay_rng_below(&j->r, least(all - from, SMALL_SHARE) + 1);
    return from + assay_rng_below(&j->r, all - from + 1);
}

static void spoil_launch(struct slice_job *j)
{
    struct slice_launch *l = &j->launch;

    switch (assay_rng_below(&j->r, 8)) {
    case 0:
        l->warps = 0;
        break;
    case 1:
        l->warps = (uint8_t)(j->params.warps + 1);
        break;
    case 2:
        l->local_lines = (uint16_t)(16 * j->params.kb + 1 + assay_rng_below(&j->r, 64));
        break;
    case 3:
        l->rows = (uint16_t)(j->params.rows + 1 + assay_rng_below(&j->r, 500));
        break;
    case 4:
        l->bars = (uint8_t)(j->params.barriers + 1 + assay_rng_below(&j->r, 10));
        break;
    case 5:
        l->groups = 0;
        break;
    case 6:
        l->length = (uint16_t)assay_rng_below(&j->r, 1 << 13);
        break;
    default:
        l->entry = (uint16_t)assay_rng_below(&j->r, 1 << 12);
        break;
    }
}

/* Draws the groups of a launch with random words: often more than there are places, so that
 * waiting groups start beside those that have work under way. `ends`: most groups reach their
 * end, so even very many take little time. */
static void draw_groups(struct slice_job *j, bool ends)
{
    struct slice_launch *l = &j->launch;

    if (assay_rng_percent(&j->r, 25))
        l->groups = 1 + assay_rng_below(&j->r, 3u * j->params.warps);
    if (ends && assay_rng_percent(&j->r, 1))
        l->groups = 1 + assay_rng_below(&j->r, MANY_GROUPS);
    if (assay_rng_percent(&j->r, 20))
        l->warps = 1;
}

static void draw_launch(struct slice_job *j, bool bad, bool ends)
{
    const struct core_program *p = &j->program;
    struct slice_launch *l = &j->launch;

    *l = (struct slice_launch){.entry = (uint16_t)p->entry,
                               .length = (uint16_t)p->length,
                               .sense = p->sense,
                               .groups = p->groups,
                               .warps = (uint8_t)p->warps,
                               .local_lines = (uint16_t)(p->local_bytes / SLICE_LINE),
                               .rows = (uint16_t)p->rows,
                               .bars = (uint8_t)p->barriers};
    if (!j->raw)
        return;
    draw_groups(j, ends);
    l->limit = j->tame ? TAME_LIMIT + assay_rng_below(&j->r, TAME_LIMIT)
                       : 100 + assay_rng_below(&j->r, assay_rng_percent(&j->r, 80) ? 400 : 3000);
    l->local_lines = (uint16_t)share(j, l->local_lines, 16 * j->params.kb);
    l->bars = (uint8_t)share(j, l->bars, j->params.barriers);
    if (bad && assay_rng_percent(&j->r, 30))
        spoil_launch(j);
}

/* Inserts a word with a uniform destination whose source differs between lanes. */
static void give_lanes_to_warp(struct slice_job *j)
{
    const struct predicate_word w = {.op = PREDICATE_MOV, .dk = PREDICATE_TO_U, .ak = PREDICATE_R};

    j->program.code[assay_rng_below(&j->r, j->program.length)] = predicate_pack(&w);
}

/* Inserts an early exit, so that more groups reach their ends: after a trap no other groups
 * start. */
static void end_early(struct slice_job *j)
{
    const struct predicate_word w = {.op = PREDICATE_EXIT};
    const uint32_t from = least(EARLY_EXIT / 2, j->program.length - 1);

    j->program.code[from + assay_rng_below(&j->r, least(EARLY_EXIT, j->program.length - from))] =
        predicate_pack(&w);
}

/* Draws random words. Most launches that are not to be bad get tame ones, and reach their normal
 * end; the others trap, as nearly every program of plain random words does. Returns whether there
 * is an early exit. */
static bool draw_words(struct slice_job *j, bool bad)
{
    struct core_program *p = &j->program;
    const bool units = assay_rng_percent(&j->r, j->mix.units);

    j->tame = !bad && assay_rng_percent(&j->r, TAME);
    p->rows = share(j, least(16, j->params.rows), j->params.rows);
    core_raw_code(&j->r, j->params.lanes, bad, p);
    if (bad && assay_rng_percent(&j->r, 15))
        give_lanes_to_warp(j);
    if (units)
        slice_units_amend(&j->r, &j->params, j->tame, p);
    if (j->tame)
        slice_tame(&j->r, j->params.lanes, units, p);
    if (assay_rng_percent(&j->r, 50))
        return false;
    end_early(j);
    return true;
}

static void draw_program(struct slice_job *j)
{
    const struct core_program_limits l = {
        .lanes = j->params.lanes,
        .warps = warps_with_room(&j->params),
        .words = least(j->mix.words, j->params.imem),
        .threads = greatest(j->mix.threads, 2 * j->params.warps * j->params.lanes),
        .groups = GROUPS,
        .barriers = j->params.barriers < 4 ? 1 : 2,
        .offload = true,
        .displaced = true,
        .units = slice_random_offload,
        .warp_rows = SLICE_WARP_ROWS};
    const bool bad = assay_rng_percent(&j->r, j->mix.illegal);
    bool ends = false;

    core_program_draw(&j->r, &l, &j->program);
    j->raw = assay_rng_percent(&j->r, j->mix.raw);
    if (j->raw)
        ends = draw_words(j, bad);
    draw_launch(j, bad && j->raw, ends);
}

/* --- surfaces --- */

static void spoil_surface(struct slice_job *j, struct slice_surface *q)
{
    switch (assay_rng_below(&j->r, 5)) {
    case 0:
        q->surface = (uint8_t)assay_rng_below(&j->r, 8);
        break;
    case 1:
        q->enable = !q->enable;
        break;
    case 2:
        q->lines = (uint8_t)assay_rng_below(&j->r, 8);
        break;
    case 3:
        q->last = q->addr - 1;
        break;
    default:
        q->addr += 1;
        break;
    }
}

static void draw_surface(struct slice_job *j)
{
    struct slice_surface *q = &j->surface;
    const uint32_t number = assay_rng_below(&j->r, least(j->params.surfaces, 8));
    const uint32_t lines = 2u << assay_rng_below(&j->r, 2),
                   blocks = 1 + assay_rng_below(&j->r, SURFACE_LINES / lines);

    *q = (struct slice_surface){.surface = (uint8_t)number,
                                .enable = !j->memory.surface[number].enabled,
                                .lines = (uint8_t)lines,
                                .meta = (number + 1) * 1000 + assay_rng_below(&j->r, 100)};
    q->addr = LINES_OF_PROGRAM + assay_rng_below(&j->r, 256 / lines) * lines;
    q->last = q->addr + blocks * lines - 1;
    if (assay_rng_percent(&j->r, 15))
        spoil_surface(j, q);
}

/* --- the sequence --- */

static void new_launch(struct slice_job *j)
{
    ++j->launches;
    slice_memory_forget(&j->memory);
    draw_program(j);
    draw_host(j);
    j->launch_left = true;
    j->surface_left = assay_rng_percent(&j->r, j->mix.surface);
    j->together = assay_rng_percent(&j->r, 20);
    if (j->surface_left)
        draw_surface(j);
    j->to_come = 1u + j->surface_left;
    j->asked = SLICE_JOB_NOTHING;
}

void slice_job_begin(struct slice_job *j, const struct slice_params *params,
                     const struct slice_job_mix *mix, uint64_t seed)
{
    memset(j, 0, sizeof *j);
    assay_rng_init(&j->r, seed, "slice.job");
    j->params = *params;
    j->mix = *mix;
    slice_memory_begin(&j->memory, seed);
    slice_memory_send_strays(&j->memory, params, mix->illegal);
    j->flushed = true;
    new_launch(j);
}

void slice_job_reset(struct slice_job *j)
{
    slice_memory_reset(&j->memory);
    j->flushed = true;
    new_launch(j);
}

static bool next_host(struct slice_job *j, struct slice_host *op)
{
    if (j->next >= j->n && (j->launch_left || j->next >= j->n + j->late))
        return false;
    *op = j->op[j->next++];
    return true;
}

static bool next_surface(struct slice_job *j, struct slice_surface *q)
{
    if (!j->surface_left || j->made < j->n)
        return false;
    j->surface_left = false;
    *q = j->surface;
    return true;
}

static bool next_launch(struct slice_job *j, struct slice_launch *l)
{
    /* The surface comes first, unless both are offered together; then its report may still be
     * outstanding. */
    if (!j->launch_left || j->made < j->n || (!j->together && j->to_come != 1))
        return false;
    j->launch_left = false;
    *l = j->launch;
    return true;
}

bool slice_job_next(struct slice_job *j, unsigned stream, void *payload)
{
    if (stream == slice_stream_fill) {
        j->memory.quiet = j->flushed && j->asked == SLICE_JOB_NOTHING;
        return slice_memory_reply(&j->memory, payload);
    }
    if (j->to_come == 0 && j->made == j->n + j->late)
        new_launch(j);
    switch (stream) {
    case slice_stream_host:
        return next_host(j, payload);
    case slice_stream_surface:
        return next_surface(j, payload);
    default:
        return next_launch(j, payload);
    }
}

/* --- transfers --- */

static void surface_taken(struct slice_job *j, const struct slice_surface *q)
{
    j->asked = SLICE_JOB_SURFACE;
    j->flushed = false;
    j->surface_status = slice_memory_check(&j->memory, j->params.surfaces, q);
    if (j->surface_status == SLICE_OK && q->enable)
        slice_memory_surface(&j->memory, q);
}

static void reported(struct slice_job *j, const struct slice_done *done)
{
    if (j->asked == SLICE_JOB_LAUNCH && (done->status == SLICE_OK || done->status == SLICE_TRAP))
        j->flushed = true;
    if (j->asked == SLICE_JOB_SURFACE) {
        ++j->surfaces;
        if (done->status != j->surface_status)
            fail(j, "a surface: expected status %u, got %u", j->surface_status, done->status);
        if (j->surface_status == SLICE_OK && !j->surface.enable)
            slice_memory_surface(&j->memory, &j->surface);
    } else if (j->asked == SLICE_JOB_LAUNCH && !j->raw) {
        compare(j, done);
    } else if (j->asked == SLICE_JOB_NOTHING) {
        fail(j, "a report on done that no request is for");
    }
    j->asked = SLICE_JOB_NOTHING;
    j->to_come -= j->to_come != 0;
}

void slice_job_observe(struct slice_job *j, unsigned stream, const void *payload)
{
    switch (stream) {
    case slice_stream_host:
        ++j->made;
        break;
    case slice_stream_surface:
        surface_taken(j, payload);
        break;
    case slice_stream_launch:
        j->asked = SLICE_JOB_LAUNCH;
        if (!j->raw)
            ask_oracle(j);
        break;
    case slice_stream_done:
        reported(j, payload);
        break;
    case slice_stream_mem:
        slice_memory_take(&j->memory, payload);
        if (j->memory.wrong)
            fail(j, "%s", j->memory.wrong);
        break;
    case slice_stream_fill:
        slice_memory_replied(&j->memory);
        break;
    default:
        break;
    }
}
