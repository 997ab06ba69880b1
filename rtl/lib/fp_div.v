`default_nettype none

// fp_div - f32 a/b, one quotient bit per cycle. Started in cycle t, it is busy in cycles t+1 to t+27; in cycle
// t+27, done is 1 and the result is valid.
module fp_div (
    input  wire        clk,
    input  wire        rst,

    input  wire        start,  // only when not busy
    input  wire [31:0] a,
    input  wire [31:0] b,

    output reg         busy,
    output wire        done,
    output wire [31:0] result
);

    wire        a_sign, a_nan, a_inf, a_zero;
    wire        b_sign, b_nan, b_inf, b_zero;
    wire [7:0]  a_exp, b_exp;
    wire [23:0] a_sig, b_sig;

    fp_unpack u_a (
        .x(a),
        .sign(a_sign), .exp(a_exp), .sig(a_sig), .nan(a_nan), .inf(a_inf), .zero(a_zero)
    );
    fp_unpack u_b (
        .x(b),
        .sign(b_sign), .exp(b_exp), .sig(b_sig), .nan(b_nan), .inf(b_inf), .zero(b_zero)
    );

    // Both significands are normalised, so that the quotient is above 1/2 and below 2.
    wire [5:0] a_zeros, b_zeros;
    lzc #(.W(24)) u_a_lzc (.x(a_sig), .count(a_zeros));
    lzc #(.W(24)) u_b_lzc (.x(b_sig), .count(b_zeros));

    reg         sign, nan, inf, zero;
    reg  [9:0]  exp;        // the biased exponent of the quotient's first bit, less one; -150..402
    reg  [23:0] divisor;
    reg  [24:0] remainder;  // less than twice the divisor
    reg  [26:0] quotient;   // a marker one, then the bits so far: complete when the marker is on top

    wire        bit_next = remainder >= {1'b0, divisor};
    wire [23:0] rest = remainder[23:0] - (bit_next ? divisor : 24'd0);

    assign done = busy & quotient[26];

    always @(posedge clk)
        if (rst) busy <= 1'b0;
        else if (start) busy <= 1'b1;
        else if (done) busy <= 1'b0;

    always @(posedge clk)
        if (start) begin
            sign <= a_sign ^ b_sign;
            nan <= a_nan | b_nan | (a_inf & b_inf) | (a_zero & b_zero);
            inf <= a_inf | b_zero;
            zero <= a_zero | b_inf;
            exp <= {2'd0, a_exp} - {4'd0, a_zeros} - {2'd0, b_exp} + {4'd0, b_zeros} + 10'd126;
            divisor <= b_sig << b_zeros;
            remainder <= {1'b0, a_sig << a_zeros};
            quotient <= 27'd1;
        end else if (busy & ~done) begin
            remainder <= {rest, 1'b0};
            quotient <= {quotient[25:0], bit_next};
        end

    // A quotient below the normal range is shifted right until it has the exponent of a subnormal.
    wire        low = exp[9];
    wire [9:0]  down = low ? -exp : 10'd0;
    wire [26:0] shifted;
    shift_sticky #(.W(27)) u_shift (
        .x({quotient[25:0], |remainder}), .count(down[5:0] | {6{|down[9:6]}}), .y(shifted)
    );

    fp_round #(.W(27)) u_round (
        .nan(nan), .inf(inf), .sign(sign), .exp(low ? 9'd0 : exp[8:0]),
        .sig(shifted & {27{~zero}}), .y(result)
    );

endmodule

`default_nettype wire
