`default_nettype none

// slm_check - whether the access of an enabled lane is in error. Combinational.
module slm_check #(
    // Bits of an address within memory, 12..16.
    parameter AB = 14
) (
    input  wire [3:0]   op,
    input  wire [1:0]   size,
    input  wire [31:AB] high,  // upper bits of the address
    input  wire [1:0]   low,
    output wire         error
);

    wire none = op >= 4'd14 | &size | (op >= 4'd3 & size != 2'd2);
    wire misaligned = (low[0] & size != 2'd0) | (low[1] & size[1]);

    assign error = none | misaligned | |high;

endmodule

`default_nettype wire
