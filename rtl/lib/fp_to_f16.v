`default_nettype none

// fp_to_f16 - f32 to f16, rounded to nearest, ties to even. Combinational.
module fp_to_f16 (
    input  wire [31:0] x,
    output wire [15:0] y
);

    wire        sign, nan, inf, zero;
    wire [7:0]  exp;
    wire [23:0] sig;

    fp_unpack u_x (
        .x(x), .sign(sign), .exp(exp), .sig(sig), .nan(nan), .inf(inf), .zero(zero)
    );

    // 113 is the biased exponent of the smallest normal f16; from 143 on, the result is infinity.
    wire        low = exp < 8'd113;
    wire [7:0]  down = low ? 8'd113 - exp : 8'd0;
    // 49 is 113 modulo 64.
    wire [5:0]  f16_exp = low ? 6'd0 : (exp >= 8'd143) ? 6'd30 : exp[5:0] - 6'd49;
    wire [23:0] shifted;
    shift_sticky #(.W(24)) u_shift (
        .x(sig), .count(down[5:0] | {6{|down[7:6]}}), .y(shifted)
    );

    // The hidden bit adds one to the exponent, and so does a carry out of the fraction.
    wire        up = shifted[12] & (shifted[13] | |shifted[11:0]);
    wire [15:0] rounded = {f16_exp, 10'd0} + {5'd0, shifted[23:13]} + {15'd0, up};

    assign y = nan                       ? 16'h7e00
             : (rounded[15:10] >= 6'd31) ? {sign, 15'h7c00}
             :                             {sign, rounded[14:0]};

    wire unused = &{inf, zero};

endmodule

`default_nettype wire
