/*
 * cli.h - shared by the subcommands that run a lockstep.
 */
#ifndef ASSAY_CLI_H
#define ASSAY_CLI_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "base/digest.h"
#include "base/text.h"
#include "engine/lockstep.h"
#include "sim/backend.h"
#include "stimulus/replay.h"

/* The compiler that built this program, such as "gcc 12.2.0". */
const char *assay_cli_compiler(void);

/* The length of a file's name without `.replay` at its end. */
size_t assay_cli_stem(const char *name);

/* "x.min.replay" for "x.replay" and the kind "min". False, after printing the
 * error, if it does not fit. */
bool assay_cli_derived_path(const char *path, const char *kind, char *out, size_t size);

/* The DUT of a run. */
struct assay_cli_dut {
    const struct assay_dut_ops *ops; /* NULL for the model alone */
    void *handle;
};

/* Open the DUT. Returns 0, or an exit status after printing the error. Outside vvp, icarus restarts
 * the program inside vvp, so a command must open the DUT before it prints or writes anything. */
int assay_cli_dut_open(enum assay_backend backend, const struct assay_variant *v,
                       struct assay_cli_dut *d);
void assay_cli_dut_close(struct assay_cli_dut *d);

/* The other side of `--against`. The configuration refers to it, so it must live as long. */
struct assay_cli_against {
    struct assay_block block; /* at the level of comparison */
    struct assay_cli_dut dut;
    bool icarus; /* it runs in its own vvp */
    char side_of[2][PATH_MAX + 64];
    /* Of the text of the RTL: [0] of the variant, [1] of the other RTL. */
    char key[2][ASSAY_KEY_SIZE];
    bool alone; /* it is the same RTL (see assay_cli_start_alone) */
};

/* Make a configured run compare a variant with other RTL, `against`, of the same block.
 * Returns 0, or an exit status after printing the error. With Icarus, call this inside vvp,
 * after the DUT has been opened. */
int assay_cli_against_open(struct assay_cli_against *a, struct assay_config *c,
                           const struct assay_variant *v, const char *against,
                           enum assay_backend backend);
void assay_cli_against_close(struct assay_cli_against *a);
/* Print the name of the other side's waveform, if it is separate from that of the run. */
void assay_cli_against_wave(const struct assay_config *c, const char *waveform, FILE *told);
/* Print a message for each side whose RTL has changed since the replay file was written. */
void assay_cli_against_changed(const struct assay_cli_against *a, const struct assay_replay *file,
                               const char *path);

/* Set the level of comparison to `level`, or to the block's default if that is NULL. False with a
 * message in `why` if it is not possible for the block. Call this before anything is built. */
bool assay_cli_against_level(struct assay_cli_against *a, struct assay_config *c, const char *level,
                             char *why, size_t why_size);

/* Everything that determines a run, for `run` and `replay`. Texts are as given by the user. */
struct assay_cli_run {
    const char *block, *params, *scenario, *backend, *rtl, *fault, *out, *coverage, *trace;
    /* RTL to compare with instead of the model, and the level of comparison; NULL: none. */
    const char *against, *level;
    const char *program;    /* for a block that runs programs; NULL: none */
    uint32_t groups, warps; /* launch parameters; 0: not given */
    const void *launch;     /* other launch parameters, for the block's reader; NULL: none */
    /* Writes the outputs of a program that has ended as it should, before the report, whose reader
     * may end this process. Returns 0, or an exit status after printing the error. NULL: none. */
    int (*write)(void *arg);
    void *write_arg;
    const char *command;       /* repeats the launch; NULL: made from the rest */
    const char *code_coverage; /* file for line and toggle counts; NULL: none */
    const char *replay;   /* the replay file of this run; NULL: it comes from the command line */
    const char *stimulus; /* a user's file, "-" for standard input; NULL: none */
    /* The name of the run's files, without extension; NULL: BLOCK-seedN. */
    const char *name;
    const struct assay_replay *replayed; /* with `replay`: its content */
    const struct assay_script *script;   /* replaces the scenario's stimulus; NULL: none */
    uint64_t seed, cycles, hang, window;
    bool seed_given;
    int stall, illegal, corner, resets; /* -1: as in the scenario */
    bool json;
    bool as_written;    /* run the program without the pass that usually improves it */
    bool allow_partial; /* the run may end before its scenario does */
    bool vacuity;       /* instead of the run, invert its output bits one at a time */
    bool check_x;       /* use the backend check-x */
    bool lint;          /* a warning about the RTL stops the build */
};

enum { ASSAY_DEFAULT_CYCLES = 100000 };

int assay_cli_run(const struct assay_cli_run *r);
/* Whether the run could start. Returns 0 and its backend, or an exit status
 * after printing the error. */
int assay_cli_run_check(const struct assay_cli_run *r, enum assay_backend *backend);

/* Run the stimulus in the file r->stimulus (stimulus/table.h). Returns the exit status. */
int assay_cli_run_stimulus(const struct assay_cli_run *r);
/* Whether a run took all transfers of its script. False with a message in `why`. */
bool assay_cli_stimulus_taken(const struct assay_script *s, const struct assay_result *result,
                              char *why, size_t why_size);

