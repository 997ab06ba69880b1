/* bench_speed.c - the speed of lockstep, with and without snapshots, and of the golden model alone,
 * against the bare Verilated model, on the same recorded inputs. A model at level `transfers` has
 * no cycles to run alone. */
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/stdout.h"
#include "cli/bench.h"
#include "cli/cli.h"

enum {
    /* The recorded inputs fit into a core's cache together with the rest, and have more
     * cycles than a stall phase. */
    RECORDED_BYTES = 1 << 19,
    RECORDED_LEAST = 1 << 10,
    RECORDED_MOST = 1 << 14,
    /* A round of one side lasts as long as the time between two snapshots, so it takes as many
     * snapshots as a run does. */
    ROUNDS_A_SECOND = 4,
    MOST_ROUNDS = 64
};

/* Everything that is measured for one block. */
struct sides {
    const struct assay_block *block;
    struct assay_cli_dut variant;
    uint8_t *inputs;
    uint64_t n;    /* number of recorded inputs */
    void *dut;     /* the bare side: neither model nor comparison */
    uint64_t at;   /* its next input */
    void *state;   /* of the model alone */
    uint64_t next; /* its next input */
    void *out;
    /* Without checks, because a recording does not react to outputs. */
    struct assay_scenario replayed;
    struct assay_lockstep *plain, *with_snapshots;
    char trace[64]; /* waveform in case of a mismatch */
};

static double bare_round(struct sides *s, uint64_t cycles)
{
    const struct assay_dut_ops *ops = s->variant.ops;
    double begun, seconds;

    assay_stdout_lend();
    begun = assay_cpu_now();
    for (uint64_t i = 0; i < cycles; ++i) {
        ops->eval(s->dut, s->inputs + s->at * s->block->model->in_size, s->out);
        ops->edge(s->dut);
        if (++s->at == s->n)
            s->at = 0;
    }
    seconds = assay_cpu_now() - begun;
    assay_stdout_back();
    return seconds / (double)cycles * 1e9;
}

/* Returns ns per cycle; 0 if the model has no cycles. */
static double model_round(struct sides *s, uint64_t cycles)
{
    const double begun = assay_cpu_now();

    if (!s->block->model->step)
        return 0;
    for (uint64_t i = 0; i < cycles; ++i) {
        s->block->model->step(s->state, s->inputs + s->next * s->block->model->in_size, s->out);
        if (++s->next == s->n)
            s->next = 0;
    }
    return (assay_cpu_now() - begun) / (double)cycles * 1e9;
}

/* Returns ns per cycle; negative if the run does not pass. */
static double lockstep_round(struct assay_lockstep *ls, uint64_t cycles)
{
    const double begun = assay_cpu_now();

    if (assay_lockstep_run(ls, cycles) != ASSAY_PASS)
        return -1;
    return (assay_cpu_now() - begun) / (double)cycles * 1e9;
}

static bool open_sides(struct sides *s, const struct assay_params *params, char *why,
                       size_t why_size)
{
    const struct assay_block *block = s->block;
    const uint64_t fit = RECORDED_BYTES / block->model->in_size;
    struct assay_config config = {
        .block = block,
        .params = *params,
        .scenario = &block->scenarios[0],
        .knobs = block->scenarios[0].knobs,
        .seed = 1,
        .cycles = UINT64_MAX,
        .ops = s->variant.ops, /* at levels without cycles the inputs depend on the DUT */
        .backend = "verilator",
    };

    snprintf(s->trace, sizeof s->trace, "bench-%s.fst", block->model->name);
    s->n = fit < RECORDED_LEAST ? RECORDED_LEAST : fit > RECORDED_MOST ? RECORDED_MOST : fit;
    s->inputs = calloc(s->n, block->model->in_size);
    s->out = calloc(1, block->model->out_size);
    s->state = calloc(1, block->model->state_size);
    assay_stdout_lend();
    s->dut = s->variant.ops->create();
    assay_stdout_back();
    if (!s->inputs || !s->out || !s->state || !s->dut) {
        snprintf(why, why_size, "out of memory");
        return false;
    }
    block->model->init(s->state, params);
    if (!assay_lockstep_record(&config, s->inputs, s->n, why, why_size))
        return false;
    s->replayed = block->scenarios[0];
    s->replayed.failed = NULL;
    s->replayed.done = NULL;
    s->replayed.last = NULL;
    config.scenario = &s->replayed;
    config.cover = true;
    config.recorded = s->inputs;
    config.n_recorded = s->n;
    s->plain = assay_lockstep_open(&config, why, why_size);
    config.trace = ASSAY_TRACE_FAIL;
    config.trace_path = s->trace;
    s->with_snapshots = s->plain ? assay_lockstep_open(&config, why, why_size) : NULL;
    return s->with_snapshots != NULL;
}

