#include "cli/cli.h"

#include <argp.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attach/attach.h"
#include "base/called.h"
#include "base/error.h"
#include "base/home.h"
#include "base/message.h"
#include "base/number.h"
#include "base/program.h"
#include "base/stdout.h"
#include "base/unknown.h"
#include "command/commands.h"
#include "engine/attached.h"
#include "engine/guard.h"
#include "sim/starts.h"

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
    {"list", "list the blocks, or one block's parameters, scenarios and faults", assay_cmd_list},
    {"run", "run golden model and RTL in lockstep", assay_cmd_run},
    {"replay", "repeat a saved run", assay_cmd_replay},
    {"shrink", "reduce the stimulus to a minimal failing case", assay_cmd_shrink},
    {"explain", "compare a failing run with a version that passes", assay_cmd_explain},
    {"vectors", "write stimulus and expected responses as files", assay_cmd_vectors},
    {"asm", "assemble a program for predicate or core", assay_cmd_asm},
    {"launch", "run a kernel on arrays, with all blocks together", assay_cmd_launch},
    {"gemm", "multiply matrices on a systolic array", assay_cmd_gemm},
    {"numerics", "compare the arithmetic of matrix units on a product", assay_cmd_numerics},
    {"scene", "draw a mesh through the depth culling block", assay_cmd_scene},
    {"coverage", "merge coverage and list uncovered points", assay_cmd_coverage},
    {"regress", "run a list of jobs in parallel", assay_cmd_regress},
    {"report", "print the results of a regression", assay_cmd_report},
    {"faults", "check that every known bug of a block is detected", assay_cmd_faults},
    {"mutate", "count the small changes of the RTL that the stimulus detects", assay_cmd_mutate},
    {"prove", "run machine-checked proofs", assay_cmd_prove},
    {"bench", "measure the patents' claims and the speed of this program", assay_cmd_bench},
    {"doctor", "check that the required tools are installed", assay_cmd_doctor},
    {"new-block", "write the folder of a block for RTL of your own", assay_cmd_new_block},
    {"build", "build a block's RTL for simulation", assay_cmd_build},
    {"cache", "list and remove built variants and proofs", assay_cmd_cache},
};

enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

/* Commands that read no file of the project's tree, or report themselves what is missing. */
static const char *const without_tree[] = {"asm", "vectors", "numerics", "doctor", "cache"};

/* The original arguments, to start the program again inside vvp. */
static int program_argc;
static char **program_argv;

