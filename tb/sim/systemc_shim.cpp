/*
 * systemc_shim.cpp - a block in a SystemC testbench behind the C interface of dut.h; see shim.h.
 *
 * The DUT is the output of `verilator --sc` or, with ASSAY_SC_MODEL=1, the golden model as an
 * sc_module. Everything else is the same.
 *
 * Each DUT has its own simulation context, so there can be several, one after the other or side by
 * side. Only methods run in it, no threads, so it survives the fork of a snapshot.
 */
#include <systemc>

#include "sim/dut_model.h"
#include "sim/shim.h"

#include "systemc/module.h"

namespace {

using Signals = assay::sc::signals<assay::sc::dut_pins<assay::sc::signal, assay::sc::signal>>;
#if ASSAY_SC_MODEL
using Model = assay::sc::golden<assay::sc::dut_pins<sc_core::sc_in, sc_core::sc_out>>;
#endif

/* Switches SystemC's kernel to a context, for the lifetime of the object. */
class Inside {
  public:
    explicit Inside(sc_core::sc_simcontext *context) : before(sc_core::sc_curr_simcontext)
    {
        sc_core::sc_curr_simcontext = context;
    }
    ~Inside()
    {
        sc_core::sc_curr_simcontext = before;
    }
    Inside(const Inside &) = delete;
    Inside &operator=(const Inside &) = delete;

  private:
    sc_core::sc_simcontext *before;
};

const sc_core::sc_time &half()
{
    static const sc_core::sc_time time(5, sc_core::SC_NS);

    return time;
}

#if ASSAY_SC_MODEL
const assay_dut_model *golden;

void init_golden(void *state, const std::uint32_t *params)
{
    golden->init(state, reinterpret_cast<const assay_params *>(params));
}

struct Bench {
    Signals pins{"pins"};
    Model top{ASSAY_STR(ASSAY_NAME),
              assay::sc::model{golden->state_size, init_golden, golden->step, dut_params}};

    void enter()
    {
    }
    unsigned stopped()
    {
        return 0;
    }
};
#else
struct Bench {
    std::unique_ptr<VerilatedContext> context = make_context();
    Signals pins{"pins"};
    ASSAY_V top{ASSAY_STR(ASSAY_NAME)};

    ~Bench()
    {
        enter();
        top.final();
    }
    /* Modules of --sc use the thread's Verilated context. */
    void enter()
    {
        Verilated::threadContextp(context.get());
    }
    unsigned stopped()
    {
        if (VL_LIKELY(!context->gotFinish()))
            return 0;
        return context->gotError() ? ASSAY_DUT_FAILED : ASSAY_DUT_FINISHED;
    }

  private:
    static std::unique_ptr<VerilatedContext> make_context()
    {
        std::unique_ptr<VerilatedContext> made{new VerilatedContext};

        made->fatalOnError(false);
        made->threads(1);
        made->traceEverOn(true);
        Verilated::threadContextp(made.get());
        return made;
    }
};
#endif

class Dut : public Traced {
  public:
    static std::unique_ptr<Dut> make()
    {
        std::unique_ptr<Dut> dut{new Dut};
        const Inside inside(dut->kernel.get());

        dut->bench.reset(new Bench);
        dut->bench->pins.bind(dut->bench->top);
        sc_core::sc_start(sc_core::SC_ZERO_TIME); /* ends elaboration, which tracing needs */
        return dut;
    }

    ~Dut()
    {
        const Inside inside(kernel.get());

        bench.reset();
    }

    void eval(const dut_inputs &in, dut_outputs &out)
    {
        const Inside inside(kernel.get());

        bench->enter();
        bench->pins.clk.write(false);
        bench->pins.drive(in);
        run();
        bench->pins.sample(out);
        settled(in, out);
    }

    unsigned edge()
    {
        const Inside inside(kernel.get());

        clocking();
        bench->enter();
        bench->pins.clk.write(true);
        run();
        clocked();
        return failed ? ASSAY_DUT_FAILED : bench->stopped();
    }

    int open(const char *path)
    {
        const Inside inside(kernel.get());

        return open_waveform(&bench->top, path);
    }

  private:
    std::unique_ptr<sc_core::sc_simcontext> kernel{new sc_core::sc_simcontext};
    std::unique_ptr<Bench> bench;
    bool failed = false;

    Dut() = default;

    /* Runs half a period. SystemC reports errors as exceptions, which must not propagate into C. */
    void run()
    {
        try {
            sc_core::sc_start(half());
        } catch (const std::exception &e) {
            std::fprintf(stderr, "%s\n", e.what());
            failed = true;
        }
    }
};

} // namespace

ASSAY_EXPORT const struct assay_dut_ops *assay_dut_ops_get()
{
    return &shim_ops<Dut>;
}

#if ASSAY_SC_MODEL
ASSAY_EXPORT void assay_dut_model_set(const struct assay_dut_model *model)
{
    golden = model;
}
#endif

/* SystemC's library needs this symbol. It is never called, because the
 * engine drives the simulation. */
ASSAY_EXPORT int sc_main(int, char **)
{
    return 1;
}
