#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/destination.h"
#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "base/number.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "coverage/exclude.h"
#include "regress/chunk.h"
#include "regress/cluster.h"
#include "regress/facts.h"
#include "regress/find.h"
#include "regress/list.h"
#include "regress/rank.h"
#include "regress/report.h"
#include "regress/run.h"
#include "regress/shrink.h"
#include "regress/sources.h"

enum {
    KEY_SEED_BASE = 256,
    KEY_JSON,
    KEY_RESUME,
    KEY_RERUN,
    KEY_STOP,
    KEY_RANK,
    KEY_MEMORY,
    KEY_ENGINE,
    KEY_CHUNK,
    KEY_EXCLUDE,
    MAX_JOBS_AT_ONCE = 1024,
    TIME_TEXT = 32
};

struct choice {
    const char *list, *out, *tag, *chunk, *exclude, *rank;
    const struct assay_queue *queue;
    uint64_t at_once, seed_base, memory;
    bool json, resume, rerun_failed, stop_on_first;
};

static const struct argp_option options[] = {
    {"jobs", 'j', "N", 0, "Number of parallel jobs (default: one per core)", 0},
    {"seed-base", KEY_SEED_BASE, "N", 0,
     "First seed of entries that give only a number of seeds (default 1)", 0},
    {"out", 'o', "DIR", 0,
     "Folder for results, created if needed (default assay-regress); earlier results in it are "
     "kept",
     0},
    {"tag", 't', "T", 0, "Run only the entries with tag T", 0},
    {"engine", KEY_ENGINE, "E", 0,
     "Where jobs run: local, or slurm in --jobs array tasks (default local)", 0},
    {"chunk", KEY_CHUNK, "FILE", OPTION_HIDDEN, "What a task of a cluster runs", 0},
    {"resume", KEY_RESUME, NULL, 0, "Continue the newest regression of this list in the folder", 0},
    {"rerun-failed", KEY_RERUN, NULL, 0,
     "Repeat the jobs that did not pass in the newest regression of this list in the folder; with "
     "--resume also run those that have not run",
     0},
    {"rank", KEY_RANK, "FILE", 0,
     "Run no jobs: order the seeds of the newest regression of this list in the folder by the "
     "coverage that they add, and write a list to FILE that keeps all of it in less time",
     0},
    {"stop-on-first", KEY_STOP, NULL, 0, "Start no more jobs after the first that does not pass",
     0},
    {"memory", KEY_MEMORY, "MIB", 0, "Limit of a job's address space (default: none)", 0},
    {"exclude", KEY_EXCLUDE, "FILE", 0,
     "Coverage exclusions with reasons (default tb/coverage.exclude)", 0},
    {"json", KEY_JSON, NULL, 0, "Print the report as one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case 'j':
        c->at_once = assay_number_argument(state, "jobs", arg, 1, MAX_JOBS_AT_ONCE);
        break;
    case KEY_SEED_BASE:
        c->seed_base = assay_number_argument(state, "seed-base", arg, 0, UINT64_MAX);
        break;
    case KEY_RESUME:
        c->resume = true;
        break;
    case KEY_RERUN:
        c->rerun_failed = true;
        break;
    case KEY_ENGINE:
        c->queue = assay_queue_find(arg);
        if (!c->queue && strcmp(arg, "local") != 0)
            assay_word_argument(state, "engine", arg, assay_queue_names);
        break;
    case KEY_CHUNK:
        c->chunk = assay_path_argument(state, "--chunk", arg);
        break;
    case KEY_RANK:
        c->rank = assay_path_argument(state, "--rank", arg);
        break;
    case KEY_STOP:
        c->stop_on_first = true;
        break;
    case KEY_MEMORY:
        if (!assay_parse_number(arg, &c->memory) || c->memory < 8 || c->memory > 1 << 24)
            argp_error(state, "memory '%s': expected a number of MiB from 8 to %d", arg, 1 << 24);
        break;
    case 'o':
        c->out = assay_folder_argument(state, "--out", arg);
        break;
    case 't':
        c->tag = arg;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case KEY_EXCLUDE:
        c->exclude = assay_path_argument(state, "--exclude", arg);
        break;
    case ARGP_KEY_ARG:
        if (c->list)
            argp_error(state, "unexpected argument '%s': expected one list", arg);
        c->list = assay_path_argument(state, "list", arg);
        break;
    case ARGP_KEY_END:
        if (c->rank && (c->resume || c->rerun_failed || c->stop_on_first || c->queue || c->memory ||
                        c->exclude || c->at_once))
            argp_error(state, "--rank runs no jobs: expected no option of running them beside it");
        break;
    case ARGP_KEY_NO_ARGS:
        if (c->chunk)
            break;
        argp_error(state, "expected a list, such as regress/smoke.yaml");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void utc(char text[TIME_TEXT])
{
    const time_t t = time(NULL);
    struct tm parts;

    gmtime_r(&t, &parts);
    strftime(text, TIME_TEXT, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

static unsigned cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > MAX_JOBS_AT_ONCE ? MAX_JOBS_AT_ONCE : (unsigned)n;
}

/* Add the regression and its jobs to the folder's store, or find them in it. */
static int enter(const struct choice *c, struct assay_regress *r, int64_t *run, bool *finished)
{
    char path[PATH_MAX], file[PATH_MAX], why[PATH_MAX + 2048], started[TIME_TEXT], kernel[256];
    struct assay_store_run facts = {.list = c->list,
                                    .file = file,
                                    .seed_base = c->seed_base,
                                    .started = started,
                                    .system = kernel,
                                    .version = ASSAY_VERSION,
                                    .cores = cores()};
    const bool stored = c->resume || c->rerun_failed;
    struct utsname host;
    enum assay_error e;

    memset(&host, 0, sizeof host);
    uname(&host);
    snprintf(kernel, sizeof kernel, "%.60s %.90s %.60s", host.sysname, host.release, host.machine);
    facts.host = host.nodename;
    utc(started);
    assay_path(path, sizeof path, "%s/results.db", c->out);
    if (stored && access(path, F_OK) != 0) {
        assay_print_error("%s: %s: expected a regression to %s", path, strerror(errno),
                          c->resume ? "resume" : "run again");
        return EXIT_USAGE;
    }
    e = assay_destination_make_folder(c->out, why, sizeof why);
    if (e) {
        assay_print_error("%s", why);
        return (int)e;
    }
    if (!assay_regress_lock(c->out, "regression", why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_FAULT;
    }
    e = assay_store_create(path, &r->store, why, sizeof why);
    assay_find_list_file(c->out, c->list, file);
    if (e == ASSAY_OK && stored)
        e = assay_regress_resume(r, c->list, run, finished, why, sizeof why);
    else if (e == ASSAY_OK && !(assay_regress_enter(r, &facts, run, why, sizeof why) &&
                                assay_facts_store(r->store, *run, c->list, why, sizeof why)))
        e = ASSAY_ENVIRONMENT;
    if (e != ASSAY_OK)
        assay_print_error("%s", why);
    return (int)e;
}

/* Removes what the previous regression left in the folder, so that nothing of it is taken for a
 * result of this one if this one is killed. The database stays, and `assay report` has it. Returns
 * an exit status. */
static int remove_reports(const char *folder)
{
    static const char *const names[] = {"coverage.txt",        "code.dat",
                                        "junit.xml",           "report.html",
                                        "report-mutants.html", "report-proofs.html"};
    char path[PATH_MAX];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        assay_path(path, sizeof path, "%s/%s", folder, names[i]);
        if (remove(path) != 0 && errno != ENOENT) {
            assay_print_error("%s: %s: expected to remove that of an earlier regression", path,
                              strerror(errno));
            return EXIT_FAULT;
        }
    }
    return EXIT_EQUAL;
}

/* Merge the coverage, store the end time and report. Returns an exit status for these steps. */
static int conclude(const struct choice *c, struct assay_regress *r, int64_t run,
                    bool finished_before)
{
    char why[PATH_MAX + 512], finished[TIME_TEXT], junit[PATH_MAX], html[PATH_MAX];
    const struct assay_report_forms forms = {
        .json = c->json, .junit = junit, .html = html, .exclude = c->exclude};
    int status = EXIT_EQUAL;

    if (assay_regress_merge(r, why, sizeof why) != ASSAY_OK) {
        assay_print_error("%s", why);
        status = EXIT_FAULT;
    }
    utc(finished);
    if (!finished_before && !r->signal && !r->broken && !r->stopped &&
        !r->count[ASSAY_JOB_NOT_RUN] &&
        !assay_store_end_run(r->store, run, finished, why, sizeof why)) {
        assay_print_error("%s", why);
        status = EXIT_FAULT;
    }
    assay_path(junit, sizeof junit, "%s/junit.xml", c->out);
    assay_path(html, sizeof html, "%s/report.html", c->out);
    if (assay_report_print(c->out, &forms) != EXIT_EQUAL)
        status = EXIT_FAULT;
    else if (!c->json)
        printf("\nreport: %s, %s\n", html, junit);
    return status;
}

static int regress(const struct choice *c, struct assay_jobs *jobs)
{
    struct assay_regress r = {.jobs = jobs,
                              .out = c->out,
                              .at_once = c->at_once ? (unsigned)c->at_once : cores(),
                              .queue = c->queue,
                              .stop_on_first = c->stop_on_first,
                              .go_on = c->resume,
                              .rerun_failed = c->rerun_failed,
                              .memory = c->memory << 20};
    int64_t run = 0;
    bool finished = false;
    int status = enter(c, &r, &run, &finished);

    r.run = run;
    if (status == EXIT_EQUAL)
        status = remove_reports(c->out);
    if (status == EXIT_EQUAL) {
        assay_regress_run(&r);
        if (!r.signal && !r.broken)
            assay_regress_shrink(&r);
        status = conclude(c, &r, run, finished);
        if (r.count[ASSAY_JOB_FAIL] || r.count[ASSAY_JOB_TIMEOUT])
            status = EXIT_MISMATCH;
        else if (r.signal)
            status = 128 + r.signal;
        else if (r.broken || r.count[ASSAY_JOB_ERROR] || r.count[ASSAY_JOB_NOT_RUN])
            status = EXIT_FAULT;
    }
    assay_store_close(r.store);
    return status;
}

/* Check the file of exclusions early, so that errors in it show before the jobs run. */
static enum assay_error check_exclusions(const struct choice *c, char *why, size_t why_size)
{
    struct assay_cover *none;
    bool good;

    if (!c->exclude)
        return ASSAY_OK;
    none = calloc(assay_block_count() + 1, sizeof *none);
    if (!none) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    good = assay_cover_exclude(none, c->exclude, why, why_size);
    free(none);
    return good ? ASSAY_OK : ASSAY_BAD_INPUT;
}

/* Check the output file early, before the store is read. */
static int rank(const struct choice *c, const struct assay_jobs *jobs)
{
    char why[PATH_MAX + 2048];
    char store[PATH_MAX];
    enum assay_error e;

    assay_path(store, sizeof store, "%s/results.db", c->out);
    if (assay_not_input(c->rank, c->list) || assay_not_input(c->rank, store))
        return EXIT_USAGE;
    e = assay_destination_file(c->rank, why, sizeof why);
    if (e == ASSAY_OK)
        e = assay_regress_rank(jobs, c->list, c->out, c->rank, c->json, why, sizeof why);
    if (e != ASSAY_OK)
        assay_print_error("%s", why);
    return (int)e;
}

int assay_cmd_regress(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "LIST.yaml",
        "Run the jobs of LIST.yaml in parallel, keep each result, and print a report.\vThe list's "
        "format is described at the head of regress/smoke.yaml. Exit status: 0 all jobs passed; 1 "
        "a job failed or ran out of time; 2 a bad list or bad usage; 3 a job could not run, or its "
        "result could not be stored; 129, 130, 143 stopped by SIGHUP, SIGINT or SIGTERM with no "
        "failure so far; a second signal ends the jobs and the program at once. With "
        "--rerun-failed, the results of all jobs count. Results of completed jobs are kept.",
        NULL,
        NULL,
        NULL};
    struct choice c = {.out = "assay-regress", .seed_base = 1};
    struct assay_list list;
    struct assay_jobs jobs = {NULL, 0};
    char why[PATH_MAX + 1024];
    enum assay_error e;
    size_t used;
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    if (c.chunk)
        return assay_chunk_run(c.chunk);
    e = assay_list_read(c.list, &list, why, sizeof why);
    if (e == ASSAY_OK) {
        used = (size_t)snprintf(why, sizeof why, "%.*s: ", PATH_MAX, c.list);
        e = assay_jobs_make(&list, c.seed_base, c.tag, &jobs, why + used, sizeof why - used);
    }
    if (e == ASSAY_OK)
        e = assay_list_seeds_apart(&list, c.list, c.seed_base, c.tag, why, sizeof why);
    if (e == ASSAY_OK && !assay_jobs_sources(&jobs)) {
        snprintf(why, sizeof why, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    if (e == ASSAY_OK)
        e = check_exclusions(&c, why, sizeof why);
    if (e == ASSAY_OK && c.rank) {
        status = rank(&c, &jobs);
    } else if (e == ASSAY_OK) {
        status = regress(&c, &jobs);
    } else {
        assay_print_error("%s", why);
        status = (int)e;
    }
    assay_jobs_free(&jobs);
    assay_list_free(&list);
    return status;
}
