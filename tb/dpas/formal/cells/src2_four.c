/*
 * src2_four.c - dpas_src2 for 4 layers gives each its slice of a row of src2 in every pass, as
 * dpas_unpack_src2 does.
 *
 *     top:    dpas_src2
 *     rtl:    rtl/dpas/dpas_src2.v rtl/dpas/dpas_widen.v rtl/dpas/dpas_halves.v
 *     rtl:    rtl/lib/fp_from_f16.v rtl/lib/fp_from_bf16.v rtl/lib/lzc.v
 *     model:  model/dpas/dpas_math.c model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c
 *     model:  model/numerics/convert.c model/numerics/f32_fma.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c
 *     cases:  DEPTH=4
 *     in:     src2_data:256 head_format:2 head_grouped head_ops8 head_signed2 head_pack2:2
 *     in:     enter_row enter_rep:3 enter_octet enter_last_pass enter_layers:4
 *     in:     g_passes.rests[0].q:128 g_passes.rests[1].q:128 g_passes.rests[2].q:128
 *     in:     g_passes.rests[3].q:128 g_passes.rests[4].q:128 g_passes.rests[5].q:128
 *     in:     g_passes.rests[6].q:128 g_passes.rests[7].q:128
 *     out:    enter_src2:152
 *     out:    g_passes.rests[0].d:128 g_passes.rests[1].d:128 g_passes.rests[2].d:128
 *     out:    g_passes.rests[3].d:128 g_passes.rests[4].d:128 g_passes.rests[5].d:128
 *     out:    g_passes.rests[6].d:128 g_passes.rests[7].d:128
 *     next:   g_passes.rests[0] g_passes.rests[1] g_passes.rests[2] g_passes.rests[3]
 *     next:   g_passes.rests[4] g_passes.rests[5] g_passes.rests[6] g_passes.rests[7]
 *     each:   head_format head_ops8 head_pack2
 *     bound:  304
 *     sweep
 *     slow
 *     plant:  tb/dpas/faults/src2_next_pass_wrong.patch
 */
#include "dpas/formal/cells/src2.h"
