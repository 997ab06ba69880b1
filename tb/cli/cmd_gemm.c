/* cmd_gemm.c - a real matrix product through dpas: model and RTL in lockstep, result checked. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "dpas/gemm.h"
#include "lockstep/npy.h"
#include "lockstep/report.h"

enum { A, B, OUT, FILES };

enum { KEY_TYPE = 256, KEY_ARRAY, KEY_STALL, KEY_JSON, KEY_RTL };

struct choice {
    const char *file[FILES];
    size_t n_files;
    const char *params, *rtl;
    enum assay_backend backend;
    uint64_t stall, seed;
    bool json;
};

struct job {
    struct choice choice;
    struct assay_variant variant;
    char params[128]; /* in words */
    struct assay_npy a, b, d;
    struct dpas_gemm g;
    struct assay_cli_progress progress;
    char *again; /* the command that runs this again */
};

/* What is found out about a finished product. */
struct outcome {
    struct dpas_gemm_check check;
    double work, rate, peak; /* multiply-accumulates: all, per cycle, per cycle at best */
};

static const struct argp_option options[] = {
    {"type", KEY_TYPE, "T", 0, "Type of the elements: int8, which is uint8 and int8 in any pair",
     0},
    {"array", KEY_ARRAY, "ARRAY", 0, "Block that multiplies: dpas", 0},
    {"params", 'p', "P", 0, "Parameter set by name, or key=value,...", 0},
    {"backend", 'b', "B", 0, "verilator, icarus or model (default verilator)", 0},
    {"rtl", KEY_RTL, "FILE.f", 0, "RTL of your own with the block's pins", 0},
    {"stall", KEY_STALL, "N", 0, "Share of stalls on the streams, 0..100 (default 0)", 0},
    {"seed", 's', "N", 0, "Seed of the stalls (default 1)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case KEY_TYPE:
        if (strcmp(arg, "int8") != 0)
            argp_error(state, "type '%s': expected int8", arg);
        break;
    case KEY_ARRAY:
        if (strcmp(arg, "dpas") != 0)
            argp_error(state, "array '%s': expected dpas", arg);
        break;
    case 'p':
        c->params = arg;
        break;
    case 'b':
        if (!assay_backend_find(arg, &c->backend))
            argp_error(state, "backend '%s': expected verilator, icarus or model", arg);
        break;
    case KEY_RTL:
        c->rtl = arg;
        break;
    case KEY_STALL:
        if (!assay_cli_number(arg, &c->stall) || c->stall > 100)
            argp_error(state, "stall '%s': expected a number from 0 to 100", arg);
        break;
    case 's':
        if (!assay_cli_number(arg, &c->seed))
            argp_error(state, "seed '%s': expected a number", arg);
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case ARGP_KEY_ARG:
        if (c->n_files == FILES)
            argp_error(state, "unexpected argument '%s': expected three files", arg);
        c->file[c->n_files++] = arg;
        break;
    case ARGP_KEY_END:
        if (c->n_files < FILES)
            argp_error(state, "%zu files: expected three, A.npy B.npy OUT.npy", c->n_files);
        if (c->rtl && c->backend == ASSAY_MODEL)
            argp_error(state, "--rtl with the model alone: expected --backend verilator or icarus");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* An argument as a shell takes it. */
static void print_quoted(FILE *f, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_-+=:,./@%";

    if (*text && strspn(text, plain) == strlen(text)) {
        fputs(text, f);
        return;
    }
    fputc('\'', f);
    for (; *text; ++text)
        fputs(*text == '\'' ? "'\\''" : (char[]){*text, '\0'}, f);
    fputc('\'', f);
}

/* From what decides the run. NULL when memory is out. */
static char *command_line(const struct choice *c, const struct assay_variant *v)
{
    const char *set = assay_params_set_name(v->block, &v->params);
    char *text = NULL, values[128];
    size_t size;
    FILE *f = open_memstream(&text, &size);

    if (!f)
        return NULL;
    assay_params_print(v->block, &v->params, values, sizeof values);
    fputs("assay gemm", f);
    for (size_t i = 0; i < FILES; ++i) {
        fputc(' ', f);
        print_quoted(f, c->file[i]);
    }
    fprintf(f, " --params %s --backend %s", set ? set : values, assay_backend_name(c->backend));
    if (c->stall)
        fprintf(f, " --stall %" PRIu64 " --seed %" PRIu64, c->stall, c->seed);
    if (c->rtl) {
        fputs(" --rtl ", f);
        print_quoted(f, c->rtl);
    }
    if (fclose(f) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

static int read_matrix(const char *path, struct assay_npy *m)
{
    char why[4352];
    enum assay_error e = assay_npy_read(path, m, why, sizeof why);

    if (e != ASSAY_OK) {
        assay_cli_error("%s", why);
        return (int)e;
    }
    if (m->type != ASSAY_NPY_U8 && m->type != ASSAY_NPY_S8) {
        assay_cli_error("%s: dtype %s: expected uint8 or int8", path, assay_npy_type_name(m->type));
        return EXIT_USAGE;
    }
    return 0;
}

/* Everything that can be wrong with the request, before long work. */
static int prepare(struct job *j)
{
    const struct choice *c = &j->choice;
    char why[4352];
    size_t size;
    int status;

    j->variant.block = assay_block_find("dpas");
    j->variant.rtl = c->rtl;
    if (!assay_params_parse(j->variant.block, c->params, &j->variant.params, why, sizeof why)) {
        assay_cli_error("%s", why);
        return EXIT_USAGE;
    }
    assay_params_print(j->variant.block, &j->variant.params, j->params, sizeof j->params);
    status = read_matrix(c->file[A], &j->a);
    if (!status)
        status = read_matrix(c->file[B], &j->b);
    if (status)
        return status;
    if (j->a.cols != j->b.rows) {
        assay_cli_error("%s: shape (%zu, %zu) does not go with (%zu, %zu) of %s: expected %zu rows",
                        c->file[B], j->b.rows, j->b.cols, j->a.rows, j->a.cols, c->file[A],
                        j->a.cols);
        return EXIT_USAGE;
    }
    status = (int)assay_npy_writable(c->file[OUT], why, sizeof why);
    if (status) {
        assay_cli_error("%s", why);
        return status;
    }
    j->d.type = ASSAY_NPY_S32;
    j->d.rows = j->a.rows;
    j->d.cols = j->b.cols;
    if (!__builtin_mul_overflow(j->d.rows, j->d.cols, &size) &&
        !__builtin_mul_overflow(size, sizeof *j->g.d, &size))
        j->d.data = malloc(size);
    j->again = command_line(c, &j->variant);
    if (!j->d.data || !j->again) {
        assay_cli_error("%s: out of memory: expected room for %zu by %zu elements", c->file[OUT],
                        j->d.rows, j->d.cols);
        return EXIT_FAULT;
    }
    j->g.a = j->a.data;
    j->g.b = j->b.data;
    j->g.d = j->d.data;
    j->g.a_signed = j->a.type == ASSAY_NPY_S8;
    j->g.b_signed = j->b.type == ASSAY_NPY_S8;
    j->g.m = j->a.rows;
    j->g.k = j->a.cols;
    j->g.n = j->b.cols;
    return 0;
}

static bool on_progress(void *arg, uint64_t cycle)
{
    struct job *j = arg;

    (void)cycle;
    assay_cli_progress_update(&j->progress, j->g.done);
    return !assay_cli_interrupted();
}

/* Run the product. Returns an exit status, with the report printed when it is not 0. */
static int multiply(struct job *j, struct assay_lockstep *ls)
{
    const struct assay_result *r;

    assay_cli_catch_signals();
    assay_cli_progress_begin(&j->progress, "command", j->g.total);
    assay_lockstep_run(ls, UINT64_MAX);
    assay_cli_progress_end(&j->progress);
    if (j->g.failed)
        assay_lockstep_fail(ls);
    r = assay_lockstep_finish(ls);
    if (r->verdict == ASSAY_PASS && !r->interrupted)
        return EXIT_EQUAL;
    if (j->choice.json)
        assay_report_json(stdout, ls, j->again);
    else
        assay_report_text(stdout, ls, j->again);
    if (j->g.failed)
        assay_cli_error("%s: %s", j->variant.block->name, j->g.why);
    assay_cli_error("%s: not written: %" PRIu64 " of %" PRIu64 " commands were done",
                    j->choice.file[OUT], j->g.done, j->g.total);
    return r->verdict == ASSAY_PASS ? EXIT_FAULT : EXIT_MISMATCH;
}

static void add_u64(cJSON *o, const char *name, uint64_t v)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, v);
    cJSON_AddRawToObject(o, name, text);
}

static void add_s64(cJSON *o, const char *name, int64_t v)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRId64, v);
    cJSON_AddRawToObject(o, name, text);
}