/* The same run with `n` seeds, starting at r->seed; `jobs` runs in parallel (0: one). */
enum { ASSAY_CLI_SEEDS_AT_ONCE = 60, ASSAY_CLI_SEEDS = 1000000 };
struct assay_cli_seeds {
    uint64_t n, jobs;
};
int assay_cli_run_seeds(const struct assay_cli_run *r, const struct assay_cli_seeds *s);

/* Open the DUT of a configured run, invert its output bits (diagnose/vacuity.h), and print which
 * ones go unnoticed. The list is model/<block>/vacuity.txt, or vacuity.txt in the block's folder.
 * Returns an exit status. */
int assay_cli_vacuity(struct assay_config *c, const struct assay_variant *variant,
                      enum assay_backend backend, bool json);

/* The same after a passing run of a block from a folder, whose DUT is open. It is done once per
 * RTL, model, parameters and scenario. Unnoticed bits are stored in the cache and printed as a
 * warning. Returns EXIT_EQUAL unless a signal ends it. */
int assay_cli_vacuity_after(const struct assay_config *c, const struct assay_variant *variant);

/* Find the registers whose start values cause a failure on the backend check-x
 * (diagnose/start_cause.h). Appends a sentence to `t` and returns the same as an object, to be
 * deleted. NULL if nothing differs between the starts, or if the cause can't be determined, after a
 * message. The DUT must be open. */
cJSON *assay_cli_start(const struct assay_config *c, const struct assay_result *result,
                       const struct assay_variant *v, struct assay_text *t);

/* On the backend check-x, a design without a model of cycles or transfers is compared only
 * with itself. Makes a configured run expect the outputs of the instance that starts from
 * zeros, in each cycle. Returns whether it does; false with a message in `why`, which is ""
 * for a block that has such a model. */
bool assay_cli_start_alone(struct assay_cli_against *a, struct assay_config *c, char *why,
                           size_t why_size);

/* Print which lines of the RTL drive the differing pins of a failing run. */
void assay_cli_drivers(FILE *f, const struct assay_result *result,
                       const struct assay_variant *variant);

/* Print the stimulus of a shrunk run by line: resets, pins outside streams, transactions,
 * stalls. */
struct assay_script;
void assay_cli_shrink_list(FILE *f, const struct assay_script *s);

/* Configure the run of a program, which replaces the scenario. Without a program this only sets
 * c->hang. False with a message in `why`. */
bool assay_cli_program(const struct assay_cli_run *r, struct assay_config *c, char *why,
                       size_t why_size);
/* Save the replay file of a program's run. It contains the transactions, since the file of the
 * program may change. */
struct assay_replay_origin;
bool assay_cli_program_save(const struct assay_lockstep *ls,
                            const struct assay_replay_origin *origin, const char *path, char *why,
                            size_t why_size);

/* False with a message in `why` if an option has no effect on the run. */
bool assay_cli_run_options(const struct assay_cli_run *r, const struct assay_config *c,
                           enum assay_backend backend, char *why, size_t why_size);

/* False with a message in `why` if the knob for resets is given for a scenario that
 * does not support resets. */
bool assay_cli_check_resets(const struct assay_cli_run *r, const struct assay_config *c, char *why,
                            size_t why_size);

/* Whether the folder `out` (NULL: the current one) has no file of a run with this name. */
bool assay_cli_name_is_free(const char *out, const char *name);

/* The first name that is free in `out`: "x.again", then "x.again2", "x.again3" and so on. "x" is
 * the first `length` characters of `base`. */
void assay_cli_again_name(const char *out, const char *base, size_t length, char name[PATH_MAX]);

/* Whether the replay file that this run would replace belongs to a failed run, or is none: then the
 * run must not replace any of the files beside it unless it fails as well. */
bool assay_cli_beside_failure(const struct assay_cli_run *r, const struct assay_config *c);

/* Whether a waveform can get its name at the end of the run. With vvp it is still open then, and
 * with two designs there are two. */
bool assay_cli_renames(const struct assay_cli_run *r, const struct assay_config *c);

/* The path of a file that a failing run leaves: OUT/BLOCK-seedN.EXT, or
 * OUT/NAME.EXT if the run has a name. */
void assay_cli_artefact(const struct assay_cli_run *r, const struct assay_config *c,
                        const char *ext, char path[PATH_MAX]);

/* Print the report of a run that ends with `status`, and write its files. Text output names each
 * file when it is written; JSON output contains the names. */
void assay_cli_run_tell(const struct assay_cli_run *r, const struct assay_lockstep *ls,
                        const struct assay_cli_against *against,
                        const struct assay_variant *variant, int status);

/* Whether the path is "-", a pipe or another file that can be read only once. */
bool assay_cli_read_once(const char *path);

/* Append the command that repeats the run. */
void assay_cli_run_again(const struct assay_cli_run *r, const struct assay_config *c,
                         enum assay_verdict verdict, struct assay_text *t);

/* Set the block, parameters, scenario, knobs and seed from the texts. False
 * with a message in `why`. */
bool assay_cli_choose(const struct assay_cli_run *r, struct assay_config *c, char *why,
                      size_t why_size);

/* Parse key=value,... with the keys stall, illegal, corner, resets and values from 0 to 100. False
 * with a message in `why`. */
bool assay_cli_knobs(const char *text, struct assay_cli_run *r, char *why, size_t why_size);

#endif
