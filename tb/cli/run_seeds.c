/*
 * run_seeds.c - `run --seeds`: runs with consecutive seeds, each in its own process. Prints one
 * line per run, and the full report of the first that fails.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/json.h"
#include "base/message.h"
#include "base/number.h"
#include "base/process.h"
#include "base/progress.h"
#include "base/scratch.h"
#include "cli/cli.h"
#include "diagnose/simulator.h"

enum { TEXT = 4096, OUTPUT_MOST = 64 << 20 };

struct seeds {
    const struct assay_cli_run *r;
    const struct assay_cli_seeds *s;
    struct assay_scratch scratch;
    char program[PATH_MAX];
    uint64_t passed, failed, broken;
    uint64_t nothing; /* passed, but compared nothing: runs of the model alone */
    uint64_t first;   /* the seed of the first failure */
    bool interrupted; /* not all runs have ended */
    cJSON *runs;      /* with --json */
};

static void add_option(struct assay_args *a, const char *option, const char *value)
{
    if (!value)
        return;
    assay_args_add(a, option);
    assay_args_add(a, value);
}

static void add_number(struct assay_args *a, const char *option, uint64_t value)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRIu64, value);
    add_option(a, option, text);
}

static void add_knobs(struct assay_args *a, const struct assay_cli_run *r)
{
    const struct {
        const char *name;
        int value;
    } all[] = {
        {"stall", r->stall}, {"illegal", r->illegal}, {"corner", r->corner}, {"resets", r->resets}};
    char text[128] = "";

    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
        const size_t used = strlen(text);

        if (all[i].value >= 0)
            snprintf(text + used, sizeof text - used, "%s%s=%d", used ? "," : "", all[i].name,
                     all[i].value);
    }
    add_option(a, "--knobs", *text ? text : NULL);
}

/* The options that determine the DUT, or those of the other side of --against, which has no
 * fault. */
static void add_variant(struct assay_args *a, const struct assay_cli_run *r, const char *fault)
{
    assay_args_add(a, r->block);
    add_option(a, "--params", r->params);
    add_option(a, "--backend", r->check_x ? "check-x" : r->backend);
    add_option(a, "--fault", fault);
}

/* The command of one run. `whole`: as without --seeds; otherwise no waveform,
 * unless one was asked for. */
static void run_arguments(const struct seeds *x, uint64_t seed, bool whole, struct assay_args *a)
{
    const struct assay_cli_run *r = x->r;

    assay_args_add(a, x->program);
    assay_args_add(a, "run");
    add_variant(a, r, r->fault);
    add_option(a, "--rtl", r->rtl);
    add_option(a, "--against", r->against);
    add_option(a, "--level", r->level);
    add_option(a, "--scenario", r->scenario);
    add_option(a, "--out", r->out);
    add_option(a, "--trace", r->trace || whole ? r->trace : "never");
    if (r->cycles)
        add_number(a, "--cycles", r->cycles);
    if (r->hang)
        add_number(a, "--hang", r->hang);
    if (r->window && whole)
        add_number(a, "--window", r->window);
    add_knobs(a, r);
    if (r->allow_partial)
        assay_args_add(a, "--allow-partial");
    add_number(a, "--seed", seed);
}

static void output_path(const struct seeds *x, uint64_t seed, const char *kind, char path[PATH_MAX])
{
    assay_path(path, PATH_MAX, "%s/%" PRIu64 ".%s", x->scratch.path, seed, kind);
}

/* Start a shell command that redirects the output of the arguments that follow. */
static void redirect(struct assay_args *a, const char *command, const char *out, const char *err)
{
    assay_args_add(a, "sh");
    assay_args_add(a, "-c");
    assay_args_add(a, command);
    assay_args_add(a, out);
    assay_args_add(a, err);
}

/* Build what the runs share first, so that its progress is visible. Returns 0, or an exit status
 * after a message. */
