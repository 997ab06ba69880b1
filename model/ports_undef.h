/* ports_undef.h - forget the macros of a ports table. No include guard, see ports_none.h. */
#undef PARAM
#undef SINK
#undef SINK_FIELD
#undef SINK_END
#undef SOURCE
#undef SOURCE_FIELD
#undef SOURCE_END
#undef INPUT
#undef OUTPUT
#undef PIN_IN
#undef PIN_OUT
