/*
 * plan.h - what a kernel is launched with: arrays in memory, from and to .npy files, numbers, groups. `assay launch`
 * fills one from its command line; the kernel's .arg lines say which constants get what.
 */
#ifndef SLICE_PLAN_H
#define SLICE_PLAN_H

#include "base/error.h"
#include "gemm/npy.h"
#include "slice/kernel.h"

enum { SLICE_PLAN_ARRAYS = 16, SLICE_PLAN_NUMBERS = 16, SLICE_PLAN_FROM = 4096 };

struct slice_plan_array {
    char name[PREDICATE_NAME];
    const char *in;        /* the file that it begins with; NULL: zeros */
    bool out;              /* it is written */
    char file[512];        /* to this file */
    struct assay_npy data; /* what is read, then what is written */
    uint32_t at;           /* its address */
};

struct slice_plan_number {
    char name[PREDICATE_NAME];
    uint32_t value;
};

struct slice_plan {
    uint32_t groups, warps, latency; /* at least 1 */
    struct slice_plan_array array[SLICE_PLAN_ARRAYS];
    uint32_t n_arrays;
    struct slice_plan_number number[SLICE_PLAN_NUMBERS];
    uint32_t n_numbers;
    uint32_t *memory, *initial, bytes;
};

/* One group of one warp, and nothing else. */
void slice_plan_begin(struct slice_plan *p);
void slice_plan_free(struct slice_plan *p);

/* NAME=FILE.npy; NAME=TYPE:ROWSxCOLS or NAME alone, which has to be read, each with ,FILE.npy or not; NAME=NUMBER.
 * `text` has to last. False with a message. Nothing is read yet. */
bool slice_plan_in(struct slice_plan *p, const char *text, char *why, size_t why_size);
bool slice_plan_out(struct slice_plan *p, const char *text, char *why, size_t why_size);
bool slice_plan_number(struct slice_plan *p, const char *text, char *why, size_t why_size);

/* Reads the files and gives each array its place in memory, each on lines of its own. */
enum assay_error slice_plan_read(struct slice_plan *p, char *why, size_t why_size);
/* Gives a kernel its constants, groups and memory. False with a message, so where it names what the plan has not,
 * or the plan what the kernel has not. */
bool slice_plan_apply(const struct slice_plan *p, struct slice_kernel *k, char *why,
                      size_t why_size);
/* After a good run: writes what is to be written. */
enum assay_error slice_plan_write(struct slice_plan *p, char *why, size_t why_size);

#endif