static int build(const struct seeds *x, const char *rtl, enum assay_backend backend)
{
    struct assay_args a = {0};
    int status;

    if (backend == ASSAY_MODEL)
        return 0;
    redirect(&a, "exec \"$@\" >\"$0\"", "/dev/null", x->program);
    assay_args_add(&a, "build");
    add_variant(&a, x->r, rtl && rtl == x->r->against ? NULL : x->r->fault);
    add_option(&a, "--rtl", rtl);
    if (x->r->lint)
        assay_args_add(&a, "--lint");
    status = a.failed ? ASSAY_NOT_STARTED : assay_process_pass(a.v, NULL);
    assay_args_free(&a);
    return status == ASSAY_NOT_STARTED ? EXIT_FAULT : status;
}

static long start(const struct seeds *x, uint64_t seed)
{
    char out[PATH_MAX], err[PATH_MAX];
    struct assay_args a = {0};
    long pid;

    output_path(x, seed, "out", out);
    output_path(x, seed, "err", err);
    redirect(&a, "out=$0 err=$1; shift; exec \"$@\" >\"$out\" 2>\"$err\"", out, err);
    run_arguments(x, seed, false, &a);
    assay_args_add(&a, "--json");
    pid = assay_args_start(&a, NULL, "/dev/null");
    assay_args_free(&a);
    return pid;
}

/* Read and remove an output file of a finished run; "" if it can't be read. Free the result. */
static char *take(const struct seeds *x, uint64_t seed, const char *kind)
{
    char path[PATH_MAX], why[TEXT], *text;
    size_t size;

    output_path(x, seed, kind, path);
    if (assay_read_file(path, OUTPUT_MOST, "what a run has said", &text, &size, why, sizeof why))
        text = calloc(1, 1);
    unlink(path);
    return text;
}

static bool differs(const cJSON *o)
{
    return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(o, "differences")) > 0;
}

/* For a run that failed without a difference: print its verdict in words, and the
 * messages of the simulation. */
static void tell_why(const cJSON *o, const char *said)
{
    const char *message = assay_json_get_text(o, "message");

    if (*message)
        printf("    %s\n", message);
    for (size_t n; *said; said += n + (said[n] == '\n')) {
        n = strcspn(said, "\n");
        printf("    %.*s\n", (int)n, said);
    }
}

/* Print "seed 3     pass         20000 cycles, 19998 compared, 0.04 s", or what went wrong. */
static void tell_run(uint64_t seed, int status, const cJSON *o, const char *said)
{
    const cJSON *files = cJSON_GetObjectItemCaseSensitive(o, "files");
    const cJSON *differences = cJSON_GetObjectItemCaseSensitive(o, "differences");
    const char *verdict = assay_json_get_text(o, "verdict"), *port;
    const char *replay = assay_json_get_text(files, "replay");

    printf("seed %-8" PRIu64 " ", seed);
    if (!*verdict) {
        printf("error, exit status %d\n", status);
        return;
    }
    printf("%-12s ", verdict);
    port = assay_json_get_text(cJSON_GetArrayItem(differences, 0), "port");
    if (cJSON_HasObjectItem(o, "fail_cycle"))
        printf("at cycle %.0f%s%s", assay_json_get_number(o, "fail_cycle"), *port ? ", port " : "",
               port);
    else
        printf("%.0f cycles, %.0f compared, %.2f s", assay_json_get_number(o, "cycles"),
               assay_json_get_number(o, "compared"), assay_json_get_number(o, "seconds"));
    printf("%s%s\n", *replay ? ", " : "", replay);
    if (!differs(o))
        tell_why(o, said);
    fflush(stdout);
}

/* For a failed run: extract the messages of the RTL and its simulator from standard error. */
static void read_said(char *err, bool failed, char said[ASSAY_SIMULATOR_TEXT])
{
    FILE *f = failed && err && *err ? fmemopen(err, strlen(err), "r") : NULL;

    *said = '\0';
    if (!f)
        return;
    assay_simulator_said(f, said);
    fclose(f);
}

