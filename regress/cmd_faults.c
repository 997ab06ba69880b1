/*
 * cmd_faults.c - whether the stimulus finds the known bugs of a block.
 *
 * Each fault is a run of its own, `assay run BLOCK --fault F`, that ought to fail: with the first seed, else
 * with the next. What a run found is shrunk if that is asked for.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/called.h"
#include "base/clock.h"
#include "base/colour.h"
#include "base/destination.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/message.h"
#include "base/number.h"
#include "base/process.h"
#include "base/progress.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "engine/attached.h"
#include "engine/lockstep.h"
#include "regress/output.h"
#include "regress/pool.h"
#include "regress/run.h"
#include "sim/fault.h"

enum {
    KEY_SEEDS = 256,
    KEY_SCENARIO,
    KEY_LATE,
    KEY_SHRINK,
    KEY_CHECK_X,
    KEY_JSON,
    MAX_AT_ONCE = 256,
    MAX_SEEDS = 1000,
    TEXT = 4200
};

struct choice {
    const char *block, *params, *scenario, *out;
    uint64_t seed, seeds, cycles, jobs;
    bool late, shrink, check_x, json;
};

static const struct argp_option options[] = {
    {"params", 'p', "P", 0,
     "Name of a parameter set, key=value,..., or SET,key=value,... (default smallest, or default "
     "if the block has no such set)",
     0},
    {"scenario", KEY_SCENARIO, "S", 0, "Stimulus scenario (default: the block's first)", 0},
    {"cycles", 'c', "N", 0, "Cycle budget per fault (default 1000000)", 0},
    {"seed", 's', "N", 0, "First seed to try (default 1)", 0},
    {"seeds", KEY_SEEDS, "N", 0, "Number of seeds to try (default 2)", 0},
    {"late", KEY_LATE, NULL, 0, "Include faults that take long to detect", 0},
    {"shrink", KEY_SHRINK, NULL, 0, "Reduce each failing stimulus to a minimal case", 0},
    {"check-x", KEY_CHECK_X, NULL, 0, "Run each with --check-x (see `assay run --help`)", 0},
    {"jobs", 'j', "N", 0, "Number of parallel runs (default: one per core)", 0},
    {"out", 'o', "DIR", 0,
     "Keep the files of the runs in DIR, created if needed (default: remove them)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object on the last line", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case 'p':
        c->params = arg;
        break;
    case KEY_SCENARIO:
        c->scenario = arg;
        break;
    case 'c':
        c->cycles = assay_number_argument(state, "cycles", arg, 1, INT64_MAX);
        break;
    case 's':
        if (!assay_parse_number(arg, &c->seed) || c->seed > INT64_MAX - MAX_SEEDS)
            argp_error(state, "seed '%s': expected a number below 2^63 - %d", arg, MAX_SEEDS);
        break;
    case KEY_SEEDS:
        c->seeds = assay_number_argument(state, "seeds", arg, 1, MAX_SEEDS);
        break;
    case KEY_LATE:
        c->late = true;
        break;
    case KEY_SHRINK:
        c->shrink = true;
        break;
    case KEY_CHECK_X:
        c->check_x = true;
        break;
    case 'j':
        c->jobs = assay_number_argument(state, "jobs", arg, 1, MAX_AT_ONCE);
        break;
    case 'o':
        c->out = assay_folder_argument(state, "--out", arg);
        break;
    case KEY_JSON:
        c->json = true;
        break;
    default:
        return assay_block_argument(key, arg, state, &c->block);
    }
    return 0;
}

/* SAME: it changes nothing at the parameters, by the head of its patch, and is not run. */
enum state { WAITING, RUNNING, FOUND, SHRINKING, SAME, CAUGHT, MISSED, BROKEN };

struct fault {
    const struct assay_fault *known;
    enum state state;
    uint64_t tried; /* seeds */
    uint64_t seed;  /* of the run under way, or that found it */
    uint64_t cycle;
    char port[64];
    uint64_t units; /* of the least stimulus; 0: not shrunk */
};

