/* rank_list.c - rank a stored regression, and write the result as a list. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/outfile.h"
#include "base/path.h"
#include "coverage/store.h"
#include "engine/attached.h"
#include "engine/cover.h"
#include "regress/find.h"
#include "regress/rank.h"

/* Only jobs with functional coverage are ranked. */
static bool is_ranked(const struct assay_job *j)
{
    return !assay_entry_instead(j->entry) && !j->entry->code_coverage &&
           assay_cover_groups(j->entry->block) > 0;
}

struct reading {
    const struct assay_jobs *jobs;
    struct assay_ranking *r;
    size_t n; /* rows read so far */
    const char *out;
    char *why;
    size_t why_size;
    bool good;
};

static bool same_design(const struct assay_job *a, const struct assay_job *b)
{
    return a->entry->block == b->entry->block && a->backend == b->backend &&
           assay_entry_same_rtl(a->entry, b->entry) &&
           memcmp(&a->params, &b->params, sizeof a->params) == 0;
}

static size_t design_of(const struct reading *d, size_t job)
{
    for (size_t i = 0; i < d->r->n; ++i)
        if (same_design(&d->jobs->job[d->r->at[i].job], &d->jobs->job[job]))
            return d->r->at[i].design;
    return d->r->n;
}

static bool refuse(struct reading *d, const char *what)
{
    snprintf(d->why, d->why_size, "%s: %s", d->out, what);
    return d->good = false;
}

/* Set the bits of the counters of a job that are not 0. */
static bool points_of(struct reading *d, const struct assay_store_job *row, uint64_t *points)
{
    const size_t n = assay_block_count();
    struct assay_cover *db = calloc(n + 1, sizeof *db);
    char path[PATH_MAX + 64];
    bool good;

    if (!db)
        return refuse(d, "out of memory");
    assay_path(path, sizeof path, "%s/%s/coverage.txt", d->out, row->out);
    good = assay_cover_load(db, path, d->why, d->why_size);
    for (size_t b = 0; b < n; ++b) {
        for (size_t i = 0; good && db[b].block && i < db[b].n && i / 64 < d->r->words; ++i)
            points[i / 64] |= (uint64_t)(db[b].count[i] != 0) << i % 64;
        assay_cover_close(&db[b]);
    }
    free(db);
    return d->good = good;
}

static bool take_job(void *any, const struct assay_store_job *row)
{
    struct reading *d = any;
    const size_t i = d->n++;
    struct assay_ranked *at;
    char what[600];

    if (row->status != ASSAY_JOB_PASS) {
        snprintf(what, sizeof what,
                 "job %lld (%.100s, %.100s, seed %" PRIu64
                 ") has the status %s: expected a regression whose jobs all passed",
                 (long long)row->id, row->block, row->params, row->seed,
                 assay_status_name(row->status));
        return refuse(d, what);
    }
    if (strcmp(d->jobs->job[i].sources, row->sources) != 0)
        return refuse(d, "its RTL or models have changed since it ran: expected it to be run again "
                         "(--resume) before it is ranked");
    if (!is_ranked(&d->jobs->job[i]))
        return true;
    at = &d->r->at[d->r->n];
    at->points = calloc(d->r->words, sizeof *at->points);
    if (!at->points)
        return refuse(d, "out of memory");
    at->job = i;
    at->seconds = row->seconds;
    at->design = design_of(d, i);
    ++d->r->n;
    return points_of(d, row, at->points);
}

/* The size of the largest block's points. */
static bool count_words(struct assay_ranking *r, const struct assay_jobs *jobs)
{
    const struct assay_block *last = NULL;

    r->words = 1;
    for (size_t i = 0; i < jobs->n; ++i) {
        struct assay_cover db;

        if (jobs->job[i].entry->block == last)
            continue;
        last = jobs->job[i].entry->block;
        if (!assay_cover_open(&db, last))
            return false;
        if (r->words < (db.n + 63) / 64)
            r->words = (db.n + 63) / 64;
        assay_cover_close(&db);
    }
    return true;
}

static enum assay_error read_jobs(struct reading *d, const char *list)
{
    struct assay_store *store;
    struct assay_found found;
    char path[PATH_MAX];
    enum assay_error e;

