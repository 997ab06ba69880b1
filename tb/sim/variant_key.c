#include "sim/variant_key.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/cache.h"
#include "sim/design.h"
#include "sim/plain.h"
#include "sim/settings.h"
#include "sim/shim_key.h"
#include "sim/systemc_home.h"
#include "sim/variant_sources.h"
#include "sim/warnings.h"

/* Change this when the build changes in a way that sources and flags do not show. */
#define RECIPE "assay variant 6"

enum assay_error assay_variant_key(const struct assay_variant *v, const struct assay_filelist *list,
                                   char key[ASSAY_KEY_SIZE], char *why, size_t why_size)
{
    struct assay_hash *h;
    char text[ASSAY_PARAMS_TEXT];
    struct assay_systemc_home systemc;
    enum assay_error e = ASSAY_OK;

    if (!assay_settings_level()) {
        snprintf(why, why_size, "ASSAY_OPTIMISE=%s: expected -O0, -O1, -O2, -O3 or -Os",
                 getenv("ASSAY_OPTIMISE"));
        return ASSAY_BAD_INPUT;
    }
    if (assay_settings_unit_kib() == 0) {
        snprintf(why, why_size, "ASSAY_UNIT_KIB=%s: expected a number from 1 to %lu",
                 getenv("ASSAY_UNIT_KIB"), ASSAY_SETTINGS_UNIT_MOST);
        return ASSAY_BAD_INPUT;
    }
    if (assay_settings_waves() < 0) {
        snprintf(why, why_size, "ASSAY_WAVES=%s: expected 0 or 1", getenv("ASSAY_WAVES"));
        return ASSAY_BAD_INPUT;
    }
    h = assay_hash_begin();
    if (!h) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    assay_hash_text(h, RECIPE " " ASSAY_SETTINGS_RECIPE);
    assay_hash_text(h, assay_settings_level());
    snprintf(text, sizeof text, "%lu", assay_settings_unit_kib());
    assay_hash_text(h, text);
    assay_hash_text(h, assay_settings_with_waves(v) ? "waves" : "");
    assay_hash_tool(h, "verilator_bin");
    assay_hash_tool(h, "g++");
    assay_hash_text(h, v->coverage ? "coverage " ASSAY_COVERAGE_WIDTH : "");
    if (assay_warnings_wanted(v))
        assay_hash_text(h, "warnings");
    for (size_t i = 0; (v->coverage || assay_warnings_wanted(v)) && i < list->sources.n; ++i)
        assay_hash_text(h, list->sources.v[i]); /* points and warnings name them */
    if (v->starts)
        assay_hash_text(h, "starts");
    assay_hash_text(h, v->block->model->top);
    assay_params_print(v->block, &v->params, text, sizeof text);
    assay_hash_text(h, text);
    if (v->module != ASSAY_MODULE_CXX) {
        assay_hash_text(h, v->module == ASSAY_MODULE_GOLDEN ? "systemc-model" : "systemc");
        e = assay_systemc_find(&systemc, why, why_size);
        assay_hash_text(h, systemc.home ? systemc.home : "");
        assay_hash_tool(h, systemc.file);
    }
    if (e == ASSAY_OK)
        e = assay_shim_hash(v, h, why, why_size);
    if (e == ASSAY_OK)
        e = assay_variant_hash_wrapper(v, h, why, why_size);
    if (e == ASSAY_OK)
        e = assay_variant_hash_fault(v, h, why, why_size);
    if (e == ASSAY_OK && v->module != ASSAY_MODULE_GOLDEN && !assay_plain_hash(list, h))
        e = assay_design_hash(v, list, h, why, why_size);
    if (!assay_hash_end(h, key) && e == ASSAY_OK) {
        snprintf(why, why_size, "%s: the key of the variant can't be computed",
                 v->block->model->name);
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}
