#include "dpi/handles.h"

#include <stdio.h>

enum { GENERATIONS = 1 << 21 }; /* so that a handle fits in an integer of Verilog */

static struct {
    struct assay_model *model;
    int32_t handle;
} live[ASSAY_MAX_HANDLES];

static int32_t generation;
static char last_error[512];

const char *assay_handle_error(void)
{
    return last_error;
}

int assay_handle_result(const char *function, int status, const char *detail)
{
    if (status == ASSAY_MODEL_OK)
        return 0;
    snprintf(last_error, sizeof last_error, "%s: %s", function,
             detail && *detail ? detail : assay_model_strerror(status));
    return -status;
}

int32_t assay_handle_create(const char *function, const char *block, const char *params)
{
    int slot = 0;
    char why[256] = "";
    int status;

    while (slot < ASSAY_MAX_HANDLES && live[slot].model)
        ++slot;
    if (slot == ASSAY_MAX_HANDLES) {
        assay_handle_result(function, ASSAY_MODEL_MEMORY, "1024 models are alive: free some");
        return 0;
    }
    status = assay_model_create(block, params, &live[slot].model, why, sizeof why);
    if (status != ASSAY_MODEL_OK) {
        live[slot].model = NULL;
        assay_handle_result(function, status, why);
        return 0;
    }
    generation = generation + 1 < GENERATIONS ? generation + 1 : 1;
    live[slot].handle = generation * ASSAY_MAX_HANDLES + slot;
    return live[slot].handle;
}

static int find(const char *function, int64_t handle)
{
    const int slot = (int)((uint64_t)handle % ASSAY_MAX_HANDLES);

    if (handle == 0) {
        assay_handle_result(function, ASSAY_MODEL_NULL, "the handle is null");
        return -1;
    }
    if (!live[slot].model || live[slot].handle != handle) {
        assay_handle_result(function, ASSAY_MODEL_NULL,
                            "the handle is that of no model, or of one that was freed");
        return -1;
    }
    return slot;
}

struct assay_model *assay_handle_model(const char *function, int64_t handle)
{
    const int slot = find(function, handle);

    return slot < 0 ? NULL : live[slot].model;
}

int assay_handle_free(const char *function, int64_t handle)
{
    const int slot = find(function, handle);

    if (slot < 0)
        return -ASSAY_MODEL_NULL;
    assay_model_free(live[slot].model);
    live[slot].model = NULL;
    return 0;
}

int assay_handle_port(const char *function, const struct assay_model *m, const char *name)
{
    int port = 0;
    int status = assay_model_port_index(m, name, &port);

    if (status == ASSAY_MODEL_NO_PORT) {
        char detail[160];

        snprintf(detail, sizeof detail, "%s has no pin '%.64s'", assay_model_name(m), name);
        return assay_handle_result(function, status, detail);
    }
    return status == ASSAY_MODEL_OK ? port : assay_handle_result(function, status, NULL);
}
