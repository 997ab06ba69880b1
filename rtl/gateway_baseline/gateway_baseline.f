// gateway_baseline, the conventional reduction.
../lib/fp_round.v
../lib/lzc.v
../lib/fp_add.v
gateway_baseline_bank.v
gateway_baseline.v
