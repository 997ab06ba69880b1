// fp, the top of the block.
lzc.v
shift_sticky.v
fp_unpack.v
fp_round.v
fp_fma.v
fp_add.v
fp_mul.v
fp_div.v
fp_minmax.v
fp_cmp.v
fp_to_f16.v
fp_to_bf16.v
fp_from_f16.v
fp_from_bf16.v
fp_from_int.v
fp.v
