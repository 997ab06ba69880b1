/* cmd_bench.c - measures the patents' claims and the speed of this program. */
#include <argp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/message.h"
#include "base/tool.h"
#include "base/unknown.h"
#include "cli/bench.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "dpas/gemm_figures.h"
#include "engine/attached.h"
#include "fdot/gemm_figures.h"

enum {
    KEY_SECONDS = 256,
    KEY_SPEED,
    KEY_FIGURES,
    KEY_SUMMARY,
    KEY_PLOTS,
    KEY_JSON,
    KEY_RTL,
    MOST_NAMES = 16
};

/* Figures of this program that belong to no block. They are named on the command line like
 * blocks. */
static const struct {
    const char *name;
    int (*figures)(struct assay_figures *f, char *why, size_t why_size);
} others[] = {
    {"scaling", bench_scaling},
    {"gemm", assay_gemm_figures},
    {"numerics", fdot_gemm_figures},
};

enum { N_OTHERS = sizeof others / sizeof others[0] };

struct choice {
    const char *name[MOST_NAMES]; /* blocks and others; none: all */
    size_t n;
    double seconds; /* per side and block */
    const char *params, *rtl;
    bool json, summary, only_speed, only_figures, plots;
    const char *of_speed; /* an option that applies to the speed only; NULL: none given */
};

static const struct argp_option options[] = {
    {"seconds", KEY_SECONDS, "N", 0, "Measure each side for N seconds (default 3)", 0},
    {"params", 'p', "P", 0, "Parameter set for the speed measurement (default: default)", 0},
    {"rtl", KEY_RTL, "FILE.f", 0,
     "File list of RTL to measure instead of the project's, with --speed and one BLOCK", 0},
    {"speed", KEY_SPEED, NULL, 0, "Measure only the speed of this program", 0},
    {"figures", KEY_FIGURES, NULL, 0, "Measure only the claims, with their tables", 0},
    {"summary", KEY_SUMMARY, NULL, 0, "Omit the tables behind the claims", 0},
    {"plots", KEY_PLOTS, NULL, 0, "Print only the data of the report's plots, as one JSON object",
     0},
    {"json", KEY_JSON, NULL, 0, "Print JSON", 0},
    {0},
};

static bool known(const char *name)
{
    for (size_t i = 0; i < N_OTHERS; ++i)
        if (strcmp(name, others[i].name) == 0)
            return true;
    return assay_block_find(name) != NULL;
}

static size_t count_blocks(void)
{
    size_t n = 0;

    while (assay_blocks[n])
        ++n;
    return n;
}

/* The names of the blocks, followed by the others. */
static const char *name_at(const void *arg, size_t i)
{
    const size_t blocks = count_blocks();

    (void)arg;
    return i < blocks              ? assay_blocks[i]->model->name
           : i < blocks + N_OTHERS ? others[i - blocks].name
                                   : NULL;
}