static cJSON *difference_json(const struct dpas_gemm_check *c)
{
    cJSON *o = cJSON_CreateObject();

    add_u64(o, "elements", c->differing);
    add_u64(o, "row", c->row);
    add_u64(o, "column", c->col);
    add_s64(o, "got", c->got);
    add_s64(o, "expected", (int32_t)(uint32_t)c->exact);
    return o;
}

static void print_json(const struct job *j, const struct assay_result *r, const struct outcome *o)
{
    const struct choice *c = &j->choice;
    const bool exact = o->check.differing == 0;
    cJSON *json = cJSON_CreateObject();
    char *text;

    cJSON_AddStringToObject(json, "verdict", assay_verdict_name(exact ? ASSAY_PASS : ASSAY_FAILED));
    cJSON_AddStringToObject(json, "array", j->variant.block->name);
    cJSON_AddStringToObject(json, "params", j->params);
    cJSON_AddStringToObject(json, "backend", assay_backend_name(c->backend));
    add_u64(json, "stall", c->stall);
    add_u64(json, "seed", c->seed);
    cJSON_AddStringToObject(json, "a_type", assay_npy_type_name(j->a.type));
    cJSON_AddStringToObject(json, "b_type", assay_npy_type_name(j->b.type));
    add_u64(json, "m", j->g.m);
    add_u64(json, "k", j->g.k);
    add_u64(json, "n", j->g.n);
    add_u64(json, "commands", j->g.total);
    add_u64(json, "cycles", r->cycles);
    add_u64(json, "compared", r->compared);
    cJSON_AddNumberToObject(json, "products", o->work);
    cJSON_AddNumberToObject(json, "products_per_cycle", o->rate);
    cJSON_AddNumberToObject(json, "peak_per_cycle", o->peak);
    cJSON_AddBoolToObject(json, "exact", exact);
    add_u64(json, "wrapped", o->check.wrapped);
    if (exact) {
        cJSON_AddStringToObject(json, "out", c->file[OUT]);
    } else {
        cJSON_AddItemToObject(json, "first_difference", difference_json(&o->check));
        cJSON_AddStringToObject(json, "reproduce", j->again);
    }
    cJSON_AddNumberToObject(json, "seconds", r->seconds);
    text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (text)
        printf("%s\n", text);
    free(text);
}

