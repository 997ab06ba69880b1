/* backend.c - looks up the backends by name. */
#include "sim/backend.h"

#include <string.h>

#include "base/unknown.h"

static const char *const names[ASSAY_BACKENDS + 1] = {
    [ASSAY_VERILATOR] = "verilator", [ASSAY_ICARUS] = "icarus",
    [ASSAY_SYSTEMC] = "systemc",     [ASSAY_SYSTEMC_MODEL] = "systemc-model",
    [ASSAY_CHECK_X] = "check-x",     [ASSAY_MODEL] = "model"};

const char *assay_backend_name(enum assay_backend b)
{
    return names[b];
}

const char *assay_backend_list(void)
{
    return "verilator, icarus, systemc, systemc-model, check-x or model";
}

bool assay_backend_find(const char *name, enum assay_backend *b)
{
    for (size_t i = 0; i < ASSAY_BACKENDS; ++i) {
        if (strcmp(name, names[i]) == 0) {
            *b = (enum assay_backend)i;
            return true;
        }
    }
    return false;
}

bool assay_backend_unknown(const char *name, char *why, size_t why_size)
{
    return assay_unknown_word(why, why_size, "backend", name, names);
}

static const struct assay_dut_ops *(*inside)(const struct assay_block *);

void assay_icarus_enter(const struct assay_dut_ops *(*ops)(const struct assay_block *))
{
    inside = ops;
}

bool assay_icarus_inside(void)
{
    return inside != NULL;
}

const struct assay_dut_ops *assay_icarus_ops(const struct assay_block *block)
{
    return inside ? inside(block) : NULL;
}
