/*
 * systemc_shim.cpp - a block in a SystemC testbench behind the C interface of dut.h.
 *
 * The DUT is what `verilator --sc` made of the RTL or, with ASSAY_SC_MODEL=1, the golden model as an
 * sc_module; everything else is the same. One template for all blocks: the pins come from the block's
 * ports table. The macros are those of verilator_shim.cpp.
 *
 * A DUT has a simulation context of its own, so that there can be several, one after the other or side
 * by side. Only methods run in it, no threads, so it survives the fork of a snapshot.
 */
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>

#define ASSAY_STR2(x) #x
#define ASSAY_STR(x) ASSAY_STR2(x)

#include <systemc>

#if !ASSAY_SC_MODEL
#include "verilated.h"
#include ASSAY_STR(ASSAY_V_HEADER)
#endif

#include "engine/dut.h"
#include "sim/dut_model.h"

/* struct dut_in and struct dut_out: laid out as the model's, whatever the block. */
#define ASSAY_BLOCK dut
#define ASSAY_PORTS ASSAY_STR(ASSAY_PINS)
#include "ports.h"

#define ASSAY_SC_UNTYPED
#define ASSAY_BLOCK dut
#define ASSAY_PORTS ASSAY_STR(ASSAY_PINS)
#include "systemc/module.h"

#if !ASSAY_SC_MODEL
#include "sim/verilator_trace.h"
#endif

namespace {

/* The values of this variant's parameters, as template arguments. */
/* clang-format off */
#include "ports_none.h"
#undef PARAM
#define PARAM(name, verilog, initial, meaning) ASSAY_P_##name,
using Signals = assay::sc::dut_signals<
#include ASSAY_STR(ASSAY_PINS)
    void>;
#if ASSAY_SC_MODEL
using Model = assay::sc::dut<
#include ASSAY_STR(ASSAY_PINS)
    void>;
#endif
#include "ports_none.h"
#include "ports_undef.h"
/* clang-format on */

/* SystemC's kernel works on the current context. */
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
              assay::sc::model{golden->state_size, init_golden, golden->step}};

    void end()
    {
    }
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

    void end()
    {
        top.final();
    }
    /* Modules of --sc take the thread's context. */
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

struct Dut {
    std::unique_ptr<sc_core::sc_simcontext> kernel{new sc_core::sc_simcontext};
    std::unique_ptr<Bench> bench;
#if !ASSAY_SC_MODEL
    std::unique_ptr<Waveform> waveform; /* empty: not traced */
#endif
    std::uint64_t cycle = 0;
    bool failed = false;

    ~Dut()
    {
        const Inside inside(kernel.get());

        bench.reset();
    }

    /* Half a period; errors of SystemC's come as exceptions, which must not reach C. */
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

void *create()
{
    try {
        std::unique_ptr<Dut> dut{new Dut};
        const Inside inside(dut->kernel.get());

        dut->bench.reset(new Bench);
        dut->bench->pins.bind(dut->bench->top);
        sc_core::sc_start(sc_core::SC_ZERO_TIME); /* ends elaboration, as tracing needs */
        return dut.release();
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return nullptr;
    }
}

void destroy(void *any)
{
    Dut *dut = static_cast<Dut *>(any);

    dut->bench->enter();
    dut->bench->end();
    delete dut;
}

void eval(void *any, const void *in, void *any_out)
{
    Dut *dut = static_cast<Dut *>(any);
    dut_out *out = static_cast<dut_out *>(any_out);
    const Inside inside(dut->kernel.get());

    dut->bench->enter();
    dut->bench->pins.clk.write(false);
    dut->bench->pins.drive(*static_cast<const dut_in *>(in));
    dut->run();
    dut->bench->pins.sample(*out);
#if !ASSAY_SC_MODEL
    if (VL_UNLIKELY(dut->waveform))
        dut->waveform->sample(out, 10 * dut->cycle);
#endif
}

unsigned edge(void *any)
{
    Dut *dut = static_cast<Dut *>(any);
    const Inside inside(dut->kernel.get());

    dut->bench->enter();
    dut->bench->pins.clk.write(true);
    dut->run();
#if !ASSAY_SC_MODEL
    if (VL_UNLIKELY(dut->waveform))
        dut->waveform->sample(nullptr, 10 * dut->cycle + 5);
#endif
    ++dut->cycle;
    return dut->failed ? ASSAY_DUT_FAILED : dut->bench->stopped();
}

#if ASSAY_SC_MODEL || !ASSAY_WAVES
constexpr int (*trace_open)(void *, const char *) = nullptr;
constexpr void (*trace_expect)(void *, const void *, std::uint64_t) = nullptr;
constexpr void (*trace_close)(void *) = nullptr;
#else
int trace_open(void *any, const char *path)
{
    Dut *dut = static_cast<Dut *>(any);
    const Inside inside(dut->kernel.get());

    dut->waveform.reset(new (std::nothrow) Waveform);
    if (!dut->waveform)
        return ENOMEM;
    const int error = dut->waveform->open(&dut->bench->top, path);

    if (error)
        dut->waveform.reset();
    return error;
}

void trace_expect(void *any, const void *expected, std::uint64_t transactions)
{
    static_cast<Dut *>(any)->waveform->expect(expected, transactions);
}

void trace_close(void *any)
{
    Dut *dut = static_cast<Dut *>(any);

    if (dut->waveform)
        dut->waveform->close();
    dut->waveform.reset();
}
#endif

const assay_dut_ops ops = {
    ASSAY_DUT_ABI,
    sizeof(dut_in),
    sizeof(dut_out),
    ASSAY_STR(ASSAY_NAME),
    create,
    destroy,
    eval,
    edge,
    nullptr,
    trace_open,
    trace_expect,
    trace_close,
    nullptr,
    nullptr,
};

} // namespace

#define ASSAY_EXPORT extern "C" __attribute__((visibility("default")))

ASSAY_EXPORT const struct assay_dut_ops *assay_dut_ops_get()
{
    return &ops;
}

#if ASSAY_SC_MODEL
ASSAY_EXPORT void assay_dut_model_set(const struct assay_dut_model *model)
{
    golden = model;
}
#endif

/* SystemC's library refers to it. Never called: the engine drives the simulation. */
ASSAY_EXPORT int sc_main(int, char **)
{
    return 1;
}
