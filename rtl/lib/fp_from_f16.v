`default_nettype none

// fp_from_f16 - f16 to f32, exact. Combinational.
module fp_from_f16 (
    input  wire [15:0] x,
    output wire [31:0] y
);

    wire normal = |x[14:10];
    wire top = &x[14:10];
    wire fraction = |x[9:0];

    // The fraction of a subnormal is shifted left until its leading one is in the hidden bit.
    wire [5:0]  zeros;
    wire [10:0] subnormal = {1'b0, x[9:0]} << zeros;
    lzc #(.W(11)) u_lzc (.x({1'b0, x[9:0]}), .count(zeros));

    // The biases differ by 112; a subnormal has the exponent 1 less the shift count.
    assign y = (top & fraction) ? 32'h7fc00000
             : top              ? {x[15], 31'h7f800000}
             : normal           ? {x[15], {3'd0, x[14:10]} + 8'd112, x[9:0], 13'd0}
             : fraction         ? {x[15], 8'd113 - {2'd0, zeros}, subnormal[9:0], 13'd0}
             :                    {x[15], 31'd0};

    wire unused = subnormal[10];

endmodule

`default_nettype wire
