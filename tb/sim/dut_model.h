/*
 * dut_model.h - a golden model that is used as the DUT.
 *
 * A variant that needs one exports assay_dut_model_set in addition to assay_dut_ops_get. It is
 * called once, before the first create.
 */
#ifndef ASSAY_DUT_MODEL_H
#define ASSAY_DUT_MODEL_H

#include <stddef.h>

struct assay_params;

struct assay_dut_model {
    size_t state_size;
    void (*init)(void *state, const struct assay_params *params);
    void (*step)(void *state, const void *in, void *out);
};

#endif
