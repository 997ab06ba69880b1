/* cmd_gemm.c - multiplies real matrices on an array: model and RTL in lockstep,
 * and the result is checked. */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/assay_gemm.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/message.h"
#include "base/progress.h"
#include "base/signals.h"
#include "cli/gemm.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "diagnose/report.h"
#include "dpas/gemm.h"
#include "loopback/gemm.h"

/* The blocks that multiply matrices; the first is the default. */
static const struct assay_gemm_array *const arrays[] = {&dpas_gemm_array, &loopback_gemm_array};

static const char *const array_names[] = {"dpas", "loopback", NULL}; /* in the same order */

enum {
    KEY_TYPE = 256,
    KEY_ARRAY,
    KEY_STALL,
    KEY_JSON,
    KEY_RTL,
    KEY_PRUNE,
    KEY_SPARSE,
    KEY_STRICT,
    KEY_SOFTWARE,
    KEY_NUMERICS,
    KEY_OUTPUT,
    KEY_A_SCALES,
    KEY_B_SCALES
};

static const struct argp_option options[] = {
    {"type", KEY_TYPE, "T", 0,
     "Type of the elements: int8, which is uint8 and int8 in any pair; bf16, f16 or f32, to which "
     "float files are rounded (default int8). With --numerics f16, bf16, bf16_1k, tf32, e4m3, e5m2 "
     "or e2m1, or two of them for A and B: e4m3,e5m2",
     0},
    {"numerics", KEY_NUMERICS, "PROFILE", 0,
     "Arithmetic of a matrix unit, on block fdot: volta, turing, ampere, ada, hopper, blackwell or "
     "blackwell_scaled; with --software also cdna1, cdna2 or cdna3",
     0},
    {"output", KEY_OUTPUT, "T", 0,
     "With --numerics: f32, f16 or e8m13 (default f32; e8m13 where the profile has no f32)", 0},
    {"a-scales", KEY_A_SCALES, "FILE.npy", 0,
     "Scales of blackwell_scaled, uint8: for each row of A one for 32 elements", 0},
    {"b-scales", KEY_B_SCALES, "FILE.npy", 0,
     "The same for the columns of B: a row for 32 rows of B", 0},
    {"array", KEY_ARRAY, "ARRAY", 0, "Block that multiplies: dpas or loopback (default dpas)", 0},
    {"sparse", KEY_SPARSE, NULL, 0,
     "Skip products with a zero (array loopback), count them, and compare with a run that skips "
     "none",
     0},
    {"strict", KEY_STRICT, NULL, 0,
     "With --sparse and floats: give the bits of the full chain for all operands, also opposite a "
     "zero",
     0},
    {"prune", KEY_PRUNE, "B,T", 0,
     "Zero the blocks of B by B elements of B.npy, rounded, whose sum is below T in magnitude; "
     "with B,T,abs the sum of magnitudes",
     0},
    {"params", 'p', "P", 0, "Name of a parameter set, key=value,..., or SET,key=value,...", 0},
    {"backend", 'b', "B", 0,
     "Backend: verilator, icarus, systemc, systemc-model, check-x or model (default verilator)", 0},
    {"rtl", KEY_RTL, "FILE", 0,
     "File list (.f) or Verilog source of RTL to use instead of the project's", 0},
    {"stall", KEY_STALL, "N", 0, "Percentage of stalls on the streams, 0..100 (default 0)", 0},
    {"seed", 's', "N", 0, "Seed of the stalls (default 1)", 0},
    {"software", KEY_SOFTWARE, NULL, 0,
     "Compute the same result with libassay_model on all cores, without simulating an array", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static const char *const types[] = {"int8", "bf16", "f16", "f32", NULL};

/* Check that the options go together. Sets the type and the array if they
 * follow from other options. */
static void check_options(struct argp_state *state, struct gemm_choice *c)
{
    gemm_numerics_choose(state, c);
    if (!c->profile)
        c->type = c->type ? types[assay_word_argument(state, "type", c->type, types)] : "int8";
    if (c->sparse && !c->array->sparse)
        argp_error(state, "--sparse with array %s: expected --array loopback", c->array->name);
    if (c->strict && !c->sparse)
        argp_error(state, "--strict without --sparse: expected both");
    if (c->strict && strcmp(c->type, "int8") == 0)
        argp_error(
            state,
            "--strict with integers, whose zeros change nothing: expected --type bf16, f16 or f32");
    if (c->software && (c->of_array || c->params || c->rtl || c->stall || c->seed_given))
        argp_error(state, "--software with an array's option: expected neither --array, --params, "
                          "--backend, --rtl, --stall nor --seed");
    if (c->seed_given && c->stall == 0)
        argp_error(state, "--seed without --stall, whose seed it is: expected both");
    if (c->rtl && (c->backend == ASSAY_MODEL || c->backend == ASSAY_SYSTEMC_MODEL))
        argp_error(state, "--rtl with the model alone: expected --backend verilator, icarus, "
                          "systemc or check-x");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct gemm_choice *c = state->input;
    char why[512];

    switch (key) {
    case KEY_TYPE:
        c->type = arg;
        break;
    case KEY_ARRAY:
        c->array = arrays[assay_word_argument(state, "array", arg, array_names)];
        c->of_array = c->array_named = true;
        break;
    case KEY_NUMERICS:
        c->profile = arg;
        break;
    case KEY_OUTPUT:
        c->output = arg;
        break;
    case KEY_A_SCALES:
        c->scales[GEMM_A] = assay_path_argument(state, "--a-scales", arg);
        break;
    case KEY_B_SCALES:
        c->scales[GEMM_B] = assay_path_argument(state, "--b-scales", arg);
        break;
    case KEY_PRUNE:
        if (!gemm_prune_parse(arg, &c->prune))
            argp_error(
                state,
                "prune '%s': expected B,T or B,T,abs: a side above 0 and a threshold, 0 or more",
                arg);
        break;
    case 'p':
        c->params = arg;
        break;
    case 'b':
        if (!assay_backend_find(arg, &c->backend) && !assay_backend_unknown(arg, why, sizeof why))
            argp_error(state, "%s", why);
        c->of_array = true;
        break;
    case KEY_SPARSE:
        c->sparse = true;
        break;
    case KEY_STRICT:
        c->strict = true;
        break;
    case KEY_RTL:
        c->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case KEY_STALL:
        c->stall = assay_number_argument(state, "stall", arg, 0, 100);
        break;
    case 's':
        c->seed = assay_number_argument(state, "seed", arg, 0, UINT64_MAX);
        c->seed_given = true;
        break;
    case KEY_SOFTWARE:
        c->software = true;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case ARGP_KEY_ARG:
        if (c->n_files == GEMM_FILES)
            argp_error(state, "unexpected argument '%s': expected three files", arg);
        c->file[c->n_files++] = assay_path_argument(state, "file", arg);
        break;
    case ARGP_KEY_END:
        if (c->n_files < GEMM_FILES)
            argp_error(state, "%zu files: expected three, A.npy B.npy OUT.npy", c->n_files);
        check_options(state, c);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Check everything that can be wrong with the request before the long work. Returns an exit
 * status. */
static int prepare(struct gemm_job *j)
{
    const struct gemm_choice *c = &j->choice;
    char why[4352];
    size_t size;
    int status;

    for (int i = GEMM_A; i <= GEMM_B; ++i)
        if (assay_not_input(c->file[GEMM_OUT], c->file[i]) ||
            assay_not_input(c->file[GEMM_OUT], c->scales[i]))
            return EXIT_USAGE;
    j->variant.block = assay_block_find(c->array->block);
    j->variant.rtl = c->rtl;
    if (!assay_params_parse(j->variant.block, c->params, &j->variant.params, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    assay_params_print(j->variant.block, &j->variant.params, j->params, sizeof j->params);
    status = gemm_input(j);
    if (status)
        return status;
    status = (int)assay_npy_writable(c->file[GEMM_OUT], why, sizeof why);
    if (status) {
        assay_print_error("%s", why);
        return status;
    }
    j->d.type = !assay_type_is_float(j->g.a_type)                        ? ASSAY_NPY_S32
                : c->profile && c->numerics.output == ASSAY_FDOT_OUT_F16 ? ASSAY_NPY_F16
                                                                         : ASSAY_NPY_F32;
    j->d.rows = j->g.m;
    j->d.cols = j->g.n;
    if (!__builtin_mul_overflow(j->d.rows, j->d.cols, &size) &&
        !__builtin_mul_overflow(size, sizeof *j->g.d, &size))
        j->d.data = malloc(size);
    j->again = gemm_command_line(c, &j->variant);
    if (!j->d.data || !j->again) {
        assay_print_error("%s: out of memory: expected room for %zu by %zu elements",
                          c->file[GEMM_OUT], j->d.rows, j->d.cols);
        return EXIT_FAULT;
    }
    j->g.d = j->d.data;
    j->g.sparse = c->sparse;
    j->g.strict = c->strict;
    return 0;
}

static bool on_progress(void *arg, uint64_t cycle)
{
    struct gemm_job *j = arg;

    (void)cycle;
    assay_progress_update(&j->progress, j->g.done);
    return !assay_interrupted();
}

/* Run the product. Returns an exit status; if it is not 0, the report has been printed. */
static int multiply(struct gemm_job *j, struct assay_lockstep *ls)
{
    const struct assay_result *r;

    assay_catch_signals();
    assay_progress_begin(&j->progress, j->choice.array->unit, j->g.total);
    assay_lockstep_run(ls, UINT64_MAX);
    assay_progress_end(&j->progress);
    if (j->g.failed)
        assay_lockstep_fail(ls);
    r = assay_lockstep_finish(ls);
    if (r->verdict == ASSAY_PASS && !r->interrupted)
        return EXIT_EQUAL;
    if (j->choice.json)
        assay_report_json(stdout, ls, j->again, NULL, NULL);
    else
        assay_report_text(stdout, ls, j->again);
    if (j->g.failed)
        assay_print_error("%s: %s", j->variant.block->model->name, j->g.why);
    assay_print_error("%s: not written: %" PRIu64 " of %" PRIu64 " %ss were done",
                      j->choice.file[GEMM_OUT], j->g.done, j->g.total, j->choice.array->unit);
    if (r->verdict != ASSAY_PASS)
        return EXIT_MISMATCH;
    return r->interrupted ? assay_interrupted_status() : EXIT_FAULT;
}

/* Report that D is wrong. Returns the exit status. */
static int refuse(const struct gemm_job *j, const struct assay_result *r,
                  const struct gemm_outcome *o)
{
    const struct gemm_choice *c = &j->choice;
    char got[GEMM_VALUE_SIZE], expected[GEMM_VALUE_SIZE];

    if (c->json)
        gemm_print_json(j, r, o);
    assay_print_error("%s: not written: %zu elements are not those of the %s, the first in row "
                      "%zu, column %zu is %s: expected %s",
                      c->file[GEMM_OUT], o->check.differing,
                      c->profile                         ? "library"
                      : assay_type_is_float(j->g.a_type) ? "fma chain"
                                                         : "exact product",
                      o->check.row, o->check.col, gemm_value(j, o->check.got, got),
                      gemm_value(j, o->check.expected, expected));
    if (!c->json)
        printf("reproduce:  %s\n", j->again);
    return EXIT_MISMATCH;
}

static void warn(const struct gemm_job *j, const struct gemm_outcome *o)
{
    const char *path = j->choice.file[GEMM_OUT];

    if (o->check.wrapped)
        assay_print_error("%s: warning: %zu elements are beyond int32 and wrapped modulo 2^32: "
                          "expected sums from -2^31 to 2^31-1",
                          path, o->check.wrapped);
    if (o->check.not_numbers)
        assay_print_error("%s: warning: %zu elements are infinite or NaN: expected finite sums",
                          path, o->check.not_numbers);
}

/* Check the result against the definition of the product, write it, and print the
 * summary. Returns an exit status. */
static int deliver(struct gemm_job *j, const struct assay_result *r)
{
    const struct gemm_choice *c = &j->choice;
    struct gemm_outcome o = {.work = assay_gemm_work(&j->g),
                             .peak = c->array->peak(&j->g, &j->variant.params)};
    char why[4352];
    int status;

    o.rate = r->cycles ? o.work / (double)r->cycles : 0;
    if (j->g.sparse)
        o.dense_cycles = gemm_dense_cycles(j, why, sizeof why);
    if (assay_interrupted()) {
        assay_print_error("%s: not written: interrupted", c->file[GEMM_OUT]);
        return assay_interrupted_status();
    }
    if (j->g.sparse && !o.dense_cycles) {
        assay_print_error("%s: not written: %s, for the product without skipping",
                          c->file[GEMM_OUT], why);
        return EXIT_FAULT;
    }
    if (!(c->profile ? gemm_numerics_verify(j, &o.check) : assay_gemm_verify(&j->g, &o.check))) {
        assay_print_error("%s: out of memory for the check: expected room for %s",
                          c->file[GEMM_OUT], c->profile ? "another product" : "a row");
        return EXIT_FAULT;
    }
    if (o.check.differing)
        return refuse(j, r, &o);
    warn(j, &o);
    gemm_numerics_narrow(j);
    status = (int)assay_npy_write(c->file[GEMM_OUT], &j->d, why, sizeof why);
    if (status) {
        assay_print_error("%s", why);
        return status;
    }
    if (c->json)
        gemm_print_json(j, r, &o);
    else
        gemm_print_summary(j, r, &o);
    return EXIT_EQUAL;
}

/* Compute the product with the library: the chain of fmas or the sum modulo 2^32 as dpas computes
 * it, or what fdot computes. */
static int software(struct gemm_job *j)
{
    const struct assay_product product =
        j->g.numerics
            ? gemm_numerics_product(&j->g)
            : (struct assay_product){
                  .m = j->g.m,
                  .k = j->g.k,
                  .n = j->g.n,
                  .a_type = j->g.a_type,
                  .b_type = j->g.b_type,
                  .acc_type = assay_type_is_float(j->g.a_type) ? ASSAY_ACC_F32 : ASSAY_ACC_S32,
                  .a = j->g.a,
                  .b = j->g.b,
                  .d = j->g.d,
              };
    struct assay_result r = {0};
    double begun;
    int status;

    begun = assay_now();
    status = assay_gemm(&product);
    r.seconds = assay_now() - begun;
    if (status != ASSAY_MODEL_OK) {
        assay_print_error("%s: not written: %s", j->choice.file[GEMM_OUT],
                          assay_model_strerror(status));
        return EXIT_FAULT;
    }
    return deliver(j, &r);
}

static int run(struct gemm_job *j, const struct assay_dut_ops *ops)
{
    const struct gemm_choice *c = &j->choice;
    const struct assay_config config = {
        .block = j->variant.block,
        .params = j->variant.params,
        .scenario = c->array->scenario,
        .knobs = {.stall = (uint32_t)c->stall},
        .seed = c->seed,
        .cycles = UINT64_MAX,
        .user = &j->g,
        .ops = ops,
        .backend = assay_backend_name(c->backend),
        .progress = on_progress,
        .progress_arg = j,
        .progress_every = c->backend == ASSAY_ICARUS ? 64 : 16384,
    };
    char why[512];
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, sizeof why);
    int status;

    if (!ls) {
        assay_print_error("%s", why);
        return EXIT_FAULT;
    }
    status = multiply(j, ls);
    if (!status)
        status = deliver(j, assay_lockstep_result(ls));
    assay_lockstep_close(ls);
    return status;
}

static int on_array(struct gemm_job *j)
{
    struct assay_cli_dut dut;
    int status = assay_cli_dut_open(j->choice.backend, &j->variant, &dut);

    if (status)
        return status;
    status = run(j, dut.ops);
    assay_cli_dut_close(&dut);
    return status;
}

int assay_cmd_gemm(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "A.npy B.npy OUT.npy",
        "Multiply two matrices on an array, tile by tile: golden model and RTL in lockstep, every "
        "output compared in every cycle, the result checked against the product's definition.\v"
        "A.npy and B.npy hold matrices in C order: dtype uint8 or int8, and OUT.npy becomes their "
        "product, int32 modulo 2^32; or, with --type bf16, f16 or f32, dtype float16, float32 or "
        "float64, each element rounded to the type, to nearest even, and OUT.npy becomes float32, "
        "the sum of each element's products as one fused multiply-add after the other, from +0 "
        "over ascending k; with --sparse and not --strict without the products that have a zero. "
        "With --numerics the sum is that of a matrix unit, as model/fdot/README.md defines it; "
        "float elements are rounded to the type, for tf32 to f32, whose low 13 bits are ignored; "
        "uint8 ones are patterns of e4m3, e5m2 or e2m1, and OUT.npy becomes float16 with --output "
        "f16. OUT.npy is written only when all compared equal.",
        NULL,
        NULL,
        NULL};
    struct gemm_job j = {.choice = {.array = arrays[0], .backend = ASSAY_VERILATOR, .seed = 1}};
    int status;

    assay_arguments_parse(&argp, argc, argv, &j.choice);
    status = prepare(&j);
    if (!status)
        status = j.choice.software ? software(&j) : on_array(&j);
    assay_npy_free(&j.a);
    assay_npy_free(&j.b);
    free(j.elements[GEMM_A]);
    free(j.elements[GEMM_B]);
    free(j.scales[GEMM_A]);
    free(j.scales[GEMM_B]);
    assay_npy_free(&j.d);
    free(j.again);
    return status;
}
