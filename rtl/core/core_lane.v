`default_nettype none

// core_lane - one lane for all warps: its registers, the operands of the instruction that may issue, the first stage of
// the vector pipe, and the ALU behind it. WARPS as in core; INDEX is the number of the lane.
module core_lane #(
    parameter WARPS = 4,
    parameter INDEX = 0
) (
    input  wire        clk,
    input  wire        rst,

    // Operands of the instruction that may issue; the *_shared values are those that are not this lane's own.
    input  wire [3:0]  warp,
    input  wire [2:0]  ak,
    input  wire [3:0]  ai,
    input  wire [31:0] a_shared,
    input  wire [2:0]  bk,
    input  wire [3:0]  bi,
    input  wire [31:0] b_shared,
    input  wire [2:0]  ck,
    input  wire [3:0]  ci,
    input  wire [31:0] c_shared,
    output wire [31:0] a,
    output wire [31:0] b,
    output wire [31:0] c,

    input  wire        issue,
    input  wire        p,         // the predicate of sel and vote
    input  wire [5:0]  op,        // of the instruction in the first stage
    input  wire [2:0]  ctype,
    input  wire [3:0]  cond,
    output wire [31:0] y,
    output wire        flag,
    output reg         chosen,
    output wire [31:0] a_held,

    // Register writes.
    input  wire        write_v,   // retiring instruction
    input  wire [3:0]  warp_v,
    input  wire [3:0]  index_v,
    input  wire [31:0] data_v,
    input  wire        write_m,   // value from outside
    input  wire [3:0]  warp_m,
    input  wire [3:0]  index_m,
    input  wire [31:0] data_m,

    // Host access, while no warp is in use.
    input  wire        write_h,
    input  wire [3:0]  warp_h,
    input  wire [3:0]  index_h,
    input  wire [31:0] data_h,
    output wire [31:0] read_h
);

    localparam AW = 4 + $clog2(WARPS);

    reg [31:0] r [0:16*WARPS-1];
    integer i;
    initial for (i = 0; i < 16*WARPS; i = i + 1) r[i] = 32'd0;

    wire [7:0] at_a = {warp, ai};
    wire [7:0] at_b = {warp, bi};
    wire [7:0] at_c = {warp, ci};
    wire [7:0] at_v = {warp_v, index_v};
    wire [7:0] at_m = {warp_m, index_m};
    wire [7:0] at_h = {warp_h, index_h};
    wire       unused = &{1'b0, at_a, at_b, at_c, at_v, at_m, at_h};

    wire [31:0] lid = INDEX;
    assign a = (ak == 3'd1) ? r[at_a[AW-1:0]] : (ak == 3'd6 && ai == 4'd0) ? lid : a_shared;
    assign b = (bk == 3'd1) ? r[at_b[AW-1:0]] : (bk == 3'd6 && bi == 4'd0) ? lid : b_shared;
    assign c = (ck == 3'd1) ? r[at_c[AW-1:0]] : (ck == 3'd6 && ci == 4'd0) ? lid : c_shared;
    assign read_h = r[at_h[AW-1:0]];

    reg [31:0] a1, b1, c1;
    always @(posedge clk)
        if (issue) begin
            a1 <= a;
            b1 <= b;
            c1 <= c;
            chosen <= p;
        end
    assign a_held = a1;

    predicate_alu u_alu (
        .op(op), .ctype(ctype), .cond(cond), .a(a1), .b(b1), .c(c1), .p(chosen), .y(y), .flag(flag)
    );

    always @(posedge clk)
        if (~rst) begin
            if (write_v) r[at_v[AW-1:0]] <= data_v;
            if (write_m) r[at_m[AW-1:0]] <= data_m;
            if (write_h) r[at_h[AW-1:0]] <= data_h;
        end

endmodule

`default_nettype wire
