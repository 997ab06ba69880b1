`default_nettype none

// dotmul_block - dotmul or dotmul_duplex with an output register.
//
// Latency is one cycle: an operation transferred on op in one cycle is on res in the next. res holds
// until it is taken. Throughput is one operation per cycle when res does not stall.
module dotmul_block #(
    // Width of an element in bits, 2..16.
    parameter N = 4,
    // Elements per operand, 2..8; N*K is at most 32.
    parameter K = 2,
    // 0: dotmul; 1: dotmul_duplex, the conventional design.
    parameter DUPLEX = 0
) (
    input  wire             clk,
    input  wire             rst,  // synchronous, active high

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

    wire [2*N*K-1:0] p;

    generate
        if (DUPLEX == 0) begin : g_dotmul
            dotmul #(.N(N), .K(K)) u_mul (
                .a(op_a), .b(op_b), .dot(op_dot), .a_signed(op_a_signed), .b_signed(op_b_signed),
                .p(p)
            );
        end else if (DUPLEX == 1) begin : g_duplex
            dotmul_duplex #(.N(N), .K(K)) u_mul (
                .a(op_a), .b(op_b), .dot(op_dot), .a_signed(op_a_signed), .b_signed(op_b_signed),
                .p(p)
            );
        end else begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            dotmul_block_needs_DUPLEX_0_or_1 illegal ();
        end
    endgenerate

    assign op_ready = ~res_valid | res_ready;

    always @(posedge clk)
        if (rst) res_valid <= 1'b0;
        else if (op_ready) res_valid <= op_valid;

    // Loaded by transfers only: the register does not follow an idle input.
    always @(posedge clk)
        if (op_valid & op_ready) res_p <= p;

endmodule

`default_nettype wire
