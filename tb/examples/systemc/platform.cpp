/*
 * platform.cpp - a loosely timed platform: a processor, a memory and two accelerators on one bus.
 *
 *     0x00000000  memory, 64 KiB, 10 ns per access
 *     0x10000000  dpas, 8 lanes, 4 layers, 1 GHz
 *     0x20000000  gateway, 32 threads, 1 GHz
 *
 * The processor reads A (16 x 32 bytes, signed) and B (32 x 8) from memory, has dpas multiply them
 * with two commands, writes D = A*B back, and has the gateway find the greatest element of D's
 * first column. Then it checks both results itself.
 */
#include <algorithm>
#include <cstdio>
#include <cstring>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include "systemc/targets.h"

using sc_core::sc_time;

enum { M = 16, K = 32, N = 8 };
enum : std::uint32_t {
    A = 0x0000,
    B = 0x1000,
    D = 0x2000,
    DPAS = 0x10000000,
    GATEWAY = 0x20000000
};

class memory : public sc_core::sc_module {
  public:
    tlm_utils::simple_target_socket<memory> socket{"socket"};

    explicit memory(const sc_core::sc_module_name &)
    {
        socket.register_b_transport(this, &memory::transport);
    }

  private:
    unsigned char bytes[0x10000] = {};

    void transport(tlm::tlm_generic_payload &t, sc_time &delay)
    {
        const sc_dt::uint64 address = t.get_address();
        const unsigned size = t.get_data_length();

        if (address >= sizeof bytes || size > sizeof bytes - address) {
            t.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        if (t.is_read())
            std::memcpy(t.get_data_ptr(), bytes + address, size);
        else if (t.is_write())
            std::memcpy(bytes + address, t.get_data_ptr(), size);
        t.set_response_status(tlm::TLM_OK_RESPONSE);
        delay += sc_time(10, sc_core::SC_NS);
    }
};

/* The top four bits of an address select the target. */
class bus : public sc_core::sc_module {
  public:
    tlm_utils::simple_target_socket<bus> in{"in"};
    tlm_utils::simple_initiator_socket<bus> out[3];

    explicit bus(const sc_core::sc_module_name &)
    {
        in.register_b_transport(this, &bus::transport);
    }

  private:
    void transport(tlm::tlm_generic_payload &t, sc_time &delay)
    {
        const sc_dt::uint64 address = t.get_address();

        if (address >> 28 >= 3) {
            t.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        t.set_address(address & 0x0FFFFFFF);
        out[address >> 28]->b_transport(t, delay);
        t.set_address(address);
    }
};

class processor : public sc_core::sc_module {
  public:
    tlm_utils::simple_initiator_socket<processor> socket{"socket"};
    bool good = false;

    SC_HAS_PROCESS(processor);
    explicit processor(const sc_core::sc_module_name &)
    {
        SC_THREAD(run);
    }

  private:
    tlm_utils::tlm_quantumkeeper time;

    void access(tlm::tlm_command command, sc_dt::uint64 address, void *data, unsigned size)
    {
        tlm::tlm_generic_payload t;
        sc_time delay = time.get_local_time();

        t.set_command(command);
        t.set_address(address);
        t.set_data_ptr(static_cast<unsigned char *>(data));
        t.set_data_length(size);
        t.set_streaming_width(size);
        socket->b_transport(t, delay);
        if (t.is_response_error())
            SC_REPORT_ERROR("/platform", t.get_response_string().c_str());
        time.set_and_sync(delay);
    }

    template <typename T> void read(sc_dt::uint64 address, T &data)
    {
        access(tlm::TLM_READ_COMMAND, address, &data, sizeof data);
    }

    template <typename T> void write(sc_dt::uint64 address, T &data)
    {
        access(tlm::TLM_WRITE_COMMAND, address, &data, sizeof data);
    }

    static std::int8_t element(unsigned i)
    {
        return static_cast<std::int8_t>(i * 37 % 251 - 125);
    }

    void load()
    {
        std::int8_t a[M][K], b[K][N];

        for (unsigned i = 0; i < M * K; ++i)
            a[i / K][i % K] = element(i);
        for (unsigned i = 0; i < K * N; ++i)
            b[i / N][i % N] = element(3 * i + 7);
        write(A, a);
        write(B, b);
    }

