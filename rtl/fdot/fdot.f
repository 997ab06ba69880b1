// fdot, a group of a fused dot product.
../lib/lzc.v
fdot_rule.v
fdot_operand.v
fdot_product.v
fdot_addend.v
fdot_greatest.v
fdot_align.v
fdot_sum.v
fdot_round.v
fdot.v
