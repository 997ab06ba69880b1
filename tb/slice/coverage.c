#include "slice/coverage.h"

#include <string.h>

enum { STATES_N = 6, SEAMS_N = 19, TRAPS_N = 14, MEETINGS_N = 8 };
enum { MEETS_LOCAL = 1, MEETS_ROW = 6 }; /* indices of meetings */
enum { OF_LAUNCH = 6, NOT_CLEAN = OF_LAUNCH + 3, REPORTS_N };
enum { BY_WARPS, BY_LOCAL, BY_ROWS, BY_BARS, BOUNDS_N };
enum { USED_N = 3, KINDS_N = 4, SLICES_N = 3 };

static const char *const state_bins[] = {"idle", "setup", "run", "ask", "wait", "done"};
static const char *const report_bins[] = {
    "ok",   "bad_warps", "bad_local",       "bad_rows",      "bad_bars",
    "trap", "surface",   "surface_refused", "surface_range", "not_clean"};
static const char *const trap_bins[] = {
    "bad_encoding", "bad_uniform", "overflow",         "underflow",     "bad_pc",  "bad_address",
    "limit",        "misaligned",  "lanes_at_barrier", "barrier_stuck", "gateway", "outside",
    "message",      "memory"};
static const char *const bound_bins[] = {"warps", "local", "rows", "bars"};
static const char *const used_bins[] = {"one", "two", "more"};
static const char *const seam_bins[] = {
    "mem", "local", "gate",  "ack",  "abort", "off",  "end",  "local_rsp", "local_line", "cache",
    "wb",  "reply", "fence", "note", "row",   "line", "pack", "start",     "cfg"};
static const char *const meeting_bins[] = {"cache", "local_rsp", "local_line", "wb",
                                           "reply", "note",      "row",        "pack"};
static const char *const offer_bins[] = {"waits", "taken"};
static const char *const slice_bins[] = {"none", "some", "all"};
static const char *const kind_bins[] = {"read", "write", "meta_read", "meta_write"};

static const struct assay_cover_axis from = {"from", STATES_N, state_bins};
static const struct assay_cover_axis to = {"to", STATES_N, state_bins};
static const struct assay_cover_axis report = {"report", REPORTS_N, report_bins};
static const struct assay_cover_axis trap = {"trap", TRAPS_N, trap_bins};
static const struct assay_cover_axis bound = {"bound", BOUNDS_N, bound_bins};
static const struct assay_cover_axis used = {"used", USED_N, used_bins};
static const struct assay_cover_axis seam = {"seam", SEAMS_N, seam_bins};
static const struct assay_cover_axis one = {"one", MEETINGS_N, meeting_bins};
static const struct assay_cover_axis other = {"other", MEETINGS_N, meeting_bins};
static const struct assay_cover_axis state = {"state", STATES_N, state_bins};
static const struct assay_cover_axis offer = {"host", 2, offer_bins};
static const struct assay_cover_axis skipped = {"skipped", SLICES_N, slice_bins};
static const struct assay_cover_axis kind = {"kind", KINDS_N, kind_bins};

static bool no_step(const unsigned *bin)
{
    static const uint8_t next[STATES_N] = {
        [SLICE_IDLE] = 1 << SLICE_IDLE | 1 << SLICE_SETUP | 1 << SLICE_ASK | 1 << SLICE_DONE,
        [SLICE_SETUP] = 1 << SLICE_SETUP | 1 << SLICE_RUN,
        [SLICE_RUN] = 1 << SLICE_RUN | 1 << SLICE_ASK,
        [SLICE_ASK] = 1 << SLICE_WAIT, /* nothing is under way, so the cache takes it at once */
        [SLICE_WAIT] = 1 << SLICE_WAIT | 1 << SLICE_DONE,
        [SLICE_DONE] = 1 << SLICE_DONE | 1 << SLICE_IDLE};

    return !(next[bin[0]] >> bin[1] & 1);
}