static void close_sides(struct sides *s)
{
    assay_lockstep_close(s->plain);
    assay_lockstep_close(s->with_snapshots);
    assay_stdout_lend();
    if (s->dut)
        s->variant.ops->destroy(s->dut);
    assay_stdout_back();
    assay_cli_dut_close(&s->variant);
    free(s->state);
    free(s->out);
    free(s->inputs);
}

static double middle(double *value, size_t n)
{
    struct assay_figure x = {0};

    assay_figures_median(&x, value, n);
    return x.value;
}

/* Interleaves the rounds of all sides, so that they see the same state of the machine. */
static bool measure(struct sides *s, double seconds, struct bench_speed *to)
{
    double bare[MOST_ROUNDS], plain[MOST_ROUNDS], model[MOST_ROUNDS];
    double of_lockstep[MOST_ROUNDS], of_snapshots[MOST_ROUNDS], of_model[MOST_ROUNDS];
    const size_t wanted = (size_t)(seconds * ROUNDS_A_SECOND);
    const size_t rounds = wanted > MOST_ROUNDS ? MOST_ROUNDS : wanted;
    const double round = seconds / (double)rounds * 1e9;
    const double pilot = lockstep_round(s->plain, s->n);
    uint64_t cycles, model_cycles;

    if (pilot < 0)
        return false;
    cycles = (uint64_t)(round / (pilot + 1)) + 1;
    model_cycles = (uint64_t)(round / 4 / (model_round(s, s->n) + 1)) + 1;
    bare_round(s, s->n);
    for (size_t i = 0; i < rounds; ++i) {
        double snapshots;

        bare[i] = bare_round(s, cycles);
        plain[i] = lockstep_round(s->plain, cycles);
        snapshots = lockstep_round(s->with_snapshots, cycles);
        model[i] = model_round(s, model_cycles);
        if (plain[i] < 0 || snapshots < 0)
            return false;
        of_lockstep[i] = bare[i] / plain[i];
        of_snapshots[i] = snapshots / plain[i];
        of_model[i] = model[i] > 0 ? bare[i] / model[i] : 0;
    }
    to->rounds = rounds;
    assay_figures_median(&to->of_lockstep, of_lockstep, rounds);
    assay_figures_median(&to->of_snapshots, of_snapshots, rounds);
    assay_figures_median(&to->of_model, of_model, rounds);
    to->bare = middle(bare, rounds);
    to->lockstep = middle(plain, rounds);
    to->model = middle(model, rounds);
    return true;
}

static void complain(const struct sides *s, char *why, size_t why_size)
{
    const struct assay_result *r = assay_lockstep_result(s->plain);

    if (r->verdict == ASSAY_PASS)
        r = assay_lockstep_result(s->with_snapshots);
    snprintf(why, why_size, "%s: the recorded inputs ended with '%s' in cycle %llu%s%s%s%s",
             s->block->model->name, assay_verdict_name(r->verdict),
             (unsigned long long)r->fail_cycle, r->n_differences ? ", port " : "",
             r->n_differences ? r->difference[0].port->name : "",
             access(s->trace, F_OK) == 0 ? "; waveform: " : "",
             access(s->trace, F_OK) == 0 ? s->trace : "");
}

int bench_speed(struct bench_speed *to, const char *params, double seconds, char *why,
                size_t why_size)
{
    struct assay_variant v = {.block = to->block, .rtl = to->rtl};
    struct sides s = {.block = to->block};
    int status;

    if (!assay_params_parse(to->block, params, &v.params, why, why_size))
        return EXIT_USAGE;
    status = (int)assay_verilator_open(&v, false, &s.variant.ops, &s.variant.handle, why, why_size);
    if (status)
        return status;
    status = EXIT_FAULT;
    if (open_sides(&s, &v.params, why, why_size)) {
        status = measure(&s, seconds, to) ? EXIT_EQUAL : EXIT_MISMATCH;
        if (status)
            complain(&s, why, why_size);
    }
    close_sides(&s);
    return status;
}
