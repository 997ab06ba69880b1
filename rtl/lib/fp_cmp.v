`default_nettype none

// fp_cmp - compares two f32 values; exactly one output is 1. Combinational.
module fp_cmp (
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire        less,
    output wire        equal,
    output wire        greater,
    output wire        unordered
);

    // Keys whose unsigned order is that of the operands, except that the keys of -0 and +0 differ.
    wire [31:0] a_key = {~a[31], a[30:0] ^ {31{a[31]}}};
    wire [31:0] b_key = {~b[31], b[30:0] ^ {31{b[31]}}};
    wire        zeros = ~|a[30:0] & ~|b[30:0];

    assign unordered = (&a[30:23] & |a[22:0]) | (&b[30:23] & |b[22:0]);
    assign equal = ~unordered & (zeros | (a == b));
    assign less = ~unordered & ~zeros & (a_key < b_key);
    assign greater = ~unordered & ~equal & ~less;

endmodule

`default_nettype wire
