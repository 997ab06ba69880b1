/*
 * verilator_shim.cpp - any Verilated block behind the C interface of dut.h.
 *
 * One template for all blocks: the pins come from the block's ports table. The variant builder
 * compiles it with
 *     ASSAY_V         class that Verilator generated
 *     ASSAY_V_HEADER  its header, unquoted
 *     ASSAY_NAME      block name, unquoted
 *     ASSAY_PINS      the ports table, unquoted
 *     ASSAY_P_<name>  value of each parameter
 *     ASSAY_WAVES     1, or 0 if Verilator was not asked for tracing
 */
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>

#define ASSAY_STR2(x) #x
#define ASSAY_STR(x) ASSAY_STR2(x)

#include "verilated.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif
#include ASSAY_STR(ASSAY_V_HEADER)

#include "engine/dut.h"

/* struct dut_in and struct dut_out: laid out as the model's, whatever the block. */
#define ASSAY_BLOCK dut
#define ASSAY_PORTS ASSAY_STR(ASSAY_PINS)
#include "ports.h"

#include "sim/verilator_trace.h"

namespace {

struct Dut {
    std::unique_ptr<VerilatedContext> context{new VerilatedContext};
    std::unique_ptr<ASSAY_V> top;
    std::unique_ptr<Waveform> waveform; /* empty: not traced */
    std::uint64_t cycle = 0;
};

/* A pin as Verilator holds it (8 to 64 bits, or words) against the same pin in the struct of the
 * table, which is as wide as the largest legal parameters need. */
template <typename Pin, typename Field> inline void put(Pin &pin, const Field &field)
{
    if constexpr (std::is_array<Field>::value) {
        if constexpr (sizeof(Pin) == sizeof(QData))
            pin = static_cast<Pin>(field[0] | static_cast<QData>(field[1]) << 32);
        else
            pin = static_cast<Pin>(field[0]);
    } else {
        pin = static_cast<Pin>(field);
    }
}

template <std::size_t N, typename Field> inline void put(VlWide<N> &pin, const Field &field)
{
    static_assert(N * sizeof(EData) <= sizeof(Field), "pin wider than its field");
    std::memcpy(&pin, &field, N * sizeof(EData));
}

template <typename Pin, typename Field> inline void get(const Pin &pin, Field &field)
{
    if constexpr (std::is_array<Field>::value) {
        field[0] = static_cast<EData>(pin);
        if constexpr (sizeof(Pin) == sizeof(QData))
            field[1] = static_cast<EData>(pin >> 32);
    } else {
        field = static_cast<Field>(pin);
    }
}

template <std::size_t N, typename Field> inline void get(const VlWide<N> &pin, Field &field)
{
    static_assert(N * sizeof(EData) <= sizeof(Field), "pin wider than its field");
    std::memcpy(&field, &pin, N * sizeof(EData));
}

void *create()
{
    std::unique_ptr<Dut> dut{new (std::nothrow) Dut};

    if (!dut)
        return nullptr;
    dut->context->fatalOnError(false);
    dut->context->threads(1); /* a worker thread would not survive the fork of a snapshot */
    dut->context->traceEverOn(true);
    dut->top.reset(new (std::nothrow) ASSAY_V{dut->context.get(), ASSAY_STR(ASSAY_NAME)});
    return dut->top ? dut.release() : nullptr;
}

void destroy(void *any)
{
    Dut *dut = static_cast<Dut *>(any);

    dut->top->final();
    delete dut;
}

void eval(void *any, const void *any_in, void *any_out)
{
    Dut *dut = static_cast<Dut *>(any);
    ASSAY_V *top = dut->top.get();
    const dut_in *in = static_cast<const dut_in *>(any_in);
    dut_out *out = static_cast<dut_out *>(any_out);

    top->clk = 0;
    top->rst = in->rst;
#include "ports_none.h"
#undef SINK
#undef SINK_FIELD
#undef SOURCE
#undef INPUT
#define SINK(s) put(top->s##_valid, in->s##_valid);
#define SINK_FIELD(s, f, type, width) put(top->s##_##f, in->s.f);
#define SOURCE(s) put(top->s##_ready, in->s##_ready);
#define INPUT(name, type, width) put(top->name, in->name);
#include ASSAY_STR(ASSAY_PINS)
    top->eval();
#include "ports_none.h"
#undef SINK
#undef SOURCE
#undef SOURCE_FIELD
#undef OUTPUT
#define SINK(s) get(top->s##_ready, out->s##_ready);
#define SOURCE(s) get(top->s##_valid, out->s##_valid);
#define SOURCE_FIELD(s, f, type, width) get(top->s##_##f, out->s.f);
#define OUTPUT(name, type, width) get(top->name, out->name);
#include ASSAY_STR(ASSAY_PINS)
#include "ports_none.h"
    if (VL_UNLIKELY(dut->waveform))
        dut->waveform->sample(out, 10 * dut->cycle);
}

unsigned edge(void *any)
{
    Dut *dut = static_cast<Dut *>(any);

    dut->top->clk = 1;
    dut->top->eval();
    if (VL_UNLIKELY(dut->waveform))
        dut->waveform->sample(nullptr, 10 * dut->cycle + 5);
    ++dut->cycle;
    dut->context->timeInc(10);
    if (VL_LIKELY(!dut->context->gotFinish()))
        return 0;
    return dut->context->gotError() ? ASSAY_DUT_FAILED : ASSAY_DUT_FINISHED;
}

#if ASSAY_WAVES
int trace_open(void *any, const char *path)
{
    Dut *dut = static_cast<Dut *>(any);

    dut->waveform.reset(new (std::nothrow) Waveform);
    if (!dut->waveform)
        return ENOMEM;
    const int error = dut->waveform->open(dut->top.get(), path);

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
#else
constexpr int (*trace_open)(void *, const char *) = nullptr;
constexpr void (*trace_expect)(void *, const void *, std::uint64_t) = nullptr;
constexpr void (*trace_close)(void *) = nullptr;
#endif

#if VM_COVERAGE
int coverage(void *any, const char *path)
{
    errno = 0;
    static_cast<Dut *>(any)->context->coveragep()->write(path);
    return errno;
}
#else
constexpr int (*coverage)(void *, const char *) = nullptr;
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
    coverage,
    nullptr,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const struct assay_dut_ops *assay_dut_ops_get()
{
    return &ops;
}
