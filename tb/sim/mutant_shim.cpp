/*
 * mutant_shim.cpp - a Verilated block with many mutants (mutate/rewrite.h), of which one is chosen
 * before the design is made; otherwise as verilator_shim.cpp.
 */
#include "sim/shim.h"

#include "Vdut_assay_mutant.h"

namespace {

unsigned chosen = 0;

/* The choice is there before the first evaluation, which settles everything. */
class Mutated : public Vdut {
  public:
    Mutated(VerilatedContext *context, const char *name) : Vdut{context, name}
    {
        __PVT__assay_mutant->which = chosen;
    }
};

} // namespace

#undef ASSAY_V
#define ASSAY_V Mutated
#include "sim/verilator_shim.cpp"

ASSAY_EXPORT void assay_dut_mutant(unsigned which)
{
    chosen = which;
}
