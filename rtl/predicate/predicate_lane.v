`default_nettype none

// predicate_lane - one lane: registers and predicates, the first stage of the vector pipe with its operands,
// and the ALU behind it. INDEX is the number of the lane.
module predicate_lane #(
    parameter INDEX = 0
) (
    input  wire        clk,
    input  wire        rst,

    // Current predicates.
    output reg  [3:0]  p,

    // Operands of the instruction that may issue; the *_shared values are those that are not this lane's own.
    input  wire [2:0]  ak,
    input  wire [3:0]  ai,
    input  wire [31:0] a_shared,
    input  wire [2:0]  bk,
    input  wire [3:0]  bi,
    input  wire [31:0] b_shared,
    input  wire [2:0]  ck,
    input  wire [3:0]  ci,
    input  wire [31:0] c_shared,
    output wire [31:0] address,   // of ld and st

    // The instruction issues. p_uniform: the predicate of sel is uniform; p_shared: that predicate.
    input  wire        issue,
    input  wire        p_uniform,
    input  wire        p_shared,
    input  wire [5:0]  op,        // of the instruction in the first stage
    input  wire [2:0]  ctype,
    input  wire [3:0]  cond,
    input  wire        other,     // the ALU takes the pair below instead of a1 and b1
    input  wire [31:0] other_a,
    input  wire [31:0] other_b,
    output reg  [31:0] a1,        // operands in the first stage
    output reg  [31:0] b1,
    output wire [31:0] y,
    output wire        flag,
    output reg         chosen,    // the predicate of sel and vote
    output reg  [31:0] held_address,
    output reg  [31:0] store,

    // Writes to registers and predicates.
    input  wire        write_r,
    input  wire        write_p,
    input  wire [3:0]  write_index,
    input  wire [31:0] write_data,
    input  wire        write_bit,

    // Host access, while nothing runs.
    input  wire [3:0]  host_index,
    output wire [31:0] host_data
);

    reg [31:0] r [0:15];
    integer i;
    initial for (i = 0; i < 16; i = i + 1) r[i] = 32'd0;

    wire [31:0] lid = INDEX;
    wire [31:0] a = (ak == 3'd1) ? r[ai] : (ak == 3'd6 && ai == 4'd0) ? lid : a_shared;
    wire [31:0] b = (bk == 3'd1) ? r[bi] : (bk == 3'd6 && bi == 4'd0) ? lid : b_shared;
    wire [31:0] c = (ck == 3'd1) ? r[ci] : (ck == 3'd6 && ci == 4'd0) ? lid : c_shared;

    assign address = a + b;
    assign host_data = r[host_index];

    always @(posedge clk)
        if (issue) begin
            a1 <= a;
            b1 <= b;
            store <= c;
            chosen <= p_uniform ? p_shared : p[ci[1:0]];
            held_address <= address;
        end

    predicate_alu u_alu (
        .op(op), .ctype(ctype), .cond(cond), .a(other ? other_a : a1), .b(other ? other_b : b1),
        .c(store), .p(chosen), .y(y), .flag(flag)
    );

    always @(posedge clk)
        if (write_r & ~rst) r[write_index] <= write_data;

    always @(posedge clk)
        if (rst) p <= 4'd0;
        else if (write_p) p[write_index[1:0]] <= write_bit;

endmodule

`default_nettype wire
