/* interp_value.h - the result of an arithmetic instruction, computed with the host's arithmetic. */
#ifndef PREDICATE_INTERP_VALUE_H
#define PREDICATE_INTERP_VALUE_H

#include <stdbool.h>
#include <stdint.h>

enum { INTERP_LAST_VALUE = 44 };

/* `ck` and `ci` are those of the word; `choice` is the predicate of sel. Sets *known to whether
 * the operation has a value. */
uint32_t interp_value(uint32_t op, uint32_t ck, uint32_t ci, uint32_t a, uint32_t b, uint32_t c,
                      bool choice, bool *known);

bool interp_compare(uint32_t type, uint32_t condition, uint32_t a, uint32_t b);

/* One step of red. The operation is encoded as in ci, the type as in ck. */
uint32_t interp_combine(uint32_t op, uint32_t type, uint32_t a, uint32_t b);

#endif
