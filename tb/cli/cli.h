/*
 * cli.h - what the subcommands of the program share.
 *
 * Exit status: 0 all compared equal; 1 a mismatch or a failed check; 2 bad usage or bad input; 3 an
 * internal or environment fault.
 */
#ifndef ASSAY_CLI_H
#define ASSAY_CLI_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "lockstep/lockstep.h"
#include "sim/backend.h"

enum { EXIT_EQUAL = 0, EXIT_MISMATCH = 1, EXIT_USAGE = 2, EXIT_FAULT = 3 };

/* The whole program: main() and, inside vvp, the VPI module call it. */
int assay_main(int argc, char **argv);

/* Subcommands; argv[0] is "assay NAME". */
int assay_cmd_list(int argc, char **argv);
int assay_cmd_run(int argc, char **argv);
int assay_cmd_replay(int argc, char **argv);
int assay_cmd_shrink(int argc, char **argv);
int assay_cmd_build(int argc, char **argv);
int assay_cmd_bench(int argc, char **argv);
int assay_cmd_vectors(int argc, char **argv);
int assay_cmd_gemm(int argc, char **argv);
int assay_cmd_scene(int argc, char **argv);
int assay_cmd_asm(int argc, char **argv);
int assay_cmd_coverage(int argc, char **argv);
int assay_cmd_regress(int argc, char **argv);
int assay_cmd_report(int argc, char **argv);
int assay_cmd_faults(int argc, char **argv);
int assay_cmd_prove(int argc, char **argv);
int assay_cmd_doctor(int argc, char **argv);

/* "assay: ..." and a newline on standard error. */
void assay_cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* For the default of a command's parser: the one argument that it takes, such as its only "file", and
 * what is expected where there is none, such as "a replay file". */
error_t assay_cli_one_argument(int key, char *arg, struct argp_state *state, const char **value,
                               const char *what, const char *expected);
/* The same for a block. */
error_t assay_cli_block_argument(int key, char *arg, struct argp_state *state, const char **value);

/* "gcc 12.2.0": what this program was built by. */
const char *assay_cli_compiler(void);

/* The first line of what a tool says of its version, "" if it says nothing; false if PATH has no such tool. */
bool assay_cli_tool_version(const char *tool, const char *option, char *line, size_t size);

/* A plain decimal number; underscores between digits are allowed. False for anything else. */
bool assay_cli_number(const char *text, uint64_t *value);

/* "x.min.replay" for "x.replay" and the kind "min". */
void assay_cli_derived_path(const char *path, const char *kind, char *out, size_t size);

/* An argument as a shell takes it. */
void assay_cli_quote(FILE *f, const char *text);

double assay_cli_now(void); /* seconds, monotonic */

/* The DUT of a run. */
struct assay_cli_dut {
    const struct assay_dut_ops *ops; /* NULL for the model alone */
    void *handle;
};

/* Open one. Returns 0, or an exit status after printing why. For icarus outside vvp the program starts
 * again inside it, so a command opens the DUT before it prints or writes anything. */
int assay_cli_dut_open(enum assay_backend backend, const struct assay_variant *v,
                       struct assay_cli_dut *d);
void assay_cli_dut_close(struct assay_cli_dut *d);

/* Rate, percentage and time left, on a terminal only. */
struct assay_cli_progress {
    const char *label;
    uint64_t total;
    double begun, shown;
    bool terminal;
};
void assay_cli_progress_begin(struct assay_cli_progress *p, const char *label, uint64_t total);
void assay_cli_progress_update(struct assay_cli_progress *p, uint64_t done);
void assay_cli_progress_end(struct assay_cli_progress *p);

/* Set by SIGINT and SIGTERM once assay_cli_catch_signals was called: finish and report what stands. */
void assay_cli_catch_signals(void);
bool assay_cli_interrupted(void);

/* What `run` and `replay` have in common: everything that decides a run. Texts are as given. */
struct assay_cli_run {
    const char *block, *params, *scenario, *backend, *rtl, *fault, *out, *coverage, *trace;
    const char *program;       /* file for a block that runs programs; NULL: none */
    const char *code_coverage; /* file for line and toggle counts; NULL: none */
    const char *replay;        /* the file that this run comes from; NULL: the command line */
    const struct assay_script *script; /* in place of the scenario's stimulus; NULL: none */
    uint64_t seed, cycles, hang, window;
    int stall, illegal, corner, resets; /* -1: the scenario's */
    bool json, quiet;
    bool as_written; /* the program, without what usually improves it */
};

enum { ASSAY_DEFAULT_CYCLES = 100000 };

int assay_cli_run(const struct assay_cli_run *r);

/* Block, parameters, scenario, knobs and seed, from texts. False with a message in `why`. */
bool assay_cli_choose(const struct assay_cli_run *r, struct assay_config *c, char *why,
                      size_t why_size);

/* key=value,... over stall, illegal, corner, resets, each 0..100. False with a message in `why`. */
bool assay_cli_knobs(const char *text, struct assay_cli_run *r, char *why, size_t why_size);

#endif
