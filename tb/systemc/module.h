/*
 * module.h - a golden model as an sc_module on the pins of the RTL, from its ports table.
 *
 *     #include "dpas/dpas.h"
 *
 *     #define ASSAY_BLOCK dpas
 *     #define ASSAY_PORTS "dpas/ports.def"
 *     #include "systemc/module.h"
 *
 * gives
 *
 *     assay::sc::dpas<lanes, depth>          the golden model, cycle by cycle
 *     assay::sc::dpas_signals<lanes, depth>  a signal for each of its pins
 *
 * The template arguments are the block's parameters in the order of the table, with its defaults; pins
 * have the names and types of what `verilator --sc` makes of the RTL with these parameters, so that
 * either can stand where the other does.
 *
 * A pin of an output follows every input that it depends on within two delta cycles, and the rising edge
 * of clk within two. An input that changes in the very delta cycle of the edge is seen by that edge, as it
 * is by Verilated RTL.
 *
 * ASSAY_SC_UNTYPED: the model is given to the constructor, which needs no header of the model.
 *
 * No include guard: included once for each block.
 */
#include <cstring>
#include <memory>

#include "systemc/pins.h"

#define ASSAY_TAG(name) ASSAY_CAT(ASSAY_BLOCK, name)
#define ASSAY_TEXT2(x) #x
#define ASSAY_TEXT(x) ASSAY_TEXT2(x)
#define P(name) name

/* Each pass redefines the lines of the table; formatted, they would hide it. */
/* clang-format off */

namespace assay
{
namespace sc
{

template <
#include "ports_none.h"
#undef PARAM
#define PARAM(name, verilog, default_value, meaning) std::uint32_t name = default_value,
#include ASSAY_PORTS
    typename = void>
class ASSAY_BLOCK : public sc_core::sc_module
{
  public:
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_in<bool> rst{"rst"};
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width) sc_core::sc_in<pin<(width)>> name{#name};
#define PIN_OUT(role, s, name, place, type, width) sc_core::sc_out<pin<(width)>> name{#name};
#include ASSAY_PORTS

    SC_HAS_PROCESS(ASSAY_BLOCK);

    /* Parameters that are not legal raise an error of SystemC's. */
#ifndef ASSAY_SC_UNTYPED
    explicit ASSAY_BLOCK(const sc_core::sc_module_name &name) : ASSAY_BLOCK(name, golden()) {}
#endif
    ASSAY_BLOCK(const sc_core::sc_module_name &, const model &m)
        : golden_model(m), state(new unsigned char[m.state_size]()),
          next(new unsigned char[m.state_size]())
    {
        static_assert(sizeof(struct ::ASSAY_TAG(params)) <= 8 * sizeof(std::uint32_t),
                      "more parameters than there is room for, here and in ASSAY_MAX_PARAMS");
        const std::uint32_t params[] = {
#include "ports_none.h"
#undef PARAM
#define PARAM(name, verilog, default_value, meaning) name,
#include ASSAY_PORTS
            0, 0, 0, 0, 0, 0, 0, 0};

        golden_model.init(state.get(), params);
        SC_METHOD(evaluate);
        sensitive << changed << rst
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width) << name
#define PIN_OUT(role, s, name, place, type, width)
#include ASSAY_PORTS
            ;
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }

  private:
    using in_type = struct ::ASSAY_TAG(inputs);
    using out_type = struct ::ASSAY_TAG(outputs);

    model golden_model;
    /* The state of this cycle, and that of the next one if inputs stay as they are in `seen`. */
    std::unique_ptr<unsigned char[]> state, next;
    in_type seen{};
    out_type out{};
    bool stepped = false;
    sc_core::sc_event changed;

    /* Step a copy unless that was done with these inputs. */
    void step()
    {
        in_type in;

        std::memset(&in, 0, sizeof in);
        in.rst = rst.read();
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width) from_pin(name.read(), in.place);
#define PIN_OUT(role, s, name, place, type, width)
#include ASSAY_PORTS
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
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width)
#define PIN_OUT(role, s, name, place, type, width) name.write(to_pin<pin<(width)>>(out.place));
#include ASSAY_PORTS
    }

    void edge()
    {
        step();
        state.swap(next);
        stepped = false;
        changed.notify(sc_core::SC_ZERO_TIME);
    }

#ifndef ASSAY_SC_UNTYPED
    static void init_any(void *state, const std::uint32_t *params)
    {
        struct ::ASSAY_TAG(params) p;
        const char *wrong;

        std::memcpy(&p, params, sizeof p);
        wrong = ::ASSAY_TAG(check_params)(&p);
        if (wrong)
            SC_REPORT_ERROR("/assay/" ASSAY_TEXT(ASSAY_BLOCK), wrong);
        else
            ::ASSAY_TAG(init)(static_cast<struct ::ASSAY_TAG(state) *>(state), &p);
    }

    static void step_any(void *state, const void *in, void *out)
    {
        ::ASSAY_TAG(step)(static_cast<struct ::ASSAY_TAG(state) *>(state),
                          static_cast<const in_type *>(in), static_cast<out_type *>(out));
    }

    static model golden()
    {
        return model{sizeof(struct ::ASSAY_TAG(state)), init_any, step_any};
    }
#endif
};

/* Everything that can be bound to the pins of a block, be it the golden model or Verilated RTL. */
template <
#include "ports_none.h"
#undef PARAM
#define PARAM(name, verilog, default_value, meaning) std::uint32_t name = default_value,
#include ASSAY_PORTS
    typename = void>
class ASSAY_TAG(signals) : public sc_core::sc_module
{
  public:
    sc_core::sc_signal<bool> clk{"clk"};
    sc_core::sc_signal<bool> rst{"rst"};
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width) sc_core::sc_signal<pin<(width)>> name{#name};
#define PIN_OUT PIN_IN
#include ASSAY_PORTS

    explicit ASSAY_TAG(signals)(const sc_core::sc_module_name &) {}

    template <typename Dut> void bind(Dut &dut)
    {
        bind(dut, clk);
    }

    /* With a clock from elsewhere: the signal clk is then not connected. */
    template <typename Dut> void bind(Dut &dut, sc_core::sc_signal_in_if<bool> &clock)
    {
        dut.clk(clock);
        dut.rst(rst);
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width) dut.name(name);
#define PIN_OUT PIN_IN
#include ASSAY_PORTS
    }

    /* All inputs but clk. */
    void drive(const struct ::ASSAY_TAG(inputs) &in)
    {
        rst.write(in.rst != 0);
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width) name.write(to_pin<pin<(width)>>(in.place));
#define PIN_OUT(role, s, name, place, type, width)
#include ASSAY_PORTS
    }

    void sample(struct ::ASSAY_TAG(outputs) &out) const
    {
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width)
#define PIN_OUT(role, s, name, place, type, width) from_pin(name.read(), out.place);
#include ASSAY_PORTS
    }
};

} // namespace sc
} // namespace assay

/* clang-format on */

#include "ports_none.h"
#include "ports_undef.h"
#undef P
#undef ASSAY_TEXT
#undef ASSAY_TEXT2
#undef ASSAY_TAG
#undef ASSAY_BLOCK
#undef ASSAY_PORTS
