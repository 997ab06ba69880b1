`default_nettype none

// fdot_product - the product of two elements, not normalised: sig * 2^(exp - 508), with the binary point of
// sig two bits below its top. Combinational.
module fdot_product #(
    // Width of a significand in bits: 11, or 4 if elements have 8 bits or fewer.
    parameter S = 11
) (
    input  wire        on,  // 0: the product is zero
    input  wire [2:0]  a_format,
    input  wire [7:0]  a8,
    input  wire [15:0] a16,
    input  wire [18:0] a32,
    input  wire [2:0]  b_format,
    input  wire [7:0]  b8,
    input  wire [15:0] b16,
    input  wire [18:0] b32,
    input  wire [8:0]  scale,  // sum of the biased exponents of both scales; 254: the scale is 1

    output wire        sign,
    output wire [9:0]  exp,
    output wire [21:0] sig,
    output wire        inf,
    output wire        nan
);

    wire         a_sign, a_zero, a_inf, a_nan, b_sign, b_zero, b_inf, b_nan;
    wire [7:0]   a_exp, b_exp;
    wire [S-1:0] a_sig, b_sig;

    fdot_operand #(.S(S)) u_a (
        .format(a_format), .x8(a8), .x16(a16), .x32(a32),
        .sign(a_sign), .exp(a_exp), .sig(a_sig), .zero(a_zero), .inf(a_inf), .nan(a_nan)
    );
    fdot_operand #(.S(S)) u_b (
        .format(b_format), .x8(b8), .x16(b16), .x32(b32),
        .sign(b_sign), .exp(b_exp), .sig(b_sig), .zero(b_zero), .inf(b_inf), .nan(b_nan)
    );

    wire [2*S-1:0] product = {{S{1'b0}}, a_sig} * {{S{1'b0}}, b_sig};

    assign sign = a_sign ^ b_sign;
    // 256, as for a product of two zeros, is never the greatest exponent: that of c is larger.
    assign exp = on ? {2'd0, a_exp} + {2'd0, b_exp} + {1'b0, scale} : 10'd256;
    assign nan = on & (a_nan | b_nan | (a_inf & b_zero) | (b_inf & a_zero));
    assign inf = on & (a_inf | b_inf);

    generate
        if (S == 11) begin : g_wide
            assign sig = product & {22{on}};
        end else begin : g_narrow
            assign sig = {product & {2*S{on}}, {(22-2*S){1'b0}}};
        end
    endgenerate

endmodule

`default_nettype wire
