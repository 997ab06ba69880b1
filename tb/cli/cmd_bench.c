/* cmd_bench.c - speed of lockstep against the bare Verilated model, and the blocks' figures. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "dpas/gemm_figures.h"
#include "lockstep/figures.h"
#include "lockstep/plot.h"

enum {
    /* Recorded inputs: as many cycles as fit into a core's cache beside the rest, and more than a stall
     * phase has. */
    RECORDED_BYTES = 1 << 19,
    RECORDED_LEAST = 1 << 10,
    RECORDED_MOST = 1 << 14,
    ROUNDS = 16,
    KEY_SPEED = 256,
    KEY_FIGURES,
    KEY_PLOTS
};

struct choice {
    const char *block[8];
    size_t n;
    double seconds; /* a side and block */
    const char *params;
    bool json, only_speed, only_figures, plots;
};

static const struct argp_option options[] = {
    {"seconds", 's', "N", 0, "Measure for N seconds a side (default 3)", 0},
    {"params", 'p', "P", 0, "Parameter set to measure the speed of (default: default)", 0},
    {"speed", KEY_SPEED, NULL, 0, "Only the speed of lockstep", 0},
    {"figures", KEY_FIGURES, NULL, 0, "Only the blocks' headline figures", 0},
    {"plots", KEY_PLOTS, NULL, 0,
     "Only the numbers behind the plots in the report of a regression, as one JSON object", 0},
    {"json", 'j', NULL, 0, "Print JSON", 0},
    {0},
};

