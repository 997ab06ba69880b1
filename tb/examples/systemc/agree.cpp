/*
 * agree.cpp - runs the same commands on the pins of the golden model, on the pins of the RTL (the
 * same bench with another type) and on the TLM-2.0 target, and expects equal results after equal
 * times.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vdpas.h"
#include "dpas_bench.h"
#include "systemc/targets.h"
#include <tlm_utils/simple_initiator_socket.h>

enum { LANES = 8, DEPTH = 4 };

class top : public sc_core::sc_module {
  public:
    bool good = false;

    SC_HAS_PROCESS(top);
    top(const sc_core::sc_module_name &, int n) : commands(n)
    {
        socket.bind(target.socket);
        SC_THREAD(run);
    }

  private:
    int commands;
    std::uint32_t random_state = 1;
    sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
    dpas_bench<assay::sc::dpas<LANES, DEPTH>, LANES, DEPTH> model{"model", clk};
    dpas_bench<Vdpas, LANES, DEPTH> rtl{"rtl", clk};
    assay::sc::dpas_target target{
        "target", {LANES, DEPTH, 0, 8}, sc_core::sc_time(1, sc_core::SC_NS)};
    tlm_utils::simple_initiator_socket<top> socket{"socket"};

    std::uint32_t random()
    {
        random_state = random_state * 1664525 + 1013904223;
        return random_state >> 8;
    }

    void fill(std::uint32_t *words, int n)
    {
        for (int i = 0; i < n; ++i)
            words[i] = random() << 16 ^ random();
    }

    request next()
    {
        static const std::uint8_t depths[] = {1, 2, 4, 8};
        request r{};

        r.cmd.src1_type = r.cmd.src2_type = static_cast<std::uint8_t>(random() % 9);
        r.cmd.acc_type = r.cmd.src1_type >= DPAS_BF16 ? DPAS_ACC_F32 : DPAS_ACC_S32;
        r.cmd.sd = depths[random() % 4];
        r.cmd.rc = static_cast<std::uint8_t>(random() % 9); /* 0 is an error */
        r.cmd.exec_size = static_cast<std::uint8_t>(1 + random() % LANES);
        r.cmd.tag = static_cast<std::uint8_t>(random());
        for (auto &row : r.src1)
            fill(row.data, LANES);
        for (auto &row : r.src0)
            fill(row.data, LANES);
        for (auto &row : r.src2)
            fill(row.data, 8);
        return r;
    }

    void access(tlm::tlm_command command, sc_dt::uint64 address, void *data, unsigned size,
                sc_core::sc_time &delay)
    {
        tlm::tlm_generic_payload t;

        t.set_command(command);
        t.set_address(address);
        t.set_data_ptr(static_cast<unsigned char *>(data));
        t.set_data_length(size);
        t.set_streaming_width(size);
        socket->b_transport(t, delay);
        if (t.is_response_error())
            SC_REPORT_ERROR("/agree", t.get_response_string().c_str());
    }

    answer by_transactions(request r)
    {
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        std::uint32_t cmd[2], rsp[2];
        answer a{};

        dpas_target_pack(&r.cmd, cmd);
        access(tlm::TLM_WRITE_COMMAND, DPAS_TARGET_SRC1, r.src1, sizeof r.src1, delay);
        access(tlm::TLM_WRITE_COMMAND, DPAS_TARGET_SRC0, r.src0, sizeof r.src0, delay);
        access(tlm::TLM_WRITE_COMMAND, DPAS_TARGET_SRC2, r.src2, sizeof r.src2, delay);
        access(tlm::TLM_WRITE_COMMAND, DPAS_TARGET_CMD, cmd, sizeof cmd, delay);
        access(tlm::TLM_READ_COMMAND, DPAS_TARGET_RSP, rsp, sizeof rsp, delay);
        access(tlm::TLM_READ_COMMAND, DPAS_TARGET_DST, a.dst, sizeof a.dst, delay);
        a.status = rsp[0] >> 8;
        a.cycles = static_cast<std::uint32_t>(delay / sc_core::sc_time(1, sc_core::SC_NS));
        return a;
    }

    void run()
    {
        unsigned long cycles = 0, errors = 0;

        model.reset();
        rtl.reset();
        for (int i = 0; i < commands; ++i) {
            const request r = next();
            const answer a = model.run(r), b = rtl.run(r), c = by_transactions(r);

            if (std::memcmp(&a, &b, sizeof a) != 0 || std::memcmp(&a, &c, sizeof a) != 0) {
                std::printf("command %d differs: model status %u after %u, RTL %u after %u, "
                            "transactions %u after %u\n",
                            i, a.status, a.cycles, b.status, b.cycles, c.status, c.cycles);
                sc_core::sc_stop();
                return;
            }
            cycles += a.cycles;
            errors += a.status != DPAS_OK;
        }
        std::printf(
            "%d commands, %lu of them errors, %lu cycles: model, RTL and transactions agree\n",
            commands, errors, cycles);
        good = true;
        sc_core::sc_stop();
    }
};

int sc_main(int argc, char **argv)
{
    top t("top", argc > 1 ? std::atoi(argv[1]) : 500);

    sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
    sc_core::sc_start();
    return t.good ? 0 : 1;
}
