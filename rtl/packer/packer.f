// packer, the top of the block.
packer_lanes.v
packer.v