struct hunt {
    const char *name, *reference; /* of the block; what the program is given to find it */
    const struct choice *c;
    struct fault *fault;
    size_t n, ended;
    size_t late; /* that are left out */
    char folder[TEXT];
    struct assay_params params;
    char values[ASSAY_PARAMS_TEXT]; /* the same as text, or the set's name */
    bool ends;                      /* the scenario does by itself */
    struct assay_progress progress;
};

static const char *path_of(const struct hunt *h, const struct fault *f, const char *name,
                           char path[2 * TEXT])
{
    assay_path(path, 2 * TEXT, "%s/%s/%s", h->folder, f->known->name, name);
    return path;
}

/* The next run or shrinking that a fault needs. */
static bool next(void *any, struct assay_task *t)
{
    struct hunt *h = any;

    for (size_t i = 0; i < h->n; ++i) {
        struct fault *f = &h->fault[i];
        char path[2 * TEXT], name[128];

        if (f->state != WAITING && f->state != FOUND)
            continue;
        t->tag = i;
        t->out = assay_task_text(t, "%s", path_of(h, f, "stdout", path));
        t->err = assay_task_text(t, "%s", path_of(h, f, "stderr", path));
        if (f->state == FOUND) {
            f->state = SHRINKING;
            snprintf(name, sizeof name, "%s-seed%llu.replay", h->name, (unsigned long long)f->seed);
            assay_task_arg(t, "shrink");
            assay_task_arg(t, "%s", path_of(h, f, name, path));
            assay_task_arg(t, "--out=%s", path_of(h, f, "least.replay", path));
            assay_task_arg(t, "--seconds=0"); /* what it comes to is not to depend on the machine */
            if (h->c->check_x)
                assay_task_arg(t, "--backend=check-x");
        } else {
            f->state = RUNNING;
            f->seed = h->c->seed + f->tried++;
            assay_task_arg(t, "run");
            assay_task_arg(t, "%s", h->reference);
            assay_task_arg(t, "--params=%s", h->values);
            if (h->c->scenario)
                assay_task_arg(t, "--scenario=%s", h->c->scenario);
            assay_task_arg(t, "--fault=%s", f->known->name);
            assay_task_arg(t, "--cycles=%llu", (unsigned long long)h->c->cycles);
            assay_task_arg(t, "--seed=%llu", (unsigned long long)f->seed);
            if (h->ends)
                assay_task_arg(t, "--allow-partial"); /* not to end is not to be found */
            assay_task_arg(t, "--trace=never");
            if (h->c->check_x)
                assay_task_arg(t, "--check-x");
            assay_task_arg(t, "--out=%s/%s", h->folder, f->known->name);
        }
        assay_task_arg(t, "--json");
        return true;
    }
    return false;
}

static double number_in(const cJSON *o, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    return cJSON_IsNumber(item) && item->valuedouble > 0 ? item->valuedouble : 0;
}

static void note_run(const struct hunt *h, struct fault *f, const struct assay_task_end *end,
                     const cJSON *json)
{
    const cJSON *port = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "differences"), 0), "port");
    const cJSON *verdict = cJSON_GetObjectItemCaseSensitive(json, "verdict");
    /* A run that ends before anything was compared fails as well, but has found nothing. */
    const bool nothing = cJSON_IsString(verdict) &&
                         strcmp(verdict->valuestring, assay_verdict_name(ASSAY_NOTHING)) == 0;

    if (end->started && (end->exit == EXIT_EQUAL || nothing) && json) {
        f->state = f->tried < h->c->seeds ? WAITING : MISSED;
    } else if (end->started && end->exit == EXIT_MISMATCH && json) {
        f->state = h->c->shrink ? FOUND : CAUGHT;
        f->cycle = (uint64_t)number_in(json, "fail_cycle");
        snprintf(f->port, sizeof f->port, "%s", cJSON_IsString(port) ? port->valuestring : "-");
    } else {
        f->state = BROKEN;
    }
}

