// bypass, the top of the block.
../lib/fifo.v
../lib/lowest_one.v
sparse_row.v
sparse_flags.v
bypass_queue.v
bypass_word.v
bypass_slices.v
bypass_pairs.v
bypass_loads.v
bypass.v
