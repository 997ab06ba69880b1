/*
 * onednn.h - products of s8 by oneDNN, the library that assay_gemm is compared with. It is opened when
 * it is needed, so the program runs without it.
 */
#ifndef DPAS_ONEDNN_H
#define DPAS_ONEDNN_H

#include <stddef.h>
#include <stdint.h>

struct onednn {
    void *library;
    int (*gemm)(char transa, char transb, char offsetc, int64_t m, int64_t n, int64_t k,
                float alpha, const int8_t *a, int64_t lda, int8_t ao, const int8_t *b, int64_t ldb,
                int8_t bo, float beta, int32_t *c, int64_t ldc, const int32_t *co);
};

/* Opens the library, for one thread. NULL, or why it cannot be used. */
const char *onednn_open(struct onednn *o);

/* d = a * b, square matrices of that side, row-major. Its status: 0 on success. */
int onednn_multiply(const struct onednn *o, size_t side, const int8_t *a, const int8_t *b,
                    int32_t *d);

#endif
