/*
 * toy_float_wide.c - the check of toy_float.c with six-bit formats.
 *
 * expect: holds
 * args: 2 3 3 2
 * timeout: 900
 * slow
 */
#include "toy_float.c"
