// depthcull, the top of the block.
../lib/fp_round.v
../lib/fp_fma.v
depthcull_order.v
depthcull_depth.v
depthcull_step.v
depthcull_minmax.v
depthcull_stages.v
depthcull_queue.v
depthcull_tiles.v
depthcull_facts.v
depthcull_decide.v
depthcull_test.v
depthcull_lane.v
depthcull_engine.v
depthcull.v
