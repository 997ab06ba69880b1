/* run.c - one lockstep run, from a command line or a replay file to an exit status. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/destination.h"
#include "base/error.h"
#include "base/message.h"
#include "base/number.h"
#include "base/progress.h"
#include "base/signals.h"
#include "base/unknown.h"
#include "cli/cli.h"
#include "coverage/store.h"
#include "engine/against.h"
#include "engine/attached.h"
#include "sim/starts.h"
#include "sim/warnings.h"

bool assay_cli_knobs(const char *text, struct assay_cli_run *r, char *why, size_t why_size)
{
    const struct {
        const char *name;
        int *value;
    } knobs[] = {{"stall", &r->stall},
                 {"illegal", &r->illegal},
                 {"corner", &r->corner},
                 {"resets", &r->resets}};
    static const char *const names[] = {"stall", "illegal", "corner", "resets", NULL};
    char name[64];
    unsigned seen = 0;

    while (*text) {
        const size_t length = strcspn(text, ",");
        const char *eq = memchr(text, '=', length);
        size_t i = 0;
        uint64_t v;

        while (eq && i < 4 &&
               (strlen(knobs[i].name) != (size_t)(eq - text) ||
                memcmp(knobs[i].name, text, (size_t)(eq - text)) != 0))
            ++i;
        if (!eq) {
            snprintf(why, why_size, "knob '%.*s': expected NAME=0..100", (int)length, text);
            return false;
        }
        if (i == 4) {
            snprintf(name, sizeof name, "%.*s", (int)(eq - text), text);
            return assay_unknown_word(why, why_size, "knob", name, names);
        }
        if (seen >> i & 1) {
            snprintf(why, why_size, "knob '%s' again: expected each knob once", knobs[i].name);
            return false;
        }
        seen |= 1u << i;
        if (assay_number_span(eq + 1, (size_t)(text + length - eq - 1), 100, &v)) {
            snprintf(why, why_size, "knob '%.*s': expected a number from 0 to 100", (int)length,
                     text);
            return false;
        }
        *knobs[i].value = (int)v;
        text += length + (text[length] == ',');
    }
    return true;
}

static bool trace_of(const struct assay_cli_run *r, struct assay_config *c, char *why,
                     size_t why_size)
{
    static const char *const names[] = {[ASSAY_TRACE_NEVER] = "never",
                                        [ASSAY_TRACE_FAIL] = "fail",
                                        [ASSAY_TRACE_ALWAYS] = "always",
                                        NULL};
    const int found = r->trace ? assay_word_find(names, r->trace) : ASSAY_TRACE_FAIL;

    if (found < 0)
        return assay_unknown_word(why, why_size, "trace", r->trace, names);
    c->trace = (enum assay_trace)found;
    if (r->against && r->backend && strcmp(r->backend, "icarus") == 0 && !r->trace)
        c->trace = ASSAY_TRACE_NEVER; /* a snapshot does not copy the other vvp */
    return true;
}

bool assay_cli_choose(const struct assay_cli_run *r, struct assay_config *c, char *why,
                      size_t why_size)
{
    struct assay_knobs *k = &c->knobs;
    const struct assay_scenario *scenarios;

    memset(c, 0, sizeof *c);
    if (assay_block_named(r->block, &c->block, why, why_size) != ASSAY_OK)
        return false;
    if (!assay_params_parse(c->block, r->params, &c->params, why, why_size))
        return false;
    scenarios = c->block->scenarios;
    c->scenario = r->scenario ? assay_scenario_find(c->block, r->scenario) : scenarios;
    if (!c->scenario)
        return assay_scenario_unknown(c->block, r->scenario, why, why_size);
    *k = c->scenario->knobs;
    k->stall = r->stall >= 0 ? (uint32_t)r->stall : k->stall;
    k->illegal = r->illegal >= 0 ? (uint32_t)r->illegal : k->illegal;
    k->corner = r->corner >= 0 ? (uint32_t)r->corner : k->corner;
    k->resets = r->resets >= 0 ? (uint32_t)r->resets : k->resets;
    c->seed = r->seed;
    return true;
}

