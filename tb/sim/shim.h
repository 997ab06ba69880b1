/*
 * shim.h - what the shims of all simulators share: puts a class Dut behind the C interface of
 * dut.h.
 *
 * A shim is one source for all blocks. The pins are in dut_pins.h, which the variant builder writes
 * for each variant (shim_pins.h):
 *     struct dut_inputs, struct dut_outputs         same layout as in the model
 *     dut_lists                                     visits each pin (describe/cxx.h)
 *     dut_compare, dut_visit                        visit each output, for waveforms
 *     assay::sc::dut_pins, dut_params               for SystemC
 *
 * It is compiled with
 *     ASSAY_V         class that Verilator generated
 *     ASSAY_V_HEADER  its header, unquoted
 *     ASSAY_NAME      block name, unquoted
 *     ASSAY_WAVES     1, or 0 if Verilator was not asked for tracing
 *     ASSAY_SC_MODEL  1 if the golden model is the DUT; then there is no Verilated class
 *
 * A shim includes this file, derives its class Dut from Traced, and exports shim_ops<Dut>. Dut has
 *
 *     static std::unique_ptr<Dut> make();
 *     void eval(const dut_inputs &in, dut_outputs &out);    calls settled(in, out) at its end
 *     unsigned edge();                              calls clocking() before, clocked() after it
 *     int open(const char *path);                   calls open_waveform(model, path)
 */
#ifndef ASSAY_SHIM_H
#define ASSAY_SHIM_H

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>

#define ASSAY_STR2(x) #x
#define ASSAY_STR(x) ASSAY_STR2(x)

#if !ASSAY_SC_MODEL
#include "verilated.h"
#include ASSAY_STR(ASSAY_V_HEADER)
#endif

#include "engine/dut.h"

#if VM_SC
#include "systemc/pins.h"
#endif
#include "dut_pins.h"

#if ASSAY_WAVES && !ASSAY_SC_MODEL
#include "sim/verilator_trace.h"
#endif

namespace {

#if ASSAY_WAVES && !ASSAY_SC_MODEL

class Traced {
  public:
    void expect(const void *expected, std::uint64_t transactions)
    {
        waveform->expect(expected, transactions);
    }
    void close()
    {
        if (waveform)
            waveform->close();
        waveform.reset();
    }

  protected:
    template <typename Model> int open_waveform(Model *model, const char *path)
    {
        waveform.reset(new (std::nothrow) Waveform);
        if (!waveform)
            return ENOMEM;
        const int error = waveform->open(model, path);

        if (error)
            waveform.reset();
        return error;
    }
    void settled(const dut_inputs &in, const dut_outputs &out)
    {
        if (VL_UNLIKELY(waveform))
            waveform->settled(in, out);
    }
    void clocking()
    {
        if (VL_UNLIKELY(waveform))
            waveform->sample(10 * cycle);
    }
    void clocked()
    {
        if (VL_UNLIKELY(waveform))
            waveform->after_edge(10 * cycle + 5);
        ++cycle;
    }

  private:
    std::unique_ptr<Waveform> waveform; /* empty: not traced */
    std::uint64_t cycle = 0;
};

template <typename Dut> int trace_open(void *dut, const char *path)
{
    return static_cast<Dut *>(dut)->open(path);
}

template <typename Dut>
void trace_expect(void *dut, const void *expected, std::uint64_t transactions)
{
    static_cast<Dut *>(dut)->expect(expected, transactions);
}

template <typename Dut> void trace_close(void *dut)
{
    static_cast<Dut *>(dut)->close();
}

#else

class Traced {
  protected:
    template <typename Model> int open_waveform(Model *, const char *)
    {
        return ENOTSUP;
    }
    void settled(const dut_inputs &, const dut_outputs &)
    {
    }
    void clocking()
    {
    }
    void clocked()
    {
    }
};

template <typename> constexpr int (*trace_open)(void *, const char *) = nullptr;
template <typename> constexpr void (*trace_expect)(void *, const void *, std::uint64_t) = nullptr;
template <typename> constexpr void (*trace_close)(void *) = nullptr;

#endif

/* Exceptions must not propagate into C. */
template <typename Dut> void *create()
{
    try {
        return Dut::make().release();
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return nullptr;
    }
}

template <typename Dut> void destroy(void *dut)
{
    delete static_cast<Dut *>(dut);
}

template <typename Dut> void eval(void *dut, const void *in, void *out)
{
    static_cast<Dut *>(dut)->eval(*static_cast<const dut_inputs *>(in),
                                  *static_cast<dut_outputs *>(out));
}

template <typename Dut> unsigned edge(void *dut)
{
    return static_cast<Dut *>(dut)->edge();
}

#if VM_COVERAGE
template <typename Dut> int coverage(void *dut, const char *path)
{
    return static_cast<Dut *>(dut)->coverage(path);
}
#else
template <typename> constexpr int (*coverage)(void *, const char *) = nullptr;
#endif

template <typename Dut>
constexpr assay_dut_ops shim_ops = {
    ASSAY_DUT_ABI,
    sizeof(dut_inputs),
    sizeof(dut_outputs),
    ASSAY_STR(ASSAY_NAME),
    create<Dut>,
    destroy<Dut>,
    eval<Dut>,
    edge<Dut>,
    nullptr,
    trace_open<Dut>,
    trace_expect<Dut>,
    trace_close<Dut>,
    coverage<Dut>,
    nullptr,
};

} // namespace

#define ASSAY_EXPORT extern "C" __attribute__((visibility("default")))

#endif
