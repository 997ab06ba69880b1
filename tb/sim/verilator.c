/* verilator.c - loads a Verilated variant. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/stdout.h"
#include "sim/variant.h"

enum assay_error assay_verilator_open(const struct assay_variant *v, bool quiet,
                                      const struct assay_dut_ops **ops, void **handle, char *why,
                                      size_t why_size)
{
    char path[PATH_MAX];
    const struct assay_dut_ops *(*get)(void);
    enum assay_error e = assay_variant_build(v, quiet, path, why, why_size);

    if (e != ASSAY_OK)
        return e;
    assay_stdout_lend();
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assay_stdout_back();
    if (!*handle || !assay_verilator_function(*handle, "assay_dut_ops_get", (void *)&get)) {
        snprintf(why, why_size, "%s: %s: expected a variant; remove it to have it built again",
                 path, dlerror());
        assay_verilator_close(*handle);
        *handle = NULL;
        return ASSAY_ENVIRONMENT;
    }
    *ops = get();
    return ASSAY_OK;
}

void assay_verilator_close(void *handle)
{
    if (!handle)
        return;
    assay_stdout_lend();
    dlclose(handle);
    assay_stdout_back();
}

bool assay_verilator_function(void *handle, const char *name, void *function)
{
    void *const symbol = dlsym(handle, name);

    /* ISO C has no cast from an object to a function pointer. */
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* A function that only variants with mutants export. False with a message in `why` if it is
 * missing. */
static bool mutant_function(void *handle, const char *name, void *function, char *why,
                            size_t why_size)
{
    if (assay_verilator_function(handle, name, function))
        return true;
    snprintf(why, why_size, "%s: expected a variant with mutants", dlerror());
    return false;
}

bool assay_verilator_choose(void *handle, unsigned which, char *why, size_t why_size)
{
    void (*choose)(unsigned);

    if (!mutant_function(handle, "assay_dut_mutant", (void *)&choose, why, why_size))
        return false;
    choose(which);
    return true;
}

bool assay_verilator_count(void *handle, uint64_t *count, size_t n, char *why, size_t why_size)
{
    void (*set)(uint64_t *, size_t);

    if (!mutant_function(handle, "assay_dut_mutant_count", (void *)&set, why, why_size))
        return false;
    set(count, n);
    return true;
}
