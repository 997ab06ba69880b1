/* gemm.h - whole matrix products through fdot, with the arithmetic that struct assay_gemm names. */
#ifndef FDOT_GEMM_H
#define FDOT_GEMM_H

#include "gemm/gemm.h"

extern const struct assay_gemm_array fdot_gemm_array;

#endif
