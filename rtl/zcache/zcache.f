// zcache, the top of the block.
zcache_entry.v
zcache_owner.v
zcache_ages.v
zcache_ways.v
zcache.v
