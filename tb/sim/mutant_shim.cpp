/*
 * mutant_shim.cpp - a Verilated block with many mutants (mutate/rewrite.h), of which one is chosen
 * before the design is made; otherwise as verilator_shim.cpp.
 */
#include "sim/shim.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "Vdut_assay_mutant.h"

namespace {

unsigned chosen = 0;

/* Cycles in which a number was noted. */
uint64_t *counts = nullptr;
size_t n_counts = 0;
uint64_t cycle = 0;
std::vector<uint64_t> noted; /* the last cycle of each */

/* The choice is there before the first evaluation, which settles everything. */
class Mutated : public Vdut {
  public:
    Mutated(VerilatedContext *context, const char *name) : Vdut{context, name}
    {
        __PVT__assay_mutant->which = chosen;
    }

    /* A cycle is a low half and a high one. */
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
