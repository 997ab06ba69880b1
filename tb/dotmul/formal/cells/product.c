/*
 * product.c - dotmul computes the same product and dot product as the model.
 *
 * Each part of the proof fixes the mode, the signs and the lowest bits of an operand.
 *
 *     top:    dotmul
 *     rtl:    rtl/dotmul/dotmul.v
 *     model:  model/dotmul/dotmul.c
 *     cases:  N=4 K=2, N=2 K=4, N=2 K=2
 *     in:     a:N*K b:N*K dot a_signed b_signed
 *     out:    p:2*N*K
 *     each:   dot a_signed b_signed a[3:0]
 *     plant:  tb/dotmul/faults/product_sign_bit.patch
 */
#include "product.h"
