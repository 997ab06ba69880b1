#include "regress/report.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

enum { NAME = 128, LINE = 512 };

/* Jobs with block, parameters and backend in common. */
struct group {
    char block[NAME], params[NAME], set[NAME], backend[NAME];
    size_t count[ASSAY_JOB_STATUSES];
    uint64_t jobs, cycles, transactions;
    double seconds;
};

struct failure {
    struct assay_store_job job; /* texts are copies */
    char message[LINE];         /* what its process said; may be empty */
};

struct summary {
    const char *out;
    struct assay_store_run run; /* texts are copies */
    struct group *group;
    size_t n_groups;
    struct failure *failure;
    size_t n_failures;
    size_t count[ASSAY_JOB_STATUSES];
    uint64_t jobs;
    struct assay_cover *cover; /* as assay_blocks */
    size_t n_blocks;
    bool no_memory;
};

/* --- names --- */

/* The set's name if there is one, else the values. */
static const char *set_name(const char *block, const char *params, char *text, size_t size)
{
    const struct assay_block *b = assay_block_find(block);
    const char *name = NULL;
    struct assay_params p;
    char why[LINE];

    if (b && assay_params_parse(b, params, &p, why, sizeof why))
        name = assay_params_set_name(b, &p);
    snprintf(text, size, "%s", name ? name : params);
    return text;
}

void assay_report_failure(FILE *f, const struct assay_store_job *j)
{
    char set[NAME];

    fprintf(f, "%s: %s %s %s %s%s%s seed %" PRIu64 ": %s", assay_status_name(j->status), j->block,
            set_name(j->block, j->params, set, sizeof set), j->scenario, j->backend,
            *j->knobs ? " " : "", j->knobs, j->seed, j->verdict);
    if (j->fail_cycle >= 0)
        fprintf(f, " at cycle %" PRId64, j->fail_cycle);
    if (*j->port)
        fprintf(f, ", port %s", j->port);
    fputc('\n', f);
}

/* --- gathering --- */

static const char *copy(struct summary *s, const char *text)
{
    char *own = text ? strdup(text) : NULL;

    if (text && !own)
        s->no_memory = true;
    return own;
}

static bool take_run(void *any, const struct assay_store_run *run)
{
    struct summary *s = any;

    s->run = *run;
    s->run.list = copy(s, run->list);
    s->run.started = copy(s, run->started);
    s->run.finished = copy(s, run->finished);
    s->run.host = copy(s, run->host);
    s->run.system = copy(s, run->system);
    s->run.version = copy(s, run->version);
    return true;
}

static struct group *group_of(struct summary *s, const struct assay_store_job *j)
{
    struct group *g;

    for (size_t i = 0; i < s->n_groups; ++i) {
        g = &s->group[i];
        if (strcmp(g->block, j->block) == 0 && strcmp(g->params, j->params) == 0 &&
            strcmp(g->backend, j->backend) == 0)
            return g;
    }
    g = realloc(s->group, (s->n_groups + 1) * sizeof *g);
    if (!g)
        return NULL;
    s->group = g;
    g += s->n_groups++;
    memset(g, 0, sizeof *g);
    snprintf(g->block, sizeof g->block, "%s", j->block);
    snprintf(g->params, sizeof g->params, "%s", j->params);
    snprintf(g->backend, sizeof g->backend, "%s", j->backend);
    set_name(j->block, j->params, g->set, sizeof g->set);
    return g;
}

/* The last line in which the program itself spoke; what tools printed is in the file. */
static void last_message(const char *out, const char *folder, char *text, size_t size)
{
    char path[PATH_MAX], line[LINE];
    FILE *f;

    text[0] = '\0';
    snprintf(path, sizeof path, "%s/%s/stderr", out, folder);
    f = fopen(path, "r");
    if (!f)
        return;
    while (fgets(line, sizeof line, f))
        if (strncmp(line, "assay: ", 7) == 0)
            snprintf(text, size, "%.*s", (int)strcspn(line, "\n"), line);
    fclose(f);
}