/* Count, print and store the result of one run. False if no others should follow, because they
 * would have the same error. */
static bool finish(struct seeds *x, uint64_t seed, int status)
{
    char *out = take(x, seed, "out"), *err = take(x, seed, "err");
    cJSON *o = out ? cJSON_Parse(out) : NULL;
    const bool passed =
        status == EXIT_EQUAL && strcmp(assay_json_get_text(o, "verdict"), "pass") == 0;
    const bool failed = status == EXIT_MISMATCH;
    char said[ASSAY_SIMULATOR_TEXT];

    read_said(err, failed && !differs(o), said);
    x->passed += passed;
    x->nothing += passed && !(assay_json_get_number(o, "compared") > 0);
    if (failed && !x->failed++)
        x->first = seed;
    x->broken += !passed && !failed;
    if (!passed && !failed && err)
        fputs(err, stderr);
    if (!x->runs)
        tell_run(seed, status, o, said);
    if (x->runs && !o)
        o = cJSON_CreateObject();
    if (x->runs) {
        if (!cJSON_HasObjectItem(o, "seed"))
            assay_json_add_u64(o, "seed", seed);
        cJSON_AddNumberToObject(o, "status", status);
        if (*said)
            cJSON_AddStringToObject(o, "simulation", said);
        cJSON_AddItemToArray(x->runs, o);
    } else {
        cJSON_Delete(o);
    }
    free(out);
    free(err);
    return status != EXIT_USAGE;
}

/* Run all seeds, some in parallel; print the results in the order of seeds. Returns the status of a
 * run that ends them all, else 0. */
static int run_all(struct seeds *x)
{
    const uint64_t at_once = x->s->jobs ? x->s->jobs : 1;
    long pid[ASSAY_CLI_SEEDS_AT_ONCE];
    struct assay_progress progress;
    int stopped = 0;

    assay_progress_begin(&progress, "run", x->s->n);
    for (uint64_t i = 0; i < x->s->n + at_once; ++i) {
        const uint64_t ended = i - at_once;

        if (i >= at_once && ended < x->s->n) {
            const int status = assay_process_wait(pid[ended % at_once]);

            assay_progress_end(&progress);
            if (!stopped && !assay_process_interrupted() && !finish(x, x->r->seed + ended, status))
                stopped = status;
            assay_progress_update(&progress, ended + 1);
        }
        if (i < x->s->n)
            pid[i % at_once] =
                stopped || assay_process_interrupted() ? -1 : start(x, x->r->seed + i);
    }
    assay_progress_end(&progress);
    return stopped;
}

/* Repeat the first failure as a single run, with all its output and files. Returns an exit
 * status. */
static int tell_first(struct seeds *x)
{
    struct assay_args a = {0};
    struct assay_output out = {0};
    int status;

    run_arguments(x, x->first, true, &a);
    if (!x->runs) {
        putchar('\n');
        status = a.failed ? ASSAY_NOT_STARTED : assay_process_pass(a.v, NULL);
    } else {
        cJSON *o;

        assay_args_add(&a, "--json");
        status = a.failed ? ASSAY_NOT_STARTED : assay_process_text(a.v, NULL, &out);
        o = out.text ? cJSON_Parse(out.text) : NULL;
        if (o) {
            const int i = (int)(x->first - x->r->seed);
            cJSON *said = cJSON_DetachItemFromObjectCaseSensitive(cJSON_GetArrayItem(x->runs, i),
                                                                  "simulation");

            cJSON_AddNumberToObject(o, "status", status);
            if (said)
                cJSON_AddItemToObject(o, "simulation", said);
            cJSON_ReplaceItemInArray(x->runs, i, o);
        }
        free(out.text);
    }
    assay_args_free(&a);
    if (status == EXIT_MISMATCH || assay_process_interrupted())
        return EXIT_EQUAL;
    assay_print_error("seed %" PRIu64 " failed, and then ended with exit status %d: expected the "
                      "same again",
                      x->first, status);
    return EXIT_FAULT;
}