    assay_path(path, sizeof path, "%s/results.db", d->out);
    if (access(path, F_OK) != 0) {
        snprintf(d->why, d->why_size, "%s: %s: expected a regression to rank", path,
                 strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    e = assay_store_open(path, &store, d->why, d->why_size);
    if (e != ASSAY_OK)
        return e;
    d->good = true;
    e = assay_find_regression(store, d->jobs, list, d->out, "to rank", &found, d->why, d->why_size);
    if (e == ASSAY_OK && !assay_store_jobs(store, found.run, take_job, d, d->why, d->why_size) &&
        d->good)
        e = ASSAY_ENVIRONMENT;
    else if (e == ASSAY_OK && d->good && !d->r->n)
        refuse(d, "no job has functional coverage: expected runs to rank");
    assay_store_close(store);
    return e != ASSAY_OK ? e : d->good ? ASSAY_OK : ASSAY_BAD_INPUT;
}

/* --- writing the list --- */

static void write_quoted(FILE *f, const char *text)
{
    fputc('"', f);
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\')
            fprintf(f, "\\%c", *text);
        else if (iscntrl((unsigned char)*text))
            fprintf(f, "\\x%02X", (unsigned)(unsigned char)*text);
        else
            fputc(*text, f);
    }
    fputc('"', f);
}

static void write_path(FILE *f, const char *key, const char *path)
{
    fprintf(f, "%s: ", key);
    write_quoted(f, path);
    fputc('\n', f);
}

/* A folder relative to the list, which may be inside it; with a slash, which distinguishes a
 * folder from the name of a block. */
static void seen_folder(char seen[PATH_MAX], const char *list, const char *folder)
{
    char inside[PATH_MAX], path[PATH_MAX];
    size_t n;

    assay_path(inside, sizeof inside, "%s/.", folder);
    assay_path_seen_from(path, sizeof path, list, inside);
    n = strlen(path) - 1; /* drop the dot */
    n -= n > 0;           /* and the slash before it */
    if (memchr(path, '/', n) || (n == 2 && memcmp(path, "..", 2) == 0))
        assay_path(seen, PATH_MAX, "%.*s", (int)n, path);
    else
        assay_path(seen, PATH_MAX, n ? "./%.*s" : ".%.*s", (int)n, path);
}

/* Write what every entry has, whatever it stands for. `list`: the path of the file being
 * written. A path that was relative in the ranked list becomes relative to that file; an
 * absolute one stays. */
static void write_head(FILE *f, const struct assay_entry *e, const char *list)
{
    char seen[PATH_MAX];

    if (e->block->folder && e->block_rooted) {
        write_path(f, "  - block", e->block->folder->path);
    } else if (e->block->folder) {
        seen_folder(seen, list, e->block->folder->path);
        write_path(f, "  - block", seen);
    } else {
        fprintf(f, "  - block: %s\n", e->block->model->name);
    }
}

static void write_tail(FILE *f, const struct assay_entry *e)
{
    if (e->weight != 1)
        fprintf(f, "    weight: %" PRIu32 "\n", e->weight);
    if (e->timeout != ASSAY_LIST_TIMEOUT)
        fprintf(f, "    timeout: %" PRIu32 "\n", e->timeout);
    for (size_t t = 0; t < e->n_tags; ++t)
        fprintf(f, "%s%s", t ? ", " : "    tags: [", e->tags[t]);
    if (e->n_tags)
        fputs("]\n", f);
    if (e->known) {
        fputs("    known: ", f);
        write_quoted(f, e->known);
        fputc('\n', f);
    }
}

/* Write the keys of a run. `list`: as above. */
static void write_run(FILE *f, const struct assay_job *j, const char *list)
{
    const struct assay_entry *e = j->entry;
    char params[ASSAY_JOB_TEXT], knobs[ASSAY_JOB_TEXT], rtl[PATH_MAX];

    assay_job_params(j, params);
    assay_job_knobs(j, knobs);
    fprintf(f, "    params: \"%s\"\n    scenario: %s\n    backend: %s\n",
            *params ? params : "default", e->scenario->name, assay_backend_name(j->backend));
    if (e->rtl && e->rtl_rooted) {
        write_path(f, "    rtl", e->rtl);
    } else if (e->rtl) {
        assay_path_seen_from(rtl, sizeof rtl, list, e->rtl);
        write_path(f, "    rtl", rtl);
    }
    if (e->fault)
        fprintf(f, "    fault: %s\n", e->fault);
    fprintf(f, "    cycles: %" PRIu64 "\n    seeds: %" PRIu64 "..%" PRIu64 "\n", e->cycles, j->seed,
            j->seed);
    if (e->own_knobs)
        fprintf(f,
                "    knobs: {stall: %" PRIu32 ", illegal: %" PRIu32 ", corner: %" PRIu32
                ", resets: %" PRIu32 "}\n",
                e->knobs.stall, e->knobs.illegal, e->knobs.corner, e->knobs.resets);
    if (e->allow_partial)
        fputs("    allow_partial: true\n", f);
    if (e->code_coverage)
        fputs("    code_coverage: true\n", f);
}

static void write_instead(FILE *f, const struct assay_job *j)
{
    const struct assay_entry *e = j->entry;
    char params[ASSAY_JOB_TEXT];

    if (e->proofs)
        fprintf(f, "    proofs: %s\n", e->proofs == ASSAY_QUICK ? "quick" : "all");
    if (e->solver)
        fprintf(f, "    solver: %s\n", e->solver);
    if (e->plots)
        fputs("    plots: true\n", f);
    if (e->faults)
        fprintf(f, "    faults: %s\n", e->faults == ASSAY_QUICK ? "quick" : "all");
    if (e->mutate)
        fprintf(f, "    mutate: %" PRIu64 "\n", e->mutate);
    if (e->mutate && e->require >= 0)
        fprintf(f, "    require: %.17g\n", e->require);
    if (e->faults || e->mutate) {
        assay_job_params(j, params);
        fprintf(f, "    params: \"%s\"\n", *params ? params : "default");
        if (e->cycles)
            fprintf(f, "    cycles: %" PRIu64 "\n", e->cycles);
    }
}

static bool write_list(const struct assay_ranking *r, const struct assay_jobs *jobs,
                       const char *list, const char *path, char *why, size_t why_size)
{
    struct assay_outfile o;
    char ranked[PATH_MAX];

    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    assay_path_seen_from(ranked, sizeof ranked, path, list);
    for (char *c = ranked; *c; ++c) /* it goes into a comment */
        *c = iscntrl((unsigned char)*c) ? '?' : *c;
    fprintf(
        o.f,
        "# What `assay regress %s --rank` kept: %zu of %zu runs, with all %zu points of functional "
        "coverage of their\n# designs. The first adds the most points per second.\nentries:\n",
        ranked, r->kept, r->n, r->points_after);
    for (size_t i = 0; i < r->kept; ++i) {
        const struct assay_job *j = &jobs->job[r->at[i].job];

        write_head(o.f, j->entry, path);
        write_run(o.f, j, path);
        write_tail(o.f, j->entry);
    }
    for (size_t i = 0; i < jobs->n; ++i) {
        const struct assay_job *j = &jobs->job[i];

        if (is_ranked(j))
            continue;
        write_head(o.f, j->entry, path);
        if (assay_entry_instead(j->entry))
            write_instead(o.f, j);
        else
            write_run(o.f, j, path);
        write_tail(o.f, j->entry);
    }
    return assay_outfile_close(&o, why, why_size);
}

/* --- printing the result --- */

static void print_text(const struct assay_ranking *r, const struct assay_jobs *jobs,
                       const char *path)
{
    const size_t others = jobs->n - r->n;
    bool any_rtl = false;

    for (size_t i = 0; i < r->n; ++i)
        any_rtl =
            any_rtl || jobs->job[r->at[i].job].entry->rtl || jobs->job[r->at[i].job].entry->fault;
    printf("%-16s %-34s %-12s %-10s %6s %8s %8s%s\n", "block", "params", "scenario", "backend",
           "seed", "seconds", "adds", any_rtl ? "  RTL" : "");
    for (size_t i = 0; i < r->n; ++i) {
        const struct assay_job *j = &jobs->job[r->at[i].job];
        char params[ASSAY_JOB_TEXT];

        assay_job_params(j, params);
        if (i == r->kept)
            puts("omitted, because other runs have all of their points:");
        printf("%-16s %-34s %-12s %-10s %6" PRIu64 " %8.2f %8zu", j->entry->block->model->name,
               params, j->entry->scenario->name, assay_backend_name(j->backend), j->seed,
               r->at[i].seconds, r->at[i].adds);
        if (any_rtl)
            printf("  %s", j->entry->rtl ? j->entry->rtl : "own");
        if (j->entry->fault)
            printf(", fault %s", j->entry->fault);
        putchar('\n');
    }
    printf("\nbefore: %zu runs, %.1f s, %zu points\nafter:  %zu runs, %.1f s, %zu points\n", r->n,
           r->seconds_before, r->points_before, r->kept, r->seconds_after, r->points_after);
    if (others)
        printf("others: %zu jobs without functional coverage, kept\n", others);
    printf("written: %s\n", path);
}

static void print_json(const struct assay_ranking *r, const struct assay_jobs *jobs,
                       const char *path)
{
    cJSON *o = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(o, "ranking");

    for (size_t i = 0; i < r->n; ++i) {
        const struct assay_job *j = &jobs->job[r->at[i].job];
        cJSON *one = cJSON_CreateObject();
        char params[ASSAY_JOB_TEXT];

        assay_job_params(j, params);
        cJSON_AddStringToObject(one, "block", j->entry->block->model->name);
        cJSON_AddStringToObject(one, "params", params);
        cJSON_AddStringToObject(one, "scenario", j->entry->scenario->name);
        cJSON_AddStringToObject(one, "backend", assay_backend_name(j->backend));
        if (j->entry->rtl)
            cJSON_AddStringToObject(one, "rtl", j->entry->rtl);
        if (j->entry->fault)
            cJSON_AddStringToObject(one, "fault", j->entry->fault);
        assay_json_add_u64(one, "seed", j->seed);
        cJSON_AddNumberToObject(one, "seconds", r->at[i].seconds);
        assay_json_add_u64(one, "adds", r->at[i].adds);
        cJSON_AddBoolToObject(one, "kept", r->at[i].kept);
        cJSON_AddItemToArray(list, one);
    }
    assay_json_add_u64(o, "runs", r->n);
    assay_json_add_u64(o, "runs_kept", r->kept);
    assay_json_add_u64(o, "points", r->points_before);
    assay_json_add_u64(o, "points_kept", r->points_after);
    cJSON_AddNumberToObject(o, "seconds", r->seconds_before);
    cJSON_AddNumberToObject(o, "seconds_kept", r->seconds_after);
    assay_json_add_u64(o, "others", jobs->n - r->n);
    cJSON_AddStringToObject(o, "written", path);
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

enum assay_error assay_regress_rank(const struct assay_jobs *jobs, const char *list,
                                    const char *out, const char *path, bool json, char *why,
                                    size_t why_size)
{
    struct assay_ranking r = {0};
    struct reading d = {.jobs = jobs, .r = &r, .out = out, .why = why, .why_size = why_size};
    enum assay_error e = ASSAY_ENVIRONMENT;

    r.at = calloc(jobs->n + 1, sizeof *r.at);
    if (!r.at || !count_words(&r, jobs)) {
        snprintf(why, why_size, "out of memory");
    } else {
        e = read_jobs(&d, list);
        if (e == ASSAY_OK && !assay_rank(&r)) {
            snprintf(why, why_size, "out of memory");
            e = ASSAY_ENVIRONMENT;
        }
        if (e == ASSAY_OK && !write_list(&r, jobs, list, path, why, why_size))
            e = ASSAY_ENVIRONMENT;
        if (e == ASSAY_OK && json)
            print_json(&r, jobs, path);
        else if (e == ASSAY_OK)
            print_text(&r, jobs, path);
    }
    assay_ranking_free(&r);
    return e;
}
