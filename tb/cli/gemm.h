/* gemm.h - what the parts of `assay gemm` share: the request, the job it becomes, what comes out. */
#ifndef ASSAY_CLI_GEMM_H
#define ASSAY_CLI_GEMM_H

#include <argp.h>

#include "api/assay_gemm.h"
#include "base/progress.h"
#include "cli/cli.h"
#include "gemm/gemm.h"
#include "gemm/npy.h"
#include "prune/prune.h"

enum { GEMM_A, GEMM_B, GEMM_OUT, GEMM_FILES };

/* Blocks of B that are to become zero. */
struct gemm_prune {
    const char *text; /* as given; NULL: none */
    uint64_t side;
    uint32_t threshold; /* f32 */
    unsigned flags;     /* enum assay_prune_flags */
};

struct gemm_choice {
    const char *file[GEMM_FILES];
    size_t n_files;
    const struct assay_gemm_array *array;
    const char
        *type; /* as given: int8, bf16, f16, f32; with a profile a format, or two; NULL: none */
    const char *profile, *output; /* as given: of --numerics; NULL: none */
    const char *scales[2];        /* of A and B, files */
    struct assay_fdot numerics;   /* if there is a profile */
    const char *params, *rtl;
    struct gemm_prune prune;
    enum assay_backend backend;
    uint64_t stall, seed;
    bool sparse, strict, json;
    bool software;    /* no array: by the library */
    bool array_given; /* or its backend */
    bool array_named; /* by --array */
    bool seed_given;
};

struct gemm_job {
    struct gemm_choice choice;
    struct assay_variant variant;
    char params[ASSAY_PARAMS_TEXT]; /* in words */
    struct assay_npy a, b;          /* as read; their data is gone when it was converted */
    void *elements[2];              /* A and B in the type of the product */
    const char *type_name[2];
    uint8_t *scales[2]; /* of A and B; NULL: none */
    struct assay_npy d;
    struct assay_prune_result pruned;
    struct assay_gemm g;
    struct assay_progress progress;
    char *again; /* the command that runs this again */
};

/* What is found out about a finished product. */
struct gemm_outcome {
    struct assay_gemm_check check;
    uint64_t dense_cycles;   /* of the same product without skipping; 0: not sparse */
    double work, rate, peak; /* multiply-accumulates: all, per cycle, per cycle at best */
};

/* "int8", ...; false for no type of the command line. For int8 the files say which of the two. */
bool gemm_type_find(const char *name, enum assay_type *type);

/*
 * Read A and B, bring them into the type of the product, prune B, and fill in job.g but for d. An exit
 * status, after printing why.
 */
int gemm_input(struct gemm_job *j);

/* What follows from --numerics and the options beside it: bad usage, or the operation and the array. */
void gemm_numerics_choose(struct argp_state *state, struct gemm_choice *c);

/* gemm_input for a product with numerics. */
int gemm_numerics_input(struct gemm_job *j);

/* The request to the library. */
struct assay_product gemm_numerics_product(const struct assay_gemm *g);

/* assay_gemm_verify for it: an array's product against assay_gemm, that of --software against assay_fdot. */
bool gemm_numerics_verify(const struct gemm_job *j, struct assay_gemm_check *c);

/* Halves of an output of f16 in the place of the words, for the file. */
void gemm_numerics_narrow(struct gemm_job *j);

/* "B,T" or "B,T,abs": side of the blocks, threshold. False if it is not. */
bool gemm_prune_parse(const char *text, struct gemm_prune *p);

/* The command that runs the job again, to be freed; NULL when memory is out. */
char *gemm_command_line(const struct gemm_choice *c, const struct assay_variant *v);

/* An element of D, by its type: "-17", "0.1 (0x3dcccccd)". */
enum { GEMM_VALUE_SIZE = 48 };
const char *gemm_value(const struct gemm_job *j, uint32_t value, char text[GEMM_VALUE_SIZE]);

void gemm_print_json(const struct gemm_job *j, const struct assay_result *r,
                     const struct gemm_outcome *o);
void gemm_print_summary(const struct gemm_job *j, const struct assay_result *r,
                        const struct gemm_outcome *o);

#endif
