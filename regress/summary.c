#include "regress/summary.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/colour.h"
#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/message.h"
#include "coverage/exclude.h"
#include "coverage/store.h"
#include "engine/attached.h"
#include "regress/output.h"
#include "sim/pinned.h"

/* --- names --- */

/* The name of the parameter set, if it has one; otherwise the values. */
static const char *set_name(const char *block, const char *params, char *text, size_t size)
{
    const struct assay_block *b = assay_block_find(block);
    const char *name = NULL;
    struct assay_params p;
    char why[ASSAY_SUMMARY_LINE];

    if (b && assay_params_parse(b, params, &p, why, sizeof why))
        name = assay_params_set_name(b, &p);
    snprintf(text, size, "%s", name ? name : params);
    return text;
}

bool assay_any_rtl(const struct assay_summary *s)
{
    for (size_t i = 0; i < s->n_groups; ++i)
        if (*s->group[i].rtl || *s->group[i].fault)
            return true;
    return false;
}

const char *assay_rtl_name(const struct assay_group *g, char *text, size_t size)
{
    if (*g->rtl)
        snprintf(text, size, "%s", g->rtl);
    else
        snprintf(text, size, "%s%s", *g->fault ? "fault " : "own", g->fault);
    return text;
}

void assay_print_failure(FILE *f, const struct assay_store_job *j)
{
    char set[ASSAY_PARAMS_TEXT];

    assay_print_bad(f, 0, assay_status_name(j->status));
    fprintf(f, ": %s %s %s %s%s%s seed %" PRIu64 ": %s", j->block,
            set_name(j->block, j->params, set, sizeof set), j->scenario, j->backend,
            *j->knobs ? " " : "", j->knobs, j->seed, j->verdict);
    if (*j->rtl || *j->fault)
        fprintf(f, " of %s%s", *j->rtl ? "" : "fault ", *j->rtl ? j->rtl : j->fault);
    if (j->fail_cycle >= 0)
        fprintf(f, " at cycle %" PRId64, j->fail_cycle);
    if (*j->port)
        fprintf(f, ", port %s", j->port);
    fputc('\n', f);
}

/* --- loading --- */

/* Offsets of the texts in a row. */
#define TEXT(row, name) offsetof(struct assay_store_##row, name)
static const size_t run_texts[] = {TEXT(run, list),     TEXT(run, file), TEXT(run, started),
                                   TEXT(run, finished), TEXT(run, host), TEXT(run, system),
                                   TEXT(run, version)};
static const size_t job_texts[] = {TEXT(job, block),   TEXT(job, params),    TEXT(job, scenario),
                                   TEXT(job, backend), TEXT(job, knobs),     TEXT(job, tags),
                                   TEXT(job, folder),  TEXT(job, rtl),       TEXT(job, fault),
                                   TEXT(job, sources), TEXT(job, known),     TEXT(job, verdict),
                                   TEXT(job, port),    TEXT(job, reproduce), TEXT(job, out)};
#undef TEXT
enum {
    RUN_TEXTS = sizeof run_texts / sizeof run_texts[0],
    JOB_TEXTS = sizeof job_texts / sizeof job_texts[0]
};

/* Replace the texts of a row by copies. */
static void copy_texts(struct assay_summary *s, void *row, const size_t *texts, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        char *at = (char *)row + texts[i], *text;

        memcpy(&text, at, sizeof text);
        if (!text)
            continue;
        text = strdup(text);
        if (!text)
            s->no_memory = true;
        memcpy(at, &text, sizeof text);
    }
}

static void free_texts(void *row, const size_t *texts, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        char *text;

        memcpy(&text, (char *)row + texts[i], sizeof text);
        free(text);
    }
}

/* Make room for one more item in a list of `n`, which is full when n is a power of two. Returns
 * NULL, and leaves the list as it was, if out of memory. */
static void *with_room(struct assay_summary *s, void *list, size_t n, size_t size)
{
    void *more = list;

    if ((n & (n - 1)) == 0)
        more = realloc(list, (n ? 2 * n : 1) * size);
    if (!more)
        s->no_memory = true;
    return more;
}

