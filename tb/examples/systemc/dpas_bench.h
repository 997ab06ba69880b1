/*
 * dpas_bench.h - drives any module with the pins of dpas: sends one command and its operands, each
 * as soon as it is accepted, and waits for the response.
 */
#ifndef DPAS_BENCH_H
#define DPAS_BENCH_H

#include <cstring>
#include <systemc>

#include "dpas/dpas_systemc.h"
#include "target/dpas_target.h"

struct request {
    dpas_cmd cmd;
    dpas_src1 src1[DPAS_TARGET_ROWS];
    dpas_src0 src0[DPAS_MAX_RC];
    dpas_src2 src2[DPAS_MAX_RC];
};

struct answer {
    std::uint32_t status, cycles;
    std::uint32_t dst[DPAS_MAX_RC][DPAS_MAX_LANES];
};

template <typename Dut, unsigned Lanes, unsigned Depth>
class dpas_bench : public sc_core::sc_module {
  public:
    dpas_bench(const sc_core::sc_module_name &, sc_core::sc_clock &clock) : clk(clock)
    {
        pins.bind(dut, clock);
    }

    /* Runs two cycles of reset. Call it from a thread. */
    void reset()
    {
        dpas_inputs in{};
        dpas_outputs out{};

        in.rst = 1;
        cycle(in, out);
        cycle(in, out);
    }

    /* Runs one command. Call it from a thread. */
    answer run(const request &r)
    {
        answer a{};
        dpas_inputs in{};
        dpas_outputs out{};
        unsigned sent = 0, row1 = 0, row0 = 0, row2 = 0, rows = 0;

        in.dst_ready = in.rsp_ready = 1;
        while (!out.rsp_valid) {
            in.cmd_valid = !sent;
            in.cmd = r.cmd;
            in.src1_valid = row1 < DPAS_TARGET_ROWS;
            in.src0_valid = row0 < DPAS_MAX_RC;
            in.src2_valid = row2 < DPAS_MAX_RC;
            if (in.src1_valid)
                in.src1 = r.src1[row1];
            if (in.src0_valid)
                in.src0 = r.src0[row0];
            if (in.src2_valid)
                in.src2 = r.src2[row2];
            cycle(in, out);
            ++a.cycles;
            sent |= in.cmd_valid & out.cmd_ready;
            row1 += in.src1_valid & out.src1_ready;
            row0 += in.src0_valid & out.src0_ready;
            row2 += in.src2_valid & out.src2_ready;
            if (out.dst_valid && rows < DPAS_MAX_RC)
                std::memcpy(a.dst[rows++], out.dst.data, Lanes * sizeof a.dst[0][0]);
        }
        a.status = out.rsp.status;
        return a;
    }

  private:
    sc_core::sc_clock &clk;
    assay::sc::dpas_signals<Lanes, Depth> pins{"pins"};
    Dut dut{"dut"};

    /* Inputs change at the falling edge. Outputs are sampled
     * at the rising edge, before its effects are visible. */
    void cycle(const dpas_inputs &in, dpas_outputs &out)
    {
        wait(clk.negedge_event());
        pins.drive(in);
        wait(clk.posedge_event());
        pins.sample(out);
    }
};

#endif
