/* systemc.c - find SystemC, and load a variant that stands in its testbench. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/process.h"
#include "base/stdout.h"
#include "sim/dut_model.h"
#include "sim/variant.h"

#define INSTALL "expected the package libsystemc-dev (scripts/setup installs it)"

static enum assay_error find_home(struct assay_systemc_home *h, char *why, size_t why_size)
{
    static const char *const folders[] = {"lib", "lib-linux64", "lib64"};
    char file[PATH_MAX];

    snprintf(h->include, sizeof h->include, "%.4000s/include", h->home);
    snprintf(file, sizeof file, "%.4000s/include/systemc", h->home);
    if (access(file, R_OK) == 0) {
        for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
            snprintf(h->library, sizeof h->library, "%.4000s/%s", h->home, folders[i]);
            snprintf(file, sizeof file, "%.4000s/%s/libsystemc.so", h->home, folders[i]);
            if (realpath(file, h->file))
                return ASSAY_OK;
        }
    }
    snprintf(
        why, why_size,
        "SYSTEMC_HOME=%s: expected include/systemc and libsystemc.so in its lib, lib-linux64 or "
        "lib64; or unset it, and " INSTALL,
        h->home);
    return ASSAY_ENVIRONMENT;
}

/* Where the compiler finds its library; it answers with the bare name if it has none. */
static enum assay_error find_installed(struct assay_systemc_home *h, char *why, size_t why_size)
{
    char *argv[] = {"g++", "-print-file-name=libsystemc.so", NULL};
    struct assay_output out = {0};
    const bool asked = assay_process(argv, NULL, &out) == 0;
    bool here = false;

    if (asked) {
        out.text[strcspn(out.text, "\n")] = '\0';
        here = strchr(out.text, '/') && realpath(out.text, h->file);
    }
    free(out.text);
    if (here)
        return ASSAY_OK;
    if (asked)
        snprintf(why, why_size,
                 "SystemC is not installed: " INSTALL ", or SYSTEMC_HOME to name it");
    else
        snprintf(why, why_size,
                 "g++: cannot be run: expected it to be installed (scripts/setup does)");
    return ASSAY_ENVIRONMENT;
}

enum assay_error assay_systemc_find(struct assay_systemc_home *h, char *why, size_t why_size)
{
    memset(h, 0, sizeof *h);
    h->home = getenv("SYSTEMC_HOME");
    if (h->home && *h->home)
        return find_home(h, why, why_size);
    h->home = NULL;
    return find_installed(h, why, why_size);
}

/* ISO C has no cast from object to function pointer. */
static bool function(void *handle, const char *name, void *pointer, size_t size)
{
    void *symbol = dlsym(handle, name);

    memcpy(pointer, &symbol, size);
    return symbol != NULL;
}

static bool load(const struct assay_variant *v, const char *path, const struct assay_dut_ops **ops,
                 void **handle)
{
    static struct assay_dut_model model; /* the variant keeps its address */
    const struct assay_dut_ops *(*get)(void);
    void (*set)(const struct assay_dut_model *);

    /* SystemC's objects refer to the code of whoever made them until the process ends. */
    assay_stdout_lend();
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    assay_stdout_back();
    if (!*handle || !function(*handle, "assay_dut_ops_get", (void *)&get, sizeof get))
        return false;
    if (v->module == ASSAY_MODULE_GOLDEN) {
        if (!function(*handle, "assay_dut_model_set", (void *)&set, sizeof set))
            return false;
        model.state_size = v->block->state_size;
        model.init = v->block->init;
        model.step = v->block->step;
        set(&model);
    }
    *ops = get();
    return true;
}

enum assay_error assay_systemc_open(const struct assay_variant *v, enum assay_module module,
                                    bool quiet, const struct assay_dut_ops **ops, void **handle,
                                    char *why, size_t why_size)
{
    struct assay_variant own = *v;
    char path[PATH_MAX];
    enum assay_error e;

    own.module = module;
    e = assay_variant_build(&own, quiet, path, why, why_size);
    if (e != ASSAY_OK)
        return e;
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
    if (load(&own, path, ops, handle))
        return ASSAY_OK;
    snprintf(why, why_size, "%s: %s: expected a variant; remove it to have it built again", path,
             dlerror());
    return ASSAY_ENVIRONMENT;
}
