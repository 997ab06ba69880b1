/* run_options.c - rejects options that have no effect on a lockstep run. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/unknown.h"
#include "cli/cli.h"
#include "engine/cover.h"
#include "sim/settings.h"

__attribute__((format(printf, 3, 4))) static bool refuse(char *why, size_t why_size,
                                                         const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(why, why_size, format, args);
    va_end(args);
    return false;
}

/* Reject options for RTL if there is none. The backend systemc-model does that itself. */
static bool check_rtl(const struct assay_cli_run *r, enum assay_backend backend, char *why,
                      size_t why_size)
{
    if (backend != ASSAY_MODEL || (!r->rtl && !r->fault))
        return true;
    return refuse(why, why_size,
                  "%s with backend %s, which runs no RTL: expected verilator, icarus, systemc or "
                  "check-x",
                  r->rtl ? "--rtl" : "--fault", assay_backend_name(backend));
}

/* Reject options for the waveform if none is written. The window is the time before a failure. */
static bool check_wave(const struct assay_cli_run *r, const struct assay_config *c,
                       enum assay_backend backend, char *why, size_t why_size)
{
    const bool compiled =
        backend == ASSAY_VERILATOR || backend == ASSAY_SYSTEMC || backend == ASSAY_CHECK_X;
    const bool none = backend == ASSAY_MODEL || backend == ASSAY_SYSTEMC_MODEL;
    const bool traced = r->trace && c->trace != ASSAY_TRACE_NEVER;
    const char *option = traced ? "--trace " : r->window ? "--window" : NULL;
    const char *value = traced ? r->trace : "";

    if (option && compiled && assay_settings_waves() == 0)
        return refuse(
            why, why_size,
            "%s%s with ASSAY_WAVES=0, which builds without waveforms: expected one of them", option,
            value);
    if (option && none)
        return refuse(why, why_size, "%s%s on backend %s, which writes no waveforms: expected %s",
                      option, value, c->backend,
                      backend == ASSAY_MODEL ? "one that runs the RTL" : "systemc");
    if (r->window && c->trace != ASSAY_TRACE_FAIL)
        return refuse(why, why_size,
                      "--window with --trace %s: expected --trace fail, the window is what comes "
                      "before a failure",
                      r->trace);
    return true;
}

static bool is_check_x(const struct assay_cli_run *r)
{
    return r->check_x || (r->backend && strcmp(r->backend, assay_backend_name(ASSAY_CHECK_X)) == 0);
}

/* Reject options for the stimulus if a program defines all of it. */
static bool check_program(const struct assay_cli_run *r, const struct assay_config *c, char *why,
                          size_t why_size)
{
    if (!r->program)
        return true;
    if (r->illegal >= 0 || r->corner >= 0 || r->resets >= 0)
        return refuse(why, why_size,
                      "--knobs illegal, corner or resets with --program: expected only stall");
    if (r->seed_given && c->knobs.stall == 0 && !is_check_x(r))
        return refuse(why, why_size,
                      "--seed with %s, where it is that of the stalls: expected %sN too, or "
                      "check-x, which draws the start of registers",
                      r->launch ? "a launch" : "--program",
                      r->launch ? "--stall " : "--knobs stall=");
    if (r->allow_partial)
        return refuse(why, why_size,
                      "--allow-partial with --program: expected a program that exits");
    return true;
}

bool assay_cli_check_resets(const struct assay_cli_run *r, const struct assay_config *c, char *why,
                            size_t why_size)
{
    const struct assay_scenario *s = c->scenario;

    if (!s->restart && r->resets > 0 && (uint32_t)r->resets != s->knobs.resets)
        return refuse(why, why_size,
                      "knob 'resets=%d' with scenario %s, which has no resets but the first: "
                      "expected resets=0",
                      r->resets, s->name);
    return true;
}

static bool check_scenario(const struct assay_cli_run *r, const struct assay_config *c, char *why,
                           size_t why_size)
{
    const struct assay_scenario *s = c->scenario;

    if (r->replay)
        return true;
    if (!assay_cli_check_resets(r, c, why, why_size))
        return false;
    if (!r->allow_partial)
        return true;
    if (!s->done)
        return refuse(why, why_size,
                      "--allow-partial: scenario %s has no end: expected one that ends by itself",
                      s->name);
    if (!r->cycles)
        return refuse(
            why, why_size,
            "--allow-partial: scenario %s has an end and nothing cuts it short: expected --cycles",
            s->name);
    return true;
}

