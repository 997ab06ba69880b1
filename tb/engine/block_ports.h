/*
 * block_ports.h - the engine's view of a block's pins, from its ports table.
 *
 *     #define ASSAY_BLOCK dotmul
 *     #define ASSAY_PORTS "dotmul/ports.def"
 *     #include "engine/block_ports.h"
 *
 * after the model's header, in tb/<block>/block.c. Defines, all static: <block>_port_params,
 * <block>_streams, <block>_ports, <block>_widths, <block>_transfers, <block>_equal, the group
 * of coverage <block>_flow and <block>_flow_hits that counts in it, the untyped wrappers
 * <block>_init_any, <block>_step_any, <block>_steps_any, <block>_agree_any and <block>_check_any, an
 * enum of the streams' indices (<block>_stream_<name>), and ASSAY_BLOCK_PORTS, the fields of struct
 * assay_block that follow from them.
 *
 * A block whose streams cannot be in each state of `flow` defines ASSAY_NO_FLOW before, as the name of the
 * group's `impossible`.
 *
 * No include guard: included once for each block.
 */
#include "engine/block.h"
#include "engine/compare.h"
#include "engine/cover.h"

/* Each pass redefines the lines of the table; formatted, they would hide it. */
/* clang-format off */

#define ASSAY_TAG(name) ASSAY_CAT(ASSAY_BLOCK, name)
#define ASSAY_TEXT2(x) #x
#define ASSAY_TEXT(x) ASSAY_TEXT2(x)

enum ASSAY_TAG(stream_index) {
    ASSAY_CAT(ASSAY_TAG(stream), ) = -1, /* of a plain pin */
#include "ports_none.h"
#undef SINK
#undef SOURCE
#define SINK(s) ASSAY_CAT(ASSAY_TAG(stream), s),
#define SOURCE(s) ASSAY_CAT(ASSAY_TAG(stream), s),
#include ASSAY_PORTS
    ASSAY_TAG(n_streams)
};

static const struct assay_param ASSAY_TAG(port_params)[] = {
#include "ports_none.h"
#undef PARAM
#define PARAM(name, verilog, default_value, meaning) {#name, #verilog, default_value, meaning},
#include ASSAY_PORTS
};

static const struct assay_stream ASSAY_TAG(streams)[] = {
#include "ports_none.h"
#undef SINK
#undef SOURCE
#define SINK(s)                                                                          \
    {#s, true, offsetof(struct ASSAY_TAG(inputs), s##_valid),                                \
     offsetof(struct ASSAY_TAG(outputs), s##_ready), offsetof(struct ASSAY_TAG(inputs), s),      \
     sizeof(struct ASSAY_TAG(s))},
#define SOURCE(s)                                                                        \
    {#s, false, offsetof(struct ASSAY_TAG(outputs), s##_valid),                              \
     offsetof(struct ASSAY_TAG(inputs), s##_ready), offsetof(struct ASSAY_TAG(outputs), s),      \
     sizeof(struct ASSAY_TAG(s))},
#include ASSAY_PORTS
};

static const char *const ASSAY_TAG(stream_names)[] = {
#include "ports_none.h"
#undef SINK
#undef SOURCE
#define SINK(s) #s,
#define SOURCE(s) #s,
#include ASSAY_PORTS
};

static const struct assay_cover_axis ASSAY_TAG(flow_streams) = {"stream", ASSAY_TAG(n_streams),
                                                                ASSAY_TAG(stream_names)};

#ifndef ASSAY_NO_FLOW
#define ASSAY_NO_FLOW NULL
#endif
static const struct assay_cover_group ASSAY_TAG(flow) = {
    "flow", "each stream: neither, ready alone, valid alone, both",
    2, {&ASSAY_TAG(flow_streams), &assay_cover_states}, ASSAY_NO_FLOW};

#define PIN(side, SIDE, role, s, name, place, type)                                      \
    {#name, ASSAY_##SIDE, ASSAY_##role, ASSAY_CAT(ASSAY_TAG(stream), s),                 \
     offsetof(struct ASSAY_TAG(side), place), sizeof(type)},

static const struct assay_port ASSAY_TAG(ports)[] = {
    PIN(inputs, IN, PLAIN, , rst, rst, U8)
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width) PIN(inputs, IN, role, s, name, place, type)
#define PIN_OUT(role, s, name, place, type, width) PIN(outputs, OUT, role, s, name, place, type)
#include ASSAY_PORTS
};

static void ASSAY_TAG(widths)(const struct assay_params *any, unsigned *width)
{
    struct ASSAY_TAG(params) p;
    unsigned *w = width;

    memcpy(&p, any->v, sizeof p);
#define P(name) (p.name)
    *w++ = 1; /* rst */
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width) *w++ = (unsigned)(width);
#define PIN_OUT PIN_IN
#include ASSAY_PORTS
#undef P
}

