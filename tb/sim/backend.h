/*
 * backend.h - turns a block, parameters and RTL into a DUT that the engine can drive.
 */
#ifndef ASSAY_BACKEND_H
#define ASSAY_BACKEND_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/block.h"
#include "engine/dut.h"

enum assay_backend {
    ASSAY_VERILATOR,
    ASSAY_ICARUS,
    ASSAY_SYSTEMC,       /* the RTL through `verilator --sc`, in a SystemC testbench */
    ASSAY_SYSTEMC_MODEL, /* the golden model as an sc_module in that testbench */
    /* the RTL several times in Verilator, each from different start values (starts.h) */
    ASSAY_CHECK_X,
    ASSAY_MODEL,
    ASSAY_BACKENDS
};

const char *assay_backend_name(enum assay_backend b);
/* False if no backend has this name. */
bool assay_backend_find(const char *name, enum assay_backend *b);
/* Write the message for a name that assay_backend_find does not know (base/unknown.h). Returns
 * false. */
bool assay_backend_unknown(const char *name, char *why, size_t why_size);
/* The names for a message: "verilator, icarus, ... or model". */
const char *assay_backend_list(void);

/* What Verilator generates from the RTL. */
enum assay_module {
    ASSAY_MODULE_CXX,     /* a C++ class */
    ASSAY_MODULE_SYSTEMC, /* an sc_module */
    ASSAY_MODULE_GOLDEN   /* nothing: the sc_module of the golden model takes its place */
};

/* What a variant is built from. */
struct assay_variant {
    const struct assay_block *block;
    struct assay_params params;
    const char *rtl; /* .f file; NULL: the project's own rtl/<block>/<block>.f */
    /* The name of a patch in tb/<block>/faults/, for the project's own RTL; NULL: none. */
    const char *fault;
    bool coverage; /* count lines and toggles; slow */
    bool no_waves; /* no waveforms needed: it may be built without them, which is faster */
    bool starts;   /* registers start from chosen values (start.h) */
    enum assay_module module;
    /* A source that contains the mutants (mutate/rewrite.h) and replaces all
     * other sources; NULL: none. */
    const char *mutants;
    bool lint; /* a Verilator warning about a user's RTL stops the build (warnings.h) */
};

/*
 * Opens a Verilated variant and returns its operations in *ops. Builds the variant if the cache
 * does not have it. Messages go to `why` and may have several lines. The shared object stays loaded
 * until assay_verilator_close.
 */
enum assay_error assay_verilator_open(const struct assay_variant *v, bool quiet,
                                      const struct assay_dut_ops **ops, void **handle, char *why,
                                      size_t why_size);
void assay_verilator_close(void *handle);

/* Selects mutant `which` for the DUTs created from here on; 0: none. False with a message in `why`
 * if the variant has no mutants. */
bool assay_verilator_choose(void *handle, unsigned which, char *why, size_t why_size);

/* From here on, count[i] is the number of cycles in which the design called note(i, 1), for i below
 * `n`. The variant must come from assay_rewrite_counting (mutate/rewrite.h). False as above. */
bool assay_verilator_count(void *handle, uint64_t *count, size_t n, char *why, size_t why_size);

/* Sets *function, a pointer to a function, to one that the shared object of a variant exports.
 * False, and NULL, if there is none of this name. */
bool assay_verilator_function(void *handle, const char *name, void *function);

/* The same for the SystemC backends; `module` selects which. */
enum assay_error assay_systemc_open(const struct assay_variant *v, enum assay_module module,
                                    bool quiet, const struct assay_dut_ops **ops, void **handle,
                                    char *why, size_t why_size);

/* True if the program runs inside vvp, where the Icarus DUT is available. */
bool assay_icarus_inside(void);
const struct assay_dut_ops *assay_icarus_ops(const struct assay_block *block);
/*
 * Opens a second DUT, to compare with the DUT of this vvp. Each one created runs in its own vvp, a
 * child process that this one talks to. There is at most one at a time: creating another ends it.
 * Call this only inside vvp. The second DUT writes no waveforms. A forked copy of this process must
 * create its own.
 */
enum assay_error assay_icarus_other_open(const struct assay_variant *v,
                                         const struct assay_dut_ops **ops, char *why,
                                         size_t why_size);
void assay_icarus_other_close(void);
/* Whether the child process was killed or could not run. If so, the end of the
 * run is not due to its RTL. */
bool assay_icarus_other_broken(void);
/* The child process: runs the program with this command, the block and a descriptor as arguments.
 * Returns when the other end of the descriptor is closed. */
#define ASSAY_ICARUS_SERVE "serve-dut"
void assay_icarus_serve(const struct assay_block *b, int fd);

/* Runs vvp on an image; the program's arguments travel in the environment.
 * Returns only on an error. */
enum assay_error assay_icarus_vvp(const char *image, int argc, char **argv, char *why,
                                  size_t why_size);

/* Called by the VPI module when vvp loads it. */
void assay_icarus_enter(const struct assay_dut_ops *(*ops)(const struct assay_block *));

/* The path of the elaborated variant, which is built if the cache does not have it. */
enum assay_error assay_icarus_build(const struct assay_variant *v, char path[PATH_MAX], char *why,
                                    size_t why_size);

/*
 * Continue as the same program inside vvp, with the variant elaborated. argv is that of main. The
 * process is replaced, so signals and the exit status need no relay. Returns only if that fails,
 * with a message in `why`.
 */
enum assay_error assay_icarus_exec(const struct assay_variant *v, int argc, char **argv, char *why,
                                   size_t why_size);

#endif
