/*
 * module.h - golden models as SystemC modules, with the pins of the RTL.
 *
 *     #include "dpas/dpas_systemc.h"
 *
 * The build generates this header from the block's block.yaml. It provides
 *
 *     assay::sc::dpas<lanes, depth>          the golden model, cycle by cycle
 *     assay::sc::dpas_signals<lanes, depth>  a signal for each of its pins
 *
 * The template arguments are the block's parameters in order, with the block's defaults. The pins
 * have the same names and types as those that `verilator --sc` generates from the RTL with these
 * parameters, so each can replace the other.
 *
 * An output follows every input that it depends on, and the rising edge of
 * clk, within two delta cycles. An input that changes in the same delta
 * cycle as the edge is seen by that edge, as it is by Verilated RTL.
 *
 * This file has the two modules for any block. Pins is a struct of the block's pins, with the types
 * in_type and out_type of their values, and `lists` of the pins (describe/cxx.h).
 */
#ifndef ASSAY_SYSTEMC_MODULE_H
#define ASSAY_SYSTEMC_MODULE_H

#include <cstring>
#include <memory>

#include "systemc/pins.h"

namespace assay {
namespace sc {

/* A golden model. Names of its own members end in _, so that they do not hide pins. */
template <typename Pins> class golden : public sc_core::sc_module, public Pins {
  public:
    SC_HAS_PROCESS(golden);

    golden(const sc_core::sc_module_name &, const model &m)
        : golden_model_(m), state_(new unsigned char[m.state_size]()),
          next_(new unsigned char[m.state_size]())
    {
        golden_model_.init(state_.get(), m.params);
        SC_METHOD(evaluate_);
        sensitive << changed_;
        Pins::lists::inputs(static_cast<Pins &>(*this), seen_,
                            [this](auto &pin, auto &) { sensitive << pin; });
        SC_METHOD(edge_);
        sensitive << this->clk.pos();
        dont_initialize();
    }

  private:
    model golden_model_;
    /* The state of this cycle, and that of the next cycle if the inputs stay equal to `seen_`. */
    std::unique_ptr<unsigned char[]> state_, next_;
    typename Pins::in_type seen_{};
    typename Pins::out_type out_{};
    bool stepped_ = false;
    sc_core::sc_event changed_;

    /* Steps a copy of the state, unless that has been done with the same inputs. */
    void step_()
    {
        typename Pins::in_type in;

        std::memset(&in, 0, sizeof in);
        Pins::lists::inputs(static_cast<Pins &>(*this), in,
                            [](auto &pin, auto &field) { from_pin(pin.read(), field); });
        if (stepped_ && std::memcmp(&in, &seen_, sizeof in) == 0)
            return;
        std::memcpy(&seen_, &in, sizeof in);
        std::memcpy(next_.get(), state_.get(), golden_model_.state_size);
        golden_model_.step(next_.get(), &seen_, &out_);
        stepped_ = true;
    }

    void evaluate_()
    {
        step_();
        Pins::lists::outputs(static_cast<Pins &>(*this), out_, [](auto &pin, auto &field) {
            pin.write(to_pin<value_of<decltype(pin)>>(field));
        });
    }

    void edge_()
    {
        step_();
        state_.swap(next_);
        stepped_ = false;
        changed_.notify(sc_core::SC_ZERO_TIME);
    }
};

/* Signals that can be bound to all pins of a block, be it the golden model or Verilated RTL. */
template <typename Pins> class signals : public sc_core::sc_module, public Pins {
  public:
    explicit signals(const sc_core::sc_module_name &)
    {
    }

    template <typename Dut> void bind(Dut &dut)
    {
        bind(dut, this->clk);
    }

    /* Binds with a clock from elsewhere; the signal clk then stays unconnected. */
    template <typename Dut> void bind(Dut &dut, sc_core::sc_signal_in_if<bool> &clock)
    {
        dut.clk(clock);
        Pins::lists::both(dut, static_cast<Pins &>(*this),
                          [](auto &pin, auto &signal) { pin(signal); });
    }

    /* Drives all inputs except clk. */
    void drive(const typename Pins::in_type &in)
    {
        Pins::lists::inputs(static_cast<Pins &>(*this), in, [](auto &signal, auto &field) {
            signal.write(to_pin<value_of<decltype(signal)>>(field));
        });
    }

    void sample(typename Pins::out_type &out) const
    {
        Pins::lists::outputs(static_cast<const Pins &>(*this), out,
                             [](auto &signal, auto &field) { from_pin(signal.read(), field); });
    }
};

} // namespace sc
} // namespace assay

#endif
