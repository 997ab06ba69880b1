/*
 * cli.h - what the subcommands that run a lockstep share.
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

/* "gcc 12.2.0": what this program was built by. */
const char *assay_cli_compiler(void);

/* "x.min.replay" for "x.replay" and the kind "min". False after printing why if it does not fit. */
bool assay_cli_derived_path(const char *path, const char *kind, char *out, size_t size);

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

/* The other side of `--against`: where it is opened, it has to last as long as what it configures. */
struct assay_cli_against {
    struct assay_block block; /* at the level of comparison */
    struct assay_cli_dut dut;
    bool icarus; /* it is in a vvp of its own */
    char side_of[2][PATH_MAX + 64];
    char key[2][ASSAY_KEY_SIZE]; /* of the text of the RTL: the new side's first */
    bool alone;                  /* it is the same RTL (assay_cli_start_alone) */
};

/* Let a configured run compare a variant with other RTL, `against`, of the same block. Returns 0, or an exit status after printing
 * why. In Icarus it is for the program inside vvp, after the DUT has been opened. */
int assay_cli_against_open(struct assay_cli_against *a, struct assay_config *c,
                           const struct assay_variant *v, const char *against,
                           enum assay_backend backend);
void assay_cli_against_close(struct assay_cli_against *a);
/* Name the waveform of the other side, if it has one of its own beside that of the run. */
void assay_cli_against_wave(const struct assay_config *c, const char *waveform, FILE *told);
/* Say so when the RTL of a replay file is other RTL by what it says. */
void assay_cli_against_changed(const struct assay_cli_against *a, const struct assay_replay *file,
                               const char *path);

/* The level that was asked for, NULL: by default, and what of it is not for the block. False with a message in `why`. Before
 * anything is built. */
bool assay_cli_against_level(struct assay_cli_against *a, struct assay_config *c, const char *level,
                             char *why, size_t why_size);

/* What `run` and `replay` have in common: everything that decides a run. Texts are as given. */
struct assay_cli_run {
    const char *block, *params, *scenario, *backend, *rtl, *fault, *out, *coverage, *trace;
    const char *against,
        *level;          /* other RTL in place of the model, and how it is compared; NULL: none */
    const char *program; /* file for a block that runs programs; NULL: none */
    uint32_t groups, warps; /* to launch it with; 0: not given */
    const void *launch;     /* what else to launch it with, for the block's reader; NULL: nothing */
    const char *command;    /* that launches it again; NULL: it follows from the rest */
    const char *code_coverage; /* file for line and toggle counts; NULL: none */
    const char *replay;        /* the file that this run comes from; NULL: the command line */
    const char *stimulus;      /* file of a user's, "-": standard input; NULL: none */
    const char *name; /* of the files that the run leaves, without ending; NULL: BLOCK-seedN */
    const struct assay_replay *replayed; /* what stands in it, with `replay` */
    const struct assay_script *script;   /* in place of the scenario's stimulus; NULL: none */
    uint64_t seed, cycles, hang, window;
    bool seed_given;
    int stall, illegal, corner, resets; /* -1: the scenario's */
    bool json, quiet;
    bool as_written;    /* the program, without what usually improves it */
    bool allow_partial; /* a scenario with an end need not reach it */
    bool vacuity;       /* in place of the run: invert its output bits, one at a time */
    bool check_x;       /* on the backend check-x */
    bool lint;          /* a warning on the RTL stops the build */
};

enum { ASSAY_DEFAULT_CYCLES = 100000 };

int assay_cli_run(const struct assay_cli_run *r);
/* Whether it could begin: 0 and its backend, or an exit status after printing why. */
int assay_cli_run_check(const struct assay_cli_run *r, enum assay_backend *backend);

/* The run that the file r->stimulus describes (stimulus/table.h). */
int assay_cli_run_stimulus(const struct assay_cli_run *r);
/* Whether a run took all transfers of its script. False with a message in `why`. */
bool assay_cli_stimulus_taken(const struct assay_script *s, const struct assay_result *result,
                              char *why, size_t why_size);

/* The same run with `n` seeds from r->seed on, `jobs` of them at once (0: one). */
enum { ASSAY_CLI_SEEDS_AT_ONCE = 60, ASSAY_CLI_SEEDS = 1000000 };
struct assay_cli_seeds {
    uint64_t n, jobs;
};
int assay_cli_run_seeds(const struct assay_cli_run *r, const struct assay_cli_seeds *s);

