// loopback, the top of the block.
../lib/fifo.v
../lib/lzc.v
../lib/fp_round.v
../lib/fp_fma.v
../lib/fp_from_f16.v
../lib/lowest_one.v
../bypass/sparse_row.v
../bypass/sparse_flags.v
loopback_operand.v
loopback_queue.v
loopback_bank.v
loopback_start.v
loopback_pe.v
loopback_array.v
loopback_drain.v
loopback.v
