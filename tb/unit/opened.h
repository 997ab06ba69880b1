/*
 * opened.h - opens a run that must be possible, for the tests of the engine.
 */
#ifndef TEST_OPENED_H
#define TEST_OPENED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/lockstep.h"

static inline struct assay_lockstep *opened(const struct assay_config *c)
{
    char why[256] = "";
    struct assay_lockstep *ls = assay_lockstep_open(c, why, sizeof why);

    assert_string_equal(why, "");
    assert_non_null(ls);
    return ls;
}

#endif
