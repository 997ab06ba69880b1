/* streams.h - for the sources that find streams: what they share. */
#ifndef ASSAY_NEW_STREAMS_H
#define ASSAY_NEW_STREAMS_H

#include "new_block/plan.h"

/* Whether a pin beside a start or a done is an operand or a result: a single bit is one only by its name, since it may be a
 * serial line as well. */
bool assay_new_is_operand(const struct assay_new_pin *pin);

/* A pin becomes a field. */
void assay_new_take_field(struct assay_new_plan *p, size_t pin, size_t stream, const char *name);

/* Slaves of Wishbone. False when memory is out. */
bool assay_new_find_wishbone(struct assay_new_plan *p);
/* Starts with busy and done. False when memory is out. */
bool assay_new_find_starts(struct assay_new_plan *p);
/* What goes in with the only start, and comes out with the only done. */
void assay_new_take_operands(struct assay_new_plan *p);

#endif
