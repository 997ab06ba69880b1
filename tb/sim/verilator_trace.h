/*
 * verilator_trace.h - a waveform with the DUT's hierarchy and the expected outputs beside it.
 *
 * The scope `ref` holds the expected value of every output under the output's name, `mismatch` (any
 * compared output differs), mismatch_<port> for each output, and `transaction` (the number finished
 * so far). In cycle t the sample before the edge is at time 10*t, and the state after the edge at
 * 10*t + 5.
 *
 * This file uses the callbacks of VerilatedFst, which are internals of Verilator as of 5.006;
 * nothing else here does. It is included by shim.h, after the structs of the pins.
 */
#ifndef ASSAY_VERILATOR_TRACE_H
#define ASSAY_VERILATOR_TRACE_H

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

#include "verilated_fst_c.h"

namespace {

class Waveform {
  public:
    /* Returns 0 or an errno. */
    template <typename Model> int open(Model *model, const char *path)
    {
        /* VerilatedFst reports no error for a path that can't be written. */
        const int fd = ::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

        if (fd < 0)
            return errno;
        ::close(fd);
        model->trace(&fst, 99);
        fst.spTrace()->addInitCb(declare, this);
        fst.spTrace()->addFullCb(dump_all, this);
        fst.spTrace()->addChgCb(dump_all, this);
        fst.open(path);
        return fst.isOpen() ? 0 : EIO;
    }

    void close()
    {
        fst.close();
    }

    void expect(const void *values, std::uint64_t transactions)
    {
        std::memcpy(&expected, values, sizeof expected);
        transaction = transactions;
    }

    /* The inputs and outputs of the DUT in this cycle. */
    void settled(const dut_inputs &in, const dut_outputs &out)
    {
        in_reset = in.rst != 0;
        actual = out;
    }

    /* Writes the sample of the cycle, once the expected outputs are known. In
     * reset nothing is compared. */
    void sample(std::uint64_t time)
    {
        if (in_reset)
            differs = dut_outputs{};
        else
            compare();
        fst.dump(time);
    }

    /* Writes the state after the edge. */
    void after_edge(std::uint64_t time)
    {
        fst.dump(time);
    }

  private:
    VerilatedFstC fst;
    dut_outputs expected{}, actual{};
    bool in_reset = false;
    dut_outputs differs{}; /* a port differs if the first byte of its field is not 0 */
    std::uint64_t transaction = 0;
    std::uint32_t base = 0;

    template <typename Field> static bool unequal(const Field &a, const Field &b)
    {
        return std::memcmp(&a, &b, sizeof(Field)) != 0;
    }

    template <typename Field> static void mark(Field &field, bool on)
    {
        const char byte = on ? 1 : 0;

        std::memcpy(&field, &byte, 1);
    }

    template <typename Field> static bool marked(const Field &field)
    {
        char byte;

        std::memcpy(&byte, &field, 1);
        return byte != 0;
    }

    /* Applies the engine's care mask outside reset: payload counts while
     * the expected valid is high. */
    void compare()
    {
        dut_compare(expected, actual, differs,
                    [](const auto &e, const auto &a, auto &differ, bool counts) {
                        mark(differ, counts && unequal(e, a));
                    });
    }

    static void declare_one(VerilatedFst *fst, std::uint32_t code, const char *name, int bits)
    {
        if (bits == 1)
            fst->declBit(code, name, -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1);
        else if (bits <= 32)
            fst->declBus(code, name, -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, bits - 1, 0);
        else if (bits <= 64)
            fst->declQuad(code, name, -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, bits - 1, 0);
        else
            fst->declArray(code, name, -1, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, bits - 1,
                           0);
    }

    static std::uint32_t codes(int bits)
    {
        return static_cast<std::uint32_t>((bits + 31) / 32);
    }

    static void declare(void *any, VerilatedFst *fst, std::uint32_t code)
    {
        Waveform *w = static_cast<Waveform *>(any);

        w->base = code;
        fst->scopeEscape(' ');
        fst->pushNamePrefix("ref ");
        declare_one(fst, code++, "mismatch", 1);
        declare_one(fst, code, "transaction", 64);
        code += 2;
        dut_visit(w->expected, w->differs,
                  [&](auto &, auto &, const char *name, const char *mismatch, int bits) {
                      declare_one(fst, code, name, bits);
                      code += codes(bits);
                      declare_one(fst, code++, mismatch, 1);
                  });
        fst->popNamePrefix(1);
        fst->scopeEscape('.');
    }

    template <typename Field>
    static void dump_one(VerilatedFst::Buffer *buffer, std::uint32_t *at, const Field &field,
                         int bits)
    {
        std::uint32_t words[(sizeof(Field) + 3) / 4] = {};

        std::memcpy(words, &field, sizeof(Field));
        if (bits == 1)
            buffer->fullBit(at, words[0] & 1);
        else if (bits <= 32)
            buffer->fullIData(at, words[0], bits);
        else if (bits <= 64)
            buffer->fullQData(at, words[0] | static_cast<QData>(words[sizeof words / 4 - 1]) << 32,
                              bits);
        else
            buffer->fullWData(at, words, bits);
    }

    /* Also used for changes: FST drops values that did not change, and only a window is traced. */
    static void dump_all(void *any, VerilatedFst::Buffer *buffer)
    {
        Waveform *w = static_cast<Waveform *>(any);
        std::uint32_t *at = buffer->oldp(w->base);
        std::uint32_t *const mismatch = at;
        bool any_differs = false;

        buffer->fullQData(at + 1, w->transaction, 64);
        at += 3;
        dut_visit(w->expected, w->differs,
                  [&](auto &value, auto &differ, const char *, const char *, int bits) {
                      dump_one(buffer, at, value, bits);
                      at += codes(bits);
                      buffer->fullBit(at++, marked(differ));
                      any_differs |= marked(differ);
                  });
        buffer->fullBit(mismatch, any_differs);
    }
};

} // namespace

#endif