static bool add_failure(struct summary *s, const struct assay_store_job *j)
{
    struct failure *more = realloc(s->failure, (s->n_failures + 1) * sizeof *more);

    if (!more)
        return false;
    s->failure = more;
    more += s->n_failures++;
    more->job = *j;
    more->job.block = copy(s, j->block);
    more->job.params = copy(s, j->params);
    more->job.scenario = copy(s, j->scenario);
    more->job.backend = copy(s, j->backend);
    more->job.knobs = copy(s, j->knobs);
    more->job.tags = copy(s, j->tags);
    more->job.verdict = copy(s, j->verdict);
    more->job.port = copy(s, j->port);
    more->job.reproduce = copy(s, j->reproduce);
    more->job.out = copy(s, j->out);
    last_message(s->out, j->out, more->message, sizeof more->message);
    return true;
}

static bool take_job(void *any, const struct assay_store_job *j)
{
    struct summary *s = any;
    struct group *g = group_of(s, j);

    if (!g) {
        s->no_memory = true;
        return false;
    }
    ++s->jobs;
    ++s->count[j->status];
    ++g->jobs;
    ++g->count[j->status];
    g->cycles += j->cycles_run;
    g->transactions += j->transactions;
    g->seconds += j->seconds;
    if (j->status == ASSAY_JOB_PASS || j->status == ASSAY_JOB_NOT_RUN)
        return true;
    if (!add_failure(s, j))
        s->no_memory = true;
    return !s->no_memory;
}

static int load_results(struct summary *s, const char *path)
{
    char why[PATH_MAX + LINE];
    struct assay_store *store;
    bool found = false, good;
    enum assay_error e = assay_store_open(path, &store, why, sizeof why);

    if (e != ASSAY_OK) {
        assay_cli_error("%s", why);
        return (int)e;
    }
    good = assay_store_newest(store, &found, take_run, s, why, sizeof why) &&
           (!found || assay_store_jobs(store, s->run.id, take_job, s, why, sizeof why));
    assay_store_close(store);
    if (!good || s->no_memory) {
        assay_cli_error("%s", s->no_memory ? "out of memory" : why);
        return EXIT_FAULT;
    }
    if (!found) {
        assay_cli_error("%s: holds no regression: expected one at least", path);
        return EXIT_USAGE;
    }
    return EXIT_EQUAL;
}

static int load_coverage(struct summary *s, const char *path)
{
    char why[PATH_MAX + LINE];

    while (assay_blocks[s->n_blocks])
        ++s->n_blocks;
    s->cover = calloc(s->n_blocks + 1, sizeof *s->cover);
    if (!s->cover) {
        assay_cli_error("out of memory");
        return EXIT_FAULT;
    }
    if (access(path, F_OK) == 0 && !assay_cover_load(s->cover, path, why, sizeof why)) {
        assay_cli_error("%s", why);
        return EXIT_USAGE;
    }
    return EXIT_EQUAL;
}

static void free_run(struct assay_store_run *r)
{
    free((char *)r->list);
    free((char *)r->started);
    free((char *)r->finished);
    free((char *)r->host);
    free((char *)r->system);
    free((char *)r->version);
}

static void free_summary(struct summary *s)
{
    free_run(&s->run);
    for (size_t i = 0; i < s->n_failures; ++i) {
        struct assay_store_job *j = &s->failure[i].job;

        free((char *)j->block);
        free((char *)j->params);
        free((char *)j->scenario);
        free((char *)j->backend);
        free((char *)j->knobs);
        free((char *)j->tags);
        free((char *)j->verdict);
        free((char *)j->port);
        free((char *)j->reproduce);
        free((char *)j->out);
    }
    for (size_t i = 0; s->cover && i < s->n_blocks; ++i)
        assay_cover_close(&s->cover[i]);
    free(s->failure);
    free(s->group);
    free(s->cover);
}

static double percent(struct assay_cover_total t)
{
    return t.possible ? 100.0 * t.hit / t.possible : 100.0;
}

/* --- text --- */

