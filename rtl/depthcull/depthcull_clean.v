`default_nettype none

// depthcull_clean - selects records to be written to memory although their places are not needed: those of a flush, place
// by place, and, while memory is idle, those that would be evicted next, set by set. Parameters as in depthcull.
module depthcull_clean #(
    parameter SETS = 64,
    parameter WAYS = 4
) (
    input  wire        clk,
    input  wire        rst,

    input  wire        flush,      // in each cycle of a flush, from the first on
    input  wire        quiet,
    output wire        flushed,    // in the last cycle
    input  wire        pause,      // no cleaning in this cycle
    input  wire        wanted,     // memory has something else to do: no cleaning either

    output reg  [8:0]  set,        // set that cleaning has reached
    input  wire        stale,      // no place of this set is empty
    input  wire [10:0] stale_slot, // least recently used place of this set

    output wire [10:0] slot,       // place to be written
    input  wire        dirty,      // memory does not have its present contents
    input  wire        is_pixels,  // its tile is PIXELS; meaningless if `wanted`
    input  wire        can,        // it can be written
    output wire        clean       // it is written
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
