/*
 * plan.h - what kernels are launched with: arrays in memory, read from and written to .npy files,
 * and launches, each of which works on what the previous one has left there. `assay launch` fills a
 * plan from its command line or from a network file (network.h). The .arg lines of a kernel
 * determine which constant gets what.
 */
#ifndef SLICE_PLAN_H
#define SLICE_PLAN_H

#include "base/error.h"
#include "slice/array.h"
#include "slice/kernel.h"

enum { SLICE_PLAN_ARRAYS = 256, SLICE_PLAN_LAUNCHES = 256, SLICE_PLAN_FROM = 4096 };

/* The value of a named argument of a kernel. */
struct slice_plan_value {
    char name[PREDICATE_NAME];
    const struct slice_array *array; /* pass its address; NULL: pass the number */
    uint32_t number;
    bool f32; /* the number was given as a float */
};

struct slice_plan_launch {
    char kernel[PATH_MAX];
    char place[PATH_MAX + 24]; /* "FILE:LINE" of the launch, for messages; "": the command line */
    uint32_t groups, warps;    /* at least 1 */
    struct slice_plan_value value[PREDICATE_ARGS];
    uint32_t n_values;
};

struct slice_plan {
    char network[PATH_MAX]; /* the network file; "": one launch, from the command line */
    uint32_t latency;       /* at least 1 */
    struct slice_array *array[SLICE_PLAN_ARRAYS];
    uint32_t n_arrays;
    struct slice_plan_launch *launch[SLICE_PLAN_LAUNCHES];
    uint32_t n_launches;
    struct slice_extent extent[SLICE_PLAN_ARRAYS]; /* location of each array */
    uint32_t *memory, *initial, bytes;
    struct slice_zero *zero; /* NULL: no array has `zero` */
};

/* Begins a plan without launches and arrays. */
void slice_plan_begin(struct slice_plan *p);
void slice_plan_free(struct slice_plan *p);

/* Add a launch or an array. Return NULL with a message in `why`. A name consists of letters,
 * digits and _, and begins with a letter. */
struct slice_plan_launch *slice_plan_add_launch(struct slice_plan *p, char *why, size_t why_size);
struct slice_array *slice_plan_add_array(struct slice_plan *p, const char *name, char *why,
                                         size_t why_size);
struct slice_array *slice_plan_find(const struct slice_plan *p, const char *name);
/* Gives a launch an array, or the number if `array` is NULL. Returns false with a message in
 * `why`. */
bool slice_plan_add_value(struct slice_plan_launch *l, const char *name,
                          const struct slice_array *array, uint32_t number, char *why,
                          size_t why_size);
/* Parse a 32-bit integer, signed or unsigned. The second one also takes an f32, written with a
 * point or an exponent. */
bool slice_plan_take_integer(const char *text, uint32_t *number);
bool slice_plan_take_number(const char *text, uint32_t *number);
/* Tells in what form the last value was given. A float is not valid for an .arg with rules. */
void slice_plan_last_was(struct slice_plan_launch *l, const char *text);

/*
 * Take options of the command line. Nothing is read yet. Return false with a message in `why`.
 *
 * For the only launch of a kernel, `text` is NAME=FILE.npy for slice_plan_in; NAME=TYPE:ROWSxCOLS
 * for slice_plan_out, or NAME alone if the array is also read, each with an optional ,FILE.npy;
 * NAME=NUMBER for slice_plan_number.
 *
 * For a network, which already has its arrays, it is NAME=FILE.npy for slice_plan_in, which
 * replaces the initial contents; NAME or NAME=FILE.npy for slice_plan_out.
 *
 * It is NAME for slice_plan_zero, of an array that the network or an earlier option has named.
 */
bool slice_plan_in(struct slice_plan *p, const char *text, char *why, size_t why_size);
bool slice_plan_out(struct slice_plan *p, const char *text, char *why, size_t why_size);
bool slice_plan_number(struct slice_plan *p, const char *text, char *why, size_t why_size);
bool slice_plan_zero(struct slice_plan *p, const char *text, char *why, size_t why_size);

/* Reads the files and places the arrays in memory. Each occupies its own lines. One unused line
 * separates it from the next, so that an access slightly beyond its end is in no array. One with
 * `zero` occupies whole codec blocks. */
enum assay_error slice_plan_read(struct slice_plan *p, char *why, size_t why_size);
/* For slice_plan_read: an address rounded up to a codec block, if the array has `zero`; the
 * surfaces of all arrays that have it, once they have addresses (false: out of memory). */
uint64_t slice_plan_round(const struct slice_array *a, uint64_t at);
bool slice_plan_surfaces(struct slice_plan *p);
/* Gives the kernel of launch `i` its constants, groups and memory, on a slice with these
 * parameters. An .arg with a rule 'is' need not be given. Returns false with a message in `why`,
 * in particular if the kernel has an argument that the launch does not give, or the reverse. */
bool slice_plan_apply(const struct slice_plan *p, uint32_t i, const struct slice_params *params,
                      struct slice_kernel *k, char *why, size_t why_size);
/* Writes the output files after a successful run, either all of them or none. */
enum assay_error slice_plan_write(struct slice_plan *p, char *why, size_t why_size);

#endif