static void print_head(const struct summary *s)
{
    printf("%s, begun %s, seed base %" PRIu64 ", on %s (%" PRId64 " cores), assay %s%s\n",
           s->run.list, s->run.started, s->run.seed_base, s->run.host, s->run.cores, s->run.version,
           s->run.finished ? "" : ", not finished");
    printf("%" PRIu64 " jobs: %zu passed, %zu failed, %zu timed out, %zu errors, %zu not run\n\n",
           s->jobs, s->count[ASSAY_JOB_PASS], s->count[ASSAY_JOB_FAIL], s->count[ASSAY_JOB_TIMEOUT],
           s->count[ASSAY_JOB_ERROR], s->count[ASSAY_JOB_NOT_RUN]);
}

static int wider(int width, const char *text)
{
    const int n = (int)strlen(text);

    return n > width ? n : width;
}

static void print_groups(const struct summary *s)
{
    int block = 5, set = 6;

    for (size_t i = 0; i < s->n_groups; ++i) {
        block = wider(block, s->group[i].block);
        set = wider(set, s->group[i].set);
    }
    printf("%-*s  %-*s  %-9s  %5s  %6s  %6s  %7s  %13s  %13s  %9s\n", block, "block", set, "params",
           "backend", "jobs", "passed", "failed", "not run", "cycles", "transactions", "cycles/s");
    for (size_t i = 0; i < s->n_groups; ++i) {
        const struct group *g = &s->group[i];

        printf("%-*s  %-*s  %-9s  %5" PRIu64 "  %6zu  %6zu  %7zu  %13" PRIu64 "  %13" PRIu64, block,
               g->block, set, g->set, g->backend, g->jobs, g->count[ASSAY_JOB_PASS],
               g->count[ASSAY_JOB_FAIL] + g->count[ASSAY_JOB_TIMEOUT] + g->count[ASSAY_JOB_ERROR],
               g->count[ASSAY_JOB_NOT_RUN], g->cycles, g->transactions);
        if (g->seconds > 0)
            printf("  %9.3g\n", (double)g->cycles / g->seconds);
        else
            printf("  %9s\n", "-");
    }
}

static void print_coverage(const struct summary *s)
{
    bool any = false;

    printf("\nfunctional coverage\n");
    for (size_t i = 0; i < s->n_blocks; ++i) {
        struct assay_cover_total t;

        if (!s->cover[i].block)
            continue;
        t = assay_cover_sum(&s->cover[i]);
        printf("  %-10s  %5.1f%%  %" PRIu32 " of %" PRIu32 " points\n", s->cover[i].block->name,
               percent(t), t.hit, t.possible);
        any = true;
    }
    if (any)
        printf("  (assay coverage %s/coverage.txt lists the holes)\n", s->out);
    else
        printf("  none stored\n");
}

static void print_failures(const struct summary *s)
{
    for (size_t i = 0; i < s->n_failures; ++i) {
        const struct failure *f = &s->failure[i];

        putchar('\n');
        assay_report_failure(stdout, &f->job);
        if (*f->message)
            printf("  said:      %s\n", f->message);
        printf("  reproduce: %s\n", f->job.reproduce);
        printf("  output:    %s/%s/\n", s->out, f->job.out);
    }
}

/* --- JSON --- */

static void add_number(cJSON *o, const char *name, uint64_t v)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, v);
    cJSON_AddRawToObject(o, name, text);
}

static void add_counts(cJSON *o, uint64_t jobs, const size_t count[ASSAY_JOB_STATUSES])
{
    add_number(o, "jobs", jobs);
    add_number(o, "passed", count[ASSAY_JOB_PASS]);
    add_number(o, "failed", count[ASSAY_JOB_FAIL]);
    add_number(o, "timeouts", count[ASSAY_JOB_TIMEOUT]);
    add_number(o, "errors", count[ASSAY_JOB_ERROR]);
    add_number(o, "not_run", count[ASSAY_JOB_NOT_RUN]);
}

