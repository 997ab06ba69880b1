`default_nettype none

// fp_minmax - f32 minimumNumber or maximumNumber of IEEE 754-2019. Combinational.
module fp_minmax (
    input  wire        max,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire [31:0] y
);

    wire a_nan = &a[30:23] & |a[22:0];
    wire b_nan = &b[30:23] & |b[22:0];

    // Keys whose unsigned order is that of the operands; -0 is just below +0.
    wire [31:0] a_key = {~a[31], a[30:0] ^ {31{a[31]}}};
    wire [31:0] b_key = {~b[31], b[30:0] ^ {31{b[31]}}};
    wire        a_less = a_key < b_key;

    assign y = (a_nan & b_nan)                     ? 32'h7fc00000
             : (b_nan | (~a_nan & (a_less ^ max))) ? a
             :                                       b;

endmodule

`default_nettype wire
