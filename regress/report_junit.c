/*
 * report_junit.c - a regression as JUnit XML, in the form that CI servers read: a suite for each
 * combination of block, parameters and backend, a test case for each job. Mismatches and timeouts
 * are failures, jobs that could not run are errors, and jobs that were not run are skipped.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/xml.h"
#include "regress/report_formats.h"

static void attribute(FILE *f, const char *name, const char *value)
{
    fprintf(f, " %s=\"", name);
    assay_xml_put(f, value);
    fputc('"', f);
}

static int by_id(const void *any_id, const void *any_failure)
{
    const int64_t id = *(const int64_t *)any_id;
    const struct assay_failure *x = any_failure;

    return (id > x->job.id) - (id < x->job.id);
}

/* The failures are in order of id. */
static const struct assay_failure *failure_of(const struct assay_summary *s, int64_t id)
{
    return s->n_failures ? bsearch(&id, s->failure, s->n_failures, sizeof *s->failure, by_id)
                         : NULL;
}

enum { NAME = ASSAY_PARAMS_TEXT + PATH_MAX + ASSAY_SUMMARY_LINE };

/* Names within a suite must be unique, but two jobs may differ in something other than scenario,
 * seed and knobs. */
static void case_name(const struct assay_job_line *j, char *name, size_t size)
{
    size_t n = (size_t)snprintf(name, size, "%s seed %" PRIu64 "%s%s", j->scenario, j->seed,
                                *j->knobs ? " " : "", j->knobs);

    if (j->copy && n < size)
        snprintf(name + n, size - n, " (%u)", j->copy + 1);
}

/* Describe the failure in one line, with the list's reason if there is one. */
static void failed(FILE *f, const struct assay_failure *x, enum assay_status status)
{
    char line[2 * ASSAY_SAID_LINE], message[3 * ASSAY_SAID_LINE] = "";
    const bool known = x && *x->job.known;

    if (x) {
        assay_said_line(&x->job, &x->said, line, sizeof line);
        snprintf(message, sizeof message, "%s%s%s%s", known ? "known (" : "",
                 known ? x->job.known : "", known ? "): " : "", line);
    }
    attribute(f, "message", message);
    attribute(f, "type", assay_status_name(status));
}

static void put_line(FILE *f, const char *text)
{
    assay_xml_put(f, text);
    fputs(*text ? "\n" : "", f);
}

static void suite_name(const struct assay_group *g, char *name, size_t size)
{
    char rtl[PATH_MAX];
    const bool own = !*g->rtl && !*g->fault;

    snprintf(name, size, "%s.%s.%s%s%s", g->block, g->set, g->backend, own ? "" : ".",
             own ? "" : assay_rtl_name(g, rtl, sizeof rtl));
}

static void test_case(FILE *f, const struct assay_summary *s, const struct assay_group *g,
                      const struct assay_job_line *j)
{
    const struct assay_failure *x = failure_of(s, j->id);
    char name[NAME];

    suite_name(g, name, sizeof name);
    fputs("    <testcase", f);
    attribute(f, "classname", name);
    case_name(j, name, sizeof name);
    attribute(f, "name", name);
    fprintf(f, " time=\"%.3f\"", j->seconds);
    if (j->status == ASSAY_JOB_PASS) {
        fputs("/>\n", f);
        return;
    }
    fputs(">\n      ", f);
    if (j->status == ASSAY_JOB_NOT_RUN) {
        fputs("<skipped/>\n", f);
    } else {
        const char *element = j->status == ASSAY_JOB_ERROR ? "error" : "failure";

        fprintf(f, "<%s", element);
        failed(f, x, j->status);
        fputc('>', f);
        if (x) {
            put_line(f, x->said.headline);
            put_line(f, x->said.simulation);
            put_line(f, x->said.message);
            fputs("reproduce: ", f);
            assay_xml_put(f, x->job.reproduce);
        }
        fprintf(f, "</%s>\n", element);
    }
    fputs("    </testcase>\n", f);
}

void assay_report_as_junit(FILE *f, const struct assay_summary *s)
{
    const size_t failed = s->count[ASSAY_JOB_FAIL] + s->count[ASSAY_JOB_TIMEOUT];

    fprintf(f,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"assay\" tests=\"%" PRIu64 "\" failures=\"%zu\" errors=\"%zu\">\n",
            s->jobs, failed, s->count[ASSAY_JOB_ERROR]);
    for (size_t i = 0; i < s->n_groups; ++i) {
        const struct assay_group *g = &s->group[i];
        char name[NAME], started[32];

        suite_name(g, name, sizeof name);
        fputs("  <testsuite", f);
        attribute(f, "name", name);
        /* The schema's time stamp has no time zone; this one is in UTC. */
        snprintf(started, sizeof started, "%.19s", s->run.started);
        attribute(f, "timestamp", started);
        attribute(f, "hostname", s->run.host);
        fprintf(f,
                " tests=\"%" PRIu64 "\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\""
                " time=\"%.3f\">\n",
                g->jobs, g->count[ASSAY_JOB_FAIL] + g->count[ASSAY_JOB_TIMEOUT],
                g->count[ASSAY_JOB_ERROR], g->count[ASSAY_JOB_NOT_RUN], g->seconds);
        for (size_t k = 0; k < s->n_lines; ++k)
            if (s->line[k].group == i)
                test_case(f, s, g, &s->line[k]);
        fputs("  </testsuite>\n", f);
    }
    fputs("</testsuites>\n", f);
}