static void add_groups(cJSON *o, const struct summary *s)
{
    cJSON *list = cJSON_AddArrayToObject(o, "groups");

    for (size_t i = 0; i < s->n_groups; ++i) {
        const struct group *g = &s->group[i];
        cJSON *item = cJSON_CreateObject();

        cJSON_AddStringToObject(item, "block", g->block);
        cJSON_AddStringToObject(item, "params", g->params);
        cJSON_AddStringToObject(item, "backend", g->backend);
        add_counts(item, g->jobs, g->count);
        add_number(item, "cycles", g->cycles);
        add_number(item, "transactions", g->transactions);
        cJSON_AddNumberToObject(item, "seconds", g->seconds);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_coverage(cJSON *o, const struct summary *s)
{
    cJSON *list = cJSON_AddArrayToObject(o, "coverage");

    for (size_t i = 0; i < s->n_blocks; ++i) {
        struct assay_cover_total t;
        cJSON *item;

        if (!s->cover[i].block)
            continue;
        t = assay_cover_sum(&s->cover[i]);
        item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "block", s->cover[i].block->name);
        add_number(item, "possible", t.possible);
        add_number(item, "hit", t.hit);
        cJSON_AddNumberToObject(item, "percent", percent(t));
        cJSON_AddItemToArray(list, item);
    }
}

static void add_failures(cJSON *o, const struct summary *s)
{
    cJSON *list = cJSON_AddArrayToObject(o, "failures");

    for (size_t i = 0; i < s->n_failures; ++i) {
        const struct assay_store_job *j = &s->failure[i].job;
        cJSON *item = cJSON_CreateObject();

        add_number(item, "job", (uint64_t)j->id);
        cJSON_AddStringToObject(item, "block", j->block);
        cJSON_AddStringToObject(item, "params", j->params);
        cJSON_AddStringToObject(item, "scenario", j->scenario);
        cJSON_AddStringToObject(item, "backend", j->backend);
        cJSON_AddStringToObject(item, "knobs", j->knobs);
        add_number(item, "seed", j->seed);
        cJSON_AddStringToObject(item, "status", assay_status_name(j->status));
        cJSON_AddStringToObject(item, "verdict", j->verdict);
        cJSON_AddNumberToObject(item, "exit", j->exit);
        if (j->fail_cycle >= 0)
            add_number(item, "fail_cycle", (uint64_t)j->fail_cycle);
        cJSON_AddStringToObject(item, "port", j->port);
        cJSON_AddStringToObject(item, "message", s->failure[i].message);
        cJSON_AddStringToObject(item, "reproduce", j->reproduce);
        cJSON_AddStringToObject(item, "out", j->out);
        cJSON_AddItemToArray(list, item);
    }
}

static int print_json(const struct summary *s)
{
    cJSON *o = cJSON_CreateObject();
    char *text;

    cJSON_AddStringToObject(o, "list", s->run.list);
    cJSON_AddStringToObject(o, "started", s->run.started);
    if (s->run.finished)
        cJSON_AddStringToObject(o, "finished", s->run.finished);
    add_number(o, "seed_base", s->run.seed_base);
    cJSON_AddStringToObject(o, "host", s->run.host);
    cJSON_AddStringToObject(o, "system", s->run.system);
    add_number(o, "cores", (uint64_t)s->run.cores);
    cJSON_AddStringToObject(o, "version", s->run.version);
    add_counts(o, s->jobs, s->count);
    add_groups(o, s);
    add_coverage(o, s);
    add_failures(o, s);
    text = cJSON_Print(o);
    cJSON_Delete(o);
    if (!text) {
        assay_cli_error("out of memory");
        return EXIT_FAULT;
    }
    puts(text);
    free(text);
    return EXIT_EQUAL;
}

int assay_report_print(const char *out, bool json)
{
    struct summary s = {.out = out};
    char path[PATH_MAX];
    int status, bad_coverage = EXIT_EQUAL;

    snprintf(path, sizeof path, "%s/results.db", out);
    status = load_results(&s, path);
    if (status == EXIT_EQUAL) {
        /* Results are worth printing even where the coverage beside them is bad. */
        snprintf(path, sizeof path, "%s/coverage.txt", out);
        bad_coverage = load_coverage(&s, path);
        if (json) {
            status = print_json(&s);
        } else {
            print_head(&s);
            print_groups(&s);
            print_coverage(&s);
            print_failures(&s);
        }
    }
    if (status == EXIT_EQUAL && (fflush(stdout) != 0 || ferror(stdout))) {
        assay_cli_error("standard output: write failed: expected room for the report");
        status = EXIT_FAULT;
    }
    free_summary(&s);
    return status ? status : bad_coverage;
}
