/* gemm.h - the types that the parts of `assay gemm` share: the request, the job, and the
 * outcome. */
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

/* The request to zero blocks of B. */
struct gemm_prune {
    const char *text; /* as given; NULL: none */
    uint64_t side;
    uint32_t threshold; /* bits of an f32 */
    unsigned flags;     /* enum assay_prune_flags */
};

struct gemm_choice {
    const char *file[GEMM_FILES];
    size_t n_files;
    const struct assay_gemm_array *array;
    /* As given: int8, bf16, f16, f32; with a profile, one format or two; NULL: not given. */
    const char *type;
    const char *profile, *output; /* of --numerics, as given; NULL: not given */
    const char *scales[2];        /* files with the scales of A and B */
    struct assay_fdot numerics;   /* only with a profile */
    const char *params, *rtl;
    struct gemm_prune prune;
    enum assay_backend backend;
    uint64_t stall, seed;
    bool sparse, strict, json;
    bool software;    /* computed by the library, without an array */
    bool of_array;    /* an option for arrays alone was given: --array or --backend */
    bool array_named; /* --array was given */
    bool seed_given;
};

struct gemm_job {
    struct gemm_choice choice;
    struct assay_variant variant;
    char params[ASSAY_PARAMS_TEXT]; /* as text */
    struct assay_npy a, b;          /* as read; data is NULL once it was converted */
    void *elements[2];              /* A and B, in the type of the product */
    const char *type_name[2];
    uint8_t *scales[2]; /* of A and B; NULL: none */
    struct assay_npy d;
    struct assay_prune_result pruned;
    struct assay_gemm g;
    struct assay_progress progress;
    char *again; /* the command that repeats the run */
};

/* Facts about a finished product. */
struct gemm_outcome {
    struct assay_gemm_check check;
    uint64_t dense_cycles;   /* of the same product without skipping zeros; 0: not sparse */
    double work, rate, peak; /* multiply-accumulates: total, per cycle, and the most per cycle */
};

/*
 * Read A and B, convert them to the type of the product, prune B, and fill in job.g except for d.
 * Returns an exit status, after printing the error.
 */
int gemm_input(struct gemm_job *j);

/* Check --numerics and its options, which is bad usage if they don't fit, and choose the
 * operation and the array. */
void gemm_numerics_choose(struct argp_state *state, struct gemm_choice *c);

/* gemm_input for a product with numerics. */
int gemm_numerics_input(struct gemm_job *j);

/* The same product as a request to the library. */
struct assay_product gemm_numerics_product(const struct assay_gemm *g);

/* assay_gemm_verify for such a product. The product of an array is checked against assay_gemm, that
 * of --software against assay_fdot. */
bool gemm_numerics_verify(const struct gemm_job *j, struct assay_gemm_check *c);

/* If the output is f16, replace the 32-bit words of D by 16-bit halves, as the file needs them. */
void gemm_numerics_narrow(struct gemm_job *j);

/* The cycles that the same product takes without skipping zeros, on the golden model, which counts
 * as the RTL does. 0 with a message if it could not be run or did not pass, or if interrupted. */
uint64_t gemm_dense_cycles(const struct gemm_job *j, char *why, size_t why_size);

/* Parse "B,T" or "B,T,abs": the side of the blocks and the threshold. False if it is not that. */
bool gemm_prune_parse(const char *text, struct gemm_prune *p);

/* The command that repeats the job. Free it; NULL if out of memory. */
char *gemm_command_line(const struct gemm_choice *c, const struct assay_variant *v);

/* Print an element of D in its type: "-17", "0.1 (0x3dcccccd)". Returns `text`. */
enum { GEMM_VALUE_SIZE = 48 };
const char *gemm_value(const struct gemm_job *j, uint32_t value, char text[GEMM_VALUE_SIZE]);

void gemm_print_json(const struct gemm_job *j, const struct assay_result *r,
                     const struct gemm_outcome *o);
void gemm_print_summary(const struct gemm_job *j, const struct assay_result *r,
                        const struct gemm_outcome *o);

#endif
