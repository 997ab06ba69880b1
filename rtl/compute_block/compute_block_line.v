`default_nettype none

// compute_block_line - rows of an item of a move, put where they belong in its line of memory, or the low bytes of their
// dwords; and taken out of it. Combinational.
module compute_block_line #(
    // Dwords of a row: 4, 8 or 16.
    parameter LANES = 8
) (
    input  wire [2:0]   per,     // rows
    input  wire         narrow,
    input  wire [3:0]   at,      // the item's first dword of the line
    input  wire [511:0] rows,    // the item's, and others behind them
    output wire [15:0]  dwords,  // that it has of the line
    output wire [511:0] line,    // zeros elsewhere

    input  wire [3:0]   from,    // the first dword of an item in `answer`
    input  wire [511:0] answer,
    output wire [511:0] filled
);
    localparam [6:0] LANES_7 = LANES[6:0];

    // Dwords of the item: LANES, narrow LANES/4, a row.
    wire [6:0]  n = {4'd0, per} * LANES_7;
    /* verilator lint_off UNUSEDSIGNAL */ // 16 at most
    wire [6:0]  size = narrow ? n >> 2 : n;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [15:0] first = ~(16'hffff << size[4:0]);

    wire [127:0] low;  // byte 0 of each dword
    wire [511:0] item = narrow ? {384'd0, low} : rows;
    wire [511:0] cut;
    genvar       g;

    generate
        for (g = 0; g < 16; g = g + 1) begin : g_dword
            assign low[8*g +: 8]   = rows[32*g +: 8];
            assign cut[32*g +: 32] = first[g] ? item[32*g +: 32] : 32'd0;
        end
    endgenerate

    assign dwords = first << at;
    assign line   = cut << {at, 5'd0};
    assign filled = answer >> {from, 5'd0};
endmodule

`default_nettype wire
