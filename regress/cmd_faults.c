/*
 * cmd_faults.c - does the stimulus find the known bugs of a block?
 *
 * Each fault gets its own run, `assay run BLOCK --fault F`, which should fail: if not with the
 * first seed, then with the next. The failing stimulus is shrunk if requested.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/destination.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/message.h"
#include "base/progress.h"
#include "base/tree.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "engine/attached.h"
#include "engine/lockstep.h"
#include "regress/hunt.h"
#include "regress/output.h"
#include "regress/pool.h"
#include "sim/fault.h"

enum {
    KEY_SEEDS = 256,
    KEY_SCENARIO,
    KEY_LATE,
    KEY_FAULT,
    KEY_SHRINK,
    KEY_CHECK_X,
    KEY_JSON,
    MAX_AT_ONCE = 256,
    MAX_SEEDS = 1000
};

static const struct argp_option options[] = {
    {"params", 'p', "P", 0,
     "Name of a parameter set, key=value,..., or SET,key=value,... (default smallest, or default "
     "if the block has no such set)",
     0},
    {"scenario", KEY_SCENARIO, "S", 0,
     "Stimulus scenario (default: the one that the patch names, or the block's first)", 0},
    {"cycles", 'c', "N", 0, "Cycle budget per fault (default 1000000)", 0},
    {"seed", 's', "N", 0, "First seed to try (default 1)", 0},
    {"seeds", KEY_SEEDS, "N", 0, "Number of seeds to try (default 2)", 0},
    {"fault", KEY_FAULT, "NAME", 0,
     "Only this one, even if late; may be repeated (default: all that are not late)", 0},
    {"late", KEY_LATE, NULL, 0, "Include faults that take long to detect", 0},
    {"shrink", KEY_SHRINK, NULL, 0, "Reduce each failing stimulus to a minimal case", 0},
    {"check-x", KEY_CHECK_X, NULL, 0, "Run each with --check-x (see `assay run --help`)", 0},
    {"jobs", 'j', "N", 0, "Number of parallel runs (default: one per core)", 0},
    {"out", 'o', "DIR", 0,
     "Keep the files of the runs in DIR, created if needed (default: remove them)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object on the last line", 0},
    {0},
};

static void refuse_late(const struct argp_state *state, const struct assay_hunt_choice *c)
{
    if (c->late && c->n_only)
        argp_error(state,
                   "--late with --fault %s: expected one of them, as --fault takes late ones",
                   c->only[0]);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct assay_hunt_choice *c = state->input;

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
        c->seed = assay_number_argument(state, "seed", arg, 0, UINT64_MAX);
        break;
    case KEY_SEEDS:
        c->seeds = assay_number_argument(state, "seeds", arg, 1, MAX_SEEDS);
        break;
    case KEY_FAULT:
        if (c->n_only == ASSAY_HUNT_ONLY)
            argp_error(state, "--fault: expected at most %d", ASSAY_HUNT_ONLY);
        for (size_t i = 0; i < c->n_only; ++i)
            if (strcmp(c->only[i], arg) == 0)
                argp_error(state, "--fault %s again: expected each name once", arg);
        c->only[c->n_only++] = arg;
        refuse_late(state, c);
        break;
    case KEY_LATE:
        c->late = true;
        refuse_late(state, c);
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
    case ARGP_KEY_END:
        if (c->seed > UINT64_MAX - (c->seeds - 1))
            argp_error(state,
                       "seed '%" PRIu64 "': expected one that leaves room for %" PRIu64
                       " seeds below 2^64",
                       c->seed, c->seeds);
        return assay_block_argument(key, arg, state, &c->block);
    default:
        return assay_block_argument(key, arg, state, &c->block);
    }
    return 0;
}

/* The next run or shrink of a fault. */
static bool next(void *any, struct assay_task *t)
{
    struct assay_hunt *h = any;

    for (size_t i = 0; i < h->n; ++i) {
        struct assay_hunt_fault *f = &h->fault[i];
        char path[ASSAY_HUNT_PATH], name[128];

        if (f->state != HUNT_WAITING && f->state != HUNT_FOUND)
            continue;
        t->tag = i;
        t->out = assay_task_text(t, "%s", assay_hunt_path(h, f, "stdout", path));
        t->err = assay_task_text(t, "%s", assay_hunt_path(h, f, "stderr", path));
        if (f->state == HUNT_FOUND) {
            f->state = HUNT_SHRINKING;
            snprintf(name, sizeof name, "%s-seed%llu.replay", h->name, (unsigned long long)f->seed);
            assay_task_arg(t, "shrink");
            assay_task_arg(t, "%s", assay_hunt_path(h, f, name, path));
            assay_task_arg(t, "--out=%s", assay_hunt_path(h, f, "least.replay", path));
            assay_task_arg(
                t, "--seconds=0"); /* the result must not depend on the speed of the machine */
            if (h->c->check_x)
                assay_task_arg(t, "--backend=check-x");
            assay_task_arg(t, "--json");
        } else {
            f->state = HUNT_RUNNING;
            f->seed = h->c->seed + f->tried++;
            assay_hunt_task(h, f, f->known->name, h->c->cycles, f->known->name, t);
        }
        return true;
    }
    return false;
}

