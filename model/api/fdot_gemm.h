/* fdot_gemm.h - assay_gemm with the arithmetic of an fdot profile. */
#ifndef ASSAY_API_FDOT_GEMM_H
#define ASSAY_API_FDOT_GEMM_H

#include "api/assay_gemm.h"
#include "api/fdot_lanes.h"

/*
 * Does all the work of assay_gemm if product->numerics is not NULL. Sets the strides of *product.
 */
int fdot_gemm(struct assay_product *product);

/* The same with a given kernel; NULL: group by group, by fdot_group. */
int fdot_gemm_by(struct assay_product *product, fdot_lanes *lanes);

#endif
