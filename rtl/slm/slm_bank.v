`default_nettype none

// slm_bank - one bank: its words, its atomics unit and its f32 adder. It reads, modifies and writes a word in
// one cycle. fadd takes four: the operands are stored in phase 0, the sum in phase 2, and it is written in phase 3.
module slm_bank #(
    // Number of words.
    parameter ROWS = 64,
    parameter RB = 6  // bits of a row number
) (
    input  wire          clk,
    input  wire          rst,    // keeps the words
    input  wire          write,  // at the clock edge
    input  wire [RB-1:0] row,
    input  wire [3:0]    bytes,  // bytes that a store writes
    input  wire [3:0]    op,
    input  wire [1:0]    phase,
    input  wire [31:0]   data,
    input  wire [31:0]   compare,
    output wire [31:0]   old
);

    localparam [3:0] STORE = 4'd1, FADD = 4'd13;

    reg [31:0] words [0:ROWS-1];
    integer    n;

    initial
        for (n = 0; n < ROWS; n = n + 1) words[n] = 32'd0;

    assign old = words[row];

    wire [31:0] changed, sum;
    reg  [31:0] a, b, added;

    slm_alu u_alu (.op(op), .old(old), .data(data), .compare(compare), .y(changed));
    fp_add u_add (.sub(1'b0), .a(a), .b(b), .y(sum));

    always @(posedge clk) begin
        if (op == FADD && phase == 2'd0) begin
            a <= old;
            b <= data;
        end
        if (phase == 2'd2) added <= sum;
    end

    wire [31:0] mask = {{8{bytes[3]}}, {8{bytes[2]}}, {8{bytes[1]}}, {8{bytes[0]}}};
    wire [31:0] stored = (old & ~mask) | (data & mask);

    always @(posedge clk)
        if (write && !rst) words[row] <= op == STORE ? stored : op == FADD ? added : changed;

endmodule

`default_nettype wire
