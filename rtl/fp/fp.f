// fp, the floating-point cells behind pins.
../lib/lzc.v
../lib/shift_sticky.v
../lib/fp_unpack.v
../lib/fp_round.v
../lib/fp_fma.v
../lib/fp_add.v
../lib/fp_mul.v
../lib/fp_div.v
../lib/fp_minmax.v
../lib/fp_cmp.v
../lib/fp_to_f16.v
../lib/fp_to_bf16.v
../lib/fp_from_f16.v
../lib/fp_from_bf16.v
../lib/fp_from_int.v
fp.v
