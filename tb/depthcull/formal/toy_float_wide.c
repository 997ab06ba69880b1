/*
 * toy_float_wide.c - the same with formats of six bits.
 *
 * expect: holds
 * args: 2 3 3 2
 * timeout: 900
 * slow
 */
#include "toy_float.c"