static double number_in(const cJSON *o, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    return cJSON_IsNumber(item) && item->valuedouble > 0 ? item->valuedouble : 0;
}

/* The first difference whose part of the block is known; without any, the first one. */
static const cJSON *shown_difference(const cJSON *run)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(run, "differences"), *one;

    cJSON_ArrayForEach(one, list)
    {
        if (cJSON_GetObjectItemCaseSensitive(one, "part"))
            return one;
    }
    return cJSON_GetArrayItem(list, 0);
}

static void note_run(const struct assay_hunt *h, struct assay_hunt_fault *f,
                     const struct assay_task_end *end, const cJSON *json)
{
    const cJSON *shown = shown_difference(json);
    const cJSON *port = cJSON_GetObjectItemCaseSensitive(shown, "port");
    const cJSON *part = cJSON_GetObjectItemCaseSensitive(shown, "part");
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(json, "message");

    switch (assay_hunt_end(end, json)) {
    case HUNT_RUN_EQUAL:
        f->state = f->tried < h->c->seeds ? HUNT_WAITING : HUNT_MISSED;
        break;
    case HUNT_RUN_DIFFERS:
        f->state = h->c->shrink ? HUNT_FOUND : HUNT_CAUGHT;
        f->cycle = assay_hunt_fail_cycle(json);
        snprintf(f->port, sizeof f->port, "%s", cJSON_IsString(port) ? port->valuestring : "-");
        snprintf(f->part, sizeof f->part, "%s", cJSON_IsString(part) ? part->valuestring : "");
        break;
    case HUNT_RUN_BROKEN:
        f->state = HUNT_BROKEN;
        /* A model that breaks its own rules. */
        if (end->started && end->exit == EXIT_MISMATCH && cJSON_IsString(message))
            snprintf(f->why, sizeof f->why, "%s", message->valuestring);
        break;
    }
}

static bool done(void *any, size_t tag, const struct assay_task_end *end)
{
    struct assay_hunt *h = any;
    struct assay_hunt_fault *f = &h->fault[tag];
    char path[ASSAY_HUNT_PATH];
    cJSON *json;

    if (end->stopped)
        return true;
    json = end->started ? assay_output_json(assay_hunt_path(h, f, "stdout", path)) : NULL;
    if (f->state == HUNT_RUNNING) {
        note_run(h, f, end, json);
    } else {
        f->state = end->started && end->exit == EXIT_EQUAL && json ? HUNT_CAUGHT : HUNT_BROKEN;
        f->units = (uint64_t)number_in(cJSON_GetObjectItemCaseSensitive(json, "size"), "units");
    }
    cJSON_Delete(json);
    if (f->state >= HUNT_CAUGHT) {
        ++h->ended;
        assay_progress_end(&h->progress);
        assay_hunt_tell(h, f);
    }
    return true;
}

static void tick(void *any, unsigned running)
{
    struct assay_hunt *h = any;

    (void)running;
    assay_progress_update(&h->progress, h->ended);
}

/* Make a folder for each fault. */
static int make_folders(struct assay_hunt *h)
{
    char path[ASSAY_HUNT_PATH], why[ASSAY_HUNT_PATH + 256];
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
        e = assay_destination_make_folder(assay_hunt_path(h, &h->fault[i], "", path), why,
                                          sizeof why);
    if (e)
        assay_print_error("%s", why);
    return (int)e;
}

static bool is_chosen(const struct assay_hunt_choice *c, const struct assay_fault *f)
{
    for (size_t i = 0; i < c->n_only; ++i)
        if (strcmp(c->only[i], f->name) == 0)
            return true;
    return false;
}

/* Add a fault to those to look for. If there is no scenario of the name that its patch gives, its
 * run will say so. */
static void take_fault(struct assay_hunt *h, const struct assay_block *b,
                       const struct assay_fault *known)
{
    struct assay_hunt_fault *f = &h->fault[h->n++];
    const struct assay_scenario *scenario;

    f->known = known;
    f->scenario = h->c->scenario       ? h->c->scenario
                  : known->scenario[0] ? known->scenario
                                       : b->scenarios->name;
    scenario = assay_scenario_find(b, f->scenario);
    f->first = scenario == b->scenarios;
    f->ends = scenario && scenario->done;
    if (assay_fault_same(b, known, &h->params))
        f->state = HUNT_SAME;
}

