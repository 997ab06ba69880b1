/*
 * start_values.h - start values for Verilator's sources, instead of VL_RAND_RESET_I, _Q and _W.
 *
 * start_sources.h inserts the calls. `scope` is the instance of the module and `name` the variable
 * in it. Both are "" if the source does not say.
 */
#ifndef ASSAY_START_VALUES_H
#define ASSAY_START_VALUES_H

#include "verilated.h"

IData assay_start_I(const char *scope, const char *name, int bits);
QData assay_start_Q(const char *scope, const char *name, int bits);
WDataOutP assay_start_W(const char *scope, const char *name, int bits, WDataOutP value);

#endif
