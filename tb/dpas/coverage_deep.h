/*
 * coverage_deep.h - coverage of commands in a block that takes all depths up to 64: axes and bins.
 */
#ifndef DPAS_COVERAGE_DEEP_H
#define DPAS_COVERAGE_DEEP_H

#include "dpas/dpas.h"
#include "engine/cover.h"

/* Bins of dpas_deep_octets, and of dpas_deep_supply. */
enum { DPAS_DEEP_OCTETS = 4 };
enum { DPAS_DEEP_TAKEN, DPAS_DEEP_MISSING, DPAS_DEEP_WAITING, DPAS_DEEP_SUPPLIES };

extern const struct assay_cover_axis dpas_deep_sd, dpas_deep_passes, dpas_deep_layers,
    dpas_deep_packed, dpas_deep_last_row, dpas_deep_octets, dpas_deep_octet, dpas_deep_supply;

bool dpas_deep_pass_impossible(const unsigned *bin);
bool dpas_deep_row_impossible(const unsigned *bin);

/*
 * Bins of a command: dpas_deep_pass_bin combines passes and layers, the first two axes of their
 * group; dpas_deep_row_bin is the bin of the whole group; dpas_deep_octets_bin is that of the
 * number of octets.
 */
uint32_t dpas_deep_pass_bin(const struct dpas_params *p, const struct dpas_decoded *d);
uint32_t dpas_deep_row_bin(const struct dpas_decoded *d);

uint32_t dpas_deep_octets_bin(const struct dpas_decoded *d);

#endif