static uint32_t ASSAY_TAG(transfers)(const void *any_in, const void *any_out)
{
    const struct ASSAY_TAG(inputs) *in = any_in;
    const struct ASSAY_TAG(outputs) *out = any_out;
    uint32_t mask = 0;

#include "ports_none.h"
#undef SINK
#undef SOURCE
#define SINK(s) mask |= (uint32_t)(in->s##_valid & out->s##_ready) << ASSAY_CAT(ASSAY_TAG(stream), s);
#define SOURCE(s) \
    mask |= (uint32_t)(out->s##_valid & in->s##_ready) << ASSAY_CAT(ASSAY_TAG(stream), s);
#include ASSAY_PORTS
    return mask;
}

/* The handshake of every stream, in the order of the counters. */
static void ASSAY_TAG(flow_hits)(const void *any_in, const void *any_out, uint64_t *count)
{
    const struct ASSAY_TAG(inputs) *in = any_in;
    const struct ASSAY_TAG(outputs) *out = any_out;

#include "ports_none.h"
#undef SINK
#undef SOURCE
#define ASSAY_FLOW(s, valid, ready) \
    ++count[ASSAY_CAT(ASSAY_TAG(stream), s) * ASSAY_COVER_STATES + (valid) * 2 + (ready)];
#define SINK(s) ASSAY_FLOW(s, in->s##_valid, out->s##_ready)
#define SOURCE(s) ASSAY_FLOW(s, out->s##_valid, in->s##_ready)
#include ASSAY_PORTS
#undef ASSAY_FLOW
}

/* Ones in the outputs that are always compared, zeros in payload and in the gaps between members. */
static void ASSAY_TAG(always)(struct ASSAY_TAG(outputs) *mask)
{
    memset(mask, 0, sizeof *mask);
#include "ports_none.h"
#undef SINK
#undef SOURCE
#undef OUTPUT
#define SINK(s) mask->s##_ready = 0xFF;
#define SOURCE(s) mask->s##_valid = 0xFF;
#define OUTPUT(name, type, width) memset(&mask->name, 0xFF, sizeof mask->name);
#include ASSAY_PORTS
}

static inline bool ASSAY_TAG(equal)(const struct ASSAY_TAG(outputs) *e, const struct ASSAY_TAG(outputs) *a,
                                    const struct ASSAY_TAG(outputs) *always)
{
    uint64_t d = assay_differ_in(e, a, always, sizeof *e);

#include "ports_none.h"
#undef SOURCE
#undef SOURCE_FIELD
#undef SOURCE_END
#define SOURCE(s) if (e->s##_valid) {
#define SOURCE_FIELD(s, f, type, width) d |= assay_differ(&e->s.f, &a->s.f, sizeof(type));
#define SOURCE_END(s) }
#include ASSAY_PORTS
    return d == 0;
}

/* Everything above that a fixed array takes in has room in it. */
#define ASSAY_TAKES(n, max, what) \
    _Static_assert((size_t)(n) <= (size_t)(max), "model/" ASSAY_TEXT(ASSAY_BLOCK) "/ports.def: " what)

ASSAY_TAKES(sizeof(struct ASSAY_TAG(params)), sizeof(struct assay_params),
            "more parameters than ASSAY_MAX_PARAMS");
ASSAY_TAKES(ASSAY_TAG(n_streams), ASSAY_MAX_STREAMS, "more streams than ASSAY_MAX_STREAMS");
ASSAY_TAKES(sizeof ASSAY_TAG(ports) / sizeof ASSAY_TAG(ports)[0], ASSAY_MAX_PORTS,
            "more pins than ASSAY_MAX_PORTS");
#include "ports_none.h"
#undef SINK_FIELD
#undef SOURCE_FIELD
#undef INPUT
#undef OUTPUT
#define SINK_FIELD(s, f, type, width) INPUT(s##_##f, type, width)
#define SOURCE_FIELD(s, f, type, width) INPUT(s##_##f, type, width)
#define INPUT(name, type, width) \
    ASSAY_TAKES(sizeof(type), 4 * ASSAY_VALUE_WORDS, #name ": wider than ASSAY_VALUE_WORDS");
#define OUTPUT(name, type, width) INPUT(name, type, width)
#include ASSAY_PORTS
#undef ASSAY_TAKES

/* clang-format on */

static void ASSAY_TAG(init_any)(void *state, const struct assay_params *any)
{
    struct ASSAY_TAG(params) p;

    memcpy(&p, any->v, sizeof p);
    ASSAY_TAG(init)(state, &p);
}

static void ASSAY_TAG(step_any)(void *state, const void *in, void *out)
{
    ASSAY_TAG(step)(state, in, out);
}

/* What is known here of sizes and pins is known in these loops. */
static void ASSAY_TAG(steps_any)(void *state, const void *any_in, void *any_out,
                                 uint32_t *transfers, size_t n)
{
    const struct ASSAY_TAG(inputs) *in = any_in;
    struct ASSAY_TAG(outputs) *out = any_out;

    for (size_t i = 0; i < n; ++i) {
        ASSAY_TAG(step)(state, &in[i], &out[i]);
        transfers[i] = in[i].rst ? 0 : ASSAY_TAG(transfers)(&in[i], &out[i]);
    }
}

static size_t ASSAY_TAG(agree_any)(const void *any_in, const void *any_expected,
                                   const void *any_actual, size_t n)
{
    const struct ASSAY_TAG(inputs) *in = any_in;
    const struct ASSAY_TAG(outputs) *expected = any_expected, *actual = any_actual;
    struct ASSAY_TAG(outputs) always;

    ASSAY_TAG(always)(&always);
    for (size_t i = 0; i < n; ++i)
        if (!in[i].rst && !ASSAY_TAG(equal)(&expected[i], &actual[i], &always))
            return i;
    return n;
}

static const char *ASSAY_TAG(check_any)(const struct assay_params *any)
{
    struct ASSAY_TAG(params) p;

    memcpy(&p, any->v, sizeof p);
    return ASSAY_TAG(check_params)(&p);
}

#define ASSAY_BLOCK_PORTS(block)                                                               \
    .name = #block, .params = block##_port_params,                                             \
    .n_params = sizeof block##_port_params / sizeof block##_port_params[0],                    \
    .check_params = block##_check_any, .ports = block##_ports,                                 \
    .n_ports = sizeof block##_ports / sizeof block##_ports[0], .streams = block##_streams,     \
    .n_streams = sizeof block##_streams / sizeof block##_streams[0], .widths = block##_widths, \
    .state_size = sizeof(struct block##_state), .in_size = sizeof(struct block##_inputs),      \
    .out_size = sizeof(struct block##_outputs), .init = block##_init_any,                      \
    .step = block##_step_any, .transfers = block##_transfers, .steps = block##_steps_any,      \
    .agree = block##_agree_any, .flow = &block##_flow, .flow_hits = block##_flow_hits

#include "ports_none.h"
#include "ports_undef.h"
#undef PIN
#undef ASSAY_TAG
#undef ASSAY_BLOCK
#undef ASSAY_PORTS
#undef ASSAY_NO_FLOW
