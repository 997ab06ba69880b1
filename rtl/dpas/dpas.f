// dpas, the top of the block.
../dotmul/dotmul.v
dpas_decode.v
dpas_fifo.v
dpas_queue.v
dpas_src1.v
dpas_issue.v
dpas_widen.v
dpas_src2.v
dpas_array.v
dpas_bank.v
dpas_unit.v
dpas_lane.v
dpas_lanes.v
dpas_exit.v
dpas.v
