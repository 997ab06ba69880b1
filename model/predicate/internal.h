/* internal.h - between the files of the model. */
#ifndef PREDICATE_INTERNAL_H
#define PREDICATE_INTERNAL_H

#include "predicate/predicate.h"

/* The trap that an access gives. */
uint8_t predicate_address_trap(uint32_t address, uint32_t bytes);

/* Issue of a running cycle without hold. */
void predicate_issue(struct predicate_state *s);

#endif
