// zcache, the top of the block.
../lib/fp_round.v
../lib/fp_add.v
../slm/slm_alu.v
zcache_entry.v
zcache_owner.v
zcache_surfaces.v
zcache_ages.v
zcache_ways.v
zcache_lines.v
zcache_apply.v
zcache_mshrs.v
zcache_metas.v
zcache_serve.v
zcache_steps.v
zcache_counters.v
zcache.v
