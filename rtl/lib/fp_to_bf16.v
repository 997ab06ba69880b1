`default_nettype none

// fp_to_bf16 - f32 to bf16: the upper half of x, rounded to nearest, ties to even. Combinational.
module fp_to_bf16 (
    input  wire [31:0] x,
    output wire [15:0] y
);

    wire nan = &x[30:23] & |x[22:0];
    wire up = x[15] & (x[16] | |x[14:0]);

    // A carry out of the fraction increments the exponent, at most to that of infinity.
    assign y = nan ? 16'h7fc0 : x[31:16] + {15'd0, up};

endmodule

`default_nettype wire
