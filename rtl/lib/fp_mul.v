`default_nettype none

// fp_mul - f32 a*b. Combinational.
module fp_mul (
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire [31:0] y
);

    reg         a_normal, b_normal, a_top, b_top, lost;
    reg  [9:0]  product_exp, down;
    reg  [5:0]  count;
    reg  [47:0] product;

    // The inputs of the rounder.
    reg         nan, inf, sign;
    reg  [8:0]  exp;
    reg  [47:0] sig;

    always @* begin
        a_normal = |a[30:23];
        b_normal = |b[30:23];
        product = {24'd0, a_normal, a[22:0]} * {24'd0, b_normal, b[22:0]};
        product_exp = {2'd0, a[30:24], a[23] | ~a_normal} + {2'd0, b[30:24], b[23] | ~b_normal} -
            10'd127;

        // A product below the normal range is shifted right until it has the exponent of a subnormal.
        down = product_exp[9] ? -product_exp : 10'd0;
        count = down[5:0] | {6{|down[9:6]}};
        lost = |(product & ~({48{1'b1}} << count));
        sig = (product >> count) | {47'd0, lost};
        exp = product_exp[9] ? 9'd0 : product_exp[8:0];
        sign = a[31] ^ b[31];

        a_top = &a[30:23];
        b_top = &b[30:23];
        inf = a_top | b_top;
        nan = (a_top & |a[22:0]) | (b_top & |b[22:0]) | (inf & (~|a[30:0] | ~|b[30:0]));
    end

    fp_round #(.W(48)) u_round (
        .nan(nan), .inf(inf), .sign(sign), .exp(exp), .sig(sig), .y(y)
    );

endmodule

`default_nettype wire
