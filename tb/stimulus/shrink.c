#include "stimulus/shrink.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "engine/guard.h"
#include "engine/lockstep.h"
#include "stimulus/shrink_steps.h"

enum {
    SLACK = 64,            /* cycles by which a candidate may fail later than the best */
    FIRST_DISTANCE = 1024, /* cycles to go back for an earlier reset; doubled each time */
};

/* Limit in seconds for one cycle to settle. Most cycles take less than a millisecond. */
static const double TRIAL_SETTLE = 0.5;

static struct assay_config playing(const struct assay_shrink *s, const struct assay_script *script)
{
    struct assay_config c = s->config;

    assay_script_play(&c, script);
    c.cycles = script->cycles;
    if (c.block->level == ASSAY_COMPARE_CYCLE && c.hang == 0)
        c.hang = UINT64_MAX; /* the script determines how long silence lasts */
    if (s->verdict == ASSAY_UNSETTLED)
        c.settle = c.settle > 0 && c.settle < TRIAL_SETTLE ? c.settle : TRIAL_SETTLE;
    return c;
}

static bool same(const struct assay_shrink *s, const struct assay_outcome *o)
{
    uint64_t common = 0;

    if (o->verdict != s->verdict)
        return false;
    if (s->config.block->level != ASSAY_COMPARE_CYCLE &&
        (o->stream != s->stream || o->kind != s->kind || o->of_model != s->of_model))
        return false;
    for (int i = 0; i < ASSAY_PORT_WORDS; ++i)
        common |= o->ports[i] & s->ports[i];
    return common || !s->port;
}

static bool measure(struct assay_shrink *s)
{
    struct assay_units u;

    if (!assay_units_find(&s->best, &u))
        return assay_shrink_no_memory(s);
    s->size.units = u.n;
    s->size.transactions = assay_script_items(&s->best);
    s->size.cycles = s->best.cycles;
    assay_units_free(&u);
    return true;
}

/* Makes the candidate, as recorded up to its failure, the new best; items that were never
 * offered are gone. Rejects it if draining the run has added transfers (those of sinks that stay
 * enabled), because it is then no smaller and the next candidate would gain as many again. */
static bool keep(struct assay_shrink *s, const struct assay_script *candidate, uint64_t cycle)
{
    const struct assay_config c = playing(s, candidate);
    struct assay_script recorded;
    uint64_t start;
    char why[sizeof s->wrong] = "";

    if (!assay_shrink_record(s, &c, 0, cycle, &recorded, &start, why, sizeof why)) {
        if (!assay_shrink_over(s))
            snprintf(s->wrong, sizeof s->wrong, "%s", why);
        return false;
    }
    if (assay_script_items(&recorded) > assay_script_items(candidate)) {
        assay_script_free(&recorded);
        return false;
    }
    assay_script_free(&s->best);
    s->best = recorded;
    s->fail_cycle = cycle;
    return measure(s);
}

/* Past the end of its script a run at level `transfers` continues by itself. A failure there is
 * useless for a script that was cut, since the script is then recorded up to the failure. */
static bool no_later(const struct assay_shrink *s, const struct assay_script *candidate,
                     const struct assay_outcome *o)
{
    return o->cycle <= s->fail_cycle &&
           (s->config.block->level == ASSAY_COMPARE_CYCLE || o->cycle < candidate->cycles);
}

bool assay_shrink_try(struct assay_shrink *s, struct assay_script *candidate, bool later)
{
    struct assay_config c;
    struct assay_outcome o;
    bool ok = false;

    if (!assay_shrink_over(s)) {
        if (later)
            candidate->cycles += SLACK;
        c = playing(s, candidate);
        ok = assay_shrink_trial(s, &c, &o) && same(s, &o) &&
             (later || no_later(s, candidate, &o)) && keep(s, candidate, o.cycle);
        if (ok)
            s->port = o.port;
    }
    assay_script_free(candidate);
    return ok;
}

bool assay_shrink_try_dropped(struct assay_shrink *s, struct assay_script *whole, unsigned stream,
                              size_t gone)
{
    struct assay_script candidate;
    struct assay_cut c;
    bool ok = assay_cut_open(&c, whole);

    if (ok) {
        c.drop[stream][gone] = 1;
        c.close = true;
        ok = assay_cut_apply(&c, whole, &candidate);
        assay_cut_close(&c);
    }
    assay_script_free(whole);
    return ok ? assay_shrink_try(s, &candidate, true) : assay_shrink_no_memory(s);
}

bool assay_shrink_same(struct assay_shrink *s, const struct assay_script *script)
{
    const struct assay_config c = playing(s, script);
    struct assay_outcome o;

    return assay_shrink_trial(s, &c, &o) && same(s, &o) && o.cycle == s->fail_cycle;
}

