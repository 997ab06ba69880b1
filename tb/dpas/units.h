/*
 * units.h - which transfers belong to a command of dpas.
 */
#ifndef DPAS_UNITS_H
#define DPAS_UNITS_H

#include "engine/block.h"

/* assay_block.needs: the command, its rows of src1, src0 and src2; a command with an error has none. */
void dpas_needs(const struct assay_params *params, const void *payload, uint32_t *count);

#endif
