`default_nettype none

// core - a processor core: WARPS warps of LANES threads run one program, one warp issuing in a cycle; ports to memory,
// local memory, the gateway and the blocks that work for it [US 12393444 claims 1 and 16; ES 2777827 Figs 3 to 7].
module core #(
    // Warps: 1, 2, 4, 8 or 16.
    parameter WARPS = 4,
    // Threads of a warp: 4, 8, 16 or 32.
    parameter LANES = 8,
    // Words of instruction memory: 256, 512, 1024, 2048 or 4096.
    parameter IMEM = 1024
) (
    input  wire                clk,
    input  wire                rst,  // synchronous, active high

    input  wire                host_valid,
    output wire                host_ready,
    input  wire [3:0]          host_op,
    input  wire [2:0]          host_space,
    input  wire [11:0]         host_addr,
    input  wire [3:0]          host_warp,
    input  wire [4:0]          host_lane,
    input  wire [63:0]         host_data,

    output reg                 rdata_valid,
    input  wire                rdata_ready,
    output reg  [63:0]         rdata_data,

    input  wire                start_valid,
    output wire                start_ready,
    input  wire [3:0]          start_first,
    input  wire [4:0]          start_warps,
    input  wire [11:0]         start_entry,
    input  wire [12:0]         start_length,
    input  wire                start_sense,
    input  wire [31:0]         start_limit,
    input  wire [31:0]         start_group,
    input  wire [31:0]         start_groups,
    input  wire [9:0]          start_local_base,
    input  wire [10:0]         start_local_lines,
    input  wire [8:0]          start_row_base,
    input  wire [9:0]          start_rows,
    input  wire [3:0]          start_bar_base,
    input  wire [4:0]          start_bars,

    output wire                end_valid,
    input  wire                end_ready,
    output wire [3:0]          end_first,
    output wire [31:0]         end_group,
    output wire [3:0]          end_trap,
    output wire [3:0]          end_warp,
    output wire [4:0]          end_lane,
    output wire [12:0]         end_pc,

    output wire                mem_valid,
    input  wire                mem_ready,
    output wire [3:0]          mem_op,
    output wire [23:0]         mem_addr,
    output wire [63:0]         mem_mask,
    output wire [511:0]        mem_data,
    output wire [3:0]          mem_word,
    output wire [7:0]          mem_tag,

    input  wire                mem_rsp_valid,
    output wire                mem_rsp_ready,
    input  wire [511:0]        mem_rsp_data,
    input  wire [2:0]          mem_rsp_status,
    input  wire [7:0]          mem_rsp_tag,

    output wire                local_valid,
    input  wire                local_ready,
    output wire [3:0]          local_op,
    output wire [1:0]          local_size,
    output wire [LANES-1:0]    local_enable,
    output wire [32*LANES-1:0] local_addr,
    output wire [32*LANES-1:0] local_data,
    output wire [32*LANES-1:0] local_compare,
    output wire [7:0]          local_tag,

    input  wire                local_rsp_valid,
    output wire                local_rsp_ready,
    input  wire [32*LANES-1:0] local_rsp_data,
    input  wire [LANES-1:0]    local_rsp_error,
    input  wire [7:0]          local_rsp_tag,

    output wire                gate_valid,
    input  wire                gate_ready,
    output wire [7:0]          gate_sender,
    output wire                gate_kind,
    output wire [255:0]        gate_data,

    input  wire                wb_valid,
    output wire                wb_ready,
    input  wire [3:0]          wb_id,
    input  wire [2:0]          wb_beat,
    input  wire [31:0]         wb_mask,
    input  wire [63:0]         wb_result,
    input  wire [13:0]         wb_sum,
    input  wire [3:0]          wb_status,
    input  wire                wb_last,

    input  wire                reply_valid,
    output wire                reply_ready,
    input  wire [7:0]          reply_thread,
    input  wire [3:0]          reply_status,
    input  wire [3:0]          reply_id,
    input  wire [7:0]          reply_reg,
    input  wire [31:0]         reply_data,

    input  wire                fence_valid,
    output wire                fence_ready,
    input  wire [3:0]          fence_id,
    input  wire [1:0]          fence_scope,

    output wire                ack_valid,
    input  wire                ack_ready,
    output wire [3:0]          ack_id,

    output wire                abort_valid,
    input  wire                abort_ready,
    output wire [3:0]          abort_id,

    output wire                off_valid,
    input  wire                off_ready,
    output wire [3:0]          off_warp,
    output wire [2:0]          off_kind,
    output wire [3:0]          off_mode,
    output wire [7:0]          off_tag,
    output wire [31:0]         off_a,
    output wire [31:0]         off_b,
    output wire [31:0]         off_c,
    output wire [32*LANES-1:0] off_x,
    output wire [32*LANES-1:0] off_y,

    input  wire                note_valid,
    output wire                note_ready,
    input  wire [3:0]          note_pr,
    input  wire [7:0]          note_tag,
    input  wire [3:0]          note_status,

    input  wire                value_valid,
    output wire                value_ready,
    input  wire [3:0]          value_pr,
    input  wire [3:0]          value_status,
    input  wire [32*LANES-1:0] value_data,

    output wire [WARPS-1:0]    in_use,
    output wire [WARPS-1:0]    running,
    output wire                start_bad,
    output reg  [1:0]          issue,
    output wire [3:0]          issue_warp,
    output wire [11:0]         issue_pc,
    output wire [12:0]         issue_next,
    output wire [LANES-1:0]    issue_active,
    output wire [3:0]          issue_depth,

    output wire                rv_valid,
    output wire [3:0]          rv_warp,
    output wire [11:0]         rv_pc,
    output wire [6:0]          rv_dst,
    output wire [LANES-1:0]    rv_mask,
    output wire [LANES-1:0]    rv_pred,
    output wire [32*LANES-1:0] rv_data,

    output wire                rs_valid,
    output wire [3:0]          rs_warp,
    output wire [11:0]         rs_pc,
    output wire [6:0]          rs_dst,
    output wire                rs_mask,
    output wire [31:0]         rs_data,

    output wire                rm_valid,
    output wire [3:0]          rm_warp,
    output wire [11:0]         rm_pc,
    output wire [6:0]          rm_dst,
    output wire [LANES-1:0]    rm_mask,
    output wire [32*LANES-1:0] rm_data,

    output wire [31:0]         n_pred,
    output wire [31:0]         n_uniform,
    output wire [31:0]         n_scalar,
    output wire [31:0]         n_vector,
    output wire [31:0]         n_pairs,
    output wire [31:0]         n_disabled,
    output wire [31:0]         n_bra_uniform,
    output wire [31:0]         n_bra_divergent,
    output wire [31:0]         n_none,
    output wire [31:0]         n_memory,
    output wire [31:0]         n_barrier,
    output wire [31:0]         n_array,
    output wire [31:0]         n_hazard
);

    generate
        if (WARPS != 1 && WARPS != 2 && WARPS != 4 && WARPS != 8 && WARPS != 16) begin : g_bad_warps
            // There is no such module: its name is the message that stops elaboration.
            core_needs_WARPS_1_2_4_8_or_16 illegal ();
        end
        if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_bad_lanes
            core_needs_LANES_4_8_16_or_32 illegal ();
        end
        if (IMEM != 256 && IMEM != 512 && IMEM != 1024 && IMEM != 2048 && IMEM != 4096) begin : g_bad_imem
            core_needs_IMEM_256_512_1024_2048_or_4096 illegal ();
        end
    endgenerate

    localparam [4:0] ALL_WARPS = WARPS[4:0];
    localparam [3:0] LAST_WARP = ALL_WARPS[3:0] - 4'd1;

    // --- host ---

    assign host_ready = ~|in_use & (~rdata_valid | rdata_ready);
    wire host_take = host_valid & host_ready;
    wire host_write = host_take & (host_op == 4'd1);
    wire host_read = host_take & (host_op == 4'd2);
    wire host_clear = host_take & (host_op == 4'd4);

    reg [511:0] constant;
    initial constant = 512'd0;
    always @(posedge clk)
        if (host_write & ~rst & (host_space == 3'd1)) constant[{host_addr[3:0], 5'd0} +: 32] <= host_data[31:0];

    // --- the warps: each has its place in these, warp 0 lowest ---

    wire [WARPS-1:0]       finished, sense, ready, at_bar, sent, asked, expects, wanted, open, wb_bad, reply_bad, note_bad;
    wire [13*WARPS-1:0]    pcs, lengths;
    wire [LANES*WARPS-1:0] actives, exiteds, wanted_masks;
    wire [4*LANES*WARPS-1:0] ps;
    wire [4*WARPS-1:0]     ups, firsts, places, bar_bases, gens, seqs, bar_ids, lost_tos, depths, wanted_dis;
    wire [512*WARPS-1:0]   us;
    wire [5*WARPS-1:0]     sizes, barses;
    wire [32*WARPS-1:0]    group_numbers, groupses;
    wire [10*WARPS-1:0]    local_bases, rowses;
    wire [11*WARPS-1:0]    local_lineses;
    wire [9*WARPS-1:0]     row_bases;
    wire [40*WARPS-1:0]    under_ways;
    wire [64*WARPS-1:0]    words;
    wire [12*WARPS-1:0]    note_pcs, wanted_pcs;
    wire [16*WARPS-1:0]    messages;
    wire [WARPS-1:0]       lives;
    wire [13*WARPS-1:0]    live_pcs;
    wire [LANES*WARPS-1:0] live_masks;

    wire [WARPS-1:0] starts, stop, trapped, leave, clean;
    wire [WARPS-1:0] at_global, at_local, v_holds, s_holds, forwards, gate_taken, dropped, off_of, asks, abort_of;

    // --- whose turn it is ---

    reg  [3:0]       last;
    wire [WARPS-1:0] pick;
    wire [4:0]       picked;
    wire             any;
    core_turn #(.N(WARPS)) u_turn (.x(ready), .last(last), .hot(pick), .index(picked), .any(any));
    wire [3:0] warp = picked[3:0];

    always @(posedge clk)
        if (rst) last <= LAST_WARP;
        else if (any) last <= warp;

    wire [12:0]        pc, length, live_pc;
    wire [63:0]        word1, word2;
    wire [LANES-1:0]   active, exited, live_mask;
    wire [4*LANES-1:0] p;
    wire [3:0]         up, first, place, bar_base, seq, depth;
    wire [511:0]       u;
    wire [4:0]         size, bars;
    wire [31:0]        group_number, groups;
    wire [9:0]         local_base, rows;
    wire [10:0]        local_lines;
    wire [8:0]         row_base;
    wire [39:0]        under_way;
    wire               sense1, live;
    core_mux #(.N(WARPS), .W(13)) u_pc (.pick(pick), .in(pcs), .out(pc));
    core_mux #(.N(WARPS), .W(13)) u_length (.pick(pick), .in(lengths), .out(length));
    core_mux #(.N(WARPS), .W(64)) u_word1 (.pick(pick), .in(words), .out(word1));
    core_mux #(.N(WARPS), .W(LANES)) u_active (.pick(pick), .in(actives), .out(active));
    core_mux #(.N(WARPS), .W(LANES)) u_exited (.pick(pick), .in(exiteds), .out(exited));
    core_mux #(.N(WARPS), .W(4*LANES)) u_p (.pick(pick), .in(ps), .out(p));
    core_mux #(.N(WARPS), .W(4)) u_up (.pick(pick), .in(ups), .out(up));
    core_mux #(.N(WARPS), .W(512)) u_u (.pick(pick), .in(us), .out(u));
    core_mux #(.N(WARPS), .W(1)) u_sense1 (.pick(pick), .in(sense), .out(sense1));
    core_mux #(.N(WARPS), .W(4)) u_first (.pick(pick), .in(firsts), .out(first));
    core_mux #(.N(WARPS), .W(4)) u_place (.pick(pick), .in(places), .out(place));
    core_mux #(.N(WARPS), .W(5)) u_size (.pick(pick), .in(sizes), .out(size));
    core_mux #(.N(WARPS), .W(32)) u_group_number (.pick(pick), .in(group_numbers), .out(group_number));
    core_mux #(.N(WARPS), .W(32)) u_of_groups (.pick(pick), .in(groupses), .out(groups));
    core_mux #(.N(WARPS), .W(10)) u_local_base (.pick(pick), .in(local_bases), .out(local_base));
    core_mux #(.N(WARPS), .W(11)) u_local_lines (.pick(pick), .in(local_lineses), .out(local_lines));
    core_mux #(.N(WARPS), .W(9)) u_row_base (.pick(pick), .in(row_bases), .out(row_base));
    core_mux #(.N(WARPS), .W(10)) u_rows (.pick(pick), .in(rowses), .out(rows));
    core_mux #(.N(WARPS), .W(4)) u_bar_base (.pick(pick), .in(bar_bases), .out(bar_base));
    core_mux #(.N(WARPS), .W(5)) u_bars (.pick(pick), .in(barses), .out(bars));
    core_mux #(.N(WARPS), .W(4)) u_seq (.pick(pick), .in(seqs), .out(seq));
    core_mux #(.N(WARPS), .W(40)) u_under_way (.pick(pick), .in(under_ways), .out(under_way));
    core_mux #(.N(WARPS), .W(4)) u_depth (.pick(pick), .in(depths), .out(depth));
    core_mux #(.N(WARPS), .W(1)) u_live (.pick(pick), .in(lives), .out(live));
    core_mux #(.N(WARPS), .W(13)) u_live_pc (.pick(pick), .in(live_pcs), .out(live_pc));
    core_mux #(.N(WARPS), .W(LANES)) u_live_mask (.pick(pick), .in(live_masks), .out(live_mask));

    wire [63:0] host_word;
    core_program #(.WARPS(WARPS), .IMEM(IMEM)) u_program (
        .clk(clk), .rst(rst), .pcs(pcs), .words(words), .next(pc + 13'd1), .next_word(word2),
        .host_write(host_write && host_space == 3'd0), .host_addr(host_addr), .host_data(host_data), .host_word(host_word)
    );

    // --- what issues ---

    wire                global_free, local_free, gate_free, off_free;
    wire [4:0]          no_place;
    wire                bad1, bad_address, push, pop, issue1, issue2, next_ends, traps, memory1, idle1, scalar1;
    wire [3:0]          bad1_code, trap;
    wire [4:0]          bad1_lane, trap_lane, next_hold;
    wire [LANES-1:0]    now_exited, push_mask, next_active, next_exited;
    wire [12:0]         push_pc, next_pc;
    wire [5:0]          op1;
    wire [3:0]          di1, ci1;
    wire [31:0]         low1;

    wire                v, v_outside, v_idle, s, s_p, s_true, s_outside, s_idle, v_by_p, branches, diverges;
    wire [1:0]          by_up;
    wire [5:0]          v_op, s_op;
    wire [2:0]          v_dk, v_ak, v_bk, v_ck, s_dk, s_bk, s_ck;
    wire [3:0]          v_di, v_ai, v_bi, v_ci, s_di, s_ci;
    wire [31:0]         v_low, v_a, v_b, v_c, s_low, s_a, s_b, s_c;
    wire [LANES-1:0]    v_mask, v_p;
    wire [39:0]         makes_v, makes_s;
    wire [32*LANES-1:0] a, b, c;

    core_issue #(.LANES(LANES)) u_issue (
        .ready(any), .word1(word1), .word2(word2), .pc(pc), .length(length), .sense(sense1), .active(active), .exited(exited),
        .p(p), .up(up), .u(u), .constant(constant), .special({groups, group_number, 27'd0, size, 28'd0, place}),
        .under_way(under_way), .global_free(global_free), .local_free(local_free), .no_place(no_place),
        .bad1(bad1), .bad1_code(bad1_code), .bad1_lane(bad1_lane), .bad_address(bad_address),
        .full(depth[3]), .live(live), .live_pc(live_pc), .live_mask(live_mask), .now_exited(now_exited),
        .push(push), .push_pc(push_pc), .push_mask(push_mask), .pop(pop),
        .issue1(issue1), .issue2(issue2), .next_pc(next_pc), .next_active(next_active), .next_exited(next_exited),
        .ends(next_ends), .next_hold(next_hold), .traps(traps), .trap(trap), .trap_lane(trap_lane),
        .op1(op1), .di1(di1), .ci1(ci1), .low1(low1), .memory1(memory1), .idle1(idle1), .scalar1(scalar1),
        .v(v), .v_op(v_op), .v_dk(v_dk), .v_di(v_di), .v_ak(v_ak), .v_ai(v_ai), .v_bk(v_bk), .v_bi(v_bi), .v_ck(v_ck),
        .v_ci(v_ci), .v_low(v_low), .v_a(v_a), .v_b(v_b), .v_c(v_c), .v_mask(v_mask), .v_p(v_p),
        .v_outside(v_outside), .v_idle(v_idle),
        .s(s), .s_op(s_op), .s_dk(s_dk), .s_di(s_di), .s_ck(s_ck), .s_ci(s_ci), .s_low(s_low), .s_a(s_a), .s_b(s_b), .s_c(s_c),
        .s_p(s_p), .s_true(s_true), .s_outside(s_outside), .s_idle(s_idle), .s_bk(s_bk),
        .makes_v(makes_v), .makes_s(makes_s), .v_by_p(v_by_p), .by_up(by_up), .branches(branches), .diverges(diverges)
    );

    wire                enters_memory, enter_local, of_scalar, gate, gate_in_kind, off, keeps, closes, sends, wants;
    wire [2:0]          enter_dk, enter_type, off_in_kind;
    wire [3:0]          enter_di, enter_op, off_in_mode;
    wire [LANES-1:0]    enter_mask;
    wire [32*LANES-1:0] enter_addr, off_in_x, off_in_y;
    wire [255:0]        gate_in_data;
    wire [10:0]         bar_regs;
    wire [7:0]          off_in_tag;
    wire [31:0]         off_in_a, off_in_b, off_in_c;

    core_outside #(.WARPS(WARPS), .LANES(LANES)) u_outside (
        .op1(op1), .di1(di1), .ci1(ci1), .low1(low1[21:0]), .memory1(memory1), .scalar1(scalar1), .issues1(issue1 & ~idle1),
        .v(v), .v_op(v_op), .v_dk(v_dk), .v_di(v_di), .v_ci(v_ci), .v_low(v_low[4:0]), .v_a(v_a), .v_mask(v_mask),
        .v_idle(v_idle), .a(a), .b(b),
        .s(s), .s_op(s_op), .s_dk(s_dk), .s_di(s_di), .s_bk(s_bk), .s_ck(s_ck), .s_ci(s_ci), .s_a(s_a), .s_b(s_b), .s_c(s_c),
        .s_idle(s_idle),
        .active(active), .exited(exited), .p(p), .u(u), .first(first), .warps(size), .local_lines(local_lines),
        .row_base(row_base), .rows(rows), .bar_base(bar_base), .bars(bars), .seq(seq), .gens(gens),
        .bad1(bad1), .bad1_code(bad1_code), .bad1_lane(bad1_lane), .bad_address(bad_address),
        .enters(enters_memory), .enter_local(enter_local), .of_scalar(of_scalar), .enter_dk(enter_dk), .enter_di(enter_di),
        .enter_type(enter_type), .enter_op(enter_op), .enter_mask(enter_mask), .enter_addr(enter_addr),
        .gate(gate), .gate_kind(gate_in_kind), .gate_data(gate_in_data), .bar_regs(bar_regs), .forwards(forwards),
        .off(off), .off_kind(off_in_kind), .off_mode(off_in_mode), .off_tag(off_in_tag), .off_a(off_in_a), .off_b(off_in_b),
        .off_c(off_in_c), .off_x(off_in_x), .off_y(off_in_y), .keeps(keeps), .closes(closes), .sends(sends), .wants(wants)
    );
    wire unused = &{1'b0, s_low, v_low, low1, wb_last, wb_mask, picked[4], depth, issue2};

    // --- registers under way that issue makes ---

    localparam [5:0] BAR = 6'd50;
    localparam [5:0] RECV = 6'd52;
    wire is_bar = op1 == BAR;
    wire [39:0] set_v = (v & ~v_idle) ? makes_v : 40'd0;
    wire [39:0] set_s = (s & ~s_idle & ~is_bar) ? makes_s : 40'd0;
    wire [39:0] set_memory = ~enters_memory ? 40'd0 : of_scalar ? makes_s : makes_v;
    wire [39:0] set_array = wants ? makes_v : 40'd0;
    wire [15:0] receives = (issue1 & ~idle1 & (op1 == RECV)) ? s_a[15:0] : 16'd0;

    // --- the pipes ---

    wire [2:0]          rv_dk, rs_dk;
    wire [3:0]          rv_di, rs_di;
    wire                v3, rv_counts, s2, rs_counts, mask2;
    wire [LANES-1:0]    mask3, bits3;
    wire [32*LANES-1:0] data3, host_r;
    wire [31:0]         data2;
    wire [3:0]          warp3, warp2;
    wire [11:0]         pc3, pc2;
    wire                own_warp = {1'b0, host_warp} < ALL_WARPS;

    wire [11:0]         next_in_line = pc[11:0] + 12'd1;
    core_vector #(.WARPS(WARPS), .LANES(LANES)) u_vector (
        .clk(clk), .rst(rst), .issue(v), .issue_warp(warp), .issue_pc(scalar1 ? next_in_line : pc[11:0]), .issue_op(v_op),
        .issue_dk(v_dk), .issue_di(v_di), .issue_mask(v_mask), .issue_outside(v_outside), .issue_idle(v_idle), .issue_p(v_p),
        .ak(v_ak), .ai(v_ai), .a_shared(v_a), .bk(v_bk), .bi(v_bi), .b_shared(v_b), .ck(v_ck), .ci(v_ci), .c_shared(v_c),
        .a(a), .b(b), .c(c), .no_place(no_place[2:0]), .holds(v_holds),
        .v3(v3), .warp3(warp3), .pc3(pc3), .dk3(rv_dk), .di3(rv_di), .counts3(rv_counts), .mask3(mask3), .bits3(bits3),
        .data3(data3),
        .write_m(rm_mask & {LANES{rm_dst[6:4] == 3'd1}}), .warp_m(rm_warp), .index_m(rm_dst[3:0]), .data_m(rm_data),
        .write_h(host_write && host_space == 3'd2 && own_warp), .warp_h(host_warp), .index_h(host_addr[3:0]),
        .lane_h(host_lane), .data_h(host_data[31:0]), .read_h(host_r)
    );
    core_scalar #(.WARPS(WARPS)) u_scalar (
        .clk(clk), .rst(rst), .issue(s), .issue_warp(warp), .issue_pc(scalar1 ? pc[11:0] : next_in_line), .issue_op(s_op),
        .issue_dk(s_dk), .issue_di(s_di), .issue_ctype(s_ck), .issue_cond(s_ci), .issue_true(s_true),
        .issue_outside(s_outside), .issue_idle(s_idle | is_bar), .issue_a(s_a), .issue_b(s_b), .issue_c(s_c), .issue_p(s_p),
        .no_place(no_place[4:3]), .holds(s_holds),
        .v2(s2), .warp2(warp2), .pc2(pc2), .dk2(rs_dk), .di2(rs_di), .counts2(rs_counts), .mask2(mask2), .data2(data2)
    );

    assign rv_valid = v3;
    assign rv_warp = warp3 & {4{v3}};
    assign rv_pc = pc3 & {12{v3}};
    assign rv_dst = (v3 && rv_dk != 3'd0) ? {rv_dk, rv_di} : 7'd0;
    assign rv_mask = mask3 & {LANES{v3}};
    assign rv_pred = bits3 & {LANES{v3}};
    assign rv_data = data3 & {(32*LANES){v3}};
    assign rs_valid = s2;
    assign rs_warp = warp2 & {4{s2}};
    assign rs_pc = pc2 & {12{s2}};
    assign rs_dst = (s2 && rs_dk != 3'd0) ? {rs_dk, rs_di} : 7'd0;
    assign rs_mask = mask2 & s2;
    assign rs_data = data2 & {32{s2}};

    // --- memory ---

    localparam GW = 6*LANES + LANES + 1 + 3 + 12 + 7;
    localparam LW = LANES + 3 + 12 + 7;
    wire             global_valid, local_busy, take_global, take_local, next_global_busy, next_local_busy;
    wire [3:0]       global_warp, local_warp;
    wire [6:0]       global_target, local_target;
    wire [GW-1:0]    global_put, global_what;
    wire [LW-1:0]    local_put, local_what;
    wire [2:0]       global_slot, local_slot;
    wire [WARPS-1:0] any_global, any_local;
    wire             global_still, local_still, mem_known, local_known, mem_take, local_take, value_take;

    core_global #(.LANES(LANES)) u_global (
        .clk(clk), .rst(rst), .enter(enters_memory & ~enter_local), .enter_warp(warp),
        .enter_pc(memory1 ? pc[11:0] : next_in_line), .enter_dk(enter_dk), .enter_di(enter_di), .enter_type(enter_type),
        .enter_op(enter_op), .enter_mask(enter_mask), .enter_addr(enter_addr), .enter_b(b), .enter_c(c),
        .free(global_free), .valid(global_valid), .warp(global_warp), .target(global_target),
        .mem_valid(mem_valid), .mem_ready(mem_ready), .mem_op(mem_op), .mem_addr(mem_addr), .mem_mask(mem_mask),
        .mem_data(mem_data), .mem_word(mem_word), .slot_busy(next_global_busy), .take(take_global), .take_what(global_put)
    );
    assign mem_tag = {1'b0, global_warp, global_slot};
    core_slots #(.WARPS(WARPS), .W(GW)) u_global_slots (
        .clk(clk), .rst(rst), .start(starts), .take(take_global), .take_warp(global_warp), .take_what(global_put),
        .next(global_slot), .next_busy(next_global_busy), .free(mem_take), .free_warp(mem_rsp_tag[6:3]),
        .free_slot(mem_rsp_tag[2:0]), .known(mem_known), .what(global_what), .any(any_global),
        .ask_warp(rm_warp), .ask_target(rm_dst), .still(global_still)
    );

    core_local #(.LANES(LANES)) u_local (
        .clk(clk), .rst(rst), .enter(enters_memory & enter_local), .enter_warp(warp),
        .enter_pc(memory1 ? pc[11:0] : next_in_line), .enter_dk(enter_dk), .enter_di(enter_di), .enter_type(enter_type),
        .enter_op(enter_op), .enter_mask(enter_mask), .enter_addr(enter_addr), .enter_b(b), .enter_c(c),
        .enter_base(local_base), .free(local_free), .valid(local_busy), .warp(local_warp), .target(local_target),
        .local_valid(local_valid), .local_ready(local_ready), .local_op(local_op), .local_size(local_size),
        .local_enable(local_enable), .local_addr(local_addr), .local_data(local_data), .local_compare(local_compare),
        .slot_busy(next_local_busy), .take(take_local), .take_what(local_put)
    );
    assign local_tag = {1'b0, local_warp, local_slot};
    core_slots #(.WARPS(WARPS), .W(LW)) u_local_slots (
        .clk(clk), .rst(rst), .start(starts), .take(take_local), .take_warp(local_warp), .take_what(local_put),
        .next(local_slot), .next_busy(next_local_busy), .free(local_take), .free_warp(local_rsp_tag[6:3]),
        .free_slot(local_rsp_tag[2:0]), .known(local_known), .what(local_what), .any(any_local),
        .ask_warp(rm_warp), .ask_target(rm_dst), .still(local_still)
    );

    // --- what comes from outside ---

    wire             bad_answer, bad_message, value_known, rm_of_array;
    wire [3:0]       bad_warp, value_di;
    wire [4:0]       bad_lane;
    wire [11:0]      bad_pc, value_pc, note_pc;
    wire [LANES-1:0] value_mask;
    wire [WARPS-1:0] value_of, note_of;
    wire [6:0]       rm_target;
    wire [3:0]       rm_from;
    wire [11:0]      rm_at;
    wire [LANES-1:0] rm_lanes;
    wire [32*LANES-1:0] rm_values;

    core_answers #(.LANES(LANES)) u_answers (
        .clk(clk), .rst(rst),
        .mem_valid(mem_rsp_valid), .mem_ready(mem_rsp_ready), .mem_data(mem_rsp_data), .mem_status(mem_rsp_status),
        .mem_foreign(mem_rsp_tag[7]), .mem_known(mem_known), .mem_warp(mem_rsp_tag[6:3]), .mem_what(global_what),
        .local_valid(local_rsp_valid), .local_ready(local_rsp_ready), .local_data(local_rsp_data),
        .local_error(local_rsp_error), .local_foreign(local_rsp_tag[7]), .local_known(local_known),
        .local_warp(local_rsp_tag[6:3]), .local_what(local_what),
        .value_valid(value_valid), .value_ready(value_ready), .value_data(value_data), .value_status(value_status),
        .value_known(value_known), .value_warp(value_pr), .value_pc(value_pc), .value_di(value_di), .value_mask(value_mask),
        .mem_take(mem_take), .local_take(local_take), .value_take(value_take),
        .bad(bad_answer), .bad_message(bad_message), .bad_warp(bad_warp), .bad_lane(bad_lane), .bad_pc(bad_pc),
        .rm_valid(rm_valid), .rm_of_array(rm_of_array), .rm_warp(rm_from), .rm_pc(rm_at), .rm_dst(rm_target),
        .rm_mask(rm_lanes), .rm_data(rm_values)
    );
    core_mux #(.N(WARPS), .W(1)) u_value_known (.pick(value_of), .in(wanted), .out(value_known));
    core_mux #(.N(WARPS), .W(12)) u_value_pc (.pick(value_of), .in(wanted_pcs), .out(value_pc));
    core_mux #(.N(WARPS), .W(4)) u_value_di (.pick(value_of), .in(wanted_dis), .out(value_di));
    core_mux #(.N(WARPS), .W(LANES)) u_value_mask (.pick(value_of), .in(wanted_masks), .out(value_mask));
    core_mux #(.N(WARPS), .W(12)) u_note_pc (.pick(note_of), .in(note_pcs), .out(note_pc));

    assign rm_warp = rm_from & {4{rm_valid}};
    assign rm_pc = rm_at & {12{rm_valid}};
    assign rm_dst = rm_target & {7{rm_valid}};
    assign rm_mask = rm_lanes & {LANES{rm_valid}};
    assign rm_data = rm_values & {(32*LANES){rm_valid}};

    wire        rm_to_u = rm_dst[6:4] == 3'd2;
    wire [39:0] one_register = 40'd1;
    wire [39:0] rm_register = (rm_dst[6:4] == 3'd0) ? 40'd0 : one_register << {1'b0, rm_to_u, rm_dst[3:0]};
    wire        rm_last = ~(global_still | local_still | (global_valid && global_warp == rm_warp && global_target == rm_dst) |
        (local_busy && local_warp == rm_warp && local_target == rm_dst));

    // --- ports ---

    core_ports #(.WARPS(WARPS), .LANES(LANES)) u_ports (
        .clk(clk), .rst(rst), .warp(warp),
        .gate(gate), .gate_in_kind(gate_in_kind), .gate_in_data(gate_in_data), .gate_free(gate_free), .gate_taken(gate_taken),
        .gate_valid(gate_valid), .gate_ready(gate_ready), .gate_sender(gate_sender), .gate_kind(gate_kind), .gate_data(gate_data),
        .off(off), .off_in_kind(off_in_kind), .off_in_mode(off_in_mode), .off_in_tag(off_in_tag), .off_in_a(off_in_a),
        .off_in_b(off_in_b), .off_in_c(off_in_c), .off_in_x(off_in_x), .off_in_y(off_in_y), .drops(in_use & ~running & open),
        .off_free(off_free), .dropped(dropped), .off_of(off_of), .off_valid(off_valid), .off_ready(off_ready),
        .off_warp(off_warp), .off_kind(off_kind), .off_mode(off_mode), .off_tag(off_tag), .off_a(off_a), .off_b(off_b),
        .off_c(off_c), .off_x(off_x), .off_y(off_y),
        .fence_valid(fence_valid), .fence_id(fence_id), .fence_scope(fence_scope), .at_bar(at_bar), .bar_ids(bar_ids),
        .at_local(at_local), .at_global(at_global), .ack_valid(ack_valid), .ack_ready(ack_ready), .ack_id(ack_id),
        .to_abort(at_bar & sent & ~asked & trapped), .asks(asks), .abort_of(abort_of), .abort_valid(abort_valid),
        .abort_ready(abort_ready), .abort_id(abort_id)
    );
    assign start_ready = 1'b1;
    assign wb_ready = 1'b1;
    assign reply_ready = 1'b1;
    assign fence_ready = 1'b1;
    assign note_ready = 1'b1;

    wire [WARPS-1:0] answer_bad;
    core_groups #(.WARPS(WARPS)) u_groups (
        .clk(clk), .rst(rst), .start_valid(start_valid), .start_first(start_first), .start_warps(start_warps),
        .start_limit(start_limit), .start(starts), .start_bad(start_bad),
        .in_use(in_use), .running(running), .finished(finished), .at_bar(at_bar), .clean(clean), .firsts(firsts), .pcs(pcs),
        .groups(group_numbers), .at_issue(pick & {WARPS{traps}}), .issue_code(trap), .issue_lane(trap_lane), .issue_pc(pc),
        .at_wb(wb_bad), .wb_status(wb_status), .at_reply(reply_bad), .reply_status(reply_status),
        .at_note(note_bad), .note_status(note_status), .note_pc(note_pc),
        .at_answer(answer_bad), .answer_code(bad_message ? 4'd13 : 4'd14), .answer_lane(bad_lane), .answer_pc(bad_pc),
        .stop(stop), .trapped(trapped), .leave(leave),
        .end_valid(end_valid), .end_ready(end_ready), .end_first(end_first), .end_group(end_group), .end_trap(end_trap),
        .end_warp(end_warp), .end_lane(end_lane), .end_pc(end_pc)
    );

    // --- each warp ---

    localparam [12:0] ALL_WORDS = IMEM[12:0];
    wire [12:0] length_in = (start_length > ALL_WORDS) ? ALL_WORDS : start_length;

    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            localparam [3:0] INDEX = w;
            wire here_h = host_write && host_warp == INDEX;
            assign value_of[w] = value_pr == INDEX;
            assign note_of[w] = note_pr == INDEX;
            assign answer_bad[w] = bad_answer && bad_warp == INDEX;
            assign at_global[w] = any_global[w] | (global_valid && global_warp == INDEX);
            assign at_local[w] = any_local[w] | (local_busy && local_warp == INDEX);
            assign clean[w] = ~(v_holds[w] | s_holds[w] | (rm_valid && rm_warp == INDEX) | at_global[w] | at_local[w] |
                at_bar[w] | expects[w] | (|messages[16*w +: 16]) | open[w] | wanted[w] | off_of[w] | abort_of[w]);

            predicate_stack #(.LANES(LANES), .PC(13)) u_stack (
                .clk(clk), .rst(rst), .depth(depths[4*w +: 4]), .clear(starts[w] | (pick[w] & next_ends)),
                .push(pick[w] & push), .push_pc(push_pc), .push_mask(push_mask), .exited(now_exited), .live(lives[w]),
                .live_pc(live_pcs[13*w +: 13]), .live_mask(live_masks[LANES*w +: LANES]), .pop(pick[w] & pop)
            );
            core_warp #(.LANES(LANES)) u_warp (
                .clk(clk), .rst(rst), .start(starts[w]), .start_first(start_first), .start_place(INDEX - start_first),
                .start_warps(start_warps), .start_entry(start_entry), .start_length(length_in), .start_sense(start_sense),
                .start_group(start_group), .start_groups(start_groups), .start_local_base(start_local_base),
                .start_local_lines(start_local_lines), .start_row_base(start_row_base), .start_rows(start_rows),
                .start_bar_base(start_bar_base), .start_bars(start_bars), .leave(leave[w]), .stop(stop[w]),
                .in_use(in_use[w]), .running(running[w]), .finished(finished[w]), .pc(pcs[13*w +: 13]),
                .active(actives[LANES*w +: LANES]), .exited(exiteds[LANES*w +: LANES]), .p(ps[4*LANES*w +: 4*LANES]),
                .up(ups[4*w +: 4]), .u(us[512*w +: 512]), .first(firsts[4*w +: 4]), .place(places[4*w +: 4]),
                .warps(sizes[5*w +: 5]), .length(lengths[13*w +: 13]), .sense(sense[w]), .group(group_numbers[32*w +: 32]),
                .groups(groupses[32*w +: 32]), .local_base(local_bases[10*w +: 10]),
                .local_lines(local_lineses[11*w +: 11]), .row_base(row_bases[9*w +: 9]), .rows(rowses[10*w +: 10]),
                .bar_base(bar_bases[4*w +: 4]), .bars(barses[5*w +: 5]), .gen(gens[4*w +: 4]),
                .word(words[64*w +: 64]), .constant(constant), .global_free(global_free), .local_free(local_free),
                .gate_free(gate_free), .off_free(off_free), .no_place(no_place), .at_global(at_global[w]),
                .at_local(at_local[w]), .ready(ready[w]), .lost_to(lost_tos[4*w +: 4]), .under_way(under_ways[40*w +: 40]),
                .issue(issue1 & pick[w]), .next_pc(next_pc), .next_active(next_active), .next_exited(next_exited),
                .next_ends(next_ends), .next_hold(next_hold), .set_pipe(set_v | set_s), .set_memory(set_memory),
                .set_array(set_array), .enters(gate & ~gate_in_kind), .enters_id(gate_in_data[91:88]),
                .enters_regs(bar_regs), .sends(sends), .keeps(keeps), .closes(closes), .wants(wants), .wants_pc(pc[11:0]),
                .wants_di(di1), .wants_mask(v_mask), .receives(receives), .sent_messages(messages[16*w +: 16]),
                .seq(seqs[4*w +: 4]), .gate_taken(gate_taken[w]), .wb(wb_valid && wb_beat == 3'd0), .wb_id(wb_id),
                .wb_member(wb_mask[w]), .wb_result(wb_result), .wb_sum(wb_sum), .wb_status(wb_status),
                .reply(reply_valid && reply_thread == {4'd0, INDEX}), .reply_status(reply_status), .reply_id(reply_id),
                .reply_reg(reply_reg), .reply_data(reply_data), .forwards(forwards[w]), .asks(asks[w]), .at_bar(at_bar[w]),
                .sent(sent[w]), .asked(asked[w]), .bar_id(bar_ids[4*w +: 4]), .wb_bad(wb_bad[w]), .reply_bad(reply_bad[w]),
                .expects(expects[w]), .note(note_valid & note_of[w]), .note_tag(note_tag), .note_status(note_status),
                .note_bad(note_bad[w]), .note_pc(note_pcs[12*w +: 12]), .value(value_take & value_of[w]), .wanted(wanted[w]),
                .wanted_pc(wanted_pcs[12*w +: 12]), .wanted_di(wanted_dis[4*w +: 4]),
                .wanted_mask(wanted_masks[LANES*w +: LANES]), .dropped(dropped[w]), .open(open[w]),
                .host_u(here_h && host_space == 3'd3), .host_p(here_h && host_space == 3'd4),
                .host_up(here_h && host_space == 3'd5), .host_index(host_addr[3:0]), .host_data(host_data[31:0]),
                .rv(v3 && warp3 == INDEX), .rv_counts(rv_counts && rv_dk != 3'd0), .rv_dk(rv_dk), .rv_di(rv_di),
                .rv_mask(rv_mask), .rv_bits(bits3), .rv_data(data3[31:0]), .rs(s2 && warp2 == INDEX),
                .rs_counts(rs_counts && rs_dk != 3'd0), .rs_dk(rs_dk), .rs_di(rs_di), .rs_mask(mask2), .rs_data(data2),
                .rm(rm_valid && rm_warp == INDEX), .rm_register(rm_register), .rm_of_array(rm_of_array), .rm_last(rm_last),
                .rm_write_u(rm_to_u & rm_mask[0]), .rm_di(rm_dst[3:0]), .rm_data(rm_data[31:0])
            );
        end
    endgenerate

    // --- what issued, told in the next cycle ---

    reg  [3:0]       issued_warp;
    reg  [11:0]      issued_pc;
    wire [WARPS-1:0] issued;
    wire             shows = issue != 2'd0;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_issued
            localparam [3:0] INDEX = w;
            assign issued[w] = shows && issued_warp == INDEX;
        end
    endgenerate
    core_mux #(.N(WARPS), .W(13)) u_issue_next (.pick(issued), .in(pcs), .out(issue_next));
    core_mux #(.N(WARPS), .W(LANES)) u_issue_active (.pick(issued), .in(actives), .out(issue_active));
    core_mux #(.N(WARPS), .W(4)) u_issue_depth (.pick(issued), .in(depths), .out(issue_depth));
    assign issue_warp = issued_warp & {4{shows}};
    assign issue_pc = issued_pc & {12{shows}};

    always @(posedge clk)
        if (rst) issue <= 2'd0;
        else issue <= {v, s};

    always @(posedge clk) begin
        issued_warp <= warp;
        issued_pc <= pc[11:0];
    end

    // --- counters ---

    wire [WARPS-1:0] turn;
    wire [4:0]       turn_index;
    wire             any_turn;
    wire [3:0]       lost_to;
    core_turn #(.N(WARPS)) u_lost (.x(running), .last(last), .hot(turn), .index(turn_index), .any(any_turn));
    core_mux #(.N(WARPS), .W(4)) u_lost_to (.pick(turn), .in(lost_tos), .out(lost_to));
    wire unused_turn = &{1'b0, turn_index, any_turn};

    core_counters #(.LANES(LANES)) u_counters (
        .clk(clk), .rst(rst), .clear(host_clear), .v(v), .s(s), .v_by_p(v_by_p), .by_up(by_up), .active(active),
        .v_mask(v_mask), .branches(branches), .diverges(diverges), .idle(~any), .none(~|running), .lost_to(lost_to),
        .n_pred(n_pred), .n_uniform(n_uniform), .n_scalar(n_scalar), .n_vector(n_vector), .n_pairs(n_pairs),
        .n_disabled(n_disabled), .n_bra_uniform(n_bra_uniform), .n_bra_divergent(n_bra_divergent), .n_none(n_none),
        .n_memory(n_memory), .n_barrier(n_barrier), .n_array(n_array), .n_hazard(n_hazard)
    );

    // --- read-out ---

    localparam LB = $clog2(LANES);
    localparam [5:0] ALL_LANES = LANES[5:0];
    wire [WARPS-1:0] of_host;
    wire [511:0]     host_u;
    wire [4*LANES-1:0] host_p;
    wire [3:0]       host_up;
    wire [LANES-1:0] host_bits;
    core_mux #(.N(WARPS), .W(512)) u_host_u (.pick(of_host), .in(us), .out(host_u));
    core_mux #(.N(WARPS), .W(4*LANES)) u_host_p (.pick(of_host), .in(ps), .out(host_p));
    core_mux #(.N(WARPS), .W(4)) u_host_up (.pick(of_host), .in(ups), .out(host_up));
    genvar l;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_of_host
            localparam [3:0] INDEX = w;
            assign of_host[w] = host_warp == INDEX;
        end
        for (l = 0; l < LANES; l = l + 1) begin : g_host
            wire [3:0] own = host_p[4*l +: 4];
            assign host_bits[l] = own[host_addr[1:0]];
        end
    endgenerate

    reg [63:0] found;
    always @*
        case (host_space)
            3'd0: found = host_word;
            3'd1: found = {32'd0, constant[{host_addr[3:0], 5'd0} +: 32]};
            3'd2: found = (own_warp && {1'b0, host_lane} < ALL_LANES) ? {32'd0, host_r[{host_lane[LB-1:0], 5'd0} +: 32]} : 64'd0;
            3'd3: found = {32'd0, host_u[{host_addr[3:0], 5'd0} +: 32]};
            3'd4: found = {{(64-LANES){1'b0}}, host_bits};
            3'd5: found = {63'd0, host_up[host_addr[1:0]]};
            default: found = 64'd0;
        endcase

    always @(posedge clk)
        if (rst) rdata_valid <= 1'b0;
        else if (host_read) rdata_valid <= 1'b1;
        else if (rdata_ready) rdata_valid <= 1'b0;

    always @(posedge clk)
        if (host_read) rdata_data <= found;

endmodule

`default_nettype wire
