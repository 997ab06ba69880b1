/* streams.h - functions shared by the sources that find streams. */
#ifndef ASSAY_NEW_STREAMS_H
#define ASSAY_NEW_STREAMS_H

#include "new_block/plan.h"

/* Whether a pin next to a start or a done is an operand or a result. For a single bit only the name
 * decides, since it may also be a serial line. */
bool assay_new_is_operand(const struct assay_new_pin *pin);

/* Makes a pin a field of a stream. */
void assay_new_take_field(struct assay_new_plan *p, size_t pin, size_t stream, const char *name);

/* Finds Wishbone slaves. Returns false if out of memory. */
bool assay_new_find_wishbone(struct assay_new_plan *p);
/* Finds starts with busy and done. Returns false if out of memory. */
bool assay_new_find_starts(struct assay_new_plan *p);
/* Makes the operands of the only start, and the results
 * of the only done, fields of these streams. */
void assay_new_take_operands(struct assay_new_plan *p);

#endif
