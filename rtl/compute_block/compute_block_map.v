`default_nettype none

// compute_block_map - the part of an operand's map of nonzero slices that the rows of one item of a fill give
// [systolic disaggregation ¶341]. Combinational.
module compute_block_map #(
    // Dwords of a row: 4, 8 or 16.
    parameter LANES = 8
) (
    input  wire [2:0]   per,      // rows of the item
    input  wire [511:0] data,     // these rows, and others after them
    input  wire [8:0]   row,      // the first of them, relative to the first row of the operand
    input  wire         operand,  // 0 src1, 1 src2
    input  wire [1:0]   pack,     // log2 of the slices in a dword
    input  wire         floats,   // floats, whose sign is ignored
    input  wire         halves,   // two floats in a dword, else one
    input  wire [3:0]   rc,       // for src2
    output wire [63:0]  map
);
    localparam ROWS = 16 / LANES;

    localparam [6:0] LANES_7 = LANES[6:0];

    // --- nonzero bytes ---

    /* verilator lint_off UNUSEDSIGNAL */ // at most 16
    wire [6:0]  dwords = {4'd0, per} * LANES_7;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [15:0] used = ~(16'hffff << dwords[4:0]);
    wire [31:0] weight = ~{floats, 15'd0, floats && halves, 15'd0};
    wire [63:0] bytes;  // four per dword
    genvar      g, o;

    generate
        for (g = 0; g < 64; g = g + 1) begin : g_byte
            assign bytes[g] = used[g/4] && |(data[8*g +: 8] & weight[8*(g%4) +: 8]);
        end
    endgenerate

    // --- src1: a row has 1, 2 or 4 slices, each spread over all dwords ---

    wire [15:0] quarters;
    wire [7:0]  pairs;
    wire [3:0]  singles;
    integer     n;

    generate
        for (g = 0; g < 4; g = g + 1) begin : g_row
            if (g < ROWS) begin : g_there
                reg [3:0] any;

                always @* begin
                    any = 4'd0;
                    for (n = 0; n < LANES; n = n + 1) any = any | bytes[4*(LANES*g+n) +: 4];
                end

                assign quarters[4*g +: 4] = any;
                assign pairs[2*g +: 2]    = {|any[3:2], |any[1:0]};
                assign singles[g]         = |any;
            end else begin : g_none
                assign quarters[4*g +: 4] = 4'd0;
                assign pairs[2*g +: 2]    = 2'd0;
                assign singles[g]         = 1'b0;
            end
        end
    endgenerate

    wire [15:0] of_rows = pack[1] ? quarters : pack[0] ? {8'd0, pairs} : {12'd0, singles};
    wire [10:0] index   = {2'd0, row} << pack;  // in slices
    wire [63:0] map1    = {48'd0, of_rows} << index;

    // --- src2: eight slices of each repeat in turn; two dwords belong to one repeat ---

    wire [12:0]  dword = {4'd0, row} * {6'd0, LANES_7};
    wire [511:0] parts;
    reg  [63:0]  map2;
    integer      p;

    generate
        for (g = 0; g < 8; g = g + 1) begin : g_pair
            localparam [11:0] PAIR = g;

            wire [7:0]  b = bytes[8*g +: 8];
            wire [11:0] pair = dword[12:1] + PAIR;
            // Repeats before this pair, over all octets; slices of the pair within their octet.
            wire [11:0] repeats = pack[1] ? pair : pack[0] ? pair >> 1 : pair >> 2;
            wire [3:0]  words = {|b[7:6], |b[5:4], |b[3:2], |b[1:0]};
            wire [1:0]  whole = {|b[7:4], |b[3:0]};
            wire [7:0]  octet = pack[1] ? b : pack[0] ? {4'd0, words} << {pair[0], 2'd0}
                                                      : {6'd0, whole} << {pair[1:0], 1'b0};
            wire [7:0]  below;  // the pair is in octet o or an earlier one
            wire [7:0]  at = below & ~{below[6:0], 1'b0};

            for (o = 0; o < 8; o = o + 1) begin : g_octet
                localparam [11:0] OCTET = o;

                assign below[o] = repeats < (OCTET + 12'd1) * {8'd0, rc};
                assign parts[64*g + 8*o +: 8] = octet & {8{at[o]}};
            end
        end
    endgenerate

    wire unused = dword[0];

    always @* begin
        map2 = 64'd0;
        for (p = 0; p < 8; p = p + 1) map2 = map2 | parts[64*p +: 64];
    end

    assign map = operand ? map2 : map1;
endmodule

`default_nettype wire
