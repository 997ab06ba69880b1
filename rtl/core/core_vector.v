`default_nettype none

// core_vector - the lanes of the core and their pipe: operands in one cycle, results in the next, the record in the
// third. Reductions and divisions run in units beside the pipe and enter at its second stage. Parameters as in core.
module core_vector #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,

    // The instruction that may issue.
    input  wire                issue,
    input  wire [3:0]          issue_warp,
    input  wire [11:0]         issue_pc,
    input  wire [5:0]          issue_op,
    input  wire [2:0]          issue_dk,
    input  wire [3:0]          issue_di,
    input  wire [LANES-1:0]    issue_mask,
    input  wire                issue_outside,  // its record writes nothing
    input  wire                issue_idle,
    input  wire [LANES-1:0]    issue_p,        // predicates of sel and vote
    input  wire [2:0]          ak,
    input  wire [3:0]          ai,
    input  wire [31:0]         a_shared,
    input  wire [2:0]          bk,
    input  wire [3:0]          bi,
    input  wire [31:0]         b_shared,
    input  wire [2:0]          ck,
    input  wire [3:0]          ci,
    input  wire [31:0]         c_shared,
    output wire [32*LANES-1:0] a,              // operands of the lanes
    output wire [32*LANES-1:0] b,
    output wire [32*LANES-1:0] c,
    output wire [2:0]          no_place,       // no place for: other instructions (bit 0), red, fdiv
    output wire [WARPS-1:0]    holds,          // warps with an instruction in the pipe

    // The record, valid with v3.
    output reg                 v3,
    output reg  [3:0]          warp3,
    output reg  [11:0]         pc3,
    output reg  [2:0]          dk3,
    output reg  [3:0]          di3,
    output reg                 counts3,        // it clears the pending bit of its destination
    output reg  [LANES-1:0]    mask3,
    output reg  [LANES-1:0]    bits3,
    output reg  [32*LANES-1:0] data3,

    // Values from outside.
    input  wire [LANES-1:0]    write_m,
    input  wire [3:0]          warp_m,
    input  wire [3:0]          index_m,
    input  wire [32*LANES-1:0] data_m,

    // Host access, while no warp is in use.
    input  wire                write_h,
    input  wire [3:0]          warp_h,
    input  wire [3:0]          index_h,
    input  wire [4:0]          lane_h,
    input  wire [31:0]         data_h,
    output wire [32*LANES-1:0] read_h
);

    localparam [2:0] TO_R = 3'd1;
    localparam [2:0] TO_U = 3'd2;
    localparam [2:0] TO_P = 3'd3;

    localparam [5:0] FDIV = 6'd43;
    localparam [5:0] RED = 6'd45;
    localparam [5:0] READLANE = 6'd46;

    localparam RED_PLACE = $clog2(LANES) + 2;

    // --- places in the pipe ---

    wire issue_div = issue_op == FDIV;
    wire issue_red = issue_op == RED;
    wire reducing, reduced, dividing, divided;
    wire [30:0] taken;
    reg  [30:0] take;  // by reductions and divisions; all others take three cycles, so they end in the order of issue
    always @* begin
        take = 31'd0;
        take[RED_PLACE] = issue & issue_red;
        take[30] = issue & issue_div;
    end
    wire unused_places = &{1'b0, taken};
    core_places u_places (.clk(clk), .rst(rst), .taken(taken), .take(take));
    assign no_place = {dividing, taken[RED_PLACE] | reducing, taken[3]};

    // --- the first stage, and the two units beside it: {warp, pc, dk, di, counts, mask} of each ---

    localparam CW = 4 + 12 + 3 + 4 + 1 + LANES;
    wire [CW-1:0] issue_context = {issue_warp, issue_pc, issue_dk, issue_di, ~issue_idle, issue_mask};
    reg  [CW-1:0] context1, context_red, context_div;
    reg           v1, outside1;
    reg  [5:0]    op1;
    reg  [2:0]    ctype1;
    reg  [3:0]    cond1;

    always @(posedge clk)
        if (rst) v1 <= 1'b0;
        else v1 <= issue & ~issue_div & ~issue_red;

    always @(posedge clk) begin
        if (issue) begin
            context1 <= issue_context;
            op1 <= issue_op;
            ctype1 <= ck;
            cond1 <= ci;
            outside1 <= issue_outside;
        end
        if (issue & issue_red) context_red <= issue_context;
        if (issue & issue_div) context_div <= issue_context;
    end

    wire [31:0]         sum;
    wire [32*LANES-1:0] quotients, y, a1;
    wire [LANES-1:0]    flags, chosen;
    core_reduce #(.LANES(LANES)) u_reduce (
        .clk(clk), .rst(rst), .start(issue & issue_red), .a(a), .mask(issue_mask), .ctype(ck), .cond(ci),
        .busy(reducing), .done(reduced), .result(sum)
    );
    core_divide #(.N(LANES)) u_divide (
        .clk(clk), .rst(rst), .start(issue & issue_div), .a(a), .b(b),
        .busy(dividing), .done(divided), .quotients(quotients)
    );

    // --- the second stage and the third ---

    wire [3:0]       warp_in;
    wire [11:0]      pc_in;
    wire [2:0]       dk_in;
    wire [3:0]       di_in;
    wire             counts_in;
    wire [LANES-1:0] mask_in;
    assign {warp_in, pc_in, dk_in, di_in, counts_in, mask_in} = reduced ? context_red : divided ? context_div : context1;

    wire             votes = |mask_in;
    wire             is_vote = ~reduced & ~divided & (op1 == 6'd19 || op1 == 6'd20 || op1 == 6'd21);
    wire             is_readlane = ~reduced & ~divided & (op1 == READLANE);
    wire             voted = (op1 == 6'd19) ? &(~mask_in | chosen)
                           : (op1 == 6'd20) ? |(mask_in & chosen)
                           :                  ~|(mask_in & chosen);
    wire             silent = dk_in == 3'd0 || (~reduced & ~divided & outside1);
    wire [LANES-1:0] one = {{(LANES-1){1'b0}}, 1'b1};

    localparam LB = $clog2(LANES);
    reg  [LB-1:0] from;  // lane that readlane reads: b is the same in all lanes
    always @(posedge clk)
        if (issue) from <= b[LB-1:0];

    reg                 v2, counts2;
    reg  [3:0]          warp2;
    reg  [11:0]         pc2;
    reg  [2:0]          dk2;
    reg  [3:0]          di2;
    reg  [LANES-1:0]    mask2, bits2;
    reg  [32*LANES-1:0] data2;

    always @(posedge clk)
        if (rst) begin
            v2 <= 1'b0;
            v3 <= 1'b0;
        end else begin
            v2 <= v1 | reduced | divided;
            v3 <= v2;
        end

    integer i;
    always @(posedge clk) begin
        warp2 <= warp_in;
        pc2 <= pc_in;
        dk2 <= dk_in;
        di2 <= di_in;
        counts2 <= counts_in;
        mask2 <= silent                             ? {LANES{1'b0}}
               : (reduced | is_vote | is_readlane)  ? one & {LANES{votes}}
               :                                      mask_in;
        bits2 <= silent          ? {LANES{1'b0}}
               : (dk_in == TO_P) ? flags & mask_in
               : is_vote         ? one & {LANES{votes & voted}}
               :                   {LANES{1'b0}};
        for (i = 0; i < LANES; i = i + 1)
            data2[32*i +: 32] <= (dk_in != TO_R || silent) ? 32'd0
                               : (divided ? quotients[32*i +: 32] : y[32*i +: 32]) & {32{mask_in[i]}};
        if (dk_in == TO_U && !silent)
            data2[31:0] <= (reduced ? sum : a1[{from, 5'd0} +: 32]) & {32{votes}};

        warp3 <= warp2;
        pc3 <= pc2;
        dk3 <= dk2;
        di3 <= di2;
        counts3 <= counts2;
        mask3 <= mask2;
        bits3 <= bits2;
        data3 <= data2;
    end

    // --- warps in the pipe, and the lanes ---

    genvar w, l;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_holds
            localparam [3:0] W = w;
            assign holds[w] = (v1 && context1[CW-1 -: 4] == W) || (reducing && context_red[CW-1 -: 4] == W) ||
                (dividing && context_div[CW-1 -: 4] == W) || (v2 && warp2 == W) || (v3 && warp3 == W);
        end

        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            localparam [4:0] LANE = l;
            core_lane #(.WARPS(WARPS), .INDEX(l)) u_lane (
                .clk(clk), .rst(rst), .warp(issue_warp),
                .ak(ak), .ai(ai), .a_shared(a_shared), .bk(bk), .bi(bi), .b_shared(b_shared),
                .ck(ck), .ci(ci), .c_shared(c_shared),
                .a(a[32*l +: 32]), .b(b[32*l +: 32]), .c(c[32*l +: 32]),
                .issue(issue), .p(issue_p[l]), .op(op1), .ctype(ctype1), .cond(cond1),
                .y(y[32*l +: 32]), .flag(flags[l]), .chosen(chosen[l]), .a_held(a1[32*l +: 32]),
                .write_v(v3 & mask3[l] & (dk3 == TO_R)), .warp_v(warp3), .index_v(di3), .data_v(data3[32*l +: 32]),
                .write_m(write_m[l]), .warp_m(warp_m), .index_m(index_m), .data_m(data_m[32*l +: 32]),
                .write_h(write_h && lane_h == LANE), .warp_h(warp_h), .index_h(index_h), .data_h(data_h),
                .read_h(read_h[32*l +: 32])
            );
        end
    endgenerate

endmodule

`default_nettype wire
