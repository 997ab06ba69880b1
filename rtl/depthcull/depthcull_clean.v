`default_nettype none

// depthcull_clean - which records are written to memory though their places are not needed: those of a flush, one place after the
// other, and, while memory has nothing to do, those that would go next, set by set.
module depthcull_clean #(
    parameter SETS = 64,
    parameter WAYS = 4
) (
    input  wire        clk,
    input  wire        rst,

    input  wire        flush,      // in each cycle of a flush, from its first
    input  wire        quiet,
    output wire        flushed,    // in the last
    input  wire        pause,      // no cleaning in this cycle,
    input  wire        wanted,     // nor if memory has something else to do

    output reg  [8:0]  set,        // that cleaning has come to
    input  wire        stale,      // none of its places is empty, and of them this one
    input  wire [10:0] stale_slot, // was used longest ago

    output wire [10:0] slot,       // to be written,
    input  wire        dirty,      // if memory doesn't have it as it is
    input  wire        is_pixels,  // unless `wanted`
    input  wire        can,        // it can be
    output wire        clean       // it is
);

    localparam SLOTS = SETS * WAYS;
    localparam [31:0] LAST = SETS - 1;

    reg  [11:0] at;
    wire        more = {20'd0, at} != SLOTS;
    wire        due = stale & dirty;
    wire        may = due & ~wanted;

    assign flushed = flush & ~more & quiet;
    assign slot = flush ? at[10:0] : stale_slot;
    assign clean = flush ? more & dirty & can : ~pause & may & ~is_pixels & can;

    always @(posedge clk)
        if (~flush) at <= 12'd0;
        else if (more & (~dirty | can)) at <= at + 12'd1;

    always @(posedge clk)
        if (rst) set <= 9'd0;
        else if (~pause & (~due | (may & (is_pixels | can)))) set <= (set == LAST[8:0]) ? 9'd0 : set + 9'd1;

endmodule

`default_nettype wire
