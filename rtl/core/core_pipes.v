`default_nettype none

// core_pipes - the vector pipe and the scalar pipe, with the records that they present. Parameters as in core.
module core_pipes #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,

    input  wire [3:0]          warp,       // the issuing warp
    input  wire [11:0]         v_pc,
    input  wire [11:0]         s_pc,

    // The vector instruction from core_issue.
    input  wire                v,
    input  wire [5:0]          v_op,
    input  wire [2:0]          v_dk,
    input  wire [3:0]          v_di,
    input  wire [2:0]          v_ak,
    input  wire [3:0]          v_ai,
    input  wire [2:0]          v_bk,
    input  wire [3:0]          v_bi,
    input  wire [2:0]          v_ck,
    input  wire [3:0]          v_ci,
    input  wire [31:0]         v_a,
    input  wire [31:0]         v_b,
    input  wire [31:0]         v_c,
    input  wire [LANES-1:0]    v_mask,
    input  wire [LANES-1:0]    v_p,
    input  wire                v_outside,
    input  wire                v_idle,

    // The scalar instruction.
    input  wire                s,
    input  wire [5:0]          s_op,
    input  wire [2:0]          s_dk,
    input  wire [3:0]          s_di,
    input  wire [2:0]          s_ck,
    input  wire [3:0]          s_ci,
    input  wire [31:0]         s_a,
    input  wire [31:0]         s_b,
    input  wire [31:0]         s_c,
    input  wire                s_p,
    input  wire                s_true,
    input  wire                s_outside,
    input  wire                s_idle,

    output wire [32*LANES-1:0] a,          // sources of the vector instruction, in the cycle of its issue
    output wire [32*LANES-1:0] b,
    output wire [32*LANES-1:0] c,
    output wire [4:0]          no_place,   // for an instruction that issues in this cycle: as core_vector, core_scalar
    output wire [WARPS-1:0]    v_holds,    // warps with an instruction in the pipe
    output wire [WARPS-1:0]    s_holds,

    output wire                rv_valid,
    output wire [3:0]          rv_warp,
    output wire [11:0]         rv_pc,
    output wire [6:0]          rv_dst,
    output wire [LANES-1:0]    rv_mask,
    output wire [LANES-1:0]    rv_pred,
    output wire [32*LANES-1:0] rv_data,
    output wire                rv_counts,  // it clears the pending bit of its destination

    output wire                rs_valid,
    output wire [3:0]          rs_warp,
    output wire [11:0]         rs_pc,
    output wire [6:0]          rs_dst,
    output wire                rs_mask,
    output wire [31:0]         rs_data,
    output wire                rs_counts,

    // Writes to R registers from outside.
    input  wire [3:0]          rm_warp,
    input  wire [6:0]          rm_dst,
    input  wire [LANES-1:0]    rm_mask,
    input  wire [32*LANES-1:0] rm_data,

    input  wire                host_write,
    input  wire [3:0]          host_warp,
    input  wire [3:0]          host_index,
    input  wire [4:0]          host_lane,
    input  wire [31:0]         host_data,
    output wire [32*LANES-1:0] host_r
);

    wire [2:0]          dk3, dk2;
    wire [3:0]          di3, di2, warp3, warp2;
    wire [11:0]         pc3, pc2;
    wire [LANES-1:0]    mask3, bits3;
    wire [32*LANES-1:0] data3;
    wire                mask2;
    wire [31:0]         data2;

    core_vector #(.WARPS(WARPS), .LANES(LANES)) u_vector (
        .clk(clk), .rst(rst), .issue(v), .issue_warp(warp), .issue_pc(v_pc), .issue_op(v_op),
        .issue_dk(v_dk), .issue_di(v_di), .issue_mask(v_mask), .issue_outside(v_outside), .issue_idle(v_idle), .issue_p(v_p),
        .ak(v_ak), .ai(v_ai), .a_shared(v_a), .bk(v_bk), .bi(v_bi), .b_shared(v_b), .ck(v_ck), .ci(v_ci), .c_shared(v_c),
        .a(a), .b(b), .c(c), .no_place(no_place[2:0]), .holds(v_holds),
        .v3(rv_valid), .warp3(warp3), .pc3(pc3), .dk3(dk3), .di3(di3), .counts3(rv_counts), .mask3(mask3), .bits3(bits3),
        .data3(data3),
        .write_m(rm_mask & {LANES{rm_dst[6:4] == 3'd1}}), .warp_m(rm_warp), .index_m(rm_dst[3:0]), .data_m(rm_data),
        .write_h(host_write), .warp_h(host_warp), .index_h(host_index), .lane_h(host_lane), .data_h(host_data),
        .read_h(host_r)
    );
    core_scalar #(.WARPS(WARPS)) u_scalar (
        .clk(clk), .rst(rst), .issue(s), .issue_warp(warp), .issue_pc(s_pc), .issue_op(s_op),
        .issue_dk(s_dk), .issue_di(s_di), .issue_ctype(s_ck), .issue_cond(s_ci), .issue_true(s_true),
        .issue_outside(s_outside), .issue_idle(s_idle), .issue_a(s_a), .issue_b(s_b), .issue_c(s_c), .issue_p(s_p),
        .no_place(no_place[4:3]), .holds(s_holds),
        .v2(rs_valid), .warp2(warp2), .pc2(pc2), .dk2(dk2), .di2(di2), .counts2(rs_counts), .mask2(mask2), .data2(data2)
    );

    assign rv_warp = warp3 & {4{rv_valid}};
    assign rv_pc = pc3 & {12{rv_valid}};
    assign rv_dst = (rv_valid && dk3 != 3'd0) ? {dk3, di3} : 7'd0;
    assign rv_mask = mask3 & {LANES{rv_valid}};
    assign rv_pred = bits3 & {LANES{rv_valid}};
    assign rv_data = data3 & {(32*LANES){rv_valid}};
    assign rs_warp = warp2 & {4{rs_valid}};
    assign rs_pc = pc2 & {12{rs_valid}};
    assign rs_dst = (rs_valid && dk2 != 3'd0) ? {dk2, di2} : 7'd0;
    assign rs_mask = mask2 & rs_valid;
    assign rs_data = data2 & {32{rs_valid}};

endmodule

`default_nettype wire
