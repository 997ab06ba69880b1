#include "cli/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim/home.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

struct command {
    const char *name, *summary;
    int (*main)(int argc, char **argv);
};

static const struct command commands[] = {
    {"list", "blocks, parameter sets, backends, scenarios", assay_cmd_list},
    {"run", "golden model and RTL in lockstep", assay_cmd_run},
    {"replay", "a saved run again", assay_cmd_replay},
    {"shrink", "reduce a failing run to a minimal one", assay_cmd_shrink},
    {"vectors", "stimulus and expected response as files", assay_cmd_vectors},
    {"asm", "assemble a program for predicate, with the uniformity pass", assay_cmd_asm},
    {"gemm", "multiply real matrices through the array", assay_cmd_gemm},
    {"scene", "draw a real mesh through the depth block", assay_cmd_scene},
    {"coverage", "merge and print coverage", assay_cmd_coverage},
    {"regress", "run a list of runs", assay_cmd_regress},
    {"report", "what a regression found", assay_cmd_report},
    {"faults", "whether the stimulus finds a block's known bugs", assay_cmd_faults},
    {"prove", "machine-checked proofs", assay_cmd_prove},
    {"bench", "the documents' claims, measured, and the speed of this program", assay_cmd_bench},
    {"doctor", "are the tools here, and what to install", assay_cmd_doctor},
    {"build", "build the DUT variants of a block", assay_cmd_build},
};

enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

/* The program's own arguments, to start it again inside vvp. */
static int program_argc;
static char **program_argv;

