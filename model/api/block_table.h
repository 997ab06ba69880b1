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

static const struct assay_model_param params[] = {
#include "ports_none.h"
#undef PARAM
#define PARAM(name, verilog, default_value, meaning) {#name, #verilog, meaning, default_value},
#include ASSAY_PORTS
};

#define PIN(side, SIDE, role, s, name, place, type)                                      \
    {#name, sizeof #s > 1 ? #s : NULL, ASSAY_MODEL_##SIDE, ASSAY_MODEL_##role,           \
     offsetof(struct ASSAY_TAG(side), place), sizeof(type)},

static const struct assay_model_pin pins[] = {
    PIN(inputs, IN, PLAIN, , rst, rst, U8)
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, width) PIN(inputs, IN, role, s, name, place, type)
#define PIN_OUT(role, s, name, place, type, width) PIN(outputs, OUT, role, s, name, place, type)
#include ASSAY_PORTS
};

static void widths(const struct assay_model_params *any, unsigned *width)
{
    struct ASSAY_TAG(params) p;

    memcpy(&p, any->v, sizeof p);
#define P(name) (p.name)
    *width++ = 1; /* rst */
#include "ports_pins.h"
#define PIN_IN(role, s, name, place, type, bits) *width++ = (unsigned)(bits);
#define PIN_OUT PIN_IN
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
    .in_size = sizeof(struct ASSAY_TAG(inputs)),
    .out_size = sizeof(struct ASSAY_TAG(outputs)),
    .widths = widths,
    .check = check,
    .init = init,
    .step = step,
};

_Static_assert(sizeof(struct ASSAY_TAG(params)) <= sizeof(struct assay_model_params),
               "more parameters than ASSAY_MODEL_MAX_PARAMS");

#include "ports_none.h"
#include "ports_undef.h"
