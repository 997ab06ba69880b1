/* bench_runs.c - the speed of whole runs: Icarus against Verilator, and the regression runner on
 * one core against two. */
#include <cjson/cJSON.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/outfile.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/text.h"
#include "cli/bench.h"
#include "cli/cli.h"
#include "engine/attached.h"

enum {
    ROUNDS = 5,
    PILOT = 500, /* cycles */
    MOST_CYCLES = 100000000,
    SCALING_ROUNDS = 3,
    JOBS = 8,
    JOB_CYCLES = 200000
};

static const double RUN_SECONDS = 0.3;

static char program[] = "/proc/self/exe"; /* this process, and so its children */

/* Run `cycles` of a block's first scenario. Returns the cycles per second of the loop; 0 with a
 * message if the run failed. */
static double run_rate(const struct bench_speed *s, const char *params, const char *backend,
                       uint64_t cycles, char *why, size_t why_size)
{
    char cycles_text[32];
    char *argv[] = {program,
                    "run",
                    (char *)assay_block_reference(s->block),
                    "--params",
                    (char *)(params ? params : "default"),
                    "--backend",
                    (char *)backend,
                    "--cycles",
                    cycles_text,
                    "--trace",
                    "never",
                    "--json",
                    (char *)(s->rtl ? "--rtl" : NULL),
                    (char *)s->rtl,
                    NULL};
    struct assay_output out = {0};
    const cJSON *ran, *seconds;
    const char *begin;
    double rate = 0;
    cJSON *o;
    int status;

    snprintf(cycles_text, sizeof cycles_text, "%llu", (unsigned long long)cycles);
    status = assay_process(argv, NULL, &out);
    begin = out.text ? strchr(out.text, '{') : NULL;
    o = begin ? cJSON_Parse(begin) : NULL;
    ran = cJSON_GetObjectItem(o, "cycles");
    seconds = cJSON_GetObjectItem(o, "seconds");
    if (status == 0 && cJSON_IsNumber(ran) && cJSON_IsNumber(seconds) && seconds->valuedouble > 0)
        rate = ran->valuedouble / seconds->valuedouble;
    else
        snprintf(why, why_size, "%s, backend %s: %s", s->block->model->name, backend,
                 out.text ? out.text : "not started");
    cJSON_Delete(o);
    free(out.text);
    return rate;
}

static uint64_t cycles_for(double seconds, double rate)
{
    const double cycles = seconds * rate;

    return cycles < PILOT ? PILOT : cycles > MOST_CYCLES ? MOST_CYCLES : (uint64_t)cycles;
}

int bench_icarus(struct bench_speed *s, const char *params, char *why, size_t why_size)
{
    double slow[ROUNDS], fast[ROUNDS], ratio[ROUNDS];
    struct assay_figure x = {0};
    uint64_t few, many;
    double rate = run_rate(s, params, "icarus", PILOT, why, why_size);

    if (rate <= 0)
        return EXIT_FAULT;
    few = cycles_for(RUN_SECONDS, rate);
    rate = run_rate(s, params, "verilator", PILOT, why, why_size);
    many = cycles_for(RUN_SECONDS, rate);
    for (size_t i = 0; i < ROUNDS; ++i) {
        slow[i] = run_rate(s, params, "icarus", few, why, why_size);
        fast[i] = run_rate(s, params, "verilator", many, why, why_size);
        if (slow[i] <= 0 || fast[i] <= 0)
            return EXIT_FAULT;
        ratio[i] = slow[i] / fast[i];
    }
    s->runs = ROUNDS;
    assay_figures_median(&s->of_icarus, ratio, ROUNDS);
    assay_figures_median(&x, slow, ROUNDS);
    s->icarus = x.value;
    assay_figures_median(&x, fast, ROUNDS);
    s->verilator = x.value;
    return EXIT_EQUAL;
}

/* --- one core against two --- */

static bool write_list(const char *path, char *why, size_t why_size)
{
    struct assay_text t = {0};
    bool good;

    assay_text_addf(&t, "entries:\n  - {block: dpas, cycles: %d, seeds: %d}\n", JOB_CYCLES, JOBS);
    good = assay_outfile_save(path, &t, why, why_size);
    assay_text_free(&t);
    return good;
}

/* The times of a regression in seconds: of the command, and of the loops of its jobs. */
struct regression {
    double wall, jobs;
};

