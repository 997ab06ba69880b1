/* report_text.c - a regression for a terminal. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/called.h"
#include "base/colour.h"
#include "coverage/total.h"
#include "regress/report_formats.h"
#include "regress/shrink.h"

/* A count of jobs that did not pass. */
static void print_count(FILE *f, size_t n, const char *what)
{
    fprintf(f, ", %s%zu %s%s", n ? assay_colour_bad(f) : "", n, what, n ? assay_colour_off(f) : "");
}

static void print_head(FILE *f, const struct assay_summary *s)
{
    fprintf(f, "%s, begun %s, seed base %" PRIu64 ", on %s (%" PRId64 " cores), assay %s%s\n",
            s->run.list, s->run.started, s->run.seed_base, s->run.host, s->run.cores,
            s->run.version, s->run.finished ? "" : ", not finished");
    fprintf(f, "%" PRIu64 " jobs: ", s->jobs);
    if (s->count[ASSAY_JOB_PASS] == s->jobs && s->model_only < s->jobs)
        fputs(assay_colour_good(f), f);
    fprintf(f, "%zu passed%s", s->count[ASSAY_JOB_PASS], assay_colour_off(f));
    print_count(f, s->count[ASSAY_JOB_FAIL], "failed");
    print_count(f, s->count[ASSAY_JOB_TIMEOUT], "timed out");
    print_count(f, s->count[ASSAY_JOB_ERROR], "errors");
    fprintf(f, ", %zu not run\n", s->count[ASSAY_JOB_NOT_RUN]);
    if (s->model_only)
        fprintf(f, "%zu passed, of them %zu compared nothing: model only\n",
                s->count[ASSAY_JOB_PASS], s->model_only);
    fputc('\n', f);
}

static void print_change(FILE *f, const struct assay_summary *s)
{
    const struct assay_change *c = &s->change;

    if (c->any)
        fprintf(f,
                "\nagainst the run of %s: %zu no longer pass, %zu pass again, %zu still fail, %zu "
                "added, %zu gone\n",
                c->started, c->broken, c->mended, c->still, c->added, c->gone);
}

static int wider(int width, const char *text)
{
    const int n = (int)strlen(text);

    return n > width ? n : width;
}

static void print_groups(FILE *f, const struct assay_summary *s)
{
    const bool any_rtl = assay_any_rtl(s);
    char rtl[PATH_MAX];
    int block = 5, set = 6;

    for (size_t i = 0; i < s->n_groups; ++i) {
        block = wider(block, s->group[i].block);
        set = wider(set, s->group[i].set);
    }
    fprintf(f, "%-*s  %-*s  %-13s  %5s  %6s  %6s  %7s  %13s  %13s  %9s%s\n", block, "block", set,
            "params", "backend", "jobs", "passed", "failed", "not run", "cycles", "transactions",
            "cycles/s", any_rtl ? "  RTL" : "");
    for (size_t i = 0; i < s->n_groups; ++i) {
        const struct assay_group *g = &s->group[i];

        fprintf(f, "%-*s  %-*s  %-13s  %5" PRIu64 "  %6zu  %6zu  %7zu  %13" PRIu64 "  %13" PRIu64,
                block, g->block, set, g->set, g->backend, g->jobs, g->count[ASSAY_JOB_PASS],
                g->count[ASSAY_JOB_FAIL] + g->count[ASSAY_JOB_TIMEOUT] + g->count[ASSAY_JOB_ERROR],
                g->count[ASSAY_JOB_NOT_RUN], g->cycles, g->transactions);
        if (g->seconds > 0)
            fprintf(f, "  %9.3g", (double)g->cycles / g->seconds);
        else
            fprintf(f, "  %9s", "-");
        fprintf(f, "%s%s\n", any_rtl ? "  " : "",
                any_rtl ? assay_rtl_name(g, rtl, sizeof rtl) : "");
    }
}

/* The command that lists the holes of a coverage file in the regression's folder. */
static void print_holes(FILE *f, const struct assay_summary *s, const char *name)
{
    struct assay_text path = {0}, command = {0};

    assay_text_addf(&path, "%s/%s", s->out, name);
    assay_text_add_command(&command, "coverage ");
    assay_text_add_quoted(&command, assay_text_get(&path));
    fprintf(f, "  (%s lists the holes)\n", assay_text_get(&command));
    assay_text_free(&path);
    assay_text_free(&command);
}

