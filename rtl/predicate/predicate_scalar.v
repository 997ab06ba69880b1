`default_nettype none

// predicate_scalar - pipe of the scalar unit: operands in one cycle, the retire record in the next. A division
// holds the first stage until it is done [ES 2777827, scalar unit 94].
module predicate_scalar (
    input  wire        clk,
    input  wire        rst,

    input  wire        issue,
    input  wire [7:0]  issue_pc,
    input  wire [5:0]  issue_op,
    input  wire [2:0]  issue_dk,
    input  wire [3:0]  issue_di,
    input  wire [2:0]  issue_ctype,
    input  wire [3:0]  issue_cond,
    input  wire        issue_true,  // the guard holds
    input  wire [31:0] issue_a,
    input  wire [31:0] issue_b,
    input  wire [31:0] issue_c,
    input  wire        issue_p,

    output wire        hold,        // a division occupies the first stage

    // Destinations in flight.
    output reg         v1,
    output reg  [2:0]  dk1,
    output reg  [3:0]  di1,
    output reg         v2,
    output reg  [2:0]  dk2,
    output reg  [3:0]  di2,

    // The retire record, valid with v2.
    output reg  [7:0]  pc2,
    output reg         mask2,
    output reg  [31:0] data2
);

    reg [7:0]  pc1;
    reg [5:0]  op1;
    reg [2:0]  ctype1;
    reg [3:0]  cond1;
    reg        true1, p1;
    reg [31:0] a1, b1, c1;

    wire [31:0] y;
    wire        flag;
    predicate_alu u_alu (
        .op(op1), .ctype(ctype1), .cond(cond1), .a(a1), .b(b1), .c(c1), .p(p1), .y(y), .flag(flag)
    );

    wire        is_div = op1 == 6'd43;
    reg         started;
    wire        div_busy, div_done;
    wire [31:0] quotient;
    fp_div u_div (
        .clk(clk), .rst(rst), .start(hold & ~started), .a(a1 & {32{is_div}}), .b(b1 & {32{is_div}}),
        .busy(div_busy), .done(div_done), .result(quotient)
    );
    wire        unused = div_busy;

    assign hold = v1 & is_div;
    wire ends = v1 & (~is_div | div_done);

    always @(posedge clk)
        if (rst) begin
            v1 <= 1'b0;
            v2 <= 1'b0;
            started <= 1'b0;
        end else begin
            v1 <= issue | (v1 & ~ends);
            v2 <= ends;
            started <= hold & ~ends;
        end

    always @(posedge clk) begin
        if (issue) begin
            pc1 <= issue_pc;
            op1 <= issue_op;
            dk1 <= issue_dk;
            di1 <= issue_di;
            ctype1 <= issue_ctype;
            cond1 <= issue_cond;
            true1 <= issue_true;
            a1 <= issue_a;
            b1 <= issue_b;
            c1 <= issue_c;
            p1 <= issue_p;
        end
        pc2 <= pc1;
        dk2 <= dk1;
        di2 <= di1;
        mask2 <= true1 & (dk1 != 3'd0);
        data2 <= (true1 == 1'b0)  ? 32'd0
               : (dk1 == 3'd2)    ? (is_div ? quotient : y)
               : (dk1 == 3'd4)    ? {31'd0, flag}
               :                    32'd0;
    end

endmodule

`default_nettype wire
