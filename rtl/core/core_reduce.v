`default_nettype none

// core_reduce - the reduction unit of the core: combines lanes 2i and 2i+1, then neighbouring results, a tree level a
// cycle. Started in cycle t, it is busy in t+1 to t+log2(LANES); in the last of these it asserts done and gives the result.
module core_reduce #(
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                start,     // not while busy
    input  wire [32*LANES-1:0] a,
    input  wire [LANES-1:0]    mask,      // lanes that take part
    input  wire [2:0]          ctype,     // 0 s32, 1 u32, 2 f32
    input  wire [3:0]          cond,      // 0 add, 1 min, 2 max, 3 and, 4 or, 5 xor

    output reg                 busy,
    output wire                done,
    output wire [31:0]         result
);

    localparam LEVELS = $clog2(LANES);

    // The neutral value, which stands in for a lane that does not execute, and the ALU operation.
    wire [5:0]  step;
    wire [31:0] neutral;
    predicate_reduce node (.cond(cond[2:0]), .ctype(ctype), .op(step), .neutral(neutral));
    wire unused = cond[3];

    reg  [5:0]             op;
    reg  [2:0]             left;    // levels after the current one
    reg  [32*LANES-1:0]    leaves;  // inputs of the current level
    wire [32*LANES/2-1:0]  nodes;

    localparam [31:0] LAST = LEVELS - 1;
    assign done = busy & (left == 3'd0);
    assign result = nodes[31:0];

    integer i;
    always @(posedge clk)
        if (rst) begin
            busy <= 1'b0;
            left <= 3'd0;
        end else if (start) begin
            busy <= 1'b1;
            left <= LAST[2:0];
        end else if (busy) begin
            busy <= ~done;
            left <= done ? 3'd0 : left - 3'd1;
        end

    always @(posedge clk)
        if (start) begin
            op <= step;
            for (i = 0; i < LANES; i = i + 1) leaves[32*i +: 32] <= mask[i] ? a[32*i +: 32] : neutral;
        end else leaves <= {{(32*LANES/2){1'b0}}, nodes};

    genvar n;
    generate
        for (n = 0; n < LANES/2; n = n + 1) begin : g_node
            wire unused_flag;
            predicate_alu u_alu (
                .op(op), .ctype(3'd0), .cond(4'd0), .a(leaves[64*n +: 32]), .b(leaves[64*n+32 +: 32]), .c(32'd0),
                .p(1'b0), .y(nodes[32*n +: 32]), .flag(unused_flag)
            );
        end
    endgenerate

endmodule

`default_nettype wire
