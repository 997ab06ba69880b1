#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/called.h"
#include "base/clock.h"
#include "base/colour.h"
#include "base/destination.h"
#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "base/progress.h"
#include "base/signals.h"
#include "base/unknown.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "diagnose/report.h"
#include "engine/attached.h"
#include "engine/value.h"
#include "sim/starts.h"
#include "stimulus/replay.h"
#include "stimulus/shrink.h"

enum { DEFAULT_SECONDS = 60 };

/* The backends that run RTL and can repeat a run without restarting the program. */
static const char *const backends[] = {"verilator", "icarus", "systemc", "check-x", NULL};

struct choice {
    const char *file, *backend, *rtl, *fault, *out;
    uint64_t seconds;
    bool json;
};

enum { KEY_JSON = 256, KEY_RTL, KEY_FAULT, KEY_SECONDS };

static const struct argp_option options[] = {
    {"out", 'o', "OUT", 0, "Write the result to OUT (default: FILE with .min.replay)", 0},
    {"seconds", KEY_SECONDS, "N", 0,
     "Time limit after the failure is found, in seconds; the best result so far is kept (default "
     "60, 0: none)",
     0},
    {"backend", 'b', "B", 0,
     "Backend: verilator, icarus, systemc or check-x (default: that of FILE)", 0},
    {"rtl", KEY_RTL, "FILE", 0,
     "File list (.f) or Verilog source of RTL to use instead of the recorded one", 0},
    {"fault", KEY_FAULT, "F", 0, "Known bug to apply instead of the recorded one", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case 'o':
        c->out = assay_path_argument(state, "--out", arg);
        break;
    case 'b':
        c->backend = arg;
        break;
    case KEY_SECONDS:
        c->seconds = assay_number_argument(state, "seconds", arg, 0, UINT64_MAX);
        break;
    case KEY_RTL:
        c->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case KEY_FAULT:
        c->fault = arg;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    default:
        return assay_file_argument(key, arg, state, &c->file, "a replay file");
    }
    return 0;
}

/* --- progress --- */

static bool on_progress(void *arg, const struct assay_shrink *s)
{
    struct assay_progress *p = arg;

    if (s->size.cycles)
        assay_progress_note(p, s->trials,
                            ": %" PRIu64 " units, %" PRIu64 " transactions, %" PRIu64 " cycles",
                            s->size.units, s->size.transactions, s->size.cycles);
    else
        assay_progress_update(p, s->trials);
    return !assay_interrupted();
}

/* --- the result --- */

/* What is reported about a finished shrink. */
struct story {
    const struct assay_shrink *shrink;
    const struct assay_lockstep *ls; /* the smallest run, repeated */
    const char *path, *backend;
    double seconds;
};

static void reproduce(const struct story *t, struct assay_text *text)
{
    assay_text_add_command(text, "replay ");
    assay_text_add_quoted(text, t->path);
    if (strcmp(t->backend, "verilator") != 0)
        assay_text_addf(text, " --backend %s", t->backend);
}

static void tell(const struct story *t)
{
    const struct assay_shrink *s = t->shrink;
    const struct assay_result *r = assay_lockstep_result(t->ls);
    char expected[ASSAY_VALUE_TEXT], actual[ASSAY_VALUE_TEXT];
    const char *kind =
        s->verdict == ASSAY_MISMATCH && s->stream >= 0 ? assay_mismatch_name(s->kind) : NULL;
    struct assay_text again = {0};

    printf("%s: ", s->config.block->model->name);
    assay_print_bad(stdout, 0, assay_verdict_name(s->verdict));
    printf(" at cycle %" PRIu64 "%s%s%s%s\n", s->fail_cycle, s->port ? ", port " : "",
           s->port ? s->port->name : "", kind ? ", " : "", kind ? kind : "");
    for (size_t i = 0; i < r->n_differences; ++i) {
        const struct assay_difference *d = &r->difference[i];

        assay_value_text(d->expected, d->expected_unknown, d->width, expected);
        assay_value_text(d->actual, d->unknown, d->width, actual);
        printf("  %-12s %-8s %s\n  %-12s %-8s %s\n", d->port->name,
               assay_side_name(&s->config, false), expected, "", assay_side_name(&s->config, true),
               actual);
    }
    assay_cli_shrink_list(stdout, &s->best);
    printf("size:       units %" PRIu64 ", transactions %" PRIu64 ", cycles %" PRIu64 "\n",
           s->size.units, s->size.transactions, s->size.cycles);
    printf("from:       units %" PRIu64 ", transactions %" PRIu64 ", cycles %" PRIu64
           ", from a reset to the failure\n",
           s->first.units, s->first.transactions, s->first.cycles);
    printf("effort:     %" PRIu64 " trials, %.1f s%s\n", s->trials, t->seconds,
           s->stopped       ? "; interrupted: the smallest so far"
           : s->out_of_time ? "; out of time: the smallest so far"
                            : "");
    reproduce(t, &again);
    printf("written:    %s\nreproduce:  %s\n", t->path, assay_text_get(&again));
    assay_text_free(&again);
}

