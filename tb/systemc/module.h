/*
 * module.h - golden models as modules of SystemC, on the pins of the RTL.
 *
 *     #include "dpas/dpas_systemc.h"
 *
 * which the build writes from the block's block.yaml, gives
 *
 *     assay::sc::dpas<lanes, depth>          the golden model, cycle by cycle
 *     assay::sc::dpas_signals<lanes, depth>  a signal for each of its pins
 *
 * The template arguments are the block's parameters in their order, with its defaults; pins have the names
 * and types of what `verilator --sc` makes of the RTL with these parameters, so that either can stand where
 * the other does.
 *
 * A pin of an output follows every input that it depends on within two delta cycles, and the rising edge
 * of clk within two. An input that changes in the very delta cycle of the edge is seen by that edge, as it
 * is by Verilated RTL.
 *
 * Here are the two modules of any block. Pins is a struct of its pins, with the types in_type and out_type
 * of their values and `lists` of the pins (describe/cxx.h).
 */
#ifndef ASSAY_SYSTEMC_MODULE_H
#define ASSAY_SYSTEMC_MODULE_H

#include <cstring>
#include <memory>

#include "systemc/pins.h"

namespace assay {
namespace sc {

/* A golden model. Its own members end in _, so that they hide no pins. */
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
    /* The state of this cycle, and that of the next one if inputs stay as they are in `seen_`. */
    std::unique_ptr<unsigned char[]> state_, next_;
    typename Pins::in_type seen_{};
    typename Pins::out_type out_{};
    bool stepped_ = false;
    sc_core::sc_event changed_;

    /* Step a copy unless that was done with these inputs. */
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

/* Everything that can be bound to the pins of a block, be it the golden model or Verilated RTL. */
template <typename Pins> class signals : public sc_core::sc_module, public Pins {
  public:
    explicit signals(const sc_core::sc_module_name &)
    {
    }

    template <typename Dut> void bind(Dut &dut)
    {
        bind(dut, this->clk);
    }

    /* With a clock from elsewhere: the signal clk is then not connected. */
    template <typename Dut> void bind(Dut &dut, sc_core::sc_signal_in_if<bool> &clock)
    {
        dut.clk(clock);
        Pins::lists::both(dut, static_cast<Pins &>(*this),
                          [](auto &pin, auto &signal) { pin(signal); });
    }

    /* All inputs but clk. */
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
