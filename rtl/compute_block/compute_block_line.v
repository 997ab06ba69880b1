`default_nettype none

// compute_block_line - places the rows of a move's item, or if narrow the low bytes of their dwords, in its line of
// memory; and extracts an item from a line. Combinational.
module compute_block_line #(
    // Dwords of a row: 4, 8 or 16.
    parameter LANES = 8
) (
    input  wire [2:0]   per,     // rows of the item
    input  wire         narrow,
    input  wire [3:0]   at,      // first dword of the item in the line
    input  wire [511:0] rows,    // rows of the item, and others after them
    output wire [15:0]  dwords,  // dwords of the line that the item covers
    output wire [511:0] line,    // zeros elsewhere

    input  wire [3:0]   from,    // first dword of an item in `answer`
    input  wire [511:0] answer,
    output wire [511:0] filled
);
    localparam [6:0] LANES_7 = LANES[6:0];

    // Dwords of the item: LANES per row, or LANES/4 if narrow.
    wire [6:0]  n = {4'd0, per} * LANES_7;
    /* verilator lint_off UNUSEDSIGNAL */ // at most 16
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
