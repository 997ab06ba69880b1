/* verilator_shim.cpp - any Verilated block behind the C interface of dut.h; see shim.h. */
#include "sim/shim.h"

#if VM_COVERAGE
#include "verilated_cov.h"
#endif

namespace {

/* Convert between a pin as Verilator holds it (8 to 64 bits, or words) and the same pin in the
 * model's struct, whose fields are wide enough for the largest legal parameters. */
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

class Dut : public Traced {
  public:
    static std::unique_ptr<Dut> make()
    {
        return std::unique_ptr<Dut>{new Dut};
    }

    ~Dut()
    {
        top->final();
    }

    void eval(const dut_inputs &in, dut_outputs &out)
    {
        top->clk = 0;
        dut_lists::inputs(*top, in, [](auto &pin, const auto &field) { put(pin, field); });
        top->eval();
        dut_lists::outputs(*top, out, [](const auto &pin, auto &field) { get(pin, field); });
        settled(in, out);
    }

    unsigned edge()
    {
        clocking();
        top->clk = 1;
        top->eval();
        clocked();
        context->timeInc(10);
        if (VL_LIKELY(!context->gotFinish()))
            return 0;
        return context->gotError() ? ASSAY_DUT_FAILED : ASSAY_DUT_FINISHED;
    }

    int open(const char *path)
    {
        return open_waveform(top.get(), path);
    }

#if VM_COVERAGE
    int coverage(const char *path)
    {
        errno = 0;
        context->coveragep()->write(path);
        return errno;
    }
#endif

  private:
    std::unique_ptr<VerilatedContext> context{new VerilatedContext};
    std::unique_ptr<ASSAY_V> top;

    Dut()
    {
        context->fatalOnError(false);
        context->threads(1); /* a worker thread would not survive the fork of a snapshot */
        context->traceEverOn(true);
        top.reset(new ASSAY_V{context.get(), ASSAY_STR(ASSAY_NAME)});
    }
};

} // namespace

ASSAY_EXPORT const struct assay_dut_ops *assay_dut_ops_get()
{
    return &shim_ops<Dut>;
}
