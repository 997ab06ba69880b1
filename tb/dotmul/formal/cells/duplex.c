/*
 * duplex.c - dotmul_duplex computes the same product and dot product as the model.
 *
 * Each part of the proof fixes the mode, the signs and the lowest bits of an operand.
 *
 *     top:    dotmul_duplex
 *     rtl:    rtl/dotmul/dotmul_duplex.v
 *     model:  model/dotmul/dotmul.c
 *     cases:  N=2 K=4, N=2 K=2
 *     in:     a:N*K b:N*K dot a_signed b_signed
 *     out:    p:2*N*K
 *     each:   dot a_signed b_signed a[3:0]
 *     plant:  tb/dotmul/formal/cells/duplex.patch
 */
#include "product.h"