static bool take_run(void *any, const struct assay_store_run *run)
{
    struct assay_summary *s = any;

    s->run = *run;
    copy_texts(s, &s->run, run_texts, RUN_TEXTS);
    return true;
}

static struct assay_group *group_of(struct assay_summary *s, const struct assay_store_job *j)
{
    struct assay_group *g;

    for (size_t i = 0; i < s->n_groups; ++i) {
        g = &s->group[i];
        if (strcmp(g->block, j->block) == 0 && strcmp(g->params, j->params) == 0 &&
            strcmp(g->backend, j->backend) == 0 && strcmp(g->rtl, j->rtl) == 0 &&
            strcmp(g->fault, j->fault) == 0)
            return g;
    }
    g = with_room(s, s->group, s->n_groups, sizeof *g);
    if (!g)
        return NULL;
    s->group = g;
    g += s->n_groups++;
    memset(g, 0, sizeof *g);
    snprintf(g->block, sizeof g->block, "%s", j->block);
    snprintf(g->params, sizeof g->params, "%s", j->params);
    snprintf(g->backend, sizeof g->backend, "%s", j->backend);
    snprintf(g->rtl, sizeof g->rtl, "%s", j->rtl);
    snprintf(g->fault, sizeof g->fault, "%s", j->fault);
    set_name(j->block, j->params, g->set, sizeof g->set);
    return g;
}

static bool add_failure(struct assay_summary *s, const struct assay_store_job *j, size_t group)
{
    struct assay_failure *more = with_room(s, s->failure, s->n_failures, sizeof *more);

    if (!more)
        return false;
    s->failure = more;
    more += s->n_failures++;
    memset(more, 0, sizeof *more);
    more->job = *j;
    more->group = group;
    copy_texts(s, &more->job, job_texts, JOB_TEXTS);
    assay_said_read(s->out, j, &more->said);
    return true;
}

static bool add_line(struct assay_summary *s, const struct assay_store_job *j, size_t group)
{
    struct assay_job_line *l = with_room(s, s->line, s->n_lines, sizeof *l);

    if (!l)
        return false;
    s->line = l;
    l += s->n_lines++;
    l->id = j->id;
    l->group = group;
    snprintf(l->scenario, sizeof l->scenario, "%s", j->scenario);
    snprintf(l->knobs, sizeof l->knobs, "%s", j->knobs);
    l->seed = j->seed;
    l->cycles = j->cycles;
    l->copy = 0;
    l->status = j->status;
    l->seconds = j->seconds;
    return true;
}

/* Count the outcome of a job that the list says may fail. */
static bool add_known(struct assay_summary *s, const struct assay_store_job *j)
{
    struct assay_known *k = s->known;

    if (!j->known || !*j->known || j->status == ASSAY_JOB_NOT_RUN)
        return true;
    while (k < s->known + s->n_known && strcmp(k->reason, j->known) != 0)
        ++k;
    if (k == s->known + s->n_known) {
        k = with_room(s, s->known, s->n_known, sizeof *k);
        if (!k)
            return false;
        s->known = k;
        k += s->n_known++;
        memset(k, 0, sizeof *k);
        snprintf(k->reason, sizeof k->reason, "%s", j->known);
    }
    ++*(j->status == ASSAY_JOB_PASS ? &k->passed : &k->failed);
    return true;
}

/* The numbers of a job with plots, which it printed on one line. */
static cJSON *plots_of(const struct assay_summary *s, const struct assay_store_job *j)
{
    char path[PATH_MAX], *line = NULL;
    size_t room = 0;
    cJSON *json = NULL;
    FILE *f;

    assay_path(path, sizeof path, "%s/%s/stdout", s->out, j->out);
    f = fopen(path, "r");
    if (!f)
        return NULL;
    while (!json && getline(&line, &room, f) > 0)
        if (line[0] == '{')
            json = cJSON_Parse(line);
    free(line);
    fclose(f);
    return json;
}