static void tell(const struct hunt *h, const struct fault *f)
{
    const int width = (int)strlen(f->port), pad = width < 12 ? 12 - width : 0;
    char path[2 * TEXT], line[256] = "";
    FILE *err;

    switch (f->state) {
    case CAUGHT:
        assay_print_good(stdout, -8, "caught");
        printf("%-8s %-28s seed %llu cycle %6llu  %s", h->name, f->known->name,
               (unsigned long long)f->seed, (unsigned long long)f->cycle, f->port);
        if (h->c->shrink)
            printf("%*s shrunk to %llu", pad, "", (unsigned long long)f->units);
        printf("\n");
        break;
    case SAME:
        printf("same    %-8s %-28s changes nothing at %s\n", h->name, f->known->name,
               f->known->same);
        break;
    case MISSED:
        assay_print_bad(stdout, -8, "MISSED");
        printf("%-8s %-28s in %llu cycles with %llu seeds from %llu\n", h->name, f->known->name,
               (unsigned long long)h->c->cycles, (unsigned long long)f->tried,
               (unsigned long long)h->c->seed);
        break;
    default:
        err = fopen(path_of(h, f, "stderr", path), "r");
        while (err && fgets(line, sizeof line, err))
            if (strncmp(line, "assay: building ", 16) != 0 &&
                strncmp(line, "assay: built ", 13) != 0)
                break;
        if (err)
            fclose(err);
        line[strcspn(line, "\n")] = '\0';
        assay_print_bad(stdout, -8, "BROKEN");
        printf("%-8s %-28s %s\n", h->name, f->known->name, line);
    }
    fflush(stdout);
}

static bool done(void *any, size_t tag, const struct assay_task_end *end)
{
    struct hunt *h = any;
    struct fault *f = &h->fault[tag];
    char path[2 * TEXT];
    cJSON *json;

    if (end->stopped)
        return true;
    json = end->started ? assay_output_json(path_of(h, f, "stdout", path)) : NULL;
    if (f->state == RUNNING) {
        note_run(h, f, end, json);
    } else {
        f->state = end->started && end->exit == EXIT_EQUAL && json ? CAUGHT : BROKEN;
        f->units = (uint64_t)number_in(cJSON_GetObjectItemCaseSensitive(json, "size"), "units");
    }
    cJSON_Delete(json);
    if (f->state >= CAUGHT) {
        ++h->ended;
        assay_progress_end(&h->progress);
        tell(h, f);
    }
    return true;
}

static void tick(void *any, unsigned running)
{
    struct hunt *h = any;

    (void)running;
    assay_progress_update(&h->progress, h->ended);
}

static size_t count(const struct hunt *h, enum state state)
{
    size_t n = 0;

    for (size_t i = 0; i < h->n; ++i)
        n += h->fault[i].state == state;
    return n;
}

/* Of those that are faults here. */
static bool all_caught(const struct hunt *h)
{
    return count(h, CAUGHT) + count(h, SAME) == h->n;
}

