/*
 * model_made.h - makes a golden model that must be possible, for the tests of models as objects.
 */
#ifndef MODEL_MADE_H
#define MODEL_MADE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <assay/model.h>

static inline struct assay_model *make(const char *block, const char *params)
{
    struct assay_model *m = NULL;
    char why[512] = "x";

    if (assay_model_create(block, params, &m, why, sizeof why) != ASSAY_MODEL_OK)
        fail_msg("%s %s: %s", block, params ? params : "NULL", why);
    assert_string_equal(why, "");
    return m;
}

#endif
