`default_nettype none

// compute_block_types - what the element types of two operands are to each other, and how many of their slices a dword
// holds. Combinational.
module compute_block_types (
    input  wire [3:0] src1_type,
    input  wire [3:0] src2_type,
    output wire       integers,  // both; neither these nor floats: they are no pair
    output wire       floats,    // both, and the same
    output wire [1:0] pack1,     // log2 of the slices of src1 in 32 bits: 0, 1 or 2
    output wire [1:0] pack2
);
    // Bits of an integer as a power of two: 1, 2 or 3.
    wire [1:0] log1 = src1_type[2:1] + 2'd1;
    wire [1:0] log2 = src2_type[2:1] + 2'd1;
    wire       eight = log1 != 2'd3 && log2 != 2'd3;  // elements a slice, else four

    assign integers = src1_type < 4'd6 && src2_type < 4'd6;
    assign floats   = src1_type == src2_type && src1_type >= 4'd6 && src1_type <= 4'd8;

    // A slice of eight elements of 4 bits or of four of 8 bits has 32 bits, and so has one of floats.
    wire [1:0] full = eight ? 2'd2 : 2'd3;

    assign pack1 = integers ? full - log1 : 2'd0;
    assign pack2 = integers ? full - log2 : 2'd0;
endmodule

`default_nettype wire