/* Make a configuration from the texts. */
static bool configure(const struct assay_cli_run *r, struct assay_config *c,
                      struct assay_variant *v, enum assay_backend *backend,
                      struct assay_cli_against *against, char *why, size_t why_size)
{
    if (!assay_cli_choose(r, c, why, why_size) || !assay_cli_program(r, c, why, why_size))
        return false;
    if (!assay_backend_find(r->backend   ? r->backend
                            : r->check_x ? "check-x"
                                         : "verilator",
                            backend))
        return assay_backend_unknown(r->backend, why, why_size);
    c->cycles = r->cycles ? r->cycles : c->scenario->done ? UINT64_MAX : ASSAY_DEFAULT_CYCLES;
    c->backend = assay_backend_name(*backend);
    c->cover = true;
    c->allow_partial = r->allow_partial;
    memset(v, 0, sizeof *v);
    v->block = c->block;
    v->params = c->params;
    v->rtl = r->rtl;
    v->fault = r->fault;
    v->coverage = r->code_coverage != NULL;
    v->starts = *backend == ASSAY_CHECK_X;
    v->lint = r->lint;
    if (r->lint && !assay_warnings_lint(v, *backend, r->against != NULL, why, why_size))
        return false;
    if (v->coverage && *backend != ASSAY_VERILATOR) {
        snprintf(why, why_size, "--code-coverage on backend %s: expected verilator", c->backend);
        return false;
    }
    c->window = r->window;
    if (r->script)
        assay_script_play(c, r->script);
    c->whole = r->stimulus && r->script && !r->script->bounded;
    if (!trace_of(r, c, why, why_size) || !assay_cli_run_options(r, c, *backend, why, why_size))
        return false;
    if (r->against)
        return assay_cli_against_level(against, c, r->level, why, why_size);
    if (*backend != ASSAY_CHECK_X)
        return true;
    against->alone = assay_cli_start_alone(against, c, why, why_size);
    return against->alone || !*why;
}

static bool on_progress(void *arg, uint64_t cycle)
{
    assay_progress_update(arg, cycle);
    return !assay_interrupted();
}

/* Most RTL can't make vvp crash, but some can, for example by endless recursion. In either case the
 * comparison is incomplete. */
static bool has_vvp_crashed(const struct assay_config *c, const struct assay_result *r)
{
    return r->verdict == ASSAY_CRASHED && !r->in_model && !r->in_hooks &&
           strcmp(c->backend, assay_backend_name(ASSAY_ICARUS)) == 0;
}

static int exit_status(const struct assay_config *c, const struct assay_result *result)
{
    if (has_vvp_crashed(c, result) || assay_icarus_other_broken())
        return EXIT_FAULT;
    if (result->verdict != ASSAY_PASS)
        return EXIT_MISMATCH;
    return result->interrupted ? assay_interrupted_status() : EXIT_EQUAL;
}

/* Whether the program of --program did not end as it should, on model and RTL alike. A mismatch, or
 * a crash, says nothing about the program. */
static bool has_program_failed(const struct assay_cli_run *r, const struct assay_config *c,
                               const struct assay_result *result, char *why, size_t why_size)
{
    return r->program && !result->interrupted &&
           (result->verdict == ASSAY_PASS || result->verdict == ASSAY_INCOMPLETE ||
            result->verdict == ASSAY_HANG || result->verdict == ASSAY_NOTHING) &&
           c->block->program->failed(c->user, why, why_size);
}

/* Whether transfers of --stimulus were not taken. A run without them gives no verdict on the
 * file. */
static bool leaves_stimulus(const struct assay_cli_run *r, struct assay_lockstep *ls, char *why,
                            size_t why_size)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *result = assay_lockstep_result(ls);

    if (!r->stimulus || c->block->level == ASSAY_COMPARE_CYCLE || result->verdict != ASSAY_PASS ||
        result->interrupted || assay_cli_stimulus_taken(c->script, result, why, why_size))
        return false;
    assay_lockstep_incomplete(ls);
    return true;
}

