`default_nettype none

// core_pick - round-robin selection of the first ready warp after the one picked last, and of its state.
// Parameters as in core.
module core_pick #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    input  wire                     clk,
    input  wire                     rst,

    input  wire [WARPS-1:0]         ready,
    output reg  [3:0]               last,
    output wire [WARPS-1:0]         pick,   // one-hot; 0: no warp is ready
    output wire [3:0]               warp,
    output wire                     any,

    // State of all warps, warp 0 in the lowest bits.
    input  wire [13*WARPS-1:0]      pcs,
    input  wire [13*WARPS-1:0]      lengths,
    input  wire [64*WARPS-1:0]      words,
    input  wire [LANES*WARPS-1:0]   actives,
    input  wire [LANES*WARPS-1:0]   exiteds,
    input  wire [4*LANES*WARPS-1:0] ps,
    input  wire [4*WARPS-1:0]       ups,
    input  wire [512*WARPS-1:0]     us,
    input  wire [WARPS-1:0]         senses,
    input  wire [4*WARPS-1:0]       firsts,
    input  wire [4*WARPS-1:0]       places,
    input  wire [5*WARPS-1:0]       sizes,
    input  wire [32*WARPS-1:0]      group_numbers,
    input  wire [32*WARPS-1:0]      groupses,
    input  wire [10*WARPS-1:0]      local_bases,
    input  wire [11*WARPS-1:0]      local_lineses,
    input  wire [9*WARPS-1:0]       row_bases,
    input  wire [10*WARPS-1:0]      rowses,
    input  wire [4*WARPS-1:0]       bar_bases,
    input  wire [5*WARPS-1:0]       barses,
    input  wire [4*WARPS-1:0]       seqs,
    input  wire [40*WARPS-1:0]      under_ways,
    input  wire [4*WARPS-1:0]       depths,
    input  wire [WARPS-1:0]         lives,
    input  wire [13*WARPS-1:0]      live_pcs,
    input  wire [LANES*WARPS-1:0]   live_masks,

    // State of the picked warp; 0 if none is picked.
    output wire [12:0]              pc,
    output wire [12:0]              length,
    output wire [63:0]              word,
    output wire [LANES-1:0]         active,
    output wire [LANES-1:0]         exited,
    output wire [4*LANES-1:0]       p,
    output wire [3:0]               up,
    output wire [511:0]             u,
    output wire                     sense,
    output wire [3:0]               first,
    output wire [3:0]               place,
    output wire [4:0]               size,
    output wire [31:0]              group_number,
    output wire [31:0]              groups,
    output wire [9:0]               local_base,
    output wire [10:0]              local_lines,
    output wire [8:0]               row_base,
    output wire [9:0]               rows,
    output wire [3:0]               bar_base,
    output wire [4:0]               bars,
    output wire [3:0]               seq,
    output wire [39:0]              under_way,
    output wire [3:0]               depth,
    output wire                     live,
    output wire [12:0]              live_pc,
    output wire [LANES-1:0]         live_mask
);

    localparam [4:0] ALL_WARPS = WARPS[4:0];
    localparam [3:0] LAST_WARP = ALL_WARPS[3:0] - 4'd1;

    wire [4:0] picked;
    wire       unused = &{1'b0, picked[4]};
    core_turn #(.N(WARPS)) u_turn (.x(ready), .last(last), .hot(pick), .index(picked), .any(any));
    assign warp = picked[3:0];

    always @(posedge clk)
        if (rst) last <= LAST_WARP;
        else if (any) last <= warp;

    core_mux #(.N(WARPS), .W(13)) u_pc (.pick(pick), .in(pcs), .out(pc));
    core_mux #(.N(WARPS), .W(13)) u_length (.pick(pick), .in(lengths), .out(length));
    core_mux #(.N(WARPS), .W(64)) u_word (.pick(pick), .in(words), .out(word));
    core_mux #(.N(WARPS), .W(LANES)) u_active (.pick(pick), .in(actives), .out(active));
    core_mux #(.N(WARPS), .W(LANES)) u_exited (.pick(pick), .in(exiteds), .out(exited));
    core_mux #(.N(WARPS), .W(4*LANES)) u_p (.pick(pick), .in(ps), .out(p));
    core_mux #(.N(WARPS), .W(4)) u_up (.pick(pick), .in(ups), .out(up));
    core_mux #(.N(WARPS), .W(512)) u_u (.pick(pick), .in(us), .out(u));
    core_mux #(.N(WARPS), .W(1)) u_sense (.pick(pick), .in(senses), .out(sense));
    core_mux #(.N(WARPS), .W(4)) u_first (.pick(pick), .in(firsts), .out(first));
    core_mux #(.N(WARPS), .W(4)) u_place (.pick(pick), .in(places), .out(place));
    core_mux #(.N(WARPS), .W(5)) u_size (.pick(pick), .in(sizes), .out(size));
    core_mux #(.N(WARPS), .W(32)) u_group_number (.pick(pick), .in(group_numbers), .out(group_number));
    core_mux #(.N(WARPS), .W(32)) u_groups (.pick(pick), .in(groupses), .out(groups));
    core_mux #(.N(WARPS), .W(10)) u_local_base (.pick(pick), .in(local_bases), .out(local_base));
    core_mux #(.N(WARPS), .W(11)) u_local_lines (.pick(pick), .in(local_lineses), .out(local_lines));
    core_mux #(.N(WARPS), .W(9)) u_row_base (.pick(pick), .in(row_bases), .out(row_base));
    core_mux #(.N(WARPS), .W(10)) u_rows (.pick(pick), .in(rowses), .out(rows));
    core_mux #(.N(WARPS), .W(4)) u_bar_base (.pick(pick), .in(bar_bases), .out(bar_base));
    core_mux #(.N(WARPS), .W(5)) u_bars (.pick(pick), .in(barses), .out(bars));
    core_mux #(.N(WARPS), .W(4)) u_seq (.pick(pick), .in(seqs), .out(seq));
    core_mux #(.N(WARPS), .W(40)) u_under_way (.pick(pick), .in(under_ways), .out(under_way));
    core_mux #(.N(WARPS), .W(4)) u_depth (.pick(pick), .in(depths), .out(depth));
    core_mux #(.N(WARPS), .W(1)) u_live (.pick(pick), .in(lives), .out(live));
    core_mux #(.N(WARPS), .W(13)) u_live_pc (.pick(pick), .in(live_pcs), .out(live_pc));
    core_mux #(.N(WARPS), .W(LANES)) u_live_mask (.pick(pick), .in(live_masks), .out(live_mask));

endmodule

`default_nettype wire