/* Skip what is not a plot, or is truncated. */
static void take_plots(struct assay_summary *s, const struct assay_store_job *j)
{
    cJSON *json = plots_of(s, j);
    const cJSON *item;

    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "plots"))
    {
        struct assay_plot *more = with_room(s, s->plot, s->n_plots, sizeof *more);

        if (!more)
            break;
        s->plot = more;
        s->n_plots += assay_plot_read(item, &more[s->n_plots]);
    }
    cJSON_Delete(json);
}

/* Take the object with all mutants or proofs. A job that was stopped has not printed one. */
static void take_json(struct assay_summary *s, const struct assay_store_job *j,
                      struct assay_job_json **list, size_t *n)
{
    struct assay_job_json *more;
    char path[PATH_MAX];
    cJSON *json;

    assay_path(path, sizeof path, "%s/%s/stdout", s->out, j->out);
    json = assay_output_json(path);
    if (!json)
        return;
    more = with_room(s, *list, *n, sizeof *more);
    if (!more) {
        cJSON_Delete(json);
        return;
    }
    *list = more;
    (*list)[(*n)++].json = json;
}

static void free_json(struct assay_job_json *list, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        cJSON_Delete(list[i].json);
    free(list);
}

/* Attach a user's block: as it was in the regression, if the cache still has that version;
 * otherwise as it is now. Without it, parameters have no names and its coverage can't be read.
 * Each block is tried only once. */
static void attach(struct assay_summary *s, const struct assay_store_job *j)
{
    const struct assay_block *b;
    char path[PATH_MAX], why[4096];

    if (!*j->folder || assay_block_find(j->block) || strcmp(j->folder, s->not_attached) == 0)
        return;
    assay_path(path, sizeof path, "%s/pinned", s->out);
    if (!getenv(ASSAY_PINNED_VARIABLE) && access(path, F_OK) == 0) {
        setenv(ASSAY_PINNED_VARIABLE, path, 1);
        if (assay_block_named(j->folder, &b, why, sizeof why) == ASSAY_OK)
            return;
        unsetenv(ASSAY_PINNED_VARIABLE);
    }
    if (assay_block_named(j->folder, &b, why, sizeof why) == ASSAY_OK)
        return;
    assay_print_error("%s", why);
    snprintf(s->not_attached, sizeof s->not_attached, "%s", j->folder);
}

static bool take_job(void *any, const struct assay_store_job *j)
{
    struct assay_summary *s = any;
    struct assay_group *g;

    attach(s, j);
    g = group_of(s, j);

    if (!g || !add_line(s, j, (size_t)(g - s->group)) || !add_known(s, j))
        return false;
    ++s->jobs;
    ++s->count[j->status];
    ++g->jobs;
    ++g->count[j->status];
    g->cycles += j->cycles_run;
    g->transactions += j->transactions;
    g->seconds += j->seconds;
    s->model_only += j->status == ASSAY_JOB_PASS && strcmp(j->backend, "model") == 0;
    if (j->status == ASSAY_JOB_PASS && strcmp(j->scenario, "plots") == 0)
        take_plots(s, j);
    if (strcmp(j->scenario, "mutate") == 0 && strcmp(j->backend, "mutate") == 0)
        take_json(s, j, &s->mutants, &s->n_mutants);
    if (strcmp(j->scenario, "proofs") == 0)
        take_json(s, j, &s->proofs, &s->n_proofs);
    if (j->status == ASSAY_JOB_PASS || j->status == ASSAY_JOB_NOT_RUN)
        return !s->no_memory;
    return add_failure(s, j, (size_t)(g - s->group)) && !s->no_memory;
}

static bool take_fact(void *any, const char *name, const char *value)
{
    struct assay_summary *s = any;
    struct assay_fact *more = with_room(s, s->fact, s->n_facts, sizeof *more);

    if (!more)
        return false;
    s->fact = more;
    more += s->n_facts++;
    snprintf(more->name, sizeof more->name, "%s", name);
    snprintf(more->value, sizeof more->value, "%s", value);
    return true;
}

static bool take_trend(void *any, const struct assay_trend *t)
{
    struct assay_summary *s = any;
    struct assay_trend *more = with_room(s, s->trend, s->n_trends, sizeof *more);

    if (!more)
        return false;
    s->trend = more;
    s->trend[s->n_trends++] = *t;
    return true;
}

