/*
 * dut.h - the C interface of a device under test, for any simulator.
 *
 * A Verilated variant is a shared object that exports one symbol, assay_dut_ops_get. The Icarus
 * backend implements the same operations inside vvp. The input and output structs are those of the
 * block's pins.
 *
 * In each cycle, eval drives the inputs with clk low, settles and samples every output; edge then
 * raises clk. Each is called once per cycle, in this order.
 */
#ifndef ASSAY_DUT_H
#define ASSAY_DUT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ASSAY_DUT_ABI = 3 };

/* Why a simulator stopped; bits. */
enum {
    ASSAY_DUT_FINISHED = 1, /* $finish */
    ASSAY_DUT_FAILED = 2    /* $stop, $error, $fatal or a failed assertion */
};

struct assay_dut_ops {
    uint32_t abi; /* ASSAY_DUT_ABI */
    uint32_t in_size, out_size;
    const char *block;
    void *(*create)(void); /* NULL if out of memory */
    void (*destroy)(void *dut);
    void (*eval)(void *dut, const void *in, void *out);
    unsigned (*edge)(void *dut); /* why the simulator stopped, normally 0 */
    /* Four-state simulators: after eval, fill `mask`, laid out like `out`, with a 1 for each bit
     * that is X or Z (those bits of `out` are unspecified). Returns non-zero if there is any. NULL
     * for a two-state simulator. */
    int (*unknown)(void *dut, void *mask);
    /* Waveform from now on, with the expected outputs next to the DUT's hierarchy; cycle t is at
     * time 10*t (sample) and 10*t + 5 (after the edge). trace_open returns 0 or an errno. While a
     * waveform is open, trace_expect is called before each edge, either before or after the eval.
     * All three may be NULL. */
    int (*trace_open)(void *dut, const char *path);
    void (*trace_expect)(void *dut, const void *expected, uint64_t transactions);
    void (*trace_close)(void *dut);
    /* Write the counts so far, in the simulator's own format. Returns 0 or an errno. NULL for a
     * variant that counts nothing. */
    int (*coverage)(void *dut, const char *path);
    /* End this process, a forked copy, with the given status; needed if exit must be left to the
     * simulator. NULL: use _exit. Does not return. */
    void (*leave)(void *dut, int status);
};

const struct assay_dut_ops *assay_dut_ops_get(void);

#ifdef __cplusplus
}
#endif

#endif
