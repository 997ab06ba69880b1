`default_nettype none

// fdot_chain - c + sum of a_i * b_i as K fused multiply-adds in f32, one after the other, of elements in f16. For
// comparison with fdot after the same synthesis; no part of it. Combinational.
module fdot_chain #(
    parameter K = 4
) (
    input  wire [16*K-1:0] a,
    input  wire [16*K-1:0] b,
    input  wire [31:0]     c,
    output wire [31:0]     y
);

    wire [32*K+31:0] sum;

    assign sum[31:0] = c;
    assign y = sum[32*K +: 32];

    genvar i;
    generate
        for (i = 0; i < K; i = i + 1) begin : g_link
            wire [31:0] x, w;

            fp_from_f16 u_a (.x(a[16*i +: 16]), .y(x));
            fp_from_f16 u_b (.x(b[16*i +: 16]), .y(w));
            fp_fma u_fma (.a(x), .b(w), .c(sum[32*i +: 32]), .y(sum[32*i+32 +: 32]));
        end
    endgenerate

endmodule

`default_nettype wire