/* Invert the output bits of a configured run (diagnose/vacuity.h) and tell which are not noticed. Returns
 * an exit status. The first opens the DUT and takes the list model/<block>/vacuity.txt, or vacuity.txt in the folder; for the second it is
 * open, and the list is given. */
int assay_cli_vacuity(struct assay_config *c, const struct assay_variant *variant,
                      enum assay_backend backend, bool json);
int assay_cli_vacuity_of(const struct assay_config *c, const char *list, bool json);

/* The same after a passing run of a block from a folder, whose DUT is open: once for its RTL, model, parameters and
 * scenario; the cache keeps which bits go unnoticed, and a warning says so. Not EXIT_EQUAL if a signal ends it. */
int assay_cli_vacuity_after(const struct assay_config *c, const struct assay_variant *variant);

/* Which registers' start values a failure of the backend check-x depends on (diagnose/start_cause.h): a sentence is
 * added to `t`, and the same comes back as an object, to be deleted. NULL if nothing differs between starts, or it
 * can't be told, which a message says. The DUT is open. */
cJSON *assay_cli_start(const struct assay_config *c, const struct assay_result *result,
                       const struct assay_variant *v, struct assay_text *t);

/* On the backend check-x a design whose model says nothing of cycles or transfers is compared with itself alone: let a
 * configured run expect what it puts out from zeros, in each cycle. Returns whether it does; false with a message in `why`, "" for a
 * block whose model says something. */
bool assay_cli_start_alone(struct assay_cli_against *a, struct assay_config *c, char *why,
                           size_t why_size);

/* Say which lines of the RTL of a failing run drive the pins that differ. */
void assay_cli_drivers(FILE *f, const struct assay_result *result,
                       const struct assay_variant *variant);

/* The stimulus of a shrunk run, line by line: resets, pins outside streams, transactions, stalls. */
struct assay_script;
void assay_cli_shrink_list(FILE *f, const struct assay_script *s);

/* A program, if there is one, takes the place of the scenario; c->hang is set. */
bool assay_cli_program(const struct assay_cli_run *r, struct assay_config *c, char *why,
                       size_t why_size);
/* The replay file of its run: written out, since the file of the program may change. */
struct assay_replay_origin;
bool assay_cli_program_save(const struct assay_lockstep *ls,
                            const struct assay_replay_origin *origin, const char *path, char *why,
                            size_t why_size);

/* False with a message in `why` for an option that can have no effect on the run. */
bool assay_cli_run_options(const struct assay_cli_run *r, const struct assay_config *c,
                           enum assay_backend backend, char *why, size_t why_size);

/* The same for those of a comparison with other RTL. */
bool assay_cli_against_options(const struct assay_cli_run *r, enum assay_backend backend, char *why,
                               size_t why_size);

/* False with a message in `why` for the knob of resets with a scenario that knows none. */
bool assay_cli_resets(const struct assay_cli_run *r, const struct assay_config *c, char *why,
                      size_t why_size);

/* Whether no run has left a file of that name in the folder `out` (NULL: this one). */
bool assay_cli_name_is_free(const char *out, const char *name);

/* "x.again" of `base`, which begins with "x" of `length`; or x.again2, x.again3 and so on: the first that is free in `out`. */
void assay_cli_again_name(const char *out, const char *base, size_t length, char name[PATH_MAX]);

/* OUT/BLOCK-seedN.EXT: what a failing run leaves; a replay's files are named after its own. */
void assay_cli_artefact(const struct assay_cli_run *r, const struct assay_config *c,
                        const char *ext, char path[PATH_MAX]);

/* The report of a run that ends with a status, and what is left beside it: for people the one before the other, for
 * scripts with its names. */
void assay_cli_run_tell(const struct assay_cli_run *r, const struct assay_lockstep *ls,
                        const struct assay_cli_against *against,
                        const struct assay_variant *variant, int status);

/* Add the command that runs it again. */
void assay_cli_run_again(const struct assay_cli_run *r, const struct assay_config *c,
                         enum assay_verdict verdict, struct assay_text *t);

/* Block, parameters, scenario, knobs and seed, from texts. False with a message in `why`. */
bool assay_cli_choose(const struct assay_cli_run *r, struct assay_config *c, char *why,
                      size_t why_size);

/* key=value,... over stall, illegal, corner, resets, each 0..100. False with a message in `why`. */
bool assay_cli_knobs(const char *text, struct assay_cli_run *r, char *why, size_t why_size);

#endif