static void print_summary(const struct job *j, const struct assay_result *r,
                          const struct outcome *o)
{
    const struct choice *c = &j->choice;
    const char *set = assay_params_set_name(j->variant.block, &j->variant.params);

    printf("product:    %zux%zu %s * %zux%zu %s = %zux%zu %s, the exact product%s\n", j->g.m,
           j->g.k, assay_npy_type_name(j->a.type), j->g.k, j->g.n, assay_npy_type_name(j->b.type),
           j->g.m, j->g.n, assay_npy_type_name(j->d.type), o->check.wrapped ? " modulo 2^32" : "");
    printf("array:      dpas (%s%s%s), stall %" PRIu64 "\n", set ? set : "", set ? ": " : "",
           j->params, c->stall);
    if (c->backend == ASSAY_MODEL)
        printf("cycles:     %" PRIu64 " on the golden model alone: nothing was compared with RTL\n",
               r->cycles);
    else
        printf("cycles:     %" PRIu64 " of RTL (%s), %" PRIu64
               " compared with the golden model: all equal\n",
               r->cycles, assay_backend_name(c->backend), r->compared);
    printf("commands:   %" PRIu64 "\n", j->g.total);
    printf("products:   %.0f, %.1f a cycle, %.1f%% of the array's peak of %.0f\n", o->work, o->rate,
           100 * o->rate / o->peak, o->peak);
    printf("seconds:    %.3f\n", r->seconds);
    printf("written:    %s\n", c->file[OUT]);
}