static int finish(const struct assay_cli_run *r, struct assay_lockstep *ls,
                  const struct assay_cli_against *against, const struct assay_variant *variant)
{
    const struct assay_result *result = assay_lockstep_finish(ls);
    const struct assay_config *c = assay_lockstep_config(ls);
    char values[ASSAY_PARAMS_TEXT], why[2 * PATH_MAX + 512], left[512], program[sizeof why];
    const bool leaves = leaves_stimulus(r, ls, left, sizeof left);
    const bool failed = has_program_failed(r, c, result, program, sizeof program);
    int status = exit_status(c, result);
    const int written = !status && !failed && r->write ? r->write(r->write_arg) : 0;

    assay_cli_run_tell(r, ls, against, variant, status);
    status = status ? status : written;
    if (has_vvp_crashed(c, result))
        assay_print_error(
            "vvp crashed with signal %d (%s), which may not be due to the RTL: expected "
            "it to run to the end",
            result->signal, strsignal(result->signal));
    if (c->trace == ASSAY_TRACE_ALWAYS &&
        result->wave_error[0]) /* the requested waveform is lost */
        status = status ? status : EXIT_FAULT;
    if (r->code_coverage && !assay_lockstep_code_coverage(ls, r->code_coverage, why, sizeof why)) {
        assay_print_error("%s", why);
        status = status ? status : EXIT_FAULT;
    }
    if (failed) {
        assay_print_error("%s", program);
        if (result->verdict == ASSAY_PASS || result->verdict == ASSAY_INCOMPLETE)
            status = EXIT_USAGE;
    } else if (leaves) {
        assay_print_error("%s: %s", r->stimulus, left);
    } else if (result->verdict == ASSAY_INCOMPLETE) {
        assay_print_error(
            "scenario %s did not reach its end in %llu cycles: expected more of them, "
            "or --allow-partial",
            c->scenario->name, (unsigned long long)result->cycles);
    }
    if (r->coverage && assay_lockstep_cover(ls)) {
        assay_params_print(c->block, &c->params, values, sizeof values);
        if (!assay_cover_save(assay_lockstep_cover(ls), values, r->coverage, why, sizeof why)) {
            assay_print_error("%s", why);
            status = status ? status : EXIT_FAULT;
        }
    }
    return status;
}

/* Whether to invert output bits after a run that passes: for a user's own block, at Verilator's
 * speed, and if somebody reads the output. */
static bool looks_at_outputs(const struct assay_cli_run *r, const struct assay_config *c,
                             enum assay_backend backend)
{
    return c->block->folder && backend == ASSAY_VERILATOR && !r->json && !r->fault && !r->replay &&
           !r->script && !r->against && c->block->level != ASSAY_COMPARE_NONE;
}

/* The name under which a waveform is written. Beside the files of a failure it gets its own name
 * when the verdict is known; where it cannot be renamed, it does not replace the failure's. */
static void name_waveform(const struct assay_cli_run *r, const struct assay_config *c,
                          char path[PATH_MAX])
{
    const bool beside = assay_cli_beside_failure(r, c);

    assay_cli_artefact(r, c,
                       beside && assay_cli_renames(r, c)          ? "new.fst"
                       : beside && c->trace == ASSAY_TRACE_ALWAYS ? "again.fst"
                                                                  : "fst",
                       path);
}

static int run(const struct assay_cli_run *r, struct assay_config *c,
               const struct assay_variant *variant, enum assay_backend backend,
               struct assay_cli_against *against)
{
    struct assay_cli_dut dut;
    struct assay_progress progress;
    struct assay_lockstep *ls;
    char why[4096], waveform[PATH_MAX];
    int status;