/* Select the faults. Returns 0 if at least one of them changes something; otherwise an exit
 * status after printing why. */
static int take_faults(struct assay_hunt *h, const struct assay_block *b, struct assay_fault **list)
{
    char why[PATH_MAX + 256], path[PATH_MAX];
    const int n = assay_fault_list(b, list, why, sizeof why);

    if (n < 0) {
        assay_print_error("%s", why);
        return EXIT_FAULT;
    }
    if (n == 0) {
        assay_fault_folder(b, path);
        assay_print_error("%s: no faults in %s: expected one or more files NAME.patch",
                          b->model->name, path);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < h->c->n_only; ++i)
        if (!assay_fault_path(b, h->c->only[i], path, why, sizeof why)) {
            assay_print_error("%s", why);
            return EXIT_USAGE;
        }
    h->fault = calloc((size_t)n, sizeof *h->fault);
    if (!h->fault) {
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    for (int i = 0; i < n; ++i) {
        if (h->c->n_only && !is_chosen(h->c, &(*list)[i]))
            continue;
        if (h->c->n_only || h->c->late || !(*list)[i].late) {
            take_fault(h, b, &(*list)[i]);
        } else {
            ++h->late;
        }
    }
    if (h->n == 0) {
        assay_print_error("%s: all faults are late: expected --late", b->model->name);
        return EXIT_USAGE;
    }
    if (assay_hunt_count(h, HUNT_SAME) == h->n) {
        assay_print_error("%s: %s%s at %s: expected other parameters", b->model->name,
                          h->c->n_only == 1 ? h->fault[0].known->name
                          : h->c->n_only    ? "none of these faults changes anything"
                                            : "no fault changes anything",
                          h->c->n_only == 1 ? " changes nothing" : "", h->values);
        return EXIT_USAGE;
    }
    return EXIT_EQUAL;
}

static int hunt(struct assay_hunt *h)
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

    setenv("ASSAY_OPTIMISE", "-O0", 0); /* short runs: most of the time goes into building */
    setenv("ASSAY_WAVES", "0", 0);
    for (size_t i = 0; i < h->n; ++i)
        if (h->fault[i].state == HUNT_SAME)
            assay_hunt_tell(h, &h->fault[i]);
    assay_progress_begin(&h->progress, "fault", h->n - assay_hunt_count(h, HUNT_SAME));
    signal = assay_pool_run(&pool);
    assay_progress_end(&h->progress);
    if (!signal && assay_hunt_count(h, HUNT_CAUGHT))
        signal = assay_hunt_control(h, pool.at_once);
    if (h->c->json)
        assay_hunt_json(h, assay_now() - begun);
    else
        printf("%zu of %zu caught, %zu missed, %zu broken%s", assay_hunt_count(h, HUNT_CAUGHT),
               h->n - assay_hunt_count(h, HUNT_SAME), assay_hunt_count(h, HUNT_MISSED),
               assay_hunt_count(h, HUNT_BROKEN), h->late ? ", " : "\n");
    if (!h->c->json && h->late)
        printf("%zu that show%s late left out: --late takes %s in\n", h->late,
               h->late == 1 ? "s" : "", h->late == 1 ? "it" : "them");
    if (assay_hunt_count(h, HUNT_MISSED))
        return EXIT_MISMATCH;
    if (signal > 0)
        return 128 + signal;
    return !signal && assay_hunt_caught(h) ? EXIT_EQUAL : EXIT_FAULT;
}

/* Check the block and the parameters before anything is created. Returns 0, or an exit status
 * after printing why. */
static int choose(struct assay_hunt *h, const struct assay_block **block)
{
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
    if (h->c->scenario && !assay_scenario_find(*block, h->c->scenario)) {
        assay_scenario_unknown(*block, h->c->scenario, why, sizeof why);
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
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
        "Check that every known bug of BLOCK is detected. The bugs are patches in "
        "tb/BLOCK/faults, or for a block of your own in the folder faults beside its block.yaml; "
        "one line is printed for each.\v"
        "Exit status: 0 all were detected, 1 one was missed, 2 bad usage, 3 one could not be run, "
        "or the RTL without it fails as well.",
        NULL,
        NULL,
        NULL};
    struct assay_hunt_choice c = {.seed = 1, .seeds = ASSAY_HUNT_SEEDS, .cycles = 1000000};
    struct assay_hunt h = {.c = &c};
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
    if (!c.out && h.folder[0])
        assay_tree_remove(h.folder);
    free(h.fault);
    free(list);
    return status;
}
