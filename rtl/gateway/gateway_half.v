`default_nettype none

// gateway_half - forms one 32-bit half of a node: operands in cycle s, the node in cycle s+2, when it is
// written.
module gateway_half (
    input  wire        clk,

    input  wire [3:0]  op,      // for the operands
    input  wire        square,  // form the square of a-b instead
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [31:0] a_least, // the second tree of a range
    input  wire [31:0] b_least,

    input  wire [3:0]  op_late, // op and square for the node
    input  wire        square_late,
    output wire [31:0] node,
    output reg  [31:0] least
);

    reg [31:0] a1, b1, a_least1, b_least1;
    reg [3:0]  op1;
    reg        square1;

    always @(posedge clk) begin
        a1 <= a;
        b1 <= b;
        a_least1 <= a_least;
        b_least1 <= b_least;
        op1 <= op;
        square1 <= square;
    end

    wire [31:0] sum1, ordered1, lesser1;
    fp_add u_add (.sub(square1), .a(a1), .b(b1), .y(sum1));
    fp_minmax u_minmax (.max(op1 != 4'd6), .a(a1), .b(b1), .y(ordered1));
    fp_minmax u_least (.max(1'b0), .a(a_least1), .b(b_least1), .y(lesser1));

    reg [31:0] a2, b2, plain2;
    always @(posedge clk) begin
        a2 <= square1 ? sum1 : a1;
        b2 <= square1 ? sum1 : b1;
        plain2 <= (op1 == 4'd6 | op1 == 4'd7 | op1 == 4'd11) ? ordered1 : sum1;
        least <= lesser1;
    end

    wire [31:0] product;
    fp_mul u_mul (.a(a2), .b(b2), .y(product));

    assign node = (op_late == 4'd8 | square_late) ? product : plain2;

endmodule

`default_nettype wire
