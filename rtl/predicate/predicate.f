// predicate, the top of the block.
../lib/fp_round.v
../lib/fp_fma.v
../lib/fp_cmp.v
../lib/lowest_one.v
predicate_decode.v
predicate_clash.v
predicate_count.v
predicate_operand.v
predicate_alu.v
predicate_lane.v
predicate_stack.v
predicate_scalar.v
predicate_vector.v
predicate.v
