/*
 * block_table.h - a block's struct assay_model_block, from its ports table. Included once by the
 * source that the build writes for each block, after the model's header and with ASSAY_BLOCK and
 * ASSAY_PORTS defined as for ports.h. Defines assay_model_block_<block>.
 */
#include <string.h>

#include "api/model_block.h"

/* Each pass redefines the lines of the table; formatted, they would hide it. */
/* clang-format off */

#define ASSAY_TAG(name) ASSAY_CAT(ASSAY_BLOCK, name)
#define ASSAY_TEXT2(x) #x
#define ASSAY_TEXT(x) ASSAY_TEXT2(x)
#define ASSAY_IN_AT(field) offsetof(struct ASSAY_TAG(in), field)
#define ASSAY_OUT_AT(field) offsetof(struct ASSAY_TAG(out), field)
#define ASSAY_FIELD_AT(s, f) offsetof(struct ASSAY_TAG(s), f)

static const struct assay_model_param params[] = {
#include "ports_none.h"
#undef PARAM
#define PARAM(name, verilog, initial, meaning) {#name, #verilog, meaning, initial},
#include ASSAY_PORTS
};

static const struct assay_model_pin pins[] = {
    {"rst", NULL, ASSAY_MODEL_IN, ASSAY_MODEL_PLAIN, ASSAY_IN_AT(rst), 1},
#include "ports_none.h"
#undef SINK
#undef SINK_FIELD
#undef SOURCE
#undef SOURCE_FIELD
#undef INPUT
#undef OUTPUT
#define SINK(s)                                                                          \
    {#s "_valid", #s, ASSAY_MODEL_IN, ASSAY_MODEL_VALID, ASSAY_IN_AT(s##_valid), 1},     \
        {#s "_ready", #s, ASSAY_MODEL_OUT, ASSAY_MODEL_READY, ASSAY_OUT_AT(s##_ready), 1},
#define SINK_FIELD(s, f, type, width)                                                    \
    {#s "_" #f, #s, ASSAY_MODEL_IN, ASSAY_MODEL_PAYLOAD,                                 \
     ASSAY_IN_AT(s) + ASSAY_FIELD_AT(s, f), sizeof(type)},
#define SOURCE(s)                                                                        \
    {#s "_valid", #s, ASSAY_MODEL_OUT, ASSAY_MODEL_VALID, ASSAY_OUT_AT(s##_valid), 1},   \
        {#s "_ready", #s, ASSAY_MODEL_IN, ASSAY_MODEL_READY, ASSAY_IN_AT(s##_ready), 1},
#define SOURCE_FIELD(s, f, type, width)                                                  \
    {#s "_" #f, #s, ASSAY_MODEL_OUT, ASSAY_MODEL_PAYLOAD,                                \
     ASSAY_OUT_AT(s) + ASSAY_FIELD_AT(s, f), sizeof(type)},
#define INPUT(name, type, width)                                                         \
    {#name, NULL, ASSAY_MODEL_IN, ASSAY_MODEL_PLAIN, ASSAY_IN_AT(name), sizeof(type)},
#define OUTPUT(name, type, width)                                                        \
    {#name, NULL, ASSAY_MODEL_OUT, ASSAY_MODEL_PLAIN, ASSAY_OUT_AT(name), sizeof(type)},
#include ASSAY_PORTS
};

static void widths(const struct assay_model_params *any, unsigned *width)
{
    struct ASSAY_TAG(params) p;

    memcpy(&p, any->v, sizeof p);
#define P(name) (p.name)
    *width++ = 1; /* rst */
#include "ports_none.h"
#undef SINK
#undef SINK_FIELD
#undef SOURCE
#undef SOURCE_FIELD
#undef INPUT
#undef OUTPUT
#define SINK(s) *width++ = 1, *width++ = 1;
#define SINK_FIELD(s, f, type, bits) *width++ = (unsigned)(bits);
#define SOURCE(s) *width++ = 1, *width++ = 1;
#define SOURCE_FIELD(s, f, type, bits) *width++ = (unsigned)(bits);
#define INPUT(name, type, bits) *width++ = (unsigned)(bits);
#define OUTPUT(name, type, bits) *width++ = (unsigned)(bits);
#include ASSAY_PORTS
#undef P
}

/* clang-format on */

static const char *check(const struct assay_model_params *any)
{
    struct ASSAY_TAG(params) p;

    memcpy(&p, any->v, sizeof p);
    return ASSAY_TAG(check_params)(&p);
}

static void init(void *state, const struct assay_model_params *any)
{
    struct ASSAY_TAG(params) p;

    memcpy(&p, any->v, sizeof p);
    ASSAY_TAG(init)(state, &p);
}

static void step(void *state, const void *in, void *out)
{
    ASSAY_TAG(step)(state, in, out);
}

extern const struct assay_model_block ASSAY_CAT(assay_model_block, ASSAY_BLOCK);

const struct assay_model_block ASSAY_CAT(assay_model_block, ASSAY_BLOCK) = {
    .name = ASSAY_TEXT(ASSAY_BLOCK),
    .params = params,
    .n_params = sizeof params / sizeof params[0],
    .pins = pins,
    .n_pins = sizeof pins / sizeof pins[0],
    .state_size = sizeof(struct ASSAY_TAG(state)),
    .in_size = sizeof(struct ASSAY_TAG(in)),
    .out_size = sizeof(struct ASSAY_TAG(out)),
    .widths = widths,
    .check = check,
    .init = init,
    .step = step,
};

_Static_assert(sizeof(struct ASSAY_TAG(params)) <= sizeof(struct assay_model_params),
               "more parameters than ASSAY_MODEL_MAX_PARAMS");

#include "ports_none.h"
#include "ports_undef.h"