static cJSON *size_json(const struct assay_shrink_size *z)
{
    cJSON *o = cJSON_CreateObject();

    assay_json_add_u64(o, "units", z->units);
    assay_json_add_u64(o, "transactions", z->transactions);
    assay_json_add_u64(o, "cycles", z->cycles);
    return o;
}

static void tell_json(const struct story *t)
{
    const struct assay_shrink *s = t->shrink;
    cJSON *o = cJSON_CreateObject();
    struct assay_text again = {0};

    reproduce(t, &again);
    cJSON_AddStringToObject(o, "block", s->config.block->model->name);
    cJSON_AddStringToObject(o, "file", t->path);
    cJSON_AddStringToObject(o, "verdict", assay_verdict_name(s->verdict));
    assay_json_add_u64(o, "fail_cycle", s->fail_cycle);
    cJSON_AddItemToObject(o, "size", size_json(&s->size));
    cJSON_AddItemToObject(o, "from", size_json(&s->first));
    assay_json_add_u64(o, "trials", s->trials);
    cJSON_AddNumberToObject(o, "seconds", t->seconds);
    cJSON_AddBoolToObject(o, "complete", !s->stopped && !s->out_of_time);
    cJSON_AddItemToObject(
        o, "differences",
        assay_report_differences(assay_lockstep_config(t->ls), assay_lockstep_result(t->ls)));
    cJSON_AddStringToObject(o, "reproduce", assay_text_get(&again));
    assay_text_free(&again);
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

/* --- the command --- */

static void note_of(const struct assay_shrink *s, char *note, size_t size)
{
    snprintf(note, size, "%s at cycle %" PRIu64 "%s%s, shrunk to %" PRIu64 " unit%s",
             assay_verdict_name(s->verdict), s->fail_cycle, s->port ? ", port " : "",
             s->port ? s->port->name : "", s->size.units, s->size.units == 1 ? "" : "s");
}

/* Repeat the smallest run to get its outputs, write it, and report it. Returns an exit status. */
static int conclude(const struct choice *c, struct assay_shrink *s,
                    const struct assay_replay_origin *origin, double seconds)
{
    struct assay_config config = s->config;
    struct assay_script script;
    struct assay_lockstep *ls;
    char why[PATH_MAX + 256], note[ASSAY_REPLAY_TEXT];
    int status = s->stopped ? assay_interrupted_status() : EXIT_EQUAL;
    bool ok;

    if (!assay_shrink_complete(s, &script)) { /* before a run in this process, as it has trials */
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    assay_script_play(&config, &s->best);
    config.cycles = s->best.cycles;
    ls = assay_lockstep_open(&config, why, sizeof why);
    if (!ls) {
        assay_print_error("%s", why);
        assay_script_free(&script);
        return EXIT_FAULT;
    }
    if (assay_lockstep_run(ls, UINT64_MAX) != s->verdict &&
        !assay_lockstep_result(ls)->interrupted) {
        assay_print_error("%s: the smallest run gave %s once and then %s: expected the same again",
                          c->file, assay_verdict_name(s->verdict),
                          assay_verdict_name(assay_lockstep_result(ls)->verdict));
        assay_script_free(&script);
        assay_lockstep_close(ls);
        return EXIT_FAULT;
    }
    note_of(s, note, sizeof note);
    ok = assay_replay_save_script(&script, origin, note, c->out, why, sizeof why);
    assay_script_free(&script);
    if (ok) {
        const struct story t = {s, ls, c->out, config.backend, seconds};

        if (c->json)
            tell_json(&t);
        else
            tell(&t);
    } else {
        assay_print_error("%s", why);
        status = EXIT_FAULT;
    }
    assay_lockstep_close(ls);
    return status;
}

/* Open the other side of a comparison with other RTL. Returns 0, or an exit status
 * after printing the error. */
static int open_against(const struct choice *c, const struct assay_replay *file,
                        struct assay_replay_origin *origin, const struct assay_variant *variant,
                        enum assay_backend backend, struct assay_cli_against *a,
                        struct assay_config *config)
{
    char why[512];
    int status;

    if (!assay_cli_against_level(a, config, file->level, why, sizeof why)) {
        assay_print_error("%s: %s", c->file, why);
        return EXIT_USAGE;
    }
    status = assay_cli_against_open(a, config, variant, origin->against, backend);
    if (status)
        return status;
    if (!c->rtl && !c->fault)
        assay_cli_against_changed(a, file, c->file);
    origin->sides[0] = a->key[0];
    origin->sides[1] = a->key[1];
    return 0;
}

static int shrink(const struct choice *c, const struct assay_replay *file,
                  struct assay_replay_origin *origin, const struct assay_variant *variant,
                  const struct assay_cli_dut *dut, enum assay_backend backend)
{
    struct assay_cli_against against = {.dut = {NULL, NULL}};
    struct assay_progress progress;
    struct assay_shrink s = {
        .seconds = (double)c->seconds, .progress = on_progress, .progress_arg = &progress};
    const double begun = assay_now();
    char why[512];
    enum assay_shrink_end end;
    int status = EXIT_FAULT;

    assay_replay_config(file, &s.config);
    s.config.ops = dut->ops;
    s.config.backend = assay_backend_name(backend);
    s.config.catch_crashes = backend != ASSAY_ICARUS;
    if (origin->against) {
        status = open_against(c, file, origin, variant, backend, &against, &s.config);
        if (status)
            return status;
    }
    if (!origin->against && backend == ASSAY_CHECK_X) {
        if (assay_cli_start_alone(&against, &s.config, why, sizeof why)) {
            s.config.against = assay_starts_alone();
        } else if (*why) {
            assay_print_error("%s", why);
            return EXIT_USAGE;
        }
    }
    assay_starts_seed(s.config.seed);
    assay_catch_signals();
    assay_progress_begin(&progress, "trial", 0);
    end = assay_shrink_run(&s, why, sizeof why);
    assay_progress_end(&progress);
    if (end == ASSAY_SHRUNK)
        status = conclude(c, &s, origin, assay_now() - begun);
    else
        assay_print_error("%s: %s%s%s", c->file, why,
                          end == ASSAY_SHRINK_PASSES ? ", on backend " : "",
                          end == ASSAY_SHRINK_PASSES ? s.config.backend : "");
    if (end == ASSAY_SHRINK_ERROR)
        status = EXIT_FAULT;
    if (end == ASSAY_SHRINK_PASSES || end == ASSAY_SHRINK_UNSUITABLE)
        status = EXIT_USAGE;
    if (end == ASSAY_SHRINK_INTERRUPTED)
        status = assay_interrupted_status();
    assay_shrink_free(&s);
    assay_cli_against_close(&against);
    origin->sides[0] = origin->sides[1] = NULL; /* they point into `against` */
    return status;
}

/* False, after printing a message, if there is no such backend or shrink can't use it. */
static bool backend_of(const char *name, enum assay_backend *backend)
{
    char why[512];

    if (assay_backend_find(name, backend) && *backend != ASSAY_MODEL &&
        *backend != ASSAY_SYSTEMC_MODEL)
        return true;
    assay_unknown_word(why, sizeof why, "backend", name, backends);
    assay_print_error("%s", why);
    return false;
}

int assay_cmd_shrink(int argc, char **argv)
{
    static const struct argp argp = {
        options, parse,
        "FILE",  "Reduce a failing replay file to a minimal one that still fails the same way.",
        NULL,    NULL,
        NULL};
    struct choice c = {.seconds = DEFAULT_SECONDS};
    struct assay_replay file;
    struct assay_replay_origin origin = {.rtl = NULL};
    struct assay_variant variant = {0};
    struct assay_cli_dut dut;
    enum assay_backend backend = ASSAY_VERILATOR;
    char why[PATH_MAX + 256], path[PATH_MAX];
    enum assay_error e;
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    if (!c.out) {
        if (!assay_cli_derived_path(c.file, "min", path, sizeof path))
            return EXIT_USAGE;
        c.out = path;
    }
    if (assay_not_input(c.out, c.file))
        return EXIT_USAGE;
    if (c.backend && !backend_of(c.backend, &backend))
        return EXIT_USAGE;
    e = assay_replay_load(&file, c.file, why, sizeof why);
    if (e != ASSAY_OK) {
        assay_print_error("%s", why);
        return (int)e;
    }
    if (!c.backend && *file.backend && !backend_of(file.backend, &backend)) {
        assay_replay_free(&file);
        return EXIT_USAGE;
    }
    status = (int)assay_destination_file(c.out, why, sizeof why);
    /* check-x compares the RTL with itself if there is no model. */
    if (!status && !file.against[0] && backend != ASSAY_CHECK_X &&
        !assay_block_written(file.block, why, sizeof why))
        status = EXIT_MISMATCH;
    if (status) {
        assay_print_error("%s", why);
        assay_replay_free(&file);
        return status;
    }
    origin.rtl = c.rtl ? c.rtl : file.rtl[0] && !c.fault ? file.rtl : NULL;
    origin.fault = c.fault ? c.fault : file.fault[0] && !c.rtl ? file.fault : NULL;
    origin.backend = assay_backend_name(backend);
    origin.hang = file.hang;
    if (file.against[0]) {
        origin.against = file.against;
        origin.level = file.level;
    }
    if (!assay_replay_has_rtl(&file, c.file, origin.rtl == file.rtl, why, sizeof why)) {
        assay_print_error("%s", why);
        assay_replay_free(&file);
        return EXIT_USAGE;
    }
    if (origin.against && backend != ASSAY_VERILATOR && backend != ASSAY_ICARUS) {
        assay_print_error("%s is of RTL compared with RTL: expected backend verilator or icarus",
                          c.file);
        assay_replay_free(&file);
        return EXIT_USAGE;
    }
    variant.block = file.block;
    variant.params = file.params;
    variant.rtl = origin.rtl;
    variant.fault = origin.fault;
    status = assay_cli_dut_open(backend, &variant, &dut);
    if (status == 0) {
        status = shrink(&c, &file, &origin, &variant, &dut, backend);
        assay_cli_dut_close(&dut);
    }
    assay_replay_free(&file);
    return status;
}
