/*
 * start_values.h - where Verilator's sources get start values from, in place of VL_RAND_RESET_I, _Q and _W.
 *
 * start_sources.h puts the calls in. `scope` is the instance of the module and `name` the variable there, both
 * "" where the source does not tell.
 */
#ifndef ASSAY_START_VALUES_H
#define ASSAY_START_VALUES_H

#include "verilated.h"

IData assay_start_I(const char *scope, const char *name, int bits);
QData assay_start_Q(const char *scope, const char *name, int bits);
WDataOutP assay_start_W(const char *scope, const char *name, int bits, WDataOutP value);

#endif
