`default_nettype none

// dpas_halves - widens the two 16-bit floats of a slice, each to the upper 19 bits of the f32 of the same
// value: sign, exponent and 10 fraction bits hold every bf16 and every f16, and the bits below are 0.
// Combinational.
module dpas_halves (
    input  wire        f16,  // 1: f16, 0: bf16
    input  wire [31:0] data,
    output wire [37:0] slice
);

    // The f16 conversion, the larger one, is kept quiet while its result is not used.
    wire [31:0] data_f16 = data & {32{f16}};

    wire [31:0] low_f16, high_f16, low_bf16, high_bf16;
    fp_from_f16 u_low_f16 (.x(data_f16[15:0]), .y(low_f16));
    fp_from_f16 u_high_f16 (.x(data_f16[31:16]), .y(high_f16));
    fp_from_bf16 u_low_bf16 (.x(data[15:0]), .y(low_bf16));
    fp_from_bf16 u_high_bf16 (.x(data[31:16]), .y(high_bf16));

    assign slice = f16 ? {high_f16[31:13], low_f16[31:13]}
                 :       {high_bf16[31:13], low_bf16[31:13]};

    wire unused = &{low_f16[12:0], high_f16[12:0], low_bf16[12:0], high_bf16[12:0]};

endmodule

`default_nettype wire
