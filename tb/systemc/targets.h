/*
 * targets.h - loosely timed TLM-2.0 targets: dpas and the reduction of gateway.
 *
 * The registers, and the time that a command takes, are described in model/target/README.md. A
 * write that starts a command executes it and adds its cycles to the delay of b_transport. All
 * other accesses take no time. The target never waits: an initiator with temporal decoupling keeps
 * its quantum, and any other initiator has to wait for the delay itself.
 *
 * Error responses: TLM_ADDRESS_ERROR_RESPONSE (not within one window, or not whole aligned
 * words), TLM_COMMAND_ERROR_RESPONSE (write to a read-only window),
 * TLM_BYTE_ENABLE_ERROR_RESPONSE (byte enables are not supported), TLM_BURST_ERROR_RESPONSE
 * (streaming), TLM_GENERIC_ERROR_RESPONSE (no data). TLM_IGNORE_COMMAND does nothing. A
 * debug access never starts a command: a write that would start one returns 0.
 */
#ifndef ASSAY_SYSTEMC_TARGETS_H
#define ASSAY_SYSTEMC_TARGETS_H

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "target/dpas_target.h"
#include "target/gateway_target.h"

namespace assay {
namespace sc {

/* The differences between the blocks. */
struct dpas_registers {
    using state = struct ::dpas_target;
    using params = struct ::dpas_params;
    static constexpr auto check = ::dpas_check_params;
    static constexpr auto init = ::dpas_target_init;
    static constexpr auto read = ::dpas_target_read;
    static constexpr auto write = ::dpas_target_write;
    static constexpr auto starts = ::dpas_target_starts;
};

struct gateway_registers {
    using state = struct ::gateway_target;
    using params = struct ::gateway_params;
    static constexpr auto check = ::gateway_check_params;
    static constexpr auto init = ::gateway_target_init;
    static constexpr auto read = ::gateway_target_read;
    static constexpr auto write = ::gateway_target_write;
    static constexpr auto starts = ::gateway_target_starts;
};

template <typename Registers> class register_target : public sc_core::sc_module {
  public:
    tlm_utils::simple_target_socket<register_target> socket{"socket"};

    /* Illegal parameters are reported as a SystemC error. */
    register_target(const sc_core::sc_module_name &, const typename Registers::params &p,
                    const sc_core::sc_time &clock_period)
        : period(clock_period)
    {
        const char *wrong = Registers::check(&p);

        if (wrong)
            SC_REPORT_ERROR("/assay/target", wrong);
        else
            Registers::init(&registers, &p);
        socket.register_b_transport(this, &register_target::transport);
        socket.register_transport_dbg(this, &register_target::debug);
    }

  private:
    typename Registers::state registers{};
    sc_core::sc_time period;

    static tlm::tlm_response_status response(target_access access)
    {
        switch (access) {
        case TARGET_OK:
            return tlm::TLM_OK_RESPONSE;
        case TARGET_BAD_ADDRESS:
            return tlm::TLM_ADDRESS_ERROR_RESPONSE;
        case TARGET_BAD_COMMAND:
            return tlm::TLM_COMMAND_ERROR_RESPONSE;
        case TARGET_BAD_DATA:
            break;
        }
        return tlm::TLM_GENERIC_ERROR_RESPONSE;
    }

    tlm::tlm_response_status access(tlm::tlm_generic_payload &t, std::uint32_t &cycles)
    {
        const unsigned size = t.get_data_length();

        cycles = 0;
        if (t.get_command() == tlm::TLM_IGNORE_COMMAND)
            return tlm::TLM_OK_RESPONSE;
        if (!t.get_data_ptr())
            return tlm::TLM_GENERIC_ERROR_RESPONSE;
        if (t.get_byte_enable_ptr())
            return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
        if (t.get_streaming_width() < size)
            return tlm::TLM_BURST_ERROR_RESPONSE;
        if (t.is_read())
            return response(Registers::read(&registers, t.get_address(), t.get_data_ptr(), size));
        return response(
            Registers::write(&registers, t.get_address(), t.get_data_ptr(), size, &cycles));
    }

    void transport(tlm::tlm_generic_payload &t, sc_core::sc_time &delay)
    {
        std::uint32_t cycles;

        t.set_dmi_allowed(false);
        t.set_response_status(access(t, cycles));
        delay += cycles * period;
    }

    unsigned debug(tlm::tlm_generic_payload &t)
    {
        std::uint32_t cycles;

        if (t.is_write() && Registers::starts(t.get_address(), t.get_data_length()))
            return 0;
        return access(t, cycles) == tlm::TLM_OK_RESPONSE &&
                       t.get_command() != tlm::TLM_IGNORE_COMMAND
                   ? t.get_data_length()
                   : 0;
    }
};

using dpas_target = register_target<dpas_registers>;
using gateway_target = register_target<gateway_registers>;

} // namespace sc
} // namespace assay

#endif
