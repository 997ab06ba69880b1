/*
 * dut.h - the C interface of a device under test, whatever simulates it.
 *
 * A Verilated variant is a shared object that exports one symbol, assay_dut_ops_get. The Icarus
 * backend implements the same operations inside vvp. Structs are those of the block's pins.
 *
 * The cycle: eval drives the inputs with clk low, settles and samples every output; edge then raises
 * clk. Each is called once a cycle, in this order.
 */
#ifndef ASSAY_DUT_H
#define ASSAY_DUT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ASSAY_DUT_ABI = 3 };

/* What stopped a simulator; bits. */
enum {
    ASSAY_DUT_FINISHED = 1, /* $finish */
    ASSAY_DUT_FAILED = 2    /* $stop, $error, $fatal or a failed assertion */
};

struct assay_dut_ops {
    uint32_t abi; /* ASSAY_DUT_ABI */
    uint32_t in_size, out_size;
    const char *block;
    void *(*create)(void); /* NULL when memory is out */
    void (*destroy)(void *dut);
    void (*eval)(void *dut, const void *in, void *out);
    unsigned (*edge)(void *dut); /* what stopped the simulator, 0 normally */
    /* Four-state simulators: after eval, fill `mask`, laid out like `out`, with a 1 for each bit that
     * is X or Z (those bits of `out` are unspecified). Returns non-zero if there is any.
     * NULL for a two-state simulator. */
    int (*unknown)(void *dut, void *mask);
    /* Waveform of what follows, with the expected outputs beside the DUT's hierarchy; cycle t stands at
     * time 10*t (sample) and 10*t + 5 (after the edge). trace_open returns 0 or an errno. While a
     * waveform is open, trace_expect goes before each edge, ahead of the eval or behind it. All three may be NULL. */
    int (*trace_open)(void *dut, const char *path);
    void (*trace_expect)(void *dut, const void *expected, uint64_t transactions);
    void (*trace_close)(void *dut);
    /* Write what was counted so far, in the simulator's own format. Returns 0 or an errno. NULL for a
     * variant that counts nothing. */
    int (*coverage)(void *dut, const char *path);
    /* End this process, a forked copy, with the status; needed where exit is the simulator's to call.
     * NULL: _exit. Does not return. */
    void (*leave)(void *dut, int status);
};

const struct assay_dut_ops *assay_dut_ops_get(void);

#ifdef __cplusplus
}
#endif

#endif
