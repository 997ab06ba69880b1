/*
 * network.h - a network as data: arrays, and kernels that are launched on them one after the other.
 * A YAML file:
 *
 *     arrays:
 *       x:      {file: input.npy, type: int8, shape: 125x64}
 *       w:      {file: weight.npy, type: int8, shape: 64x12, quads: true, room: 64x16}
 *       scales: {files: [multiplier.npy, shift.npy], type: int32, shape: 2x12, room: 2x16}
 *       bias:   {file: bias.npy, type: int32, shape: 1x12, room: 1x16,
 *                fold: {weights: w, offset: 128}}
 *       size:   {values: [49, 10]}
 *       y:      {type: int8, shape: 125x64, room: 128x64}
 *     launches:
 *       - {kernel: layer.s, groups: 3, warps: 1, with: {x: x, w: w, scales: scales, bias: bias,
 *         size: size, y: y, n: 64}}
 *
 * tb/slice/README.md describes the format in full.
 */
#ifndef SLICE_NETWORK_H
#define SLICE_NETWORK_H

#include "slice/plan.h"

/* Whether a file is a network, judging by its name: it ends in .yaml or .yml. */
bool slice_network_is(const char *path);

/* Reads a network into a plan that has begun. Files of arrays are relative to the folder of
 * `path`, or to the folder `data` if that is not NULL. Kernels are relative to the folder of
 * `path`. */
enum assay_error slice_network_read(struct slice_plan *p, const char *path, const char *data,
                                    char *why, size_t why_size);

#endif
