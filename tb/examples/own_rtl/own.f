dotmul_block.v
