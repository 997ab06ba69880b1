/* internal.h - declarations shared by the files of the model. */
#ifndef PREDICATE_INTERNAL_H
#define PREDICATE_INTERNAL_H

#include "predicate/predicate.h"

/* The trap that an access causes; PREDICATE_NO_TRAP if none. */
uint8_t predicate_address_trap(uint32_t address, uint32_t bytes);

/* Issues in a cycle in which the program runs and issue is not held. */
void predicate_issue(struct predicate_state *s);

#endif
