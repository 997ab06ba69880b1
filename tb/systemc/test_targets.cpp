/*
 * test_targets.cpp - tests how the TLM-2.0 targets respond to invalid accesses, that a debug access
 * starts nothing, and that illegal parameters are an error that can be caught. Prints each check
 * that fails; the exit status is 1 if any does.
 */
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <tlm_utils/simple_initiator_socket.h>

#include "systemc/targets.h"

namespace {

int failures;

void check(bool good, const char *what)
{
    if (good)
        return;
    std::printf("FAIL: %s\n", what);
    ++failures;
}

class initiator : public sc_core::sc_module {
  public:
    tlm_utils::simple_initiator_socket<initiator> socket{"socket"};

    explicit initiator(const sc_core::sc_module_name &)
    {
    }
};

void fill(tlm::tlm_generic_payload &t, tlm::tlm_command command, std::uint64_t address, void *data,
          unsigned size)
{
    t.set_command(command);
    t.set_address(address);
    t.set_data_ptr(static_cast<unsigned char *>(data));
    t.set_data_length(size);
    t.set_streaming_width(size);
}

const sc_core::sc_time &before()
{
    static const sc_core::sc_time time(3, sc_core::SC_NS);

    return time;
}

/* The response, and the increase of the delay in cycles of 2 ns. */
struct outcome {
    tlm::tlm_response_status status;
    double cycles;
};

outcome send(initiator &from, tlm::tlm_generic_payload &t)
{
    sc_core::sc_time delay = before();

    from.socket->b_transport(t, delay);
    return {t.get_response_status(), (delay - before()) / sc_core::sc_time(2, sc_core::SC_NS)};
}

outcome send(initiator &from, tlm::tlm_command command, std::uint64_t address, void *data,
             unsigned size)
{
    tlm::tlm_generic_payload t;

    fill(t, command, address, data, size);
    return send(from, t);
}

void refusals(initiator &from)
{
    const auto read = tlm::TLM_READ_COMMAND, write = tlm::TLM_WRITE_COMMAND;
    std::uint32_t words[4] = {};
    unsigned char enable[4] = {255, 255, 255, 255};
    tlm::tlm_generic_payload t;

    check(send(from, read, 0xFFFFFFFC, words, 4).status == tlm::TLM_ADDRESS_ERROR_RESPONSE,
          "a read beyond the map");
    check(send(from, write, UINT64_MAX - 3, words, 4).status == tlm::TLM_ADDRESS_ERROR_RESPONSE,
          "a write at the end of the address space");
    check(send(from, read, 2, words, 4).status == tlm::TLM_ADDRESS_ERROR_RESPONSE,
          "an unaligned address");
    check(send(from, read, 0, words, 3).status == tlm::TLM_ADDRESS_ERROR_RESPONSE,
          "part of a word");
    check(send(from, read, 0, words, 0).status == tlm::TLM_ADDRESS_ERROR_RESPONSE, "no length");
    check(send(from, read, 0, words, 16).status == tlm::TLM_ADDRESS_ERROR_RESPONSE,
          "an access over the end of a window");
    check(send(from, write, 0x10, words, 4).status == tlm::TLM_COMMAND_ERROR_RESPONSE,
          "a write to a read-only window");
    check(send(from, write, 0, nullptr, 4).status == tlm::TLM_GENERIC_ERROR_RESPONSE,
          "a write of no data");
    check(send(from, tlm::TLM_IGNORE_COMMAND, 0, nullptr, 4).status == tlm::TLM_OK_RESPONSE,
          "a command to be ignored");

    fill(t, read, 0, words, 4);
    t.set_byte_enable_ptr(enable);
    t.set_byte_enable_length(4);
    check(send(from, t).status == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE, "byte enables");
    t.set_byte_enable_ptr(nullptr);
    fill(t, read, 0, words, 4);
    t.set_streaming_width(2);
    check(send(from, t).status == tlm::TLM_BURST_ERROR_RESPONSE, "streaming");
}

void dpas_delays(initiator &from)
{
    dpas_cmd cmd{};
    std::uint32_t words[2], rsp[2] = {};
    tlm::tlm_generic_payload t;
    outcome o;

    cmd.src1_type = cmd.src2_type = DPAS_S8;
    cmd.sd = cmd.exec_size = 8;
    cmd.rc = 5;
    cmd.tag = 0xA5;
    dpas_target_pack(&cmd, words);
    o = send(from, tlm::TLM_WRITE_COMMAND, DPAS_TARGET_CMD, words, 4);
    check(o.status == tlm::TLM_OK_RESPONSE && o.cycles == 0,
          "word 0 of the command starts nothing");
    o = send(from, tlm::TLM_WRITE_COMMAND, DPAS_TARGET_CMD, words, 8);
    check(o.status == tlm::TLM_OK_RESPONSE && o.cycles == 2 * 4 + 5 + 3 + 1 * 8,
          "the delay of a command of two passes");
    o = send(from, tlm::TLM_READ_COMMAND, DPAS_TARGET_RSP, rsp, 8);
    check(o.cycles == 0 && rsp[0] == 0xA5 && rsp[1] == 24, "its response");

    fill(t, tlm::TLM_WRITE_COMMAND, DPAS_TARGET_CMD, words, 8);
    words[0] ^= 0xFF000000;
    check(from.socket->transport_dbg(t) == 0, "a debug write starts no command");
    fill(t, tlm::TLM_READ_COMMAND, DPAS_TARGET_RSP, rsp, 8);
    check(from.socket->transport_dbg(t) == 8 && rsp[0] == 0xA5, "a debug read");
    words[1] = 0x00080909; /* rc 9, sd 9 */
    o = send(from, tlm::TLM_WRITE_COMMAND, DPAS_TARGET_CMD, words, 8);
    check(o.cycles == 2 * 4 + 3, "the delay of a command in error");
    send(from, tlm::TLM_READ_COMMAND, DPAS_TARGET_RSP, rsp, 8);
    check(rsp[0] >> 8 == DPAS_BAD_SD, "its status");
}

void gateway_delays(initiator &from)
{
    std::uint32_t member[8] = {0x7}, value[3][2] = {{5, 0}, {6, 0}, {10, 0}}, result[4] = {};
    std::uint32_t add = GATEWAY_ADD | GATEWAY_U32 << 4, mean = GATEWAY_MEAN | GATEWAY_U32 << 4;
    std::uint32_t none = 14;

    send(from, tlm::TLM_WRITE_COMMAND, GATEWAY_TARGET_MEMBER, member, sizeof member);
    send(from, tlm::TLM_WRITE_COMMAND, GATEWAY_TARGET_VALUE, value, sizeof value);
    check(send(from, tlm::TLM_WRITE_COMMAND, GATEWAY_TARGET_ROUND, &add, 4).cycles == 3 + 2 + 1,
          "the delay of a sum, 64 threads");
    send(from, tlm::TLM_READ_COMMAND, GATEWAY_TARGET_RESULT, result, sizeof result);
    check(result[0] == 0 && result[1] == 21 && result[2] == 0 && result[3] == 6, "the sum");
    check(send(from, tlm::TLM_WRITE_COMMAND, GATEWAY_TARGET_ROUND, &mean, 4).cycles ==
              3 + 2 + 4 + 2, /* the sum is 21: two octal digits */
          "the delay of a mean");
    send(from, tlm::TLM_READ_COMMAND, GATEWAY_TARGET_RESULT, result, sizeof result);
    check(result[1] == 7, "the mean");
    check(send(from, tlm::TLM_WRITE_COMMAND, GATEWAY_TARGET_ROUND, &none, 4).cycles == 2,
          "the delay of no operation that there is");
    send(from, tlm::TLM_READ_COMMAND, GATEWAY_TARGET_RESULT, result, sizeof result);
    check(result[0] == GATEWAY_BAD_OP, "its status");
}

void illegal_parameters()
{
    bool caught = false;

    try {
        const assay::sc::dpas_target target("illegal", {5, 4, 0, 8}, sc_core::SC_ZERO_TIME);
    } catch (const sc_core::sc_report &) {
        caught = true;
    }
    check(caught, "5 lanes");
}

} // namespace

int sc_main(int, char **)
{
    const sc_core::sc_time period(2, sc_core::SC_NS);
    initiator to_dpas("to_dpas"), to_gateway("to_gateway");
    assay::sc::dpas_target dpas("dpas", {8, 4, 0, 8}, period);
    assay::sc::gateway_target gateway("gateway", {16, 64, 4}, period);

    to_dpas.socket.bind(dpas.socket);
    to_gateway.socket.bind(gateway.socket);
    illegal_parameters();
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    refusals(to_dpas);
    refusals(to_gateway);
    dpas_delays(to_dpas);
    gateway_delays(to_gateway);
    std::printf("%d failed\n", failures);
    return failures ? 1 : 0;
}
