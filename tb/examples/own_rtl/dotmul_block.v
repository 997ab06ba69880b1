`default_nettype none

// dotmul_block - another implementation of the block dotmul, with the same pins: Verilog's operators in
// place of a multiplier array. It shows how to use RTL of your own:
//
//     build/assay run dotmul --rtl tb/examples/own_rtl/own.f
module dotmul_block #(
    // Bits of an element.
    parameter N = 4,
    // Elements of an operand.
    parameter K = 2
) (
    input  wire             clk,
    input  wire             rst,

    input  wire             op_valid,
    output wire             op_ready,
    input  wire [N*K-1:0]   op_a,
    input  wire [N*K-1:0]   op_b,
    input  wire             op_dot,
    input  wire             op_a_signed,
    input  wire             op_b_signed,

    output reg              res_valid,
    input  wire             res_ready,
    output reg  [2*N*K-1:0] res_p
);

    wire signed [N*K:0] a = {op_a_signed & op_a[N*K-1], op_a};
    wire signed [N*K:0] b = {op_b_signed & op_b[N*K-1], op_b};
    wire signed [2*N*K+1:0] product = a * b;

    reg signed [N:0] x, y;
    reg signed [(K+1)*N-1:0] sum;
    integer i;
    always @* begin
        sum = 0;
        for (i = 0; i < K; i = i + 1) begin
            x = {op_a_signed & op_a[N*i + N-1], op_a[N*i +: N]};
            y = {op_b_signed & op_b[N*i + N-1], op_b[N*i +: N]};
            sum = sum + x * y;
        end
    end

    assign op_ready = ~res_valid | res_ready;

    always @(posedge clk)
        if (rst)
            res_valid <= 1'b0;
        else if (op_ready)
            res_valid <= op_valid;

    always @(posedge clk)
        if (op_valid & op_ready)
            res_p <= op_dot ? {sum, {(K-1)*N{1'b0}}} : product[2*N*K-1:0];

endmodule

`default_nettype wire
