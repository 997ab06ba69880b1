/*
 * plan.h - what kernels are launched with: arrays in memory, from and to .npy files, and launches, one after the other on
 * what the last one has left there. `assay launch` fills one from its command line, or from the text of a network
 * (network.h); the .arg lines of a kernel say which constants get what.
 */
#ifndef SLICE_PLAN_H
#define SLICE_PLAN_H

#include "base/error.h"
#include "slice/array.h"
#include "slice/kernel.h"

enum { SLICE_PLAN_ARRAYS = 256, SLICE_PLAN_LAUNCHES = 256, SLICE_PLAN_FROM = 4096 };

/* What a kernel gets under a name. */
struct slice_plan_value {
    char name[PREDICATE_NAME];
    const struct slice_array *array; /* its address; NULL: the number */
    uint32_t number;
    bool f32; /* the number was given as one */
};

struct slice_plan_launch {
    char kernel[PATH_MAX];
    char place[PATH_MAX +
               24];         /* that asks for it, for messages: "FILE:LINE"; "": the command line */
    uint32_t groups, warps; /* at least 1 */
    struct slice_plan_value value[PREDICATE_ARGS];
    uint32_t n_values;
};

struct slice_plan {
    char
        network[PATH_MAX]; /* the file with the launches; "": there is one, from the command line */
    uint32_t latency;      /* at least 1 */
    struct slice_array *array[SLICE_PLAN_ARRAYS];
    uint32_t n_arrays;
    struct slice_plan_launch *launch[SLICE_PLAN_LAUNCHES];
    uint32_t n_launches;
    struct slice_extent extent[SLICE_PLAN_ARRAYS]; /* where they are */
    uint32_t *memory, *initial, bytes;
};

/* No launch and no array. */
void slice_plan_begin(struct slice_plan *p);
void slice_plan_free(struct slice_plan *p);

/* More of both; NULL with a message. A name consists of letters, digits and _, and begins with a letter. */
struct slice_plan_launch *slice_plan_add_launch(struct slice_plan *p, char *why, size_t why_size);
struct slice_array *slice_plan_add_array(struct slice_plan *p, const char *name, char *why,
                                         size_t why_size);
struct slice_array *slice_plan_find(const struct slice_plan *p, const char *name);
/* A launch gets the array, or the number if that is NULL. */
bool slice_plan_add_value(struct slice_plan_launch *l, const char *name,
                          const struct slice_array *array, uint32_t number, char *why,
                          size_t why_size);
/* An integer of 32 bits, signed or not; the second takes f32 too, with a point or an exponent. */
bool slice_plan_take_integer(const char *text, uint32_t *number);
bool slice_plan_take_number(const char *text, uint32_t *number);
/* The one that was added last was given as this text, which may be f32: no number for an .arg with rules. */
void slice_plan_last_was(struct slice_plan_launch *l, const char *text);

/*
 * From the command line, for its one launch: NAME=FILE.npy; NAME=TYPE:ROWSxCOLS or NAME alone, which has to be read, each
 * with ,FILE.npy or not; NAME=NUMBER. For a network, whose arrays are there: NAME=FILE.npy, which it begins with instead;
 * NAME or NAME=FILE.npy. False with a message. Nothing is read yet.
 */
bool slice_plan_in(struct slice_plan *p, const char *text, char *why, size_t why_size);
bool slice_plan_out(struct slice_plan *p, const char *text, char *why, size_t why_size);
bool slice_plan_number(struct slice_plan *p, const char *text, char *why, size_t why_size);

/* Reads the files and gives each array its place in memory, each on lines of its own, with one between it and the next
 * that is nobody's, so that an access that goes a little too far is in none. */
enum assay_error slice_plan_read(struct slice_plan *p, char *why, size_t why_size);
/* Gives the kernel of launch i its constants, groups and memory, on a slice of these parameters: what an .arg says that
 * it is need not be given. False with a message, so where the kernel names what the launch has not, or the launch what the
 * kernel has not. */
bool slice_plan_apply(const struct slice_plan *p, uint32_t i, const struct slice_params *params,
                      struct slice_kernel *k, char *why, size_t why_size);
/* After a good run: writes what is to be written, all of it or nothing. */
enum assay_error slice_plan_write(struct slice_plan *p, char *why, size_t why_size);

#endif
