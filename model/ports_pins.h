/*
 * ports_pins.h - each pin of a ports table, but for clk and rst, as one line of the same form, in the
 * order of the table:
 *
 *     PIN_IN(role, stream, name, place, type, width)     a pin that drives the block
 *     PIN_OUT(role, stream, name, place, type, width)    a pin that the block drives
 *
 * role is VALID, READY, PAYLOAD or PLAIN; stream is empty for a plain pin; place is the pin's member of
 * struct <block>_inputs or struct <block>_outputs, for example cmd.tag, and has the type. The includer then
 * defines both and includes the table. No include guard, see ports_none.h.
 */
#include "ports_none.h"
#undef SINK
#undef SINK_FIELD
#undef SOURCE
#undef SOURCE_FIELD
#undef INPUT
#undef OUTPUT
#define SINK(s)                                   \
    PIN_IN(VALID, s, s##_valid, s##_valid, U8, 1) \
    PIN_OUT(READY, s, s##_ready, s##_ready, U8, 1)
#define SINK_FIELD(s, f, type, width) PIN_IN(PAYLOAD, s, s##_##f, s.f, type, width)
#define SOURCE(s)                                  \
    PIN_OUT(VALID, s, s##_valid, s##_valid, U8, 1) \
    PIN_IN(READY, s, s##_ready, s##_ready, U8, 1)
#define SOURCE_FIELD(s, f, type, width) PIN_OUT(PAYLOAD, s, s##_##f, s.f, type, width)
#define INPUT(name, type, width) PIN_IN(PLAIN, , name, name, type, width)
#define OUTPUT(name, type, width) PIN_OUT(PLAIN, , name, name, type, width)