/* Measured like a block's figures, and named like a block. */
static const struct assay_block gemm = {.name = "gemm", .figures = assay_gemm_figures};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;
    uint64_t n;

    switch (key) {
    case 's':
        if (!assay_cli_number(arg, &n) || n == 0 || n > 600)
            argp_error(state, "seconds '%s': expected a number from 1 to 600", arg);
        c->seconds = (double)n;
        break;
    case 'p':
        c->params = arg;
        break;
    case 'j':
        c->json = true;
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
    case ARGP_KEY_ARG:
        if (!assay_block_find(arg) && strcmp(arg, gemm.name) != 0)
            argp_error(state, "unknown block '%s': `assay list` names those there are", arg);
        if (c->n == sizeof c->block / sizeof c->block[0])
            argp_error(state, "too many blocks");
        c->block[c->n++] = arg;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The bare side: the same variant, the same recorded inputs, no model and no compare. */
struct bare {
    const struct assay_dut_ops *ops;
    void *dut;
    const uint8_t *inputs;
    size_t in_size;
    void *out;
    uint64_t at, n; /* of the inputs */
};

static double bare_seconds(struct bare *b, uint64_t cycles)
{
    double begun = now();

    for (uint64_t i = 0; i < cycles; ++i) {
        b->ops->eval(b->dut, b->inputs + b->at * b->in_size, b->out);
        b->ops->edge(b->dut);
        if (++b->at == b->n)
            b->at = 0;
    }
    return now() - begun;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, compare_doubles);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* Nanoseconds a cycle of a lockstep; negative when it does not pass. */
static double lockstep_round(struct assay_lockstep *ls, uint64_t cycles)
{
    const struct assay_result *r = assay_lockstep_result(ls);
    const double before = r->seconds;

    if (assay_lockstep_run(ls, cycles) != ASSAY_PASS)
        return -1;
    return (r->seconds - before) / (double)cycles * 1e9;
}

struct speeds {
    double bare, lockstep, snapshots; /* nanoseconds a cycle, medians */
};

/* Rounds of all sides, one after the other, so that they see the same state of the machine. */
static bool measure(struct bare *b, struct assay_lockstep *ls,
                    struct assay_lockstep *with_snapshots, double seconds, struct speeds *s)
{
    double bare[ROUNDS], plain[ROUNDS], snapshots[ROUNDS];
    uint64_t cycles = b->n;
    double took = bare_seconds(b, cycles);

    cycles = (uint64_t)((double)cycles * seconds / ROUNDS / (took > 1e-6 ? took : 1e-6)) + 1;
    for (size_t i = 0; i < ROUNDS; ++i) {
        bare[i] = bare_seconds(b, cycles) / (double)cycles * 1e9;
        plain[i] = lockstep_round(ls, cycles);
        snapshots[i] = lockstep_round(with_snapshots, cycles);
        if (plain[i] < 0 || snapshots[i] < 0)
            return false;
    }
    s->bare = median(bare, ROUNDS);
    s->lockstep = median(plain, ROUNDS);
    s->snapshots = median(snapshots, ROUNDS);
    return true;
}

static void speed_lines(struct assay_figures *f, const char *block, const struct speeds *s)
{
    char name[96];
    const double bare = s->bare, both = s->lockstep;
    const double ratio = bare / both, overhead = both - bare, cost = s->snapshots / both;

    snprintf(name, sizeof name, "%s: bare Verilated model", block);
    assay_figures_line(f, name, bare, "ns a cycle", "", true);
    snprintf(name, sizeof name, "%s: lockstep", block);
    assay_figures_line(f, name, both, "ns a cycle", "", true);
    snprintf(name, sizeof name, "%s: overhead of lockstep", block);
    assay_figures_line(f, name, overhead, "ns a cycle", bare < 360 ? "goal below 40" : "",
                       overhead < 40);
    snprintf(name, sizeof name, "%s: speed of lockstep, bare = 1", block);
    assay_figures_line(f, name, ratio, "ratio", bare < 360 ? "" : "goal 0.90", ratio >= 0.9);
    snprintf(name, sizeof name, "%s: time with snapshots, without = 1", block);
    assay_figures_line(f, name, cost, "ratio", "goal 1.02", cost <= 1.02);
}

static int speed(struct assay_figures *f, const struct assay_block *block, const struct choice *c)
{
    struct assay_variant v = {.block = block};
    struct assay_config config = {.block = block, .scenario = &block->scenarios[0], .seed = 1};
    struct assay_cli_dut dut = {0};
    struct assay_lockstep *ls = NULL, *with_snapshots = NULL;
    struct speeds speeds;
    struct bare b = {.in_size = block->in_size};
    const uint64_t fit = RECORDED_BYTES / block->in_size;
    const uint64_t n = fit < RECORDED_LEAST  ? RECORDED_LEAST
                       : fit > RECORDED_MOST ? RECORDED_MOST
                                             : fit;
    uint8_t *inputs = calloc(n, block->in_size);
    char why[4096] = "out of memory";
    int status;

    if (!assay_params_parse(block, c->params, &v.params, why, sizeof why)) {
        free(inputs);
        assay_cli_error("%s", why);
        return EXIT_USAGE;
    }
    status = assay_cli_dut_open(ASSAY_VERILATOR, &v, &dut);
    if (status) {
        free(inputs);
        return status;
    }
    config.params = v.params;
    config.knobs = config.scenario->knobs;
    config.backend = "verilator";
    config.cycles = UINT64_MAX;
    b.out = calloc(1, block->out_size);
    b.ops = dut.ops;
    b.dut = dut.ops->create();
    b.inputs = inputs;
    b.n = n;
    status = EXIT_FAULT;
    if (inputs && b.out && b.dut && assay_lockstep_record(&config, inputs, n, why, sizeof why)) {
        config.ops = dut.ops;
        config.cover = true;
        config.recorded = inputs;
        config.n_recorded = n;
        ls = assay_lockstep_open(&config, why, sizeof why);
        config.trace = ASSAY_TRACE_FAIL;
        config.trace_path = "/dev/null"; /* never opened: a failure here ends the measurement */
        with_snapshots = assay_lockstep_open(&config, why, sizeof why);
    }
    if (ls && with_snapshots && measure(&b, ls, with_snapshots, c->seconds, &speeds)) {
        speed_lines(f, block->name, &speeds);
        status = EXIT_EQUAL;
    } else if (ls && with_snapshots) {
        assay_cli_error("%s: model and RTL differ on the recorded inputs", block->name);
        status = EXIT_MISMATCH;
    } else {
        assay_cli_error("%s", why);
    }
    assay_lockstep_close(ls);
    assay_lockstep_close(with_snapshots);
    if (b.dut)
        dut.ops->destroy(b.dut);
    assay_cli_dut_close(&dut);
    free(b.out);
    free(inputs);
    return status;
}

static bool wanted(const struct choice *c, const struct assay_block *b)
{
    for (size_t i = 0; i < c->n; ++i)
        if (strcmp(c->block[i], b->name) == 0)
            return true;
    return c->n == 0;
}

static int bench(struct assay_figures *f, const struct choice *c)
{
    char why[4096];
    int status = EXIT_EQUAL;

    if (!c->only_figures)
        assay_figures_head(f,
                           "Speed: lockstep against the bare Verilated model on the same recorded "
                           "inputs",
                           "");
    for (size_t i = 0; assay_blocks[i] && !status && !c->only_figures; ++i)
        if (wanted(c, assay_blocks[i]))
            status = speed(f, assay_blocks[i], c);
    for (size_t i = 0; assay_blocks[i] && !status && !c->only_speed; ++i) {
        if (!wanted(c, assay_blocks[i]) || !assay_blocks[i]->figures)
            continue;
        status = assay_blocks[i]->figures(f, why, sizeof why);
        if (status)
            assay_cli_error("%s", why);
    }
    if (wanted(c, &gemm) && !status && !c->only_speed) {
        status = gemm.figures(f, why, sizeof why);
        if (status)
            assay_cli_error("%s", why);
    }
    return status;
}

/* One object in one line, as a regression expects of its jobs. */
static int plots(const struct choice *c)
{
    struct assay_plots list = {cJSON_CreateArray()};
    cJSON *object = cJSON_CreateObject();
    const double begun = now();
    char why[4096], *text;
    int status = EXIT_EQUAL;

    for (size_t i = 0; assay_blocks[i] && !status; ++i) {
        if (!wanted(c, assay_blocks[i]) || !assay_blocks[i]->plots)
            continue;
        status = assay_blocks[i]->plots(&list, why, sizeof why);
        if (status)
            assay_cli_error("%s", why);
    }
    if (!status)
        cJSON_AddStringToObject(object, "verdict", assay_verdict_name(ASSAY_PASS));
    cJSON_AddItemToObject(object, "plots", list.json);
    cJSON_AddNumberToObject(object, "seconds", now() - begun);
    text = cJSON_PrintUnformatted(object);
    if (text)
        puts(text);
    free(text);
    cJSON_Delete(object);
    return status;
}

int assay_cmd_bench(int argc, char **argv)
{
    static const struct argp argp = {options,
                                     parse,
                                     "[BLOCK...]",
                                     "Measure speed and headline figures, of all blocks or those "
                                     "named.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct choice c = {.seconds = 3};
    struct assay_figures f = {0};
    char *text;
    int status;

    argp_parse(&argp, argc, argv, 0, NULL, &c);
    if (c.plots)
        return plots(&c);
    if (c.json)
        f.json = cJSON_CreateArray();
    status = bench(&f, &c);
    if (f.json) {
        text = cJSON_Print(f.json);
        if (text)
            puts(text);
        free(text);
        cJSON_Delete(f.json);
    }
    return status;
}
