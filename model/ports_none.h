/* ports_none.h - every line of a ports table expands to nothing; the includer then redefines those it
 * wants. No include guard: ports.h and its like include it before each pass over a table. */
#include "ports_undef.h"
#define PARAM(name, verilog, default_value, meaning)
#define SINK(s)
#define SINK_FIELD(s, f, type, width)
#define SINK_END(s)
#define SOURCE(s)
#define SOURCE_FIELD(s, f, type, width)
#define SOURCE_END(s)
#define INPUT(name, type, width)
#define OUTPUT(name, type, width)
