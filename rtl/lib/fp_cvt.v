`default_nettype none

// fp_cvt - converts between s32, u32, f32, f16 and bf16 with one rounding: to nearest, ties to even, or toward zero.
// f16 and bf16 use the lower half; the upper half is ignored in an operand and 0 in a result. A value out of the range
// of an integer type saturates; NaN becomes 0 in an integer. Combinational.
module fp_cvt (
    input  wire [2:0]  from,         // 0 s32, 1 u32, 2 f32, 3 f16, 4 bf16
    input  wire [2:0]  to,
    input  wire        toward_zero,
    input  wire [31:0] x,
    output reg  [31:0] y
);

    wire from_int = from < 3'd2;
    wire to_int = to < 3'd2;
    wire to_f16 = to == 3'd3;
    wire to_bf16 = to == 3'd4;

    // --- sign, magnitude, and the exponent of the magnitude's bit 31 ---

    wire [31:0] of_f16;
    fp_from_f16 u_from_f16 (.x(x[15:0]), .y(of_f16));
    wire [31:0] single = (from == 3'd3) ? of_f16 : (from == 3'd4) ? {x[15:0], 16'd0} : x;

    wire        f_sign, f_nan, f_inf, f_zero;
    wire [7:0]  f_exp;
    wire [23:0] f_sig;
    fp_unpack u_unpack (
        .x(single), .sign(f_sign), .exp(f_exp), .sig(f_sig), .nan(f_nan), .inf(f_inf), .zero(f_zero)
    );

    wire        nan = ~from_int & f_nan;
    wire        inf = ~from_int & f_inf;
    wire        sign = from_int ? (from == 3'd0) & x[31] : f_sign;
    wire [31:0] magnitude = ~from_int ? {f_sig, 8'd0} : sign ? -x : x;
    wire signed [9:0] top = from_int ? 10'sd31 : $signed({2'b00, f_exp}) - 10'sd127;

    wire [5:0]  zeros;
    lzc #(.W(32)) u_lzc (.x(magnitude), .count(zeros));
    wire [31:0] normal = magnitude << zeros;
    wire        zero = zeros[5];
    wire signed [9:0] exponent = top - $signed({4'd0, zeros});  // of the leading one

    // --- shift down to units in the last place of the result ---

    wire signed [9:0] least = to_f16 ? -10'sd14 : -10'sd126;  // exponent of the smallest normal number
    wire              low = exponent < least;
    wire signed [9:0] below = low ? least - exponent : 10'sd0;
    wire signed [9:0] down = to_int  ? 10'sd31 - exponent
                           : to_f16  ? 10'sd21 + below
                           : to_bf16 ? 10'sd24 + below
                           :           10'sd8 + below;
    wire        too_large = exponent > 10'sd31;  // out of range for either integer type
    wire [5:0]  count = (to_int & too_large) ? 6'd0 : (down > 10'sd40) ? 6'd40 : down[5:0];
    wire [33:0] shifted;
    shift_sticky #(.W(34)) u_shift (.x({normal, 2'b00}), .count(count), .y(shifted));
    wire        up = ~toward_zero & shifted[1] & (shifted[2] | shifted[0]);
    wire [32:0] units = {1'b0, shifted[33:2]} + {32'd0, up};

    // --- the result ---

    // The biased exponent less one: the hidden bit adds one, and so does a carry out of the fraction.
    wire signed [9:0] based = low ? 10'sd0 : exponent - least;
    wire [32:0] f32 = {2'd0, based[7:0], 23'd0} + units;
    wire [18:0] bf16 = {4'd0, based[7:0], 7'd0} + units[18:0];
    wire [18:0] f16 = {2'd0, based[6:0], 10'd0} + units[18:0];
    wire        f32_over = inf | (f32[32:23] >= 10'd255);
    wire        bf16_over = inf | (bf16[18:7] >= 12'd255);
    wire        f16_over = inf | (based > 10'sd31) | (f16[18:10] >= 9'd31);
    wire        cut = toward_zero & ~inf;  // overflow gives the largest number, not infinity
    wire        int_over = inf | (too_large & ~zero) | units[32];

    always @*
        case (to)
            3'd0: y = nan                               ? 32'd0
                    : (sign & (int_over | units[31]))   ? 32'h80000000
                    : (int_over | (units[31] & ~sign))  ? 32'h7fffffff
                    : sign                              ? -units[31:0]
                    :                                     units[31:0];
            3'd1: y = (nan | sign) ? 32'd0 : int_over ? 32'hffffffff : units[31:0];
            3'd3: y = {16'd0,
                       nan               ? 16'h7e00
                       : zero            ? {sign, 15'd0}
                       : f16_over        ? {sign, cut ? 15'h7bff : 15'h7c00}
                       :                   {sign, f16[14:0]}};
            3'd4: y = {16'd0,
                       nan               ? 16'h7fc0
                       : zero            ? {sign, 15'd0}
                       : bf16_over       ? {sign, cut ? 15'h7f7f : 15'h7f80}
                       :                   {sign, bf16[14:0]}};
            default: y = nan             ? 32'h7fc00000
                       : zero            ? {sign, 31'd0}
                       : f32_over        ? {sign, cut ? 31'h7f7fffff : 31'h7f800000}
                       :                   {sign, f32[30:0]};
        endcase

    wire unused = f_zero | (|based[9:8]);

endmodule

`default_nettype wire
