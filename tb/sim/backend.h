/*
 * backend.h - from block, parameters and RTL to a DUT that the engine can drive.
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
    ASSAY_CHECK_X, /* the RTL several times in Verilator, from different start values (starts.h) */
    ASSAY_MODEL,
    ASSAY_BACKENDS
};

const char *assay_backend_name(enum assay_backend b);
/* False if there is no backend of the name. */
bool assay_backend_find(const char *name, enum assay_backend *b);
/* What is said of a name that it does not find (base/unknown.h). Returns false. */
bool assay_backend_unknown(const char *name, char *why, size_t why_size);
/* "verilator, icarus, ... or model", for people. */
const char *assay_backend_list(void);

/* What Verilator makes of the RTL. */
enum assay_module {
    ASSAY_MODULE_CXX,     /* a C++ class */
    ASSAY_MODULE_SYSTEMC, /* an sc_module */
    ASSAY_MODULE_GOLDEN   /* nothing: the golden model's sc_module takes its place */
};

/* What a variant is built from. */
struct assay_variant {
    const struct assay_block *block;
    struct assay_params params;
    const char *rtl; /* .f file; NULL for the project's own rtl/<folder>/<block>.f */
    const char
        *fault;    /* name of a patch in tb/<block>/faults/, for the project's own RTL; or NULL */
    bool coverage; /* count lines and toggles; slow */
    bool no_waves; /* waveforms are not needed: it may be built without them, which is quicker */
    bool starts;   /* registers start from values that are chosen (start.h) */
    enum assay_module module;
    /* A text to build in place of the sources, in which mutants can be chosen (mutate/rewrite.h); NULL:
     * none. Its modules stand for all of the sources. */
    const char *mutants;
    bool lint; /* a warning of Verilator on RTL of a user's stops the build (warnings.h) */
};

/*
 * The operations of a Verilated variant, built if the cache has none. Messages go to `why`; it may
 * hold several lines. The shared object stays loaded until assay_verilator_close.
 */
enum assay_error assay_verilator_open(const struct assay_variant *v, bool quiet,
                                      const struct assay_dut_ops **ops, void **handle, char *why,
                                      size_t why_size);
void assay_verilator_close(void *handle);

/* Choose the mutant of a variant with mutants, for the DUTs that are made from here on; 0: none. False
 * with a message in `why` if it is no such variant. */
bool assay_verilator_choose(void *handle, unsigned which, char *why, size_t why_size);

/* From here on, count[number] is how many cycles there were in which note(number, 1) was called by a variant of
 * assay_rewrite_counting (mutate/rewrite.h); `n` numbers. False as above. */
bool assay_verilator_count(void *handle, uint64_t *count, size_t n, char *why, size_t why_size);

/* The address of a function that the shared object of a variant exports; NULL if it has none of the name. */
void *assay_verilator_function(void *handle, const char *name);

/* The same for the backends of SystemC: `module` decides. */
enum assay_error assay_systemc_open(const struct assay_variant *v, enum assay_module module,
                                    bool quiet, const struct assay_dut_ops **ops, void **handle,
                                    char *why, size_t why_size);

/* True inside vvp, where the Icarus DUT is at hand. */
bool assay_icarus_inside(void);
const struct assay_dut_ops *assay_icarus_ops(const struct assay_block *block);
/*
 * RTL that is compared with the DUT of this vvp runs in a vvp of its own, which is a process that this one talks to: there is one
 * at most. Inside vvp alone. It makes no waveforms, and a copy of this process must not go on with it while this one does.
 */
enum assay_error assay_icarus_other_open(const struct assay_variant *v,
                                         const struct assay_dut_ops **ops, char *why,
                                         size_t why_size);
void assay_icarus_other_close(void);
/* Whether that process was killed, or could not run: it is not to its RTL then that the end of the run is due. */
bool assay_icarus_other_broken(void);
/* That process: the command of the program that makes it up, with the block and a descriptor as arguments. Returns when the other
 * end is closed. */
#define ASSAY_ICARUS_SERVE "serve-dut"
void assay_icarus_serve(const struct assay_block *b, int fd);

/* The command line of vvp for an image, and the program's arguments in the environment; no return if all is well. */
enum assay_error assay_icarus_vvp(const char *image, int argc, char **argv, char *why,
                                  size_t why_size);

/* Said by the VPI module when vvp loads it. */
void assay_icarus_enter(const struct assay_dut_ops *(*ops)(const struct assay_block *));

/* The path of the elaborated variant, built if the cache has none. */
enum assay_error assay_icarus_build(const struct assay_variant *v, char path[PATH_MAX], char *why,
                                    size_t why_size);

/*
 * Go on as this very program inside vvp, with the variant elaborated: argv is main's. The process is
 * replaced, so that signals and exit status need no relay; it returns only if that is not possible,
 * with a message in `why`.
 */
enum assay_error assay_icarus_exec(const struct assay_variant *v, int argc, char **argv, char *why,
                                   size_t why_size);

#endif
