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

/* A golden model. */
template <typename Pins> class golden : public sc_core::sc_module, public Pins {
  public:
    SC_HAS_PROCESS(golden);

    golden(const sc_core::sc_module_name &, const model &m)
        : golden_model(m), state(new unsigned char[m.state_size]()),
          next(new unsigned char[m.state_size]())
    {
        golden_model.init(state.get(), m.params);
        SC_METHOD(evaluate);
        sensitive << changed;
        Pins::lists::inputs(static_cast<Pins &>(*this), seen,
                            [this](auto &pin, auto &) { sensitive << pin; });
        SC_METHOD(edge);
        sensitive << this->clk.pos();
        dont_initialize();
    }

  private:
    model golden_model;
    /* The state of this cycle, and that of the next one if inputs stay as they are in `seen`. */
    std::unique_ptr<unsigned char[]> state, next;
    typename Pins::in_type seen{};
    typename Pins::out_type out{};
    bool stepped = false;
    sc_core::sc_event changed;

    /* Step a copy unless that was done with these inputs. */
    void step()
    {
        typename Pins::in_type in;

        std::memset(&in, 0, sizeof in);
        Pins::lists::inputs(static_cast<Pins &>(*this), in,
                            [](auto &pin, auto &field) { from_pin(pin.read(), field); });
        if (stepped && std::memcmp(&in, &seen, sizeof in) == 0)
            return;
        std::memcpy(&seen, &in, sizeof in);
        std::memcpy(next.get(), state.get(), golden_model.state_size);
        golden_model.step(next.get(), &seen, &out);
        stepped = true;
    }

    void evaluate()
    {
        step();
        Pins::lists::outputs(static_cast<Pins &>(*this), out, [](auto &pin, auto &field) {
            pin.write(to_pin<value_of<decltype(pin)>>(field));
        });
    }

    void edge()
    {
        step();
        state.swap(next);
        stepped = false;
        changed.notify(sc_core::SC_ZERO_TIME);
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
