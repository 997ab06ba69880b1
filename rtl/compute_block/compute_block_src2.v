`default_nettype none

// compute_block_src2 - packs a transfer of src2: the lowest eight slices of a repeat still to be fed, each from its
// place in the register file [systolic disaggregation ¶339]. Combinational.
module compute_block_src2 #(
    // log2 of the dwords per row, which are 4, 8 or 16.
    parameter LOG = 3
) (
    input  wire [63:0]      slices,  // slices still to be fed
    input  wire [8:0]       first,   // first row of the operand
    input  wire [1:0]       pack,    // log2 of the slices in a dword
    input  wire             halves,  // two floats in a dword, else one
    input  wire             floats,
    input  wire [3:0]       rc,
    input  wire [2:0]       repeats, // repeats before this one
    output wire [71:0]      rows,    // rows of the dwords that hold the slices
    output wire [8*LOG-1:0] lanes,
    input  wire [255:0]     data,    // those dwords
    output wire [255:0]     transfer,
    output wire [63:0]      rest     // the slices without these
);
    wire [7:0]   there;
    wire [47:0]  numbers;
    wire [511:0] rests;
    wire [63:0]  bytes;
    wire [127:0] words;
    wire [255:0] dwords;
    genvar       g;

    compute_block_lowest #(.COUNT(8)) u_lowest (
        .map(slices), .there(there), .numbers(numbers), .rests(rests)
    );

    wire unused = &rests[447:0];

    assign rest = rests[511:448];

    // Value in place of a missing slice, which changes no sum: 0, and -0 for floats.
    wire [31:0] nothing = {floats, 15'd0, floats && halves, 15'd0};

    generate
        for (g = 0; g < 8; g = g + 1) begin : g_slice
            wire [5:0]  number = numbers[6*g +: 6];
            // Index of the slice in the operand, where the slices of an octet of each repeat follow each other.
            /* verilator lint_off UNUSEDSIGNAL */ // at most eight octets of eight repeats
            wire [6:0]  octets = {4'd0, number[5:3]} * {3'd0, rc} + {4'd0, repeats};
            /* verilator lint_on UNUSEDSIGNAL */
            wire [8:0]  index = {octets[5:0], number[2:0]};
            wire [8:0]  dword  = index >> pack;
            wire [31:0] x = data[32*g +: 32];

            assign rows[9*g +: 9]      = first + {{LOG{1'b0}}, dword[8:LOG]};
            assign lanes[LOG*g +: LOG] = dword[LOG-1:0];

            assign dwords[32*g +: 32] = there[g] ? x : nothing;
            assign words[16*g +: 16]  = {16{there[g]}} & (index[0] ? x[31:16] : x[15:0]);
            assign bytes[8*g +: 8]    = {8{there[g]}} & (index[1] ? (index[0] ? x[31:24] : x[23:16])
                                                                   : (index[0] ? x[15:8] : x[7:0]));
        end
    endgenerate

    assign transfer = pack[1] ? {192'd0, bytes} : pack[0] ? {128'd0, words} : dwords;
endmodule

`default_nettype wire
