// slm, shared local memory with atomics.
../lib/lowest_one.v
../lib/fp_round.v
../lib/fp_add.v
slm_check.v
slm_queue.v
slm_alu.v
slm_bank.v
slm_word.v
slm.v
