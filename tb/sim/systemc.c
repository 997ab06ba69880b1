/* systemc.c - loads a variant that runs in a SystemC testbench. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/stdout.h"
#include "engine/guard.h"
#include "sim/dut_model.h"
#include "sim/variant.h"

static bool load(const struct assay_variant *v, const char *path, const struct assay_dut_ops **ops,
                 void **handle)
{
    static struct assay_dut_model model; /* the variant keeps its address */
    const struct assay_dut_ops *(*get)(void);
    void (*set)(const struct assay_dut_model *);

    /* Never unload the variant: SystemC's objects refer to the code that created
     * them until the process ends. */
    assay_stdout_lend();
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    assay_stdout_back();
    if (!*handle || !assay_verilator_function(*handle, "assay_dut_ops_get", (void *)&get))
        return false;
    if (v->module == ASSAY_MODULE_GOLDEN) {
        if (!assay_verilator_function(*handle, "assay_dut_model_set", (void *)&set))
            return false;
        model.state_size = v->block->model->state_size;
        model.init = v->block->model->init;
        model.step = v->block->model->step;
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
    if (load(&own, path, ops, handle)) {
        /* The SystemC kernel cannot restart after an evaluation was abandoned. */
        assay_guard_way_out(assay_guard_leave);
        return ASSAY_OK;
    }
    snprintf(why, why_size, "%s: %s: expected a variant; remove it to have it built again", path,
             dlerror());
    return ASSAY_ENVIRONMENT;
}