static void usage(FILE *f)
{
    fprintf(f, "Usage: assay COMMAND [ARGUMENT...]\n\n");
    for (size_t i = 0; i < N_COMMANDS; ++i)
        fprintf(f, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fprintf(f,
            "\n`assay COMMAND --help` says more. Exit status: 0 all compared equal, 1 a mismatch "
            "or a failed\ncheck, 2 bad usage or input, 3 an internal or environment fault.\n");
}

int assay_main(int argc, char **argv)
{
    program_argc = argc;
    program_argv = argv;
    argp_err_exit_status = EXIT_USAGE;
    if (argc < 2) {
        usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        char home[4096], cache[4096];

        printf("assay %s\nbuilt by %s, " ASSAY_BUILD_TYPE ", %s%s\nfiles %s\nvariants %s\n",
               ASSAY_VERSION, COMPILER,
#ifdef __OPTIMIZE__
               "optimized",
#else
               "not optimized",
#endif
#ifdef __SANITIZE_ADDRESS__
               ", with sanitizers",
#else
               "",
#endif
               assay_home(home, sizeof home), assay_home_cache(cache, sizeof cache));
        return 0;
    }
    for (size_t i = 0; i < N_COMMANDS; ++i) {
        char name[32];
        char **own;
        int status;

        if (strcmp(argv[1], commands[i].name) != 0)
            continue;
        /* argp names the program after argv[0]. */
        own = calloc((size_t)argc, sizeof *own);
        if (!own) {
            assay_cli_error("out of memory");
            return EXIT_FAULT;
        }
        snprintf(name, sizeof name, "assay %s", commands[i].name);
        own[0] = name;
        memcpy(own + 1, argv + 2, (size_t)(argc - 2) * sizeof *own);
        status = commands[i].main(argc - 1, own);
        free(own);
        return status;
    }
    assay_cli_error("unknown command '%s': expected one of those that `assay --help` lists",
                    argv[1]);
    return EXIT_USAGE;
}

error_t assay_cli_one_argument(int key, char *arg, struct argp_state *state, const char **value,
                               const char *what, const char *expected)
{
    switch (key) {
    case ARGP_KEY_ARG:
        if (*value)
            argp_error(state, "unexpected argument '%s': expected one %s", arg, what);
        *value = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected %s", expected);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

error_t assay_cli_block_argument(int key, char *arg, struct argp_state *state, const char **value)
{
    return assay_cli_one_argument(key, arg, state, value, "block",
                                  "a block; `assay list` names them");
}

const char *assay_cli_compiler(void)
{
    return COMPILER;
}

void assay_cli_error(const char *format, ...)
{
    va_list args;

    fflush(stdout);
    fputs("assay: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

bool assay_cli_number(const char *text, uint64_t *value)
{
    uint64_t v = 0;

    if (*text < '0' || *text > '9')
        return false;
    for (; *text; ++text) {
        if (*text == '_' && text[1])
            continue;
        if (*text < '0' || *text > '9' || __builtin_mul_overflow(v, UINT64_C(10), &v) ||
            __builtin_add_overflow(v, (uint64_t)(*text - '0'), &v))
            return false;
    }
    *value = v;
    return true;
}

int assay_cli_dut_open(enum assay_backend backend, const struct assay_variant *v,
                       struct assay_cli_dut *d)
{
    char why[4096] = "";
    int status = 0;

    memset(d, 0, sizeof *d);
    switch (backend) {
    case ASSAY_MODEL:
    case ASSAY_BACKENDS:
        break;
    case ASSAY_VERILATOR:
        status = (int)assay_verilator_open(v, false, &d->ops, &d->handle, why, sizeof why);
        break;
    case ASSAY_SYSTEMC:
    case ASSAY_SYSTEMC_MODEL:
        status = (int)assay_systemc_open(
            v, backend == ASSAY_SYSTEMC ? ASSAY_MODULE_SYSTEMC : ASSAY_MODULE_GOLDEN, false,
            &d->ops, &d->handle, why, sizeof why);
        break;
    case ASSAY_ICARUS:
        if (assay_icarus_inside()) {
            d->ops = assay_icarus_ops(v->block);
            break;
        }
        status = (int)assay_icarus_exec(v, program_argc, program_argv, why, sizeof why);
        break;
    }
    if (status)
        assay_cli_error("%s", why);
    return status;
}

void assay_cli_dut_close(struct assay_cli_dut *d)
{
    assay_verilator_close(d->handle);
    memset(d, 0, sizeof *d);
}

double assay_cli_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void assay_cli_progress_begin(struct assay_cli_progress *p, const char *label, uint64_t total)
{
    p->label = label;
    p->total = total;
    p->begun = assay_cli_now();
    p->shown = 0;
    p->terminal = isatty(STDERR_FILENO) != 0;
}

void assay_cli_progress_update(struct assay_cli_progress *p, uint64_t done)
{
    double t, rate;

    if (!p->terminal)
        return;
    t = assay_cli_now();
    if (t - p->shown < 0.2)
        return;
    p->shown = t;
    rate = t > p->begun ? (double)done / (t - p->begun) : 0;
    fprintf(stderr, "\r%s %llu", p->label, (unsigned long long)done);
    if (p->total && p->total != UINT64_MAX)
        fprintf(stderr, " of %llu (%.0f%%)", (unsigned long long)p->total,
                100.0 * (double)done / (double)p->total);
    fprintf(stderr, ", %.3g/s", rate);
    if (p->total && p->total != UINT64_MAX && rate > 0)
        fprintf(stderr, ", %.0f s left", (double)(p->total - done) / rate);
    fputs("\033[K", stderr);
}

void assay_cli_progress_end(struct assay_cli_progress *p)
{
    if (p->terminal && p->shown > 0)
        fputs("\r\033[K", stderr);
}

void assay_cli_quote(FILE *f, const char *text)
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

static volatile sig_atomic_t interrupted;

static void on_signal(int signal)
{
    interrupted = signal;
}

void assay_cli_catch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal};

    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

bool assay_cli_interrupted(void)
{
    return interrupted != 0;
}

void assay_cli_derived_path(const char *path, const char *kind, char *out, size_t size)
{
    static const char ending[] = ".replay";
    const size_t length = strlen(path), tail = sizeof ending - 1;
    const bool known = length > tail && strcmp(path + length - tail, ending) == 0;

    snprintf(out, size, "%.*s.%s%s", (int)(known ? length - tail : length), path, kind, ending);
}