static double jobs_seconds(const char *text)
{
    const char *begin = strchr(text, '{');
    cJSON *o = begin ? cJSON_Parse(begin) : NULL;
    const cJSON *groups = cJSON_GetObjectItem(o, "groups");
    const cJSON *seconds = cJSON_GetObjectItem(cJSON_GetArrayItem(groups, 0), "seconds");
    const double value = cJSON_IsNumber(seconds) ? seconds->valuedouble : 0;

    cJSON_Delete(o);
    return value;
}

/* Run the regression with `at_once` jobs in parallel. False with a message if it failed. */
static bool regress(struct regression *r, const char *folder, const char *at_once, char *why,
                    size_t why_size)
{
    char *argv[] = {program, "regress", "list.yaml", "--jobs", (char *)at_once,
                    "--out", "out",     "--json",    NULL};
    char *clean[] = {"rm", "-rf", "out", NULL};
    struct assay_output out = {0};
    const double begun = assay_now();
    const int status = assay_process(argv, folder, &out);

    r->wall = assay_now() - begun;
    r->jobs = status ? 0 : jobs_seconds(out.text);
    if (r->jobs <= 0)
        snprintf(why, why_size, "regress, %s at once: exit status %d: %.3000s", at_once, status,
                 out.text ? out.text : "not started");
    free(out.text);
    assay_process(clean, folder, NULL);
    return r->jobs > 0;
}

static int scaling_rounds(struct assay_figures *f, const char *folder, char *why, size_t why_size)
{
    double one[SCALING_ROUNDS], two[SCALING_ROUNDS], ratio[SCALING_ROUNDS], slower[SCALING_ROUNDS];
    struct assay_figure x = {
        .name = "time with one at once, with two = 1", .unit = "ratio", .goal = "1.9"};
    struct assay_figure loss = {.name = "time in a job's own loop, with one at once = 1",
                                .unit = "ratio"};
    struct assay_figure y = {.name = "one at once", .unit = "seconds"};
    struct assay_figure z = {.name = "two at once", .unit = "seconds"};
    char note[256];

    for (size_t i = 0; i < SCALING_ROUNDS; ++i) {
        struct regression alone, both;

        bench_say("one core against two: round %zu of %d", i + 1, SCALING_ROUNDS);
        if (!regress(&alone, folder, "1", why, why_size) ||
            !regress(&both, folder, "2", why, why_size))
            return EXIT_FAULT;
        one[i] = alone.wall;
        two[i] = both.wall;
        ratio[i] = alone.wall / both.wall;
        slower[i] = both.jobs / alone.jobs;
    }
    assay_figures_median(&x, ratio, SCALING_ROUNDS);
    assay_figures_median(&loss, slower, SCALING_ROUNDS);
    assay_figures_median(&y, one, SCALING_ROUNDS);
    assay_figures_median(&z, two, SCALING_ROUNDS);
    x.met = x.value >= 1.9;
    snprintf(note, sizeof note,
             "a job's own loop, which shares nothing with another's, takes %.2f times as long when "
             "two run at once: that much is due to the machine; without it the ratio would be %.2f",
             loss.value, x.value * loss.value);
    if (!x.met)
        x.note = note;
    assay_figures_put(f, &x);
    assay_figures_put(f, &loss);
    assay_figures_put(f, &y);
    assay_figures_put(f, &z);
    return EXIT_EQUAL;
}

int bench_scaling(struct assay_figures *f, char *why, size_t why_size)
{
    struct assay_scratch folder;
    char list[PATH_MAX], title[160];
    int status;

    if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
        assay_figures_head(f, "One core against two: this machine has one", "");
        return EXIT_EQUAL;
    }
    if (!assay_scratch_open(&folder, "bench", why, why_size))
        return EXIT_FAULT;
    snprintf(title, sizeof title,
             "One core against two: `assay regress`, %d jobs of dpas of %d cycles; medians of %d "
             "rounds (quartiles)",
             JOBS, JOB_CYCLES, SCALING_ROUNDS);
    assay_figures_head(f, title, "");
    assay_path(list, sizeof list, "%s/list.yaml", folder.path);
    status = EXIT_FAULT;
    if (write_list(list, why, why_size))
        status = scaling_rounds(f, folder.path, why, why_size);
    assay_scratch_close(&folder);
    return status;
}
