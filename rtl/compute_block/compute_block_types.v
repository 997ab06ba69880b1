`default_nettype none

// compute_block_types - how the element types of two operands combine, and how many of their slices a dword
// holds. Combinational.
module compute_block_types (
    input  wire [3:0] src1_type,
    input  wire [3:0] src2_type,
    output wire       integers,  // both are integers; if neither this nor floats is set, the types do not combine
    output wire       floats,    // both are floats of the same type
    output wire [1:0] pack1,     // log2 of the slices of src1 in 32 bits: 0, 1 or 2
    output wire [1:0] pack2
);
    // log2 of the bits of an integer: 1, 2 or 3.
    wire [1:0] log1 = src1_type[2:1] + 2'd1;
    wire [1:0] log2 = src2_type[2:1] + 2'd1;
    wire       eight = log1 != 2'd3 && log2 != 2'd3;  // eight elements per slice, else four

    assign integers = src1_type < 4'd6 && src2_type < 4'd6;
    assign floats   = src1_type == src2_type && src1_type >= 4'd6 && src1_type <= 4'd8;

    // A slice of eight 4-bit elements or of four 8-bit elements has 32 bits, and so has a slice of floats.
    wire [1:0] full = eight ? 2'd2 : 2'd3;

    assign pack1 = integers ? full - log1 : 2'd0;
    assign pack2 = integers ? full - log2 : 2'd0;
endmodule

`default_nettype wire