/* Counts each pair once. The core takes one answer per cycle from local memory, rows and packer
 * together. */
static bool no_meeting(const unsigned *bin)
{
    return bin[0] >= bin[1] || bin[0] == MEETS_ROW ||
           (bin[0] == MEETS_LOCAL && bin[1] >= MEETS_ROW);
}

/* The flush at the end of each launch leaves the cache clean. */
static bool no_report(const unsigned *bin)
{
    return bin[0] == NOT_CLEAN;
}

static bool no_host(const unsigned *bin)
{
    return bin[0] != SLICE_IDLE && bin[1] == 1;
}

/* slm and zcache report errors only for requests that the core rejects itself and never makes. */
static bool no_trap(const unsigned *bin)
{
    return bin[0] == CORE_MEMORY - 1;
}

enum { STEPS, REPORTS, TRAPS, PLACES, SEAMS, MEETINGS, HOSTS, LINES, SLICES, INSIDE };

const struct assay_cover_group slice_groups[SLICE_COVER_GROUPS] = {
    [STEPS] = {"steps", "state of the dispatcher, and the next one", 2, {&from, &to}, no_step},
    [REPORTS] = {"reports", "what done says", 1, {&report}, no_report},
    [TRAPS] = {"traps", "traps that are reported", 1, {&trap}, no_trap},
    [PLACES] = {"places",
                "groups that run at a time, by what bounds the places of the launch",
                2,
                {&bound, &used},
                NULL},
    [SEAMS] = {"seams", "transfers between blocks", 1, {&seam}, NULL},
    [MEETINGS] = {"meetings", "answers of two blocks in a cycle", 2, {&one, &other}, no_meeting},
    [HOSTS] = {"hosts",
               "what the host offers, by the state of the dispatcher",
               2,
               {&state, &offer},
               no_host},
    [LINES] = {"lines", "what goes to memory", 1, {&kind}, NULL},
    [SLICES] = {"slices", "slices that a sparse message leaves out", 1, {&skipped}, NULL},
    [INSIDE + SLICE_OFFERS] = {"offers",
                               "sides that offer something to a shared port, and which is served",
                               2,
                               {&slice_port_axis, &slice_sides_axis},
                               NULL},
    [INSIDE + SLICE_BESIDE] = {"beside",
                               "what a warp issues while a message of its own is under way",
                               1,
                               {&slice_issued_axis},
                               NULL},
    [INSIDE + SLICE_HELD] = {"held",
                             "what a warp has under way when it comes to a barrier",
                             1,
                             {&slice_held_axis},
                             NULL},
    [INSIDE + SLICE_TRAPPED] =
        {"trapped", "what a group has under way when it traps", 1, {&slice_left_axis}, NULL},
    [INSIDE + SLICE_MISSED] = {"missed",
                               "requests that the cache cannot answer at once",
                               2,
                               {&slice_asker_axis, &slice_miss_axis},
                               NULL},
    [INSIDE + SLICE_RESETS] = {"resets", "state of the dispatcher in a reset", 1, {&state}, NULL},
};

void slice_cover_begin(void *any, const struct assay_params *params)
{
    struct slice_cover_ctx *c = any;

    memset(c, 0, sizeof *c);
    memcpy(&c->params, params->v, sizeof c->params);
    slice_inside_begin(&c->inside, &c->params);
}

void slice_cover_restart(void *any)
{
    struct slice_cover_ctx *c = any;

    c->some = false;
    slice_inside_restart(&c->inside);
}

/* --- launches --- */

/* The resource that limits the number of places. */
static uint8_t bound_of(const struct slice_params *p, const struct slice_launch *l)
{
    const uint32_t lines = 16 * p->kb;
    uint32_t size = 1, k;

    while (size < l->warps)
        size *= 2;
    for (k = 1; k < p->warps / size; ++k) {
        if ((k + 1) * l->local_lines > lines)
            return BY_LOCAL;
        if ((k + 1) * l->rows > p->rows)
            return BY_ROWS;
        if ((k + 1) * l->bars > p->barriers)
            return BY_BARS;
    }
    return BY_WARPS;
}

