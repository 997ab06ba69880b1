`default_nettype none

// compute_block_requantise - scales a 32-bit sum by a multiplier and a power of two, rounds, offsets and clamps it, in
// two steps: `product` from the input, `y` from a registered product [systolic disaggregation ¶350]. Combinational.
module compute_block_requantise (
    input  wire [31:0] x,
    input  wire [31:0] m,
    output wire [63:0] product,

    input  wire [63:0] kept,
    input  wire [5:0]  shift,   // two's complement: to the left, or to the right if negative
    input  wire [15:0] offset,
    input  wire [15:0] low,
    input  wire [15:0] high,
    output wire [31:0] y
);
    assign product = $signed({{32{x[31]}}, x}) * $signed({{32{m[31]}}, m});

    // Modulo 2^64 the left shift may follow the product.
    wire [4:0]  left = shift[5] ? 5'd0 : shift[4:0];
    wire [5:0]  right = shift[5] ? -shift : 6'd0;
    /* verilator lint_off UNUSEDSIGNAL */ // the low bits are rounded away
    wire [63:0] raised = (kept << left) + 64'h0000_0000_4000_0000;
    /* verilator lint_on UNUSEDSIGNAL */

    wire signed [32:0] v = raised[63:31];
    wire signed [32:0] quotient = v >>> right;
    wire [31:0]        below = ~(32'hffffffff << right);  // mask of the bits that are shifted out
    wire [31:0]        most = {1'b0, below[31:1]} + {31'd0, quotient[32]};
    wire               up = (v[31:0] & below) > most;

    wire signed [34:0] sum = {{2{quotient[32]}}, quotient} + {34'd0, up} + {{19{offset[15]}}, offset};
    wire signed [34:0] least = {{19{low[15]}}, low};
    wire signed [34:0] greatest = {{19{high[15]}}, high};
    /* verilator lint_off UNUSEDSIGNAL */ // bounded by the clamps
    wire signed [34:0] clamped = sum < least ? least : sum > greatest ? greatest : sum;
    /* verilator lint_on UNUSEDSIGNAL */

    assign y = clamped[31:0];
endmodule

`default_nettype wire
