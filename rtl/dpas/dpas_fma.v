`default_nettype none

// dpas_fma - an fma with registers for its operands. They load only when there is something to compute, so
// that the fma is quiet otherwise.
module dpas_fma (
    input  wire        clk,
    input  wire        load,
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [31:0] c,
    output wire [31:0] y  // for the operands loaded last
);

    reg [31:0] held_a, held_b, held_c;

    always @(posedge clk)
        if (load) begin
            held_a <= a;
            held_b <= b;
            held_c <= c;
        end

    fp_fma u_fma (.a(held_a), .b(held_b), .c(held_c), .y(y));

endmodule

`default_nettype wire
