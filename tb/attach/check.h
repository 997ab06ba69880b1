/* check.h - checks the ports and parameters of a user's RTL against its block.yaml. */
#ifndef ASSAY_ATTACH_CHECK_H
#define ASSAY_ATTACH_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "attach/rtl_ports.h"
#include "describe/describe.h"

/*
 * Checks the ports at these values of the parameters; widths that block.yaml leaves out are not
 * compared. False with a line in `why` for each difference: a pin that the RTL lacks, or has with
 * another direction or width; a port that block.yaml does not name, or that is not a packed vector;
 * a parameter that the RTL lacks.
 */
bool assay_check_ports(const struct assay_description *d, const uint32_t *value,
                       const struct assay_rtl_ports *ports, char *why, size_t why_size);

#endif