/* Check that the request can be fulfilled, and that every option has an effect. */
static void check_options(const struct choice *c, struct argp_state *state)
{
    size_t blocks = 0, with_figures = 0;

    for (size_t i = 0; i < c->n; ++i) {
        const struct assay_block *b = assay_block_find(c->name[i]);

        blocks += b != NULL;
        with_figures += b && b->figures;
        if (c->plots && !(b && b->plots))
            argp_error(state, "--plots: %s draws none: expected a block that does", c->name[i]);
    }
    if (c->only_speed && c->only_figures)
        argp_error(state, "--speed and --figures: expected one of them");
    if (c->plots && (c->only_speed || c->only_figures || c->summary || c->of_speed))
        argp_error(state, "--plots with an option of other figures: expected it without --speed, "
                          "--figures, --summary, --seconds and --params");
    if (c->rtl && (!c->only_speed || c->n != 1 || blocks != 1))
        argp_error(state, "--rtl: expected --speed and one block beside it");
    if (c->only_figures && c->of_speed)
        argp_error(state, "%s with --figures, where no speed is measured: expected one of them",
                   c->of_speed);
    if (c->of_speed && c->n && !blocks)
        argp_error(state, "%s with no block: expected one whose speed is measured", c->of_speed);
    if (c->only_figures && c->n && !with_figures)
        argp_error(state, "--figures: nothing is claimed of %s: expected a block with claims",
                   c->name[0]);
    if (c->summary && (c->only_speed || c->json))
        argp_error(state,
                   "--summary with %s, which has no tables to leave out: expected one of them",
                   c->only_speed ? "--speed" : "--json");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;
    const struct assay_block *b;
    char why[4096];

    switch (key) {
    case KEY_SECONDS:
        c->seconds = (double)assay_number_argument(state, "seconds", arg, 1, 600);
        c->of_speed = "--seconds";
        break;
    case 'p':
        c->params = arg;
        c->of_speed = "--params";
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case KEY_RTL:
        c->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case KEY_SPEED:
        c->only_speed = true;
        break;
    case KEY_FIGURES:
        c->only_figures = true;
        break;
    case KEY_PLOTS:
        c->plots = true;
        break;
    case KEY_SUMMARY:
        c->summary = true;
        break;
    case ARGP_KEY_ARG:
        if (assay_block_is_path(arg)) {
            const enum assay_error e = assay_block_named(arg, &b, why, sizeof why);

            if (e != ASSAY_OK) {
                assay_print_error("%s", why);
                exit((int)e);
            }
            if (!assay_block_written(b, why, sizeof why)) {
                assay_print_error("%s", why);
                exit(EXIT_MISMATCH);
            }
            arg = (char *)b->model->name;
        }
        if (!known(arg) && !assay_unknown(why, sizeof why, "block", arg, name_at, NULL))
            argp_error(state, "%s", why);
        if (c->n == MOST_NAMES)
            argp_error(state, "too many blocks");
        c->name[c->n++] = arg;
        break;
    case ARGP_KEY_END:
        check_options(c, state);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static double said_since;

void bench_say(const char *format, ...)
{
    va_list args;

    if (!isatty(STDERR_FILENO))
        return;
    if (said_since <= 0)
        said_since = assay_now();
    fprintf(stderr, "\r%3.0f s  ", assay_now() - said_since);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputs("\033[K", stderr);
}

void bench_said(void)
{
    if (said_since > 0)
        fputs("\r\033[K", stderr);
}

static bool wanted(const struct choice *c, const char *name)
{
    for (size_t i = 0; i < c->n; ++i)
        if (strcmp(c->name[i], name) == 0)
            return true;
    return c->n == 0;
}

static int plots(const struct choice *c, char *why, size_t why_size)
{
    struct bench_plots p;
    int status = EXIT_EQUAL;

    bench_plots_begin(&p);
    for (size_t i = 0; assay_blocks[i] && !status; ++i)
        if (wanted(c, assay_blocks[i]->model->name))
            status = bench_plots_block(&p, assay_blocks[i], why, why_size);
    if (status)
        assay_print_error("%s", why);
    bench_plots_end(&p, status, stdout);
    return status;
}

static int claims(struct assay_figures *f, const struct choice *c, char *why, size_t why_size)
{
    int status = EXIT_EQUAL;

    f->part = ASSAY_FIGURES_DETAILS;
    for (size_t i = 0; assay_blocks[i] && !status; ++i) {
        if (!wanted(c, assay_blocks[i]->model->name) || !assay_blocks[i]->figures)
            continue;
        bench_say("%s: claims", assay_blocks[i]->model->name);
        status = assay_blocks[i]->figures(f, why, why_size);
    }
    return status;
}

static int speed(struct assay_figures *f, const struct choice *c, char *why, size_t why_size)
{
    struct bench_speed *speeds = calloc(count_blocks() + 1, sizeof *speeds);
    char line[8];
    const bool icarus = assay_tool_version("iverilog", NULL, line, sizeof line);
    int status = EXIT_EQUAL;
    size_t n = 0;

    if (!speeds) {
        snprintf(why, why_size, "out of memory");
        return EXIT_FAULT;
    }
    f->part = ASSAY_FIGURES_SPEED;
    for (size_t i = 0; assay_blocks[i] && !status; ++i) {
        if (!wanted(c, assay_blocks[i]->model->name))
            continue;
        speeds[n].block = assay_blocks[i];
        speeds[n].rtl = c->rtl;
        bench_say("%s: lockstep", assay_blocks[i]->model->name);
        status = bench_speed(&speeds[n], c->params, c->seconds, why, why_size);
        if (!status && icarus) {
            bench_say("%s: Icarus", assay_blocks[i]->model->name);
            status = bench_icarus(&speeds[n], c->params, why, why_size);
        }
        n += !status;
    }
    bench_speed_report(f, speeds, n);
    free(speeds);
    for (size_t i = 0; i < N_OTHERS && !status; ++i) {
        if (!wanted(c, others[i].name))
            continue;
        bench_say("%s", others[i].name);
        status = others[i].figures(f, why, why_size);
    }
    return status;
}

int assay_cmd_bench(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "[BLOCK...]",
        "Measure what the patents claim about the blocks, and the speed of this program, for the "
        "blocks given or all.\vBLOCK may be the folder of an attached block, whose speed is "
        "measured, or `scaling`, one core against two, `gemm` or `numerics`. Everything takes some "
        "minutes on an otherwise idle machine.",
        NULL,
        NULL,
        NULL};
    struct choice c = {.seconds = 3};
    struct assay_figures f;
    char why[BENCH_WHY] = "";
    int status = EXIT_EQUAL;

    assay_arguments_parse(&argp, argc, argv, &c);
    if (c.plots)
        return plots(&c, why, sizeof why);
    if (!assay_figures_begin(&f)) {
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    bench_machine(&f);
    if (!c.only_speed)
        status = claims(&f, &c, why, sizeof why);
    if (!c.only_figures && !status)
        status = speed(&f, &c, why, sizeof why);
    bench_said();
    if (c.json)
        assay_figures_json(&f, stdout);
    else
        assay_figures_print(&f, stdout, c.summary);
    if (status)
        assay_print_error("%s", why);
    assay_figures_free(&f);
    return status;
}