static int load_results(struct assay_summary *s, const char *path)
{
    char why[PATH_MAX + ASSAY_SUMMARY_LINE];
    struct assay_store *store;
    bool found = false, good;
    enum assay_error e = assay_store_open(path, &store, why, sizeof why);

    if (e != ASSAY_OK) {
        assay_print_error("%s", why);
        return (int)e;
    }
    good = assay_store_newest(store, &found, take_run, s, why, sizeof why) &&
           (!found || assay_store_jobs(store, s->run.id, take_job, s, why, sizeof why)) &&
           (!found || assay_store_facts(store, s->run.id, take_fact, s, why, sizeof why)) &&
           assay_store_trend(store, take_trend, s, why, sizeof why) &&
           assay_summary_compare(s, store, why, sizeof why);
    assay_store_close(store);
    if (good && !(assay_summary_count_copies(s) && assay_summary_fill_buckets(s)))
        s->no_memory = true;
    if (!good || s->no_memory) {
        assay_print_error("%s", s->no_memory ? "out of memory" : why);
        return EXIT_FAULT;
    }
    if (!found) {
        assay_print_error("%s: holds no regression: expected one at least", path);
        return EXIT_USAGE;
    }
    return EXIT_EQUAL;
}

/* Load the coverage files beside the results, and the exclusions. */
static bool load_stores(struct assay_summary *s, const char *exclude, char *why, size_t why_size)
{
    char path[PATH_MAX], own[PATH_MAX], sources[PATH_MAX];

    assay_source_path(own, sizeof own, "tb/coverage.exclude");
    if (!exclude && access(own, F_OK) == 0)
        exclude = own;
    assay_source_path(sources, sizeof sources, "");
    sources[strlen(sources) - 1] = '\0';
    assay_path(path, sizeof path, "%s/coverage.txt", s->out);
    if (access(path, F_OK) == 0 && !assay_cover_load(s->cover, path, why, why_size))
        return false;
    assay_path(path, sizeof path, "%s/code.dat", s->out);
    if (access(path, F_OK) == 0 && !assay_codecov_load(&s->code, path, why, why_size))
        return false;
    return !exclude || (assay_cover_exclude(s->cover, exclude, why, why_size) &&
                        assay_codecov_exclude(&s->code, exclude, sources, why, why_size));
}

static int load_coverage(struct assay_summary *s, const char *exclude)
{
    char why[PATH_MAX + ASSAY_SUMMARY_LINE];

    s->n_blocks = assay_block_count();
    s->cover = calloc(s->n_blocks + 1, sizeof *s->cover);
    if (!s->cover) {
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    if (load_stores(s, exclude, why, sizeof why))
        return EXIT_EQUAL;
    assay_print_error("%s", why);
    return EXIT_USAGE;
}

int assay_summary_load(struct assay_summary *s, const char *out, const char *exclude, int *coverage)
{
    char path[PATH_MAX];
    int status;

    memset(s, 0, sizeof *s);
    s->out = out;
    *coverage = EXIT_EQUAL;
    assay_path(path, sizeof path, "%s/results.db", out);
    status = load_results(s, path);
    if (status == EXIT_EQUAL)
        *coverage = load_coverage(s, exclude);
    return status;
}

void assay_summary_free(struct assay_summary *s)
{
    free_texts(&s->run, run_texts, RUN_TEXTS);
    for (size_t i = 0; i < s->n_failures; ++i)
        free_texts(&s->failure[i].job, job_texts, JOB_TEXTS);
    for (size_t i = 0; s->cover && i < s->n_blocks; ++i)
        assay_cover_close(&s->cover[i]);
    assay_codecov_free(&s->code);
    free_json(s->mutants, s->n_mutants);
    free_json(s->proofs, s->n_proofs);
    free(s->line);
    free(s->failure);
    free(s->bucket);
    free(s->plot);
    free(s->trend);
    free(s->known);
    free(s->fact);
    free(s->group);
    free(s->cover);
}

double assay_cover_percent(struct assay_cover_total t)
{
    return t.possible ? 100.0 * t.hit / t.possible : 0.0;
}