static void usage(FILE *f)
{
    fprintf(f, "Usage: assay COMMAND [ARGUMENT...]\n"
               "       assay help [COMMAND]\n"
               "       assay --version\n\n");
    for (size_t i = 0; i < N_COMMANDS; ++i)
        fprintf(f, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fprintf(f, "\n`assay help COMMAND` describes a command.\n\n"
               "Exit status: 0 all compared equal, 1 a mismatch or a failed check, 2 bad usage or\n"
               "bad input, 3 an internal or environment fault, 129, 130, 143 stopped by SIGHUP,\n"
               "SIGINT or SIGTERM, 141 the reader of the output has ended (SIGPIPE).\n");
}

static bool is_option(const char *arg, const char *brief, const char *full)
{
    return strcmp(arg, brief) == 0 || strcmp(arg, full) == 0;
}

static const char *command_at(const void *arg, size_t i)
{
    (void)arg;
    return i < N_COMMANDS ? commands[i].name : i == N_COMMANDS ? "help" : NULL;
}

/* Whether the tree exists, if the command needs it. A request for help does not need it. */
static bool has_tree(int argc, char **argv)
{
    char home[PATH_MAX], why[3 * PATH_MAX];

    for (size_t i = 0; i < sizeof without_tree / sizeof without_tree[0]; ++i)
        if (strcmp(argv[1], without_tree[i]) == 0)
            return true;
    for (int i = 2; i < argc; ++i)
        if (strcmp(argv[i], "--usage") == 0 || is_option(argv[i], "-h", "--help") ||
            is_option(argv[i], "-V", "--version"))
            return true;
    if (assay_home_find(home, sizeof home, why, sizeof why))
        return true;
    assay_print_error("%s", why);
    return false;
}

static void print_version(FILE *f, struct argp_state *state)
{
    char home[PATH_MAX], cache[PATH_MAX], why[3 * PATH_MAX];
    const bool found = assay_home_find(home, sizeof home, why, sizeof why);

    (void)state;
    fprintf(f, "assay %s\nbuilt by %s, " ASSAY_BUILD_TYPE ", %s%s\nfiles %s%s\nvariants %s\n",
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
            found ? "" : "MISSING: ", found ? home : why, assay_home_cache(cache, sizeof cache));
}

/* Started by another vvp: serve a DUT to it. */
static int serve(int argc, char **argv)
{
    const struct assay_block *b;
    char why[PATH_MAX + 256];
    uint64_t fd;

    if (argc != 4 || !assay_parse_number(argv[3], &fd) ||
        assay_block_named(argv[2], &b, why, sizeof why) != ASSAY_OK)
        return EXIT_FAULT;
    assay_icarus_serve(b, (int)fd);
    return EXIT_EQUAL;
}

static int run_command(int argc, char **argv)
{
    char why[512];
    double settle;

    if (argc < 2) {
        usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "help") == 0 && argc > 2) {
        if (argc > 3) {
            assay_print_error("unexpected argument '%s': expected one command", argv[3]);
            return EXIT_USAGE;
        }
        return run_command(3, (char *[]){argv[0], argv[2], (char *)"--help", NULL});
    }
    if (strcmp(argv[1], "help") == 0 || is_option(argv[1], "-h", "--help")) {
        usage(stdout);
        return 0;
    }
    if (is_option(argv[1], "-V", "--version")) {
        print_version(stdout, NULL);
        return 0;
    }
    if (assay_icarus_inside() && strcmp(argv[1], ASSAY_ICARUS_SERVE) == 0)
        return serve(argc, argv);
    if (!assay_home_check(why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    if (!assay_guard_settle(&settle)) {
        assay_print_error("ASSAY_SETTLE=%s: " ASSAY_SETTLE_EXPECTED, getenv("ASSAY_SETTLE"));
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < N_COMMANDS; ++i) {
        char name[32];
        char **own;
        int status;

        if (strcmp(argv[1], commands[i].name) != 0)
            continue;
        if (!has_tree(argc, argv))
            return EXIT_FAULT;
        /* argp uses argv[0] as the name of the program. */
        own = calloc((size_t)argc, sizeof *own);
        if (!own) {
            assay_print_error("out of memory");
            return EXIT_FAULT;
        }
        snprintf(name, sizeof name, "assay %s", commands[i].name);
        own[0] = name;
        memcpy(own + 1, argv + 2, (size_t)(argc - 2) * sizeof *own);
        status = commands[i].main(argc - 1, own);
        free(own);
        return status;
    }
    assay_unknown(why, sizeof why, "command", argv[1], command_at, NULL);
    assay_print_error("%s", why);
    return EXIT_USAGE;
}

/* If the locale is not installed, the tools that the program runs print a complaint where their
 * version is expected. */
static void leave_absent_locale(void)
{
    const locale_t locale = newlocale(LC_ALL_MASK, "", (locale_t)0);

    if (locale)
        freelocale(locale);
    else
        setenv("LC_ALL", "C.UTF-8", 1);
}

int assay_main(int argc, char **argv)
{
    leave_absent_locale();
    assay_set_called(argv[0]);
    program_argc = argc;
    program_argv = argv;
    assay_attach_begin();
    argp_err_exit_status = EXIT_USAGE;
    argp_program_version_hook = print_version;
    return assay_stdout_end(run_command(argc, argv));
}

const char *assay_cli_compiler(void)
{
    return COMPILER;
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
    case ASSAY_CHECK_X:
        status = (int)assay_starts_open(v, false, &d->ops, &d->handle, why, sizeof why);
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
        assay_print_error("%s", why);
    return status;
}

void assay_cli_dut_close(struct assay_cli_dut *d)
{
    assay_verilator_close(d->handle);
    memset(d, 0, sizeof *d);
}

static const char replay_ending[] = ".replay";

size_t assay_cli_stem(const char *name)
{
    const size_t length = strlen(name), tail = sizeof replay_ending - 1;
    const bool known = length > tail && strcmp(name + length - tail, replay_ending) == 0;

    return known ? length - tail : length;
}

bool assay_cli_derived_path(const char *path, const char *kind, char *out, size_t size)
{
    const int n =
        snprintf(out, size, "%.*s.%s%s", (int)assay_cli_stem(path), path, kind, replay_ending);

    if (n >= 0 && (size_t)n < size)
        return true;
    assay_print_error("%s: the name is too long to add .%s to it: expected --out", path, kind);
    return false;
}