static void print_coverage(FILE *f, const struct assay_summary *s)
{
    bool any = false;

    fprintf(f, "\nfunctional coverage\n");
    for (size_t i = 0; i < s->n_blocks; ++i) {
        struct assay_cover_total t;

        if (!s->cover[i].block)
            continue;
        t = assay_cover_sum(&s->cover[i]);
        /* Rounded down: 100.0 means all. */
        fprintf(f, "  %-10s  %5.1f%%  %" PRIu32 " of %" PRIu32 " points",
                s->cover[i].block->model->name, floor(assay_cover_percent(t) * 10) / 10, t.hit,
                t.possible);
        if (t.excluded)
            fprintf(f, ", %" PRIu32 " excluded", t.excluded);
        if (t.refuted)
            fprintf(f, ", %" PRIu32 " excluded but HIT", t.refuted);
        fputc('\n', f);
        any = true;
    }
    if (any)
        print_holes(f, s, "coverage.txt");
    else
        fprintf(f, "  none stored\n");
}

static void print_code(FILE *f, const struct assay_summary *s)
{
    static const char *const names[ASSAY_CODE_KINDS] = {"lines", "toggles"};

    if (s->code.n == 0)
        return;
    fprintf(f, "\nRTL coverage\n");
    for (int k = 0; k < ASSAY_CODE_KINDS; ++k) {
        const struct assay_code_total t =
            assay_codecov_total(&s->code, (enum assay_code_kind)k, NULL);

        fprintf(f, "  %-10s  %5.1f%%  %zu of %zu", names[k],
                floor(assay_codecov_percent(t) * 10) / 10, t.hit, t.possible);
        if (t.excluded)
            fprintf(f, ", %zu excluded", t.excluded);
        fputc('\n', f);
    }
    print_holes(f, s, "code.dat");
}

static void print_shrunk(FILE *f, const struct assay_summary *s, const struct assay_store_job *j)
{
    struct assay_text t = {0};

    if (assay_shrunk_command(s->out, j, &t))
        fprintf(f, "  shrunk:    %s\n", assay_text_get(&t));
    assay_text_free(&t);
}

static void print_said(FILE *f, const char *text)
{
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        fprintf(f, "  said:      %.*s\n", (int)n, text);
    }
}

/* One paragraph per bucket, with the fastest way to reproduce it. */
static void print_buckets(FILE *f, const struct assay_summary *s)
{
    for (size_t i = 0; i < s->n_buckets; ++i) {
        const struct assay_bucket *b = &s->bucket[i];
        const struct assay_failure *best = &s->failure[b->best];
        char line[2 * ASSAY_SAID_LINE];

        fprintf(f, "\n%zu %s: ", b->n, b->n == 1 ? "failure" : "failures");
        assay_print_failure(f, &best->job);
        if (strchr(b->ports, ','))
            fprintf(f, "  ports:     %s\n", b->ports);
        if (b->known)
            fprintf(f, "  known:     %s\n", best->job.known);
        assay_said_line(&best->job, &best->said, line, sizeof line);
        fprintf(f, "  first:     %s\n", line);
        print_said(f, best->said.headline);
        print_said(f, best->said.simulation);
        print_said(f, best->said.message);
        fprintf(f, "  reproduce: %s\n", best->job.reproduce);
        print_shrunk(f, s, &best->job);
        fprintf(f, "  output:    %s/%s/\n", s->out, best->job.out);
    }
}

/* Known failures that may have been fixed: some jobs passed. */
static void print_known(FILE *f, const struct assay_summary *s)
{
    for (size_t i = 0; i < s->n_known; ++i)
        if (s->known[i].passed)
            fprintf(f, "\n%zu passed, of %zu that are known to fail: %s\n", s->known[i].passed,
                    s->known[i].passed + s->known[i].failed, s->known[i].reason);
}

void assay_report_as_text(FILE *f, const struct assay_summary *s)
{
    print_head(f, s);
    print_groups(f, s);
    print_coverage(f, s);
    print_code(f, s);
    print_change(f, s);
    print_buckets(f, s);
    print_known(f, s);
}