    status = assay_cli_dut_open(backend, variant, &dut);
    if (status)
        return status;
    if (r->out && (status = (int)assay_destination_make_folder(r->out, why, sizeof why))) {
        assay_print_error("%s", why);
        assay_cli_dut_close(&dut);
        return status;
    }
    c->ops = dut.ops;
    assay_starts_seed(c->seed);
    if (r->against && (status = assay_cli_against_open(against, c, variant, r->against, backend))) {
        assay_cli_dut_close(&dut);
        return status;
    }
    if (against->alone)
        c->against = assay_starts_alone();
    if (r->against && r->replayed)
        assay_cli_against_changed(against, r->replayed, r->replay);
    name_waveform(r, c, waveform);
    c->trace_path = waveform;
    c->catch_crashes = c->block->folder || (backend != ASSAY_ICARUS && backend != ASSAY_MODEL);
    c->progress = on_progress;
    c->progress_arg = &progress;
    c->progress_every = backend == ASSAY_ICARUS ? 64 : 16384;
    ls = assay_lockstep_open(c, why, sizeof why);
    if (!ls) {
        assay_print_error("%s", why);
        assay_cli_against_close(against);
        assay_cli_dut_close(&dut);
        return EXIT_FAULT;
    }
    assay_catch_signals();
    assay_progress_begin(&progress, "cycle", c->cycles);
    assay_lockstep_run(ls, UINT64_MAX);
    assay_progress_end(&progress);
    status = finish(r, ls, against, variant);
    assay_lockstep_close(ls);
    if (status == EXIT_EQUAL && looks_at_outputs(r, c, backend))
        status = assay_cli_vacuity_after(c, variant);
    assay_cli_against_close(against);
    assay_cli_dut_close(&dut);
    return status;
}

/* Check that the outputs of a run can be written. */
static enum assay_error check_destinations(const struct assay_cli_run *r, char *why,
                                           size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    if (r->out)
        e = assay_destination_folder(r->out, why, why_size);
    if (!e && r->coverage)
        e = assay_destination_file(r->coverage, why, why_size);
    if (!e && r->code_coverage)
        e = assay_destination_file(r->code_coverage, why, why_size);
    return e;
}

/* Such a run needs no model. */
static bool compares_starts(const struct assay_cli_run *r)
{
    return r->check_x || (r->backend && strcmp(r->backend, assay_backend_name(ASSAY_CHECK_X)) == 0);
}

/* Make a configuration from the texts and check that its outputs can be written. Returns 0, or an
 * exit status after printing the error. */
static int prepare(const struct assay_cli_run *r, struct assay_config *config,
                   struct assay_variant *variant, enum assay_backend *backend,
                   struct assay_cli_against *against)
{
    const struct assay_block *block;
    char why[2 * PATH_MAX + 512];
    int status = (int)assay_block_named(r->block, &block, why, sizeof why);

    if (!status && !r->against && !compares_starts(r) &&
        !assay_block_written(block, why, sizeof why))
        status = EXIT_MISMATCH;
    if (!status && !configure(r, config, variant, backend, against, why, sizeof why))
        status = EXIT_USAGE;
    if (!status)
        status = (int)check_destinations(r, why, sizeof why);
    if (status)
        assay_print_error("%s", why);
    return status;
}

int assay_cli_run_check(const struct assay_cli_run *r, enum assay_backend *backend)
{
    struct assay_config config = {0};
    struct assay_variant variant;
    struct assay_cli_against against = {.dut = {NULL, NULL}};
    const int status = prepare(r, &config, &variant, backend, &against);

    if (r->program && config.user)
        config.block->program->free(config.user);
    return status;
}

int assay_cli_run(const struct assay_cli_run *r)
{
    struct assay_config config = {0};
    struct assay_variant variant;
    struct assay_cli_against against = {.dut = {NULL, NULL}};
    enum assay_backend backend;
    int status = prepare(r, &config, &variant, &backend, &against);

    if (!status)
        status = r->vacuity ? assay_cli_vacuity(&config, &variant, backend, r->json)
                            : run(r, &config, &variant, backend, &against);
    if (r->program && config.user)
        config.block->program->free(config.user);
    return status;
}
