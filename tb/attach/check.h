/* check.h - the ports and parameters of a user's RTL against its block.yaml. */
#ifndef ASSAY_ATTACH_CHECK_H
#define ASSAY_ATTACH_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "attach/rtl_ports.h"
#include "describe/describe.h"

/*
 * Widths that are left out are not compared; the rest as at these values of the parameters. False with a line in `why` for
 * each difference: a pin that the RTL lacks, has in the other direction or with another width; one that block.yaml does not name; one
 * that is no vector of bits; and for a parameter that the RTL lacks.
 */
bool assay_check_ports(const struct assay_description *d, const uint32_t *value,
                       const struct assay_rtl_ports *ports, char *why, size_t why_size);

#endif