static void tell_json(const struct hunt *h, double seconds)
{
    static const char *const names[] = {
        [WAITING] = "not-run", [RUNNING] = "not-run", [FOUND] = "not-run", [SHRINKING] = "not-run",
        [SAME] = "same",       [CAUGHT] = "caught",   [MISSED] = "missed", [BROKEN] = "broken",
    };
    const struct choice *c = h->c;
    cJSON *o = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(o, "faults");
    struct assay_text again = {0};

    assay_text_add_command(&again, "faults");
    assay_text_add(&again, " ");
    assay_text_add_quoted(&again, h->reference);
    assay_text_addf(&again, " --params %s --cycles %llu --seed %llu --seeds %llu%s%s%s%s",
                    h->values, (unsigned long long)c->cycles, (unsigned long long)c->seed,
                    (unsigned long long)c->seeds, c->late ? " --late" : "",
                    c->check_x ? " --check-x" : "", c->scenario ? " --scenario " : "",
                    c->scenario ? c->scenario : "");
    cJSON_AddStringToObject(o, "verdict",
                            count(h, BROKEN)   ? "broken"
                            : count(h, MISSED) ? "missed"
                            : all_caught(h)    ? "pass"
                                               : "interrupted");
    cJSON_AddStringToObject(o, "block", h->name);
    cJSON_AddStringToObject(o, "params", h->values);
    cJSON_AddNumberToObject(o, "late_left_out", (double)h->late);
    cJSON_AddNumberToObject(o, "seconds", seconds);
    cJSON_AddStringToObject(o, "reproduce", assay_text_get(&again));
    assay_text_free(&again);
    for (size_t i = 0; i < h->n; ++i) {
        const struct fault *f = &h->fault[i];
        cJSON *one = cJSON_CreateObject();

        cJSON_AddStringToObject(one, "fault", f->known->name);
        cJSON_AddStringToObject(one, "verdict", names[f->state]);
        if (f->state == CAUGHT) {
            assay_json_add_u64(one, "seed", f->seed);
            assay_json_add_u64(one, "cycle", f->cycle);
            cJSON_AddStringToObject(one, "port", f->port);
            if (c->shrink)
                assay_json_add_u64(one, "units", f->units);
        }
        cJSON_AddItemToArray(list, one);
    }
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

/* A folder for each fault. */
static int make_folders(struct hunt *h)
{
    char path[2 * TEXT], why[3 * TEXT];
    enum assay_error e = ASSAY_OK;

    if (!h->c->out) {
        const char *temp = getenv("TMPDIR");

        assay_path(h->folder, sizeof h->folder, "%s/assay-faults-XXXXXX",
                   temp && *temp ? temp : "/tmp");
        if (!mkdtemp(h->folder)) {
            assay_print_error("%s: %s: expected to create a folder there", h->folder,
                              strerror(errno));
            h->folder[0] = '\0'; /* nothing to remove */
            return EXIT_FAULT;
        }
    } else {
        assay_path(h->folder, sizeof h->folder, "%s", h->c->out);
        e = assay_destination_make_folder(h->folder, why, sizeof why);
    }
    for (size_t i = 0; !e && i < h->n; ++i)
        e = assay_destination_make_folder(path_of(h, &h->fault[i], "", path), why, sizeof why);
    if (e)
        assay_print_error("%s", why);
    return (int)e;
}

/* Which faults there are: one or more that change something; else an exit status after printing why. */
static int take_faults(struct hunt *h, const struct assay_block *b, struct assay_fault **list)
{
    char why[PATH_MAX + 256];
    const int n = assay_fault_list(b, list, why, sizeof why);

    if (n < 0) {
        assay_print_error("%s", why);
        return EXIT_FAULT;
    }
    if (n == 0) {
        assay_print_error("%s: no faults in tb/%s/faults: expected one or more", b->model->name,
                          b->model->name);
        return EXIT_USAGE;
    }
    h->fault = calloc((size_t)n, sizeof *h->fault);
    if (!h->fault) {
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    for (int i = 0; i < n; ++i)
        if (h->c->late || !(*list)[i].late) {
            h->fault[h->n].known = &(*list)[i];
            if (assay_fault_same(b, &(*list)[i], &h->params))
                h->fault[h->n].state = SAME;
            ++h->n;
        } else {
            ++h->late;
        }
    if (h->n == 0) {
        assay_print_error("%s: all faults are late: expected --late", b->model->name);
        return EXIT_USAGE;
    }
    if (count(h, SAME) == h->n) {
        assay_print_error("%s: no fault changes anything at %s: expected other parameters",
                          b->model->name, h->values);
        return EXIT_USAGE;
    }
    return EXIT_EQUAL;
}

static int hunt(struct hunt *h)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const struct assay_pool pool = {
        .at_once = h->c->jobs  ? (unsigned)h->c->jobs
                   : cores > 0 ? (unsigned)cores
                               : 1,
        .next = next,
        .done = done,
        .tick = tick,
        .arg = h,
    };
    const double begun = assay_now();
    int signal;

    setenv("ASSAY_OPTIMISE", "-O0", 0); /* short runs: building is what takes the time */
    setenv("ASSAY_WAVES", "0", 0);
    for (size_t i = 0; i < h->n; ++i)
        if (h->fault[i].state == SAME)
            tell(h, &h->fault[i]);
    assay_progress_begin(&h->progress, "fault", h->n - count(h, SAME));
    signal = assay_pool_run(&pool);
    assay_progress_end(&h->progress);
    if (h->c->json)
        tell_json(h, assay_now() - begun);
    else
        printf("%zu of %zu caught, %zu missed, %zu broken%s", count(h, CAUGHT),
               h->n - count(h, SAME), count(h, MISSED), count(h, BROKEN), h->late ? ", " : "\n");
    if (!h->c->json && h->late)
        printf("%zu that show%s late left out: --late takes %s in\n", h->late,
               h->late == 1 ? "s" : "", h->late == 1 ? "it" : "them");
    if (count(h, MISSED))
        return EXIT_MISMATCH;
    if (signal > 0)
        return 128 + signal;
    return all_caught(h) ? EXIT_EQUAL : EXIT_FAULT;
}

/* Block and parameters, before anything is made; 0 or an exit status after printing why. */
static int choose(struct hunt *h, const struct assay_block **block)
{
    const struct assay_scenario *scenario;
    const char *set;
    char why[4096];
    const enum assay_error e = assay_block_named(h->c->block, block, why, sizeof why);

    if (e != ASSAY_OK) {
        assay_print_error("%s", why);
        return (int)e;
    }
    if (!assay_block_written(*block, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_MISMATCH;
    }
    h->name = (*block)->model->name;
    h->reference = assay_block_reference(*block);
    if (!assay_params_parse(*block, h->c->params ? h->c->params : assay_params_first(*block),
                            &h->params, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    scenario = h->c->scenario ? assay_scenario_find(*block, h->c->scenario) : (*block)->scenarios;
    if (!scenario) {
        assay_scenario_unknown(*block, h->c->scenario, why, sizeof why);
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    h->ends = scenario->done != NULL;
    set = assay_params_set_name(*block, &h->params);
    if (set)
        snprintf(h->values, sizeof h->values, "%s", set);
    else
        assay_params_print(*block, &h->params, h->values, sizeof h->values);
    return EXIT_EQUAL;
}

int assay_cmd_faults(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "BLOCK",
        "Check that every known bug of BLOCK is detected. The bugs are patches in tb/BLOCK/faults; "
        "one line is printed for each.\vExit status: 0 all were detected, 1 one was missed, 2 bad "
        "usage, 3 one could not be run.",
        NULL,
        NULL,
        NULL};
    struct choice c = {.seed = 1, .seeds = 2, .cycles = 1000000};
    struct hunt h = {.c = &c};
    const struct assay_block *block;
    struct assay_fault *list = NULL;
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    status = choose(&h, &block);
    if (status == EXIT_EQUAL)
        status = take_faults(&h, block, &list);
    if (status == EXIT_EQUAL)
        status = make_folders(&h);
    if (status == EXIT_EQUAL)
        status = hunt(&h);
    if (!c.out && h.folder[0]) {
        char *clean[] = {"rm", "-rf", h.folder, NULL};

        assay_process(clean, NULL, NULL);
    }
    free(h.fault);
    free(list);
    return status;
}
