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
    void *symbol;
    enum assay_error e = assay_variant_build(v, quiet, path, why, why_size);

    if (e != ASSAY_OK)
        return e;
    assay_stdout_lend();
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assay_stdout_back();
    symbol = *handle ? dlsym(*handle, "assay_dut_ops_get") : NULL;
    if (!symbol) {
        snprintf(why, why_size, "%s: %s: expected a variant; remove it to have it built again",
                 path, dlerror());
        return ASSAY_ENVIRONMENT;
    }
    memcpy(&get, &symbol, sizeof get); /* ISO C has no cast from an object to a function pointer */
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

/* A function that only variants with mutants export. NULL with a message in `why` if it is
 * missing. */
static void *mutant_function(void *handle, const char *name, char *why, size_t why_size)
{
    void *const symbol = dlsym(handle, name);

    if (!symbol)
        snprintf(why, why_size, "%s: expected a variant with mutants", dlerror());
    return symbol;
}

void *assay_verilator_function(void *handle, const char *name)
{
    return dlsym(handle, name);
}

bool assay_verilator_choose(void *handle, unsigned which, char *why, size_t why_size)
{
    void *const symbol = mutant_function(handle, "assay_dut_mutant", why, why_size);
    void (*choose)(unsigned);

    if (!symbol)
        return false;
    memcpy(&choose, &symbol, sizeof choose);
    choose(which);
    return true;
}

bool assay_verilator_count(void *handle, uint64_t *count, size_t n, char *why, size_t why_size)
{
    void *const symbol = mutant_function(handle, "assay_dut_mutant_count", why, why_size);
    void (*set)(uint64_t *, size_t);

    if (!symbol)
        return false;
    memcpy(&set, &symbol, sizeof set);
    set(count, n);
    return true;
}
