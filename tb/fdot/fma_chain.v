`default_nettype none

// fma_chain - c + a_0*b_0 + a_1*b_1 ..., by f32 multiply-adds that follow one another: what fdot is measured
// against. Combinational.
module fma_chain #(
    parameter K = 4
) (
    input  wire [32*K-1:0] a,
    input  wire [32*K-1:0] b,
    input  wire [31:0]     c,
    output wire [31:0]     y
);

    wire [32*K+31:0] sum;  // c, and what each multiply-add gives

    assign sum[31:0] = c;
    assign y = sum[32*K +: 32];

    genvar i;
    generate
        for (i = 0; i < K; i = i + 1) begin : g_fma
            fp_fma u_fma (
                .a(a[32*i +: 32]), .b(b[32*i +: 32]), .c(sum[32*i +: 32]), .y(sum[32*i+32 +: 32])
            );
        end
    endgenerate

endmodule

`default_nettype wire