/* Check the result against the exact product, write it and say how it went. */
static int deliver(const struct job *j, const struct assay_result *r)
{
    const struct choice *c = &j->choice;
    struct outcome o = {.work = dpas_gemm_work(&j->g), .peak = dpas_gemm_peak(&j->variant.params)};
    char why[4352];
    int status;

    o.rate = o.work / (double)r->cycles;
    if (!dpas_gemm_verify(&j->g, &o.check)) {
        assay_cli_error("%s: out of memory for the check: expected room for a row", c->file[OUT]);
        return EXIT_FAULT;
    }
    if (o.check.differing) {
        if (c->json)
            print_json(j, r, &o);
        assay_cli_error(
            "%s: not written: %zu elements are not those of the exact product, the first "
            "in row %zu, column %zu is %" PRId32 ": expected %" PRId32,
            c->file[OUT], o.check.differing, o.check.row, o.check.col, o.check.got,
            (int32_t)(uint32_t)o.check.exact);
        if (!c->json)
            printf("reproduce:  %s\n", j->again);
        return EXIT_MISMATCH;
    }
    if (o.check.wrapped)
        assay_cli_error(
            "%s: warning: %zu elements are beyond int32 and wrapped modulo 2^32: expected "
            "sums from -2^31 to 2^31-1",
            c->file[OUT], o.check.wrapped);
    status = (int)assay_npy_write(c->file[OUT], &j->d, why, sizeof why);
    if (status) {
        assay_cli_error("%s", why);
        return status;
    }
    if (c->json)
        print_json(j, r, &o);
    else
        print_summary(j, r, &o);
    return EXIT_EQUAL;
}

static int run(struct job *j, const struct assay_dut_ops *ops)
{
    const struct choice *c = &j->choice;
    const struct assay_config config = {
        .block = j->variant.block,
        .params = j->variant.params,
        .scenario = &dpas_gemm_scenario,
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
        assay_cli_error("%s", why);
        return EXIT_FAULT;
    }
    status = multiply(j, ls);
    if (!status)
        status = deliver(j, assay_lockstep_result(ls));
    assay_lockstep_close(ls);
    return status;
}

int assay_cmd_gemm(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "A.npy B.npy OUT.npy",
        "Multiply two matrices on dpas, tile by tile: golden model and RTL in lockstep, every "
        "output "
        "compared in every cycle, the result checked against the exact product.\v"
        "A.npy and B.npy hold matrices of dtype uint8 or int8 in C order; OUT.npy becomes their "
        "product, int32 modulo 2^32. It is written only when all compared equal.",
        NULL,
        NULL,
        NULL};
    struct job j = {.choice = {.backend = ASSAY_VERILATOR, .seed = 1}};
    struct assay_cli_dut dut;
    int status;

    argp_parse(&argp, argc, argv, 0, NULL, &j.choice);
    status = prepare(&j);
    if (!status)
        status = assay_cli_dut_open(j.choice.backend, &j.variant, &dut);
    if (!status) {
        status = run(&j, dut.ops);
        assay_cli_dut_close(&dut);
    }
    assay_npy_free(&j.a);
    assay_npy_free(&j.b);
    assay_npy_free(&j.d);
    free(j.again);
    return status;
}
