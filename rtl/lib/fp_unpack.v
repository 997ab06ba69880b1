`default_nettype none

// fp_unpack - splits an f32 into its fields. A finite value is +-sig * 2^(exp - 150), subnormal or not.
// Combinational.
module fp_unpack (
    input  wire [31:0] x,

    output wire        sign,
    output wire [7:0]  exp,   // 1..255
    output wire [23:0] sig,

    output wire        nan,
    output wire        inf,
    output wire        zero
);

    wire normal = |x[30:23];
    wire top = &x[30:23];
    wire fraction = |x[22:0];

    assign sign = x[31];
    assign exp = {x[30:24], x[23] | ~normal};
    assign sig = {normal, x[22:0]};

    assign nan = top & fraction;
    assign inf = top & ~fraction;
    assign zero = ~normal & ~fraction;

endmodule

`default_nettype wire
