#include "dpas/onednn.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ISO C has no conversion of an object pointer to a function pointer. */
static bool find(void *library, const char *name, void *function, size_t size)
{
    void *const at = dlsym(library, name);

    memcpy(function, &at, size);
    return at != NULL;
}

const char *onednn_open(struct onednn *o)
{
    void (*set_threads)(int) = NULL;

    /* Its kernels for AMX are slower at the sizes that are measured. */
    setenv("DNNL_MAX_CPU_ISA", "AVX512_CORE_VNNI", 0);
    o->library = dlopen("libdnnl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!o->library)
        return "not installed: expected libdnnl.so.2";
    if (!find(o->library, "dnnl_gemm_s8s8s32", &o->gemm, sizeof o->gemm))
        return "not measured: libdnnl.so.2 has no dnnl_gemm_s8s8s32";
    /* Debian's build has its threads from OpenMP, whose library it depends on. */
    if (!find(o->library, "omp_set_num_threads", &set_threads, sizeof set_threads))
        return "not measured: libdnnl.so.2 has its threads from elsewhere than OpenMP";
    set_threads(1);
    return NULL;
}

int onednn_multiply(const struct onednn *o, size_t side, const int8_t *a, const int8_t *b,
                    int32_t *d)
{
    const int64_t n = (int64_t)side;
    const int32_t none = 0;

    return o->gemm('N', 'N', 'F', n, n, n, 1.0F, a, n, 0, b, n, 0, 0.0F, d, n, &none);
}
