`default_nettype none

// core_scalar - pipe of the scalar unit: operands in one cycle, the record in the next. A division runs in its own unit.
// Parameters as in core.
module core_scalar #(
    parameter WARPS = 4
) (
    input  wire             clk,
    input  wire             rst,

    // The instruction that may issue.
    input  wire             issue,
    input  wire [3:0]       issue_warp,
    input  wire [11:0]      issue_pc,
    input  wire [5:0]       issue_op,
    input  wire [2:0]       issue_dk,
    input  wire [3:0]       issue_di,
    input  wire [2:0]       issue_ctype,
    input  wire [3:0]       issue_cond,
    input  wire             issue_true,     // the guard holds
    input  wire             issue_outside,  // its record writes nothing
    input  wire             issue_idle,
    input  wire [31:0]      issue_a,
    input  wire [31:0]      issue_b,
    input  wire [31:0]      issue_c,
    input  wire             issue_p,
    output wire [1:0]       no_place,       // no place for: other instructions (bit 0), fdiv
    output wire [WARPS-1:0] holds,          // warps with an instruction in the pipe

    // The record, valid with v2.
    output reg              v2,
    output reg  [3:0]       warp2,
    output reg  [11:0]      pc2,
    output reg  [2:0]       dk2,
    output reg  [3:0]       di2,
    output reg              counts2,        // it clears the pending bit of its destination
    output reg              mask2,
    output reg  [31:0]      data2
);

    localparam [5:0] FDIV = 6'd43;

    wire        issue_div = issue_op == FDIV;
    wire        dividing, divided;
    wire [30:0] taken;
    reg  [30:0] take;  // by divisions; all others take two cycles, so they end in the order of issue
    always @* begin
        take = 31'd0;
        take[29] = issue & issue_div;
    end
    wire unused_places = &{1'b0, taken};
    core_places u_places (.clk(clk), .rst(rst), .taken(taken), .take(take));
    assign no_place = {dividing, taken[2]};

    // {warp, pc, dk, di, counts, executes}
    wire [24:0] issue_context = {issue_warp, issue_pc, issue_dk, issue_di, ~issue_idle, issue_true & ~issue_outside};
    reg  [24:0] context1, context_div;
    reg         v1, p1;
    reg  [5:0]  op1;
    reg  [2:0]  ctype1;
    reg  [3:0]  cond1;
    reg  [31:0] a1, b1, c1;

    wire [31:0] y, quotient;
    wire        flag;
    predicate_alu u_alu (
        .op(op1), .ctype(ctype1), .cond(cond1), .a(a1), .b(b1), .c(c1), .p(p1), .y(y), .flag(flag)
    );
    core_divide #(.N(1)) u_divide (
        .clk(clk), .rst(rst), .start(issue & issue_div), .a(issue_a), .b(issue_b),
        .busy(dividing), .done(divided), .quotients(quotient)
    );

    wire [3:0]  warp_in;
    wire [11:0] pc_in;
    wire [2:0]  dk_in;
    wire [3:0]  di_in;
    wire        counts_in, executes;
    assign {warp_in, pc_in, dk_in, di_in, counts_in, executes} = divided ? context_div : context1;

    always @(posedge clk)
        if (rst) begin
            v1 <= 1'b0;
            v2 <= 1'b0;
        end else begin
            v1 <= issue & ~issue_div;
            v2 <= v1 | divided;
        end

    always @(posedge clk) begin
        if (issue) begin
            context1 <= issue_context;
            op1 <= issue_op;
            ctype1 <= issue_ctype;
            cond1 <= issue_cond;
            a1 <= issue_a;
            b1 <= issue_b;
            c1 <= issue_c;
            p1 <= issue_p;
        end
        if (issue & issue_div) context_div <= issue_context;
        warp2 <= warp_in;
        pc2 <= pc_in;
        dk2 <= dk_in;
        di2 <= di_in;
        counts2 <= counts_in;
        mask2 <= executes && dk_in != 3'd0;
        data2 <= ~executes        ? 32'd0
               : (dk_in == 3'd2)  ? (divided ? quotient : y)
               : (dk_in == 3'd4)  ? {31'd0, flag}
               :                    32'd0;
    end

    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_holds
            localparam [3:0] W = w;
            assign holds[w] = (v1 && context1[24:21] == W) || (dividing && context_div[24:21] == W) ||
                (v2 && warp2 == W);
        end
    endgenerate

endmodule

`default_nettype wire
