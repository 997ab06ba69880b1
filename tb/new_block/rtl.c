#include "new_block/rtl.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "new_block/names.h"
#include "sim/design.h"

enum assay_error assay_new_rtl_open(struct assay_new_rtl *r, const char *path, const char *top,
                                    char *why, size_t why_size)
{
    memset(r, 0, sizeof *r);
    r->path = path;
    r->top = top;
    if (!assay_filelist_of(&path, 1, path, &r->list, why, why_size))
        return ASSAY_BAD_INPUT;
    for (size_t i = 0; i < r->list.sources.n; ++i) {
        const char *source = r->list.sources.v[i];

        if (assay_new_ends_with(source, ".vhd") || assay_new_ends_with(source, ".vhdl")) {
            snprintf(why, why_size, "%s:1: VHDL: expected Verilog or SystemVerilog",
                     assay_path_shown(source));
            return ASSAY_BAD_INPUT;
        }
    }
    return ASSAY_OK;
}

void assay_new_rtl_close(struct assay_new_rtl *r)
{
    assay_filelist_free(&r->list);
}

enum assay_error assay_new_rtl_xml(const struct assay_new_rtl *r, size_t n,
                                   const char *const *param, const uint32_t *value, char **xml,
                                   char *why, size_t why_size)
{
    struct assay_model_param params[2] = {{0}};
    const struct assay_model_block model = {
        .name = r->top, .top = r->top, .params = params, .n_params = n < 2 ? n : 2};
    const struct assay_block block = {.model = &model};
    struct assay_variant v = {.block = &block, .rtl = r->path};

    for (size_t i = 0; i < model.n_params; ++i) {
        params[i].name = params[i].verilog = param[i];
        v.params.v[i] = value[i];
    }
    return assay_design_xml(&v, &r->list, xml, why, why_size);
}
