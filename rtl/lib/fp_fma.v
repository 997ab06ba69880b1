`default_nettype none

// fp_fma - f32 a*b+c with one rounding. Combinational.
//
// The term with the larger exponent stays; the other is shifted right to align with it. Three bits below
// the product are enough. With normal operands, the terms cancel by more than one bit only if their
// exponents are at most two apart, and then no bit is lost. A product with one subnormal factor still
// has 24 bits: the sum is wide enough to keep the bits of c that matter. A product of two subnormal
// factors contributes only to the sticky bit.
module fp_fma (
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [31:0] c,
    output wire [31:0] y
);

    reg         a_normal, b_normal, c_normal, a_top, b_top, c_top;
    reg         product_sign, product_zero, product_inf, subtract, c_stands, negative, lost;
    reg  [7:0]  a_exp, b_exp, c_exp;
    reg  [9:0]  product_exp, difference, distance;
    reg  [5:0]  count;
    reg  [47:0] product;
    reg  [50:0] product_term, c_term, stays, moves, moved;
    reg  [52:0] total;

    // The inputs of the rounder; the binary point of the sum is below bit 49.
    reg         nan, inf, sign;
    reg  [8:0]  exp;
    reg  [51:0] sum;

    always @* begin
        a_normal = |a[30:23];
        b_normal = |b[30:23];
        c_normal = |c[30:23];
        a_exp = {a[30:24], a[23] | ~a_normal};
        b_exp = {b[30:24], b[23] | ~b_normal};
        c_exp = {c[30:24], c[23] | ~c_normal};

        product = {24'd0, a_normal, a[22:0]} * {24'd0, b_normal, b[22:0]};
        product_sign = a[31] ^ b[31];
        product_zero = ~|a[30:0] | ~|b[30:0];
        product_exp = {2'd0, a_exp} + {2'd0, b_exp} - 10'd127;

        difference = product_exp - {2'd0, c_exp};
        distance = difference[9] ? -difference : difference;
        count = distance[5:0] | {6{|distance[9:6]}};

        // The exponent of a zero product is meaningless.
        c_stands = difference[9] | product_zero;
        product_term = {product, 3'd0};
        c_term = {1'b0, c_normal, c[22:0], 26'd0};
        stays = c_stands ? c_term : product_term;
        moves = c_stands ? product_term : c_term;
        lost = |(moves & ~({51{1'b1}} << count));
        moved = (moves >> count) | {50'd0, lost};

        subtract = product_sign ^ c[31];
        total = {2'd0, stays} + ({2'd0, moved} ^ {53{subtract}}) + {52'd0, subtract};
        negative = total[52];
        sum = (total[51:0] ^ {52{negative}}) + {51'd0, negative};
        exp = (c_stands ? {1'b0, c_exp} : product_exp[8:0]) + 9'd1;

        a_top = &a[30:23];
        b_top = &b[30:23];
        c_top = &c[30:23];
        product_inf = a_top | b_top;
        inf = product_inf | c_top;
        nan = (a_top & |a[22:0]) | (b_top & |b[22:0]) | (c_top & |c[22:0]) |
            (product_inf & (product_zero | (c_top & subtract)));

        // The sign of the term that stays, unless the other is larger; x + (-x) is +0.
        sign = (~subtract | c_top) ? c[31]
             : product_inf         ? product_sign
             :                       ((c_stands ? c[31] : product_sign) ^ negative) & |total;
    end

    fp_round #(.W(52)) u_round (
        .nan(nan), .inf(inf), .sign(sign), .exp(exp), .sig(sum), .y(y)
    );

endmodule

`default_nettype wire
