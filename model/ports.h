/*
 * ports.h - C structs of a block's pins, from its ports table.
 *
 * model/<block>/ports.def describes every pin of a block once. A model's public header turns it into
 * structs like this:
 *
 *     #define ASSAY_BLOCK dotmul
 *     #define ASSAY_PORTS "dotmul/ports.def"
 *     #include "ports.h"
 *
 * and gets, for a block with a sink stream `op` and a source stream `res`:
 *
 *     struct dotmul_params   one uint32_t for each PARAM
 *     struct dotmul_op       payload of one transfer on op
 *     struct dotmul_res      payload of one transfer on res
 *     struct dotmul_inputs       rst, op_valid, op, res_ready: everything that drives the block
 *     struct dotmul_outputs      op_ready, res_valid, res:     everything that the block drives
 *
 * The lines of a ports table:
 *
 *     PARAM(name, VERILOG, default, "meaning")      an RTL parameter
 *     SINK(stream)                                  a stream into the block: <stream>_valid is an
 *         SINK_FIELD(stream, field, TYPE, width)    input, <stream>_ready an output, and each field
 *     SINK_END(stream)                              is the pin <stream>_<field>
 *     SOURCE, SOURCE_FIELD, SOURCE_END              the same for a stream out of the block
 *     INPUT(name, TYPE, width)                      a pin outside any stream
 *     OUTPUT(name, TYPE, width)                     the same; compared in every cycle
 *
 * TYPE is the C type that holds the pin at the largest legal parameters: U8, U16, U32, U64, or W<n>
 * for n 32-bit words, word 0 least significant. width is in bits, an expression in which P(name) is
 * a parameter's value. A value never has bits set at or above its width. clk and rst belong to every
 * block and are not listed.
 *
 * This file has no include guard: it is included once for each block.
 */
#include <stdint.h>

#ifndef ASSAY_PORT_TYPES
#define ASSAY_PORT_TYPES
typedef uint8_t U8;
typedef uint16_t U16;
typedef uint32_t U32;
typedef uint64_t U64;
typedef uint32_t W4[4];
typedef uint32_t W8[8];
typedef uint32_t W16[16];
typedef uint32_t W32[32];
typedef uint32_t W64[64];
#define ASSAY_CAT2(a, b) a##_##b
#define ASSAY_CAT(a, b) ASSAY_CAT2(a, b)
#endif

#define ASSAY_TAG(name) ASSAY_CAT(ASSAY_BLOCK, name)

/* Each pass redefines the lines of the table; formatted, they would hide it. */
/* clang-format off */

/* Parameters. */
#include "ports_none.h"
#undef PARAM
#define PARAM(name, verilog, default_value, meaning) uint32_t name;
struct ASSAY_TAG(params) {
#include ASSAY_PORTS
};

/* One struct a stream. */
#include "ports_none.h"
#undef SINK
#undef SINK_FIELD
#undef SINK_END
#undef SOURCE
#undef SOURCE_FIELD
#undef SOURCE_END
#define SINK(s) struct ASSAY_TAG(s) {
#define SINK_FIELD(s, f, type, width) type f;
#define SINK_END(s) };
#define SOURCE(s) struct ASSAY_TAG(s) {
#define SOURCE_FIELD(s, f, type, width) type f;
#define SOURCE_END(s) };
#include ASSAY_PORTS

/* What drives the block. */
#include "ports_none.h"
#undef SINK
#undef SOURCE
#undef INPUT
#define SINK(s)         \
    uint8_t s##_valid;  \
    struct ASSAY_TAG(s) s;
#define SOURCE(s) uint8_t s##_ready;
#define INPUT(name, type, width) type name;
struct ASSAY_TAG(inputs) {
    uint8_t rst;
#include ASSAY_PORTS
};

/* What the block drives. */
#include "ports_none.h"
#undef SINK
#undef SOURCE
#undef OUTPUT
#define SINK(s) uint8_t s##_ready;
#define SOURCE(s)       \
    uint8_t s##_valid;  \
    struct ASSAY_TAG(s) s;
#define OUTPUT(name, type, width) type name;
struct ASSAY_TAG(outputs) {
#include ASSAY_PORTS
};

/* clang-format on */

#include "ports_none.h"
#include "ports_undef.h"
#undef ASSAY_TAG
#undef ASSAY_BLOCK
#undef ASSAY_PORTS