static bool on_progress(void *any, uint64_t cycle)
{
    (void)cycle;
    return assay_shrink_goes_on(any);
}

/* Writes out the failing run, from the latest reset that still shows the failure. */
static enum assay_shrink_end expand(struct assay_shrink *s, uint64_t cycle, char *why,
                                    size_t why_size)
{
    struct assay_config config = s->config;
    uint64_t from = cycle;

    config.progress = on_progress;
    config.progress_arg = s;
    for (uint64_t back = FIRST_DISTANCE;; back *= 2) {
        struct assay_script script;
        uint64_t start;

        if (!assay_shrink_record(s, &config, from, cycle, &script, &start, why, why_size)) {
            if (assay_shrink_over(s))
                break;
            return ASSAY_SHRINK_ERROR;
        }
        s->fail_cycle = cycle - start;
        if (assay_shrink_try(s, &script, false))
            return ASSAY_SHRUNK;
        if (assay_shrink_over(s))
            break;
        if (start == 0) {
            snprintf(why, why_size,
                     "the failure does not show when its inputs are played again: "
                     "expected it to follow from them alone");
            return ASSAY_SHRINK_UNSUITABLE;
        }
        from = start > back ? start - back : 0;
    }
    snprintf(why, why_size, "stopped before the failing run was written out");
    return ASSAY_SHRINK_INTERRUPTED;
}

/* Runs the failing configuration unchanged. */
static enum assay_shrink_end fail_first(struct assay_shrink *s, struct assay_outcome *o, char *why,
                                        size_t why_size)
{
    if (!assay_shrink_trial(s, &s->config, o)) {
        snprintf(why, why_size, s->no_memory ? "out of memory" : "stopped before the run failed");
        return s->no_memory ? ASSAY_SHRINK_ERROR : ASSAY_SHRINK_INTERRUPTED;
    }
    switch (o->verdict) {
    case ASSAY_PASS:
    case ASSAY_NOTHING:
    case ASSAY_INCOMPLETE:
        snprintf(why, why_size, "does not fail: nothing to shrink");
        return ASSAY_SHRINK_PASSES;
    case ASSAY_HANG:
        if (s->config.block->level != ASSAY_COMPARE_CYCLE)
            break; /* the design itself hangs */
        /* fall through */
    case ASSAY_FAILED:
        snprintf(why, why_size, "fails with %s: expected a failure that an output shows",
                 assay_verdict_name(o->verdict));
        return ASSAY_SHRINK_UNSUITABLE;
    case ASSAY_UNSETTLED:
        if (assay_guard_lost()) {
            snprintf(why, why_size,
                     "fails with %s, after which this simulator runs no other trial: expected "
                     "another backend, such as verilator",
                     assay_verdict_name(o->verdict));
            return ASSAY_SHRINK_UNSUITABLE;
        }
        break;
    default:
        break;
    }
    s->verdict = o->verdict;
    s->port = o->port;
    s->kind = o->kind;
    s->stream = o->stream;
    s->of_model = o->of_model;
    memcpy(s->ports, o->ports, sizeof s->ports);
    return ASSAY_SHRUNK;
}

static void reduce(struct assay_shrink *s)
{
    bool smaller = true;

    s->first = s->size;
    s->deadline = s->seconds > 0 ? assay_now() + s->seconds : 0;
    assay_shrink_tail(s);
    while (smaller && !assay_shrink_over(s)) {
        smaller = assay_shrink_units(s);
        smaller |= assay_shrink_streams(s);
        smaller |= assay_shrink_stalls(s);
        smaller |= assay_shrink_time(s);
        smaller |= assay_shrink_fields(s);
        smaller |= assay_shrink_pins(s);
        smaller |= assay_shrink_resets(s);
        if (!smaller)
            smaller = assay_shrink_rewrite(s) || assay_shrink_groups(s) ||
                      assay_shrink_takeovers(s) || assay_shrink_values(s) || assay_shrink_amends(s);
    }
}

enum assay_shrink_end assay_shrink_run(struct assay_shrink *s, char *why, size_t why_size)
{
    enum assay_shrink_end end;
    struct assay_outcome o;

    assay_script_init(&s->best, s->config.block, &s->config.params);
    end = fail_first(s, &o, why, why_size);
    if (end == ASSAY_SHRUNK)
        end = expand(s, o.cycle, why, why_size);
    if (end == ASSAY_SHRUNK)
        reduce(s);
    if (s->no_memory || *s->wrong) {
        snprintf(why, why_size, "%s", s->no_memory ? "out of memory" : s->wrong);
        end = ASSAY_SHRINK_ERROR;
    }
    return end;
}

void assay_shrink_free(struct assay_shrink *s)
{
    assay_script_free(&s->best);
}
