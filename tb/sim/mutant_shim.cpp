/*
 * mutant_shim.cpp - a Verilated block that contains many mutants (mutate/rewrite.h). One is
 * selected before the DUT is created. Otherwise as verilator_shim.cpp.
 */
#include "sim/shim.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "Vdut_assay_mutant.h"

namespace {

unsigned chosen = 0;

/* The number of cycles in which each number was noted. */
uint64_t *counts = nullptr;
size_t n_counts = 0;
uint64_t cycle = 0;
std::vector<uint64_t> noted; /* the last cycle in which each number was noted */

/* Sets the selection before the first evaluation, which settles everything. */
class Mutated : public Vdut {
  public:
    Mutated(VerilatedContext *context, const char *name) : Vdut{context, name}
    {
        __PVT__assay_mutant->which = chosen;
    }

    /* A cycle is two evaluations: clk low, then clk high. */
    void eval()
    {
        cycle += !clk;
        Vdut::eval();
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

ASSAY_EXPORT void assay_dut_mutant_count(uint64_t *count, size_t n)
{
    counts = count;
    n_counts = n;
    noted.assign(n, 0);
}

/* Called by the design (mutate/rewrite.h). */
extern "C" unsigned char assay_mutant_note(unsigned number, unsigned char differs)
{
    if (differs && number < n_counts && noted[number] != cycle) {
        noted[number] = cycle;
        ++counts[number];
    }
    return 0;
}