/* Check that no output file is an input file, and that the output files are different. */
static bool check_files(const struct assay_cli_run *r, char *why, size_t why_size)
{
    const char *output[] = {r->coverage, r->code_coverage};
    const char *input[] = {r->rtl, r->program, r->against, r->stimulus};

    for (size_t o = 0; o < 2; ++o)
        for (size_t i = 0; i < 4; ++i)
            if (output[o] && input[i] && assay_same_file(output[o], input[i]))
                return refuse(why, why_size, "%s: is the input %s: expected another file",
                              output[o], input[i]);
    if (output[0] && output[1] &&
        (strcmp(output[0], output[1]) == 0 || assay_same_target(output[0], output[1])))
        return refuse(why, why_size, "%s: for --coverage and --code-coverage: expected two files",
                      output[0]);
    return true;
}

static bool check_coverage(const struct assay_cli_run *r, const struct assay_config *c, char *why,
                           size_t why_size)
{
    return !r->coverage || assay_cover_groups(c->block) ||
           refuse(why, why_size,
                  "--coverage: %s has no streams, so nothing of it is counted: expected a block "
                  "with streams, or --code-coverage",
                  c->block->model->name);
}

/* Reject options that --vacuity ignores. It chooses the length and the end of its runs itself. */
static bool check_vacuity(const struct assay_cli_run *r, enum assay_backend backend, char *why,
                          size_t why_size)
{
    const struct {
        const char *option;
        bool given;
    } none[] = {
        {"--cycles", r->cycles != 0},
        {"--allow-partial", r->allow_partial},
        {"--program", r->program != NULL},
        {"--coverage", r->coverage != NULL},
        {"--code-coverage", r->code_coverage != NULL},
        {"--trace", r->trace != NULL},
        {"--window", r->window != 0},
        {"--out", r->out != NULL},
    };

    if (!r->vacuity)
        return true;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i)
        if (none[i].given)
            return refuse(why, why_size, "%s with --vacuity, which has no use for it: expected one",
                          none[i].option);
    if (backend == ASSAY_MODEL)
        return refuse(why, why_size,
                      "--vacuity with backend model, which has no outputs to invert: expected "
                      "verilator, icarus or systemc");
    return true;
}

/* The options of a comparison with other RTL. */
static bool check_against(const struct assay_cli_run *r, enum assay_backend backend, char *why,
                          size_t why_size)
{
    static const char *const levels[] = {"cycle", "transfers", NULL};
    const struct {
        const char *option;
        bool given;
    } none[] = {
        {"--vacuity", r->vacuity},
        {"--program", r->program != NULL},
        {"--coverage", r->coverage != NULL},
    };

    if (!r->against)
        return !r->level ||
               refuse(why, why_size,
                      "--level %s without --against: expected both, or the level in block.yaml",
                      r->level);
    if (r->level && assay_word_find(levels, r->level) < 0)
        return assay_unknown_word(why, why_size, "level", r->level, levels);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i)
        if (none[i].given)
            return refuse(why, why_size,
                          "%s with --against, where no model is compared: expected one of them",
                          none[i].option);
    if (backend != ASSAY_VERILATOR && backend != ASSAY_ICARUS)
        return refuse(why, why_size, "--against on backend %s: expected verilator or icarus",
                      assay_backend_name(backend));
    if (backend == ASSAY_ICARUS && (r->window || (r->trace && strcmp(r->trace, "fail") == 0)))
        return refuse(why, why_size,
                      "%s with --against on backend icarus, which has no waveform of a failure "
                      "alone then: expected --trace always",
                      r->window ? "--window" : "--trace fail");
    return true;
}

/* --check-x is the same as --backend check-x. */
static bool check_starts(const struct assay_cli_run *r, enum assay_backend backend, char *why,
                         size_t why_size)
{
    if (r->check_x && backend != ASSAY_CHECK_X)
        return refuse(why, why_size,
                      "--check-x with --backend %s: expected one of them, it runs in Verilator",
                      r->backend);
    if (r->vacuity && backend == ASSAY_CHECK_X)
        return refuse(why, why_size, "%s with --vacuity, which has no use for it: expected one",
                      r->check_x ? "--check-x" : "--backend check-x");
    return true;
}

bool assay_cli_run_options(const struct assay_cli_run *r, const struct assay_config *c,
                           enum assay_backend backend, char *why, size_t why_size)
{
    return check_against(r, backend, why, why_size) && check_starts(r, backend, why, why_size) &&
           check_vacuity(r, backend, why, why_size) && check_coverage(r, c, why, why_size) &&
           check_files(r, why, why_size) && check_rtl(r, backend, why, why_size) &&
           check_wave(r, c, backend, why, why_size) && check_program(r, c, why, why_size) &&
           check_scenario(r, c, why, why_size);
}