static uint64_t ended(const struct seeds *x)
{
    return x->passed + x->failed + x->broken;
}

static void tell_total(const struct seeds *x)
{
    printf("%" PRIu64 " seeds from %" PRIu64 ": %" PRIu64 " passed, %" PRIu64 " failed, %" PRIu64
           " errors",
           x->s->n, x->r->seed, x->passed, x->failed, x->broken);
    if (x->interrupted)
        printf(", interrupted: %" PRIu64 " did not end", x->s->n - ended(x));
    putchar('\n');
    if (x->nothing)
        printf("%" PRIu64 " of those that passed compared nothing: model only\n", x->nothing);
}

static void tell_json(struct seeds *x)
{
    cJSON *o = cJSON_CreateObject();

    cJSON_AddStringToObject(o, "block", x->r->block);
    assay_json_add_u64(o, "seed", x->r->seed);
    assay_json_add_u64(o, "seeds", x->s->n);
    assay_json_add_u64(o, "passed", x->passed);
    assay_json_add_u64(o, "compared_nothing", x->nothing);
    assay_json_add_u64(o, "failed", x->failed);
    assay_json_add_u64(o, "errors", x->broken);
    cJSON_AddBoolToObject(o, "interrupted", x->interrupted);
    cJSON_AddItemToObject(o, "runs", x->runs);
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

static int run(struct seeds *x, enum assay_backend backend)
{
    int status = build(x, x->r->rtl, backend);

    if (!status && x->r->against)
        status = build(x, x->r->against, backend);
    if (status && !assay_process_interrupted())
        return status;
    if (x->r->json)
        x->runs = cJSON_CreateArray();
    status = run_all(x);
    if (status) {
        cJSON_Delete(x->runs);
        return status;
    }
    x->interrupted = assay_process_interrupted() && ended(x) < x->s->n;
    if (!x->r->json)
        tell_total(x);
    if (x->failed && !x->interrupted)
        status = tell_first(x);
    if (x->r->json)
        tell_json(x);
    if (x->failed) {
        assay_process_forgive(); /* the failures count for more */
        return EXIT_MISMATCH;
    }
    return x->broken || x->passed != x->s->n ? EXIT_FAULT : status;
}

/* Reject options whose result several runs would overwrite, or that make no sense for several
 * runs. */
static bool check(const struct assay_cli_run *r, const struct assay_cli_seeds *s, char *why,
                  size_t why_size)
{
    const struct {
        const char *option, *instead;
        bool given;
    } none[] = {
        {"--coverage", "regress, which merges coverage", r->coverage != NULL},
        {"--code-coverage", "regress, which merges coverage", r->code_coverage != NULL},
        {"--program", "one run of it", r->program != NULL},
        {"--vacuity", "one of them", r->vacuity},
        {"--stimulus", "one of them", r->stimulus != NULL},
    };

    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i)
        if (none[i].given) {
            snprintf(why, why_size, "%s with --seeds: expected %s", none[i].option,
                     none[i].instead);
            return false;
        }
    if (r->seed > UINT64_MAX - (s->n - 1)) {
        snprintf(why, why_size,
                 "--seed %" PRIu64 " with --seeds %" PRIu64 ": expected seeds below 2^64", r->seed,
                 s->n);
        return false;
    }
    return true;
}

int assay_cli_run_seeds(const struct assay_cli_run *r, const struct assay_cli_seeds *s)
{
    struct seeds x = {.r = r, .s = s};
    enum assay_backend backend;
    char why[TEXT];
    int status;

    if (!check(r, s, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    status = assay_cli_run_check(r, &backend);
    if (status)
        return status;
    if (!assay_home_program(x.program, sizeof x.program, why, sizeof why) ||
        !assay_scratch_open(&x.scratch, "seeds", why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_FAULT;
    }
    status = run(&x, backend);
    assay_scratch_close(&x.scratch);
    return status;
}