static uint32_t report_of(const struct slice_cover_ctx *c, const struct slice_done *done)
{
    if (!c->surface)
        return done->status;
    switch (done->status) {
    case SLICE_OK:
        return OF_LAUNCH;
    case SLICE_REFUSED + ZCACHE_NOT_CLEAN:
        return NOT_CLEAN;
    default:
        return OF_LAUNCH + done->status - (SLICE_REFUSED + ZCACHE_NOT_CLEAN);
    }
}

static void dispatcher(struct slice_cover_ctx *c, struct assay_cover *db,
                       const struct slice_inputs *in, const struct slice_outputs *out)
{
    if (c->some)
        assay_cover_hit(db, STEPS, (uint32_t)c->state * STATES_N + out->state);
    c->some = true;
    c->state = out->state;
    if (in->surface_valid && out->surface_ready)
        c->surface = true;
    if (in->launch_valid && out->launch_ready) {
        c->surface = false;
        c->bound = bound_of(&c->params, &in->launch);
    }
    if (out->done_valid && in->done_ready) {
        assay_cover_hit(db, REPORTS, report_of(c, &out->done));
        if (out->done.trap)
            assay_cover_hit(db, TRAPS, out->done.trap - 1u);
    }
    if (out->used) {
        const uint32_t n = (uint32_t)__builtin_popcount((unsigned)out->used);

        assay_cover_hit(db, PLACES, (uint32_t)c->bound * USED_N + (n < USED_N ? n : USED_N) - 1);
    }
    if (in->host_valid)
        assay_cover_hit(db, HOSTS, out->state * 2u + out->host_ready);
}

/* --- seams --- */

static void seams(struct assay_cover *db, const struct slice_outputs *out)
{
    const uint64_t saw[SEAMS_N] = {
        out->saw_mem,  out->saw_local, out->saw_gate,      out->saw_ack,        out->saw_abort,
        out->saw_off,  out->saw_end,   out->saw_local_rsp, out->saw_local_line, out->saw_cache,
        out->saw_wb,   out->saw_reply, out->saw_fence,     out->saw_note,       out->saw_row,
        out->saw_line, out->saw_pack,  out->saw_start,     out->saw_cfg};
    const uint64_t answer[MEETINGS_N] = {out->saw_cache, out->saw_local_rsp, out->saw_local_line,
                                         out->saw_wb,    out->saw_reply,     out->saw_note,
                                         out->saw_row,   out->saw_pack};

    for (uint32_t i = 0; i < SEAMS_N; ++i)
        assay_cover_hit_if(db, saw[i] != 0, SEAMS, i);
    for (uint32_t i = 0; i < MEETINGS_N; ++i)
        for (uint32_t k = i + 1; k < MEETINGS_N && answer[i]; ++k)
            assay_cover_hit_if(db, answer[k] != 0, MEETINGS, i * MEETINGS_N + k);
}

/* Arrays are given one message at a time. After a reset the counters are lower. */
static void slices(struct slice_cover_ctx *c, struct assay_cover *db,
                   const struct slice_outputs *out)
{
    const bool fed = out->slices_fed > c->fed, left = out->slices_skipped > c->skipped;

    if (fed || left)
        assay_cover_hit(db, SLICES, !left ? 0 : fed ? 1 : 2);
    c->fed = out->slices_fed;
    c->skipped = out->slices_skipped;
}

void slice_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                 uint64_t transfers)
{
    struct slice_cover_ctx *c = any;
    const struct slice_inputs *in = any_in;
    const struct slice_outputs *out = any_out;

    (void)transfers;
    dispatcher(c, db, in, out);
    seams(db, out);
    slices(c, db, out);
    slice_inside_cover(&c->inside, db, INSIDE, in, out);
    if (out->mem_valid && in->mem_ready)
        assay_cover_hit(db, LINES, out->mem.kind);
}
