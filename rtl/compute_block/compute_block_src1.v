`default_nettype none

// compute_block_src1 - packs the next row of src1: the lowest slices still to be fed, each from its place in the
// register file [systolic disaggregation ¶339]. Combinational.
module compute_block_src1 #(
    // Lanes of the array.
    parameter LANES = 8
) (
    input  wire [63:0]          slices,  // slices still to be fed
    input  wire [8:0]           first,   // first row of the operand
    input  wire [1:0]           pack,    // log2 of the slices in a dword
    output wire [35:0]          rows,    // rows that hold these slices
    input  wire [128*LANES-1:0] data,    // data of those rows
    output wire [32*LANES-1:0]  packed_row,
    output wire [63:0]          rest     // the slices without these
);
    localparam W = 32 * LANES;

    wire [3:0]   there;
    wire [23:0]  numbers;
    wire [255:0] rests;
    wire [7:0]   places;  // of each slice in its dword
    genvar       g, k;

    compute_block_lowest #(.COUNT(4)) u_lowest (
        .map(slices), .there(there), .numbers(numbers), .rests(rests)
    );

    wire unused = &rests[191:128];

    assign rest = pack[1] ? rests[255:192] : pack[0] ? rests[127:64] : rests[63:0];

    generate
        for (g = 0; g < 4; g = g + 1) begin : g_slice
            wire [5:0] number = numbers[6*g +: 6];
            wire [5:0] row = number >> pack;

            assign rows[9*g +: 9]   = first + {3'd0, row};
            assign places[2*g +: 2] = number[1:0];
        end
        for (k = 0; k < LANES; k = k + 1) begin : g_lane
            wire [63:0] halves;
            wire [31:0] bytes;

            for (g = 0; g < 4; g = g + 1) begin : g_part
                wire [31:0] dword = data[W*g + 32*k +: 32] & {32{there[g]}};

                assign halves[16*g +: 16] = places[2*g] ? dword[31:16] : dword[15:0];
                assign bytes[8*g +: 8]    = places[2*g+1] ? (places[2*g] ? dword[31:24] : dword[23:16])
                                                          : (places[2*g] ? dword[15:8] : dword[7:0]);
            end

            wire unused_halves = &halves[63:32];

            assign packed_row[32*k +: 32] =
                pack[1] ? bytes : pack[0] ? halves[31:0] : data[32*k +: 32] & {32{there[0]}};
        end
    endgenerate
endmodule

`default_nettype wire
