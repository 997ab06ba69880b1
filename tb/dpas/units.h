/* units.h - the transfers that belong to a command of dpas. */
#ifndef DPAS_UNITS_H
#define DPAS_UNITS_H

#include "engine/block.h"

/*
 * For assay_block.needs: the command, and its rows of src1, src0 and src2; a command in error has
 * no rows.
 */
void dpas_needs(const struct assay_params *params, const void *payload, uint32_t *count);

#endif
