/*
 * src1_eight.c - a lane of 8 layers gives each its slices of src1, as dpas_unpack_src1 unpacks them.
 *
 *     top:    dpas_lane
 *     rtl:    rtl/dpas/dpas_lane.v rtl/dpas/dpas_bank.v rtl/dpas/dpas_unit.v rtl/dpas/dpas_fma.v
 *     rtl:    rtl/dpas/dpas_widen.v rtl/dpas/dpas_halves.v rtl/dotmul/dotmul.v rtl/lib/fp_fma.v
 *     rtl:    rtl/lib/fp_round.v rtl/lib/fp_from_f16.v rtl/lib/fp_from_bf16.v rtl/lib/lzc.v
 *     model:  model/dpas/dpas_math.c model/fdot/arithmetic.c model/fdot/number.c model/fdot/cdna.c
 *     model:  model/numerics/f32_fma.c model/numerics/f32_add.c model/numerics/f32_mul.c
 *     cases:  DEPTH=8 PASSES=1 SET_BITS=1 ROUNDS=1
 *     cut:    halves
 *     show:   g_layer[0].slice1 g_layer[1].slice1 g_layer[2].slice1 g_layer[3].slice1
 *     show:   g_layer[4].slice1 g_layer[5].slice1 g_layer[6].slice1 g_layer[7].slice1
 *     in:     src1:32 load_format:2 load_grouped load_ops8 load_signed1 load_pack1:2 write:16
 *     in:     layer_set:8 halves.i:38
 *     in:     g_layer[0].u_bank.words[0].q:38 g_layer[0].u_bank.words[1].q:38
 *     in:     g_layer[1].u_bank.words[0].q:38 g_layer[1].u_bank.words[1].q:38
 *     in:     g_layer[2].u_bank.words[0].q:38 g_layer[2].u_bank.words[1].q:38
 *     in:     g_layer[3].u_bank.words[0].q:38 g_layer[3].u_bank.words[1].q:38
 *     in:     g_layer[4].u_bank.words[0].q:38 g_layer[4].u_bank.words[1].q:38
 *     in:     g_layer[5].u_bank.words[0].q:38 g_layer[5].u_bank.words[1].q:38
 *     in:     g_layer[6].u_bank.words[0].q:38 g_layer[6].u_bank.words[1].q:38
 *     in:     g_layer[7].u_bank.words[0].q:38 g_layer[7].u_bank.words[1].q:38
 *     out:    g_layer[0].slice1:38 g_layer[1].slice1:38 g_layer[2].slice1:38 g_layer[3].slice1:38
 *     out:    g_layer[4].slice1:38 g_layer[5].slice1:38 g_layer[6].slice1:38 g_layer[7].slice1:38
 *     out:    g_layer[0].u_bank.words[0].d:38 g_layer[0].u_bank.words[1].d:38
 *     out:    g_layer[1].u_bank.words[0].d:38 g_layer[1].u_bank.words[1].d:38
 *     out:    g_layer[2].u_bank.words[0].d:38 g_layer[2].u_bank.words[1].d:38
 *     out:    g_layer[3].u_bank.words[0].d:38 g_layer[3].u_bank.words[1].d:38
 *     out:    g_layer[4].u_bank.words[0].d:38 g_layer[4].u_bank.words[1].d:38
 *     out:    g_layer[5].u_bank.words[0].d:38 g_layer[5].u_bank.words[1].d:38
 *     out:    g_layer[6].u_bank.words[0].d:38 g_layer[6].u_bank.words[1].d:38
 *     out:    g_layer[7].u_bank.words[0].d:38 g_layer[7].u_bank.words[1].d:38
 *     next:   g_layer[0].u_bank.words[0] g_layer[0].u_bank.words[1] g_layer[1].u_bank.words[0]
 *     next:   g_layer[1].u_bank.words[1] g_layer[2].u_bank.words[0] g_layer[2].u_bank.words[1]
 *     next:   g_layer[3].u_bank.words[0] g_layer[3].u_bank.words[1] g_layer[4].u_bank.words[0]
 *     next:   g_layer[4].u_bank.words[1] g_layer[5].u_bank.words[0] g_layer[5].u_bank.words[1]
 *     next:   g_layer[6].u_bank.words[0] g_layer[6].u_bank.words[1] g_layer[7].u_bank.words[0]
 *     next:   g_layer[7].u_bank.words[1]
 *     each:   load_format load_ops8 load_pack1
 *     slow
 *     except: result
 *     plant:  tb/dpas/faults/slices_swapped.patch
 */
#include "dpas/formal/cells/src1.h"
