`default_nettype none

// gateway_convert - converts the value of a message to two f32 halves for the reduction. Combinational.
module gateway_convert (
    input  wire [3:0]  kind,  // type of the value, a float type
    input  wire [31:0] lo,
    input  wire [31:0] hi,
    output wire [63:0] value
);

    wire [31:0] f16_low, f16_high, bf16_low, bf16_high;
    fp_from_f16 u_f16_low (.x(lo[15:0]), .y(f16_low));
    fp_from_f16 u_f16_high (.x(lo[31:16]), .y(f16_high));
    fp_from_bf16 u_bf16_low (.x(lo[15:0]), .y(bf16_low));
    fp_from_bf16 u_bf16_high (.x(lo[31:16]), .y(bf16_high));

    assign value = (kind == 4'd8) ? {f16_high, f16_low}
                 : (kind == 4'd9) ? {bf16_high, bf16_low}
                 :                  {hi, lo};

endmodule

`default_nettype wire