    /* B is src1: row s holds the elements 4s to 4s+3 of
     * each column. A is src2, with one row per repeat. */
    void multiply()
    {
        std::int8_t b[K][N];
        dpas_src1 src1[DPAS_TARGET_ROWS] = {};
        dpas_cmd cmd{};

        read(B, b);
        for (unsigned k = 0; k < K; ++k)
            for (unsigned n = 0; n < N; ++n)
                src1[k / 4].data[n] |= static_cast<std::uint32_t>(b[k][n] & 255) << k % 4 * 8;
        write(DPAS + DPAS_TARGET_SRC1, src1);
        cmd.src1_type = cmd.src2_type = DPAS_S8;
        cmd.acc_type = DPAS_ACC_S32;
        cmd.sd = K / 4;
        cmd.rc = 8;
        cmd.exec_size = N;
        cmd.src0_null = 1;
        for (unsigned half = 0; half < 2; ++half) {
            std::int8_t a[8][K];
            std::uint32_t words[2], rsp[2], dst[8][DPAS_MAX_LANES];
            std::int32_t d[8][N];

            read(A + half * sizeof a, a);
            write(DPAS + DPAS_TARGET_SRC2, a);
            cmd.tag = static_cast<std::uint8_t>(half);
            dpas_target_pack(&cmd, words);
            write(DPAS + DPAS_TARGET_CMD, words);
            read(DPAS + DPAS_TARGET_RSP, rsp);
            read(DPAS + DPAS_TARGET_DST, dst);
            std::printf("dpas:    command %u, status %u, %u cycles\n", rsp[0] & 255, rsp[0] >> 8,
                        rsp[1]);
            for (unsigned r = 0; r < 8; ++r)
                std::memcpy(d[r], dst[r], sizeof d[r]);
            write(D + half * sizeof d, d);
        }
    }

    std::int32_t greatest()
    {
        std::int32_t d[M][N];
        std::uint32_t member[8] = {(1u << M) - 1}, value[M][2] = {}, result[4];
        std::uint32_t round = GATEWAY_MAX | GATEWAY_S32 << 4;

        read(D, d);
        for (unsigned i = 0; i < M; ++i)
            value[i][0] = static_cast<std::uint32_t>(d[i][0]);
        write(GATEWAY + GATEWAY_TARGET_MEMBER, member);
        write(GATEWAY + GATEWAY_TARGET_VALUE, value);
        write(GATEWAY + GATEWAY_TARGET_ROUND, round);
        read(GATEWAY + GATEWAY_TARGET_RESULT, result);
        std::printf("gateway: status %u, %u cycles\n", result[0] & 255, result[3]);
        return static_cast<std::int32_t>(result[1]);
    }

    bool check(std::int32_t most)
    {
        std::int8_t a[M][K], b[K][N];
        std::int32_t d[M][N], wanted = INT32_MIN;
        bool equal = true;

        read(A, a);
        read(B, b);
        read(D, d);
        for (unsigned m = 0; m < M; ++m) {
            for (unsigned n = 0; n < N; ++n) {
                std::int32_t sum = 0;

                for (unsigned k = 0; k < K; ++k)
                    sum += a[m][k] * b[k][n];
                equal &= sum == d[m][n];
            }
            wanted = std::max(wanted, d[m][0]);
        }
        return equal && most == wanted;
    }

    void run()
    {
        sc_time begun, taken;
        std::int32_t most;

        tlm_utils::tlm_quantumkeeper::set_global_quantum(sc_time(1, sc_core::SC_US));
        time.reset();
        load();
        time.sync();
        begun = sc_core::sc_time_stamp();
        multiply();
        most = greatest();
        time.sync();
        taken = sc_core::sc_time_stamp() - begun;
        good = check(most);
        std::printf("D = A*B, %dx%d * %dx%d; greatest of column 0: %d; %s\n", M, K, K, N, most,
                    good ? "as computed here" : "WRONG");
        std::printf("time:    %s\n", taken.to_string().c_str());
    }
};

int sc_main(int, char **)
{
    const sc_time period(1, sc_core::SC_NS);
    processor cpu("cpu");
    bus interconnect("bus");
    memory ram("ram");
    assay::sc::dpas_target dpas("dpas", {8, 4, 0, 8}, period);
    assay::sc::gateway_target gateway("gateway", {16, 32, 4}, period);

    cpu.socket.bind(interconnect.in);
    interconnect.out[0].bind(ram.socket);
    interconnect.out[1].bind(dpas.socket);
    interconnect.out[2].bind(gateway.socket);
    sc_core::sc_start();
    return cpu.good ? 0 : 1;
}
