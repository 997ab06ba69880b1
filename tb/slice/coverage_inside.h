/*
 * coverage_inside.h - functional coverage of what no pin of slice shows: who offers something to a
 * shared port, and what is under way when a warp goes on, waits or traps. It steps a golden model
 * of its own with the inputs of the run, and looks at its state.
 */
#ifndef SLICE_COVERAGE_INSIDE_H
#define SLICE_COVERAGE_INSIDE_H

#include "engine/cover.h"
#include "slice/slice.h"

/* The groups, from `first` on. */
enum slice_inside_group {
    SLICE_OFFERS,
    SLICE_BESIDE,
    SLICE_HELD,
    SLICE_TRAPPED,
    SLICE_MISSED,
    SLICE_RESETS
};

extern const struct assay_cover_axis slice_port_axis, slice_sides_axis, slice_issued_axis,
    slice_held_axis, slice_left_axis, slice_asker_axis, slice_miss_axis;

struct slice_inside {
    struct slice_state model;
    struct slice_outputs out;
    bool astray;   /* the model of the run was given a state that is not known here */
    uint8_t reset; /* state of the dispatcher in a reset, plus 1; 0: none to be counted */
    uint32_t sent; /* warps that had a message under way in the previous cycle */
};

void slice_inside_begin(struct slice_inside *c, const struct slice_params *params);
void slice_inside_restart(struct slice_inside *c);
/* `out` are the outputs of the run's model. */
void slice_inside_cover(struct slice_inside *c, struct assay_cover *db, unsigned first,
                        const struct slice_inputs *in, const struct slice_outputs *out);

#endif
