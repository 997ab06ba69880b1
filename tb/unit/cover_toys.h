/*
 * cover_toys.h - two blocks that have only parameters and coverage.
 */
#ifndef COVER_TOYS_H
#define COVER_TOYS_H

#include "engine/block.h"

static const char *const color_bins[] = {"red", "green", "blue"};
static const char *const size_bins[] = {"small", "big"};
static const struct assay_cover_axis color_axis = {"color", 3, color_bins};
static const struct assay_cover_axis size_axis = {"size", 2, size_bins};

/* A big blue toy is impossible. */
static inline bool impossible(const unsigned *bin)
{
    return bin[0] == 2 && bin[1] == 1;
}

enum { TOYS, COLORS };

static const struct assay_cover_group groups[] = {
    [TOYS] = {"toys", "color by size", 2, {&color_axis, &size_axis}, impossible},
    [COLORS] = {"colors", "colors", 1, {&color_axis}, NULL},
};

static const struct assay_model_param params[] = {{"w", "W", "width", 4}, {"d", "D", "depth", 2}};
static const struct assay_param_set sets[] = {{"default", {{4, 2}}}};

static inline const char *check_params(const struct assay_params *p)
{
    return p->v[0] == 0 ? "w is 0: expected 1 or more" : NULL;
}

static const struct assay_model_block fake_model = {
    .name = "fake",
    .params = params,
    .n_params = 2,
    .sets = sets,
    .n_sets = 1,
    .check_params = check_params,
};

static const struct assay_block fake = {
    .model = &fake_model,
    .groups = groups,
    .n_groups = 2,
};

static const struct assay_model_block other_model = {
    .name = "other",
    .params = params,
    .n_params = 2,
    .sets = sets,
    .n_sets = 1,
    .check_params = check_params,
};

static const struct assay_block other = {
    .model = &other_model,
    .groups = groups,
    .n_groups = 1,
};

static const struct assay_block *const blocks[] = {&fake, &other, NULL};

#endif
