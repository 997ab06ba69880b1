// dotmul_block, the top of the block, and both designs that can stand behind its pins.
dotmul.v
dotmul_duplex.v
dotmul_block.v
