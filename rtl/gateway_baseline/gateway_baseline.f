// gateway_baseline, the conventional reduction over slm.
../lib/lowest_one.v
../lib/fp_round.v
../lib/fp_add.v
../slm/slm_check.v
../slm/slm_queue.v
../slm/slm_alu.v
../slm/slm_bank.v
../slm/slm_word.v
../slm/slm.v
gateway_baseline_way.v
gateway_baseline_request.v
gateway_baseline_sums.v
gateway_baseline.v
