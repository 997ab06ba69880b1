/* hunt.h - the known bugs of a block that `assay faults` looks for, and its reports on them. */
#ifndef ASSAY_REGRESS_HUNT_H
#define ASSAY_REGRESS_HUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "engine/lockstep.h"
#include "regress/pool.h"
#include "sim/fault.h"

enum {
    ASSAY_HUNT_ONLY = 256,
    ASSAY_HUNT_PATH = 8400,
    ASSAY_HUNT_SEEDS = 2 /* the default */
};

struct assay_hunt_choice {
    const char *block, *params, *scenario, *out;
    const char *only[ASSAY_HUNT_ONLY]; /* faults to look for; none: all */
    size_t n_only;
    uint64_t seed, seeds, cycles, jobs;
    bool late, shrink, check_x, json;
};

/* HUNT_SAME: according to the head of its patch, the fault changes nothing at these parameters;
 * it is not run. */
enum assay_hunt_state {
    HUNT_WAITING,
    HUNT_RUNNING,
    HUNT_FOUND,
    HUNT_SHRINKING,
    HUNT_SAME,
    HUNT_CAUGHT,
    HUNT_MISSED,
    HUNT_BROKEN
};

struct assay_hunt_fault {
    const struct assay_fault *known;
    enum assay_hunt_state state;
    const char *scenario; /* name, which may not exist */
    bool first;           /* it is the block's first */
    bool ends;            /* it ends by itself */
    uint64_t tried;       /* number of seeds */
    uint64_t seed;        /* of the current run, or of the one that found it */
    uint64_t cycle;
    char port[64];
    char part[64];  /* part of the block that has the port; empty: not known */
    uint64_t units; /* length of the minimal stimulus; 0: not shrunk */
    char why[1024]; /* HUNT_BROKEN: why, if not what its run printed */
};

struct assay_hunt {
    const char *name, *reference; /* of the block: name, and reference for commands */
    const struct assay_hunt_choice *c;
    struct assay_hunt_fault *fault;
    size_t n, ended;
    size_t late; /* number left out because they show late */
    char folder[ASSAY_HUNT_PATH / 2];
    struct assay_params params;
    char values[ASSAY_PARAMS_TEXT]; /* the parameters as text, or the set's name */
    struct assay_progress progress;
};

/* The path of a file of a fault's run, in `path`. */
const char *assay_hunt_path(const struct assay_hunt *h, const struct assay_hunt_fault *f,
                            const char *name, char path[ASSAY_HUNT_PATH]);

/* The number of faults in a state. */
size_t assay_hunt_count(const struct assay_hunt *h, enum assay_hunt_state state);

/* Whether every fault that changes something at these parameters was caught. */
bool assay_hunt_caught(const struct assay_hunt *h);

/* Fill in a run of the scenario and the seed of `f`, with the fault named `fault`, or with the
 * unchanged RTL if that is NULL. Its files go to `folder` inside the hunt's folder. */
void assay_hunt_task(const struct assay_hunt *h, const struct assay_hunt_fault *f,
                     const char *fault, uint64_t cycles, const char *folder, struct assay_task *t);

/* What such a run, which has ended with the JSON report `json` (NULL: none), says of the RTL. */
enum assay_hunt_end { HUNT_RUN_EQUAL, HUNT_RUN_DIFFERS, HUNT_RUN_BROKEN };
enum assay_hunt_end assay_hunt_end(const struct assay_task_end *end, const cJSON *json);

/* The cycle at which that run failed. 0: none. */
uint64_t assay_hunt_fail_cycle(const cJSON *json);

/* For each fault that was caught, run the unchanged RTL up to the same cycle. If that fails as
 * well, or cannot be run, the fault becomes HUNT_BROKEN; if the run was stopped, HUNT_WAITING.
 * Returns what assay_pool_run returns; also -1 after printing an error. */
int assay_hunt_control(struct assay_hunt *h, unsigned at_once);

/* What a run printed to `path`, its standard error, without the last newline and progress. */
void assay_hunt_reason(const char *path, struct assay_text *t);

/* Print a line on standard output for a fault that is done. */
void assay_hunt_tell(const struct assay_hunt *h, const struct assay_hunt_fault *f);

/* Print all results as a line of JSON. */
void assay_hunt_json(const struct assay_hunt *h, double seconds);

#endif
