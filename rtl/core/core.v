`default_nettype none

// core - a processor core: WARPS warps of LANES threads run one program, and one warp issues per cycle. Ports to memory, to
// local memory, to the gateway and to the blocks that serve the core [US 12393444 claims 1 and 16; ES 2777827 Figs 3 to 7].
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

    output wire                rdata_valid,
    input  wire                rdata_ready,
    output wire [63:0]         rdata_data,

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
    output wire [1:0]          issue,
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
            // No such module exists: its name is the error message that stops elaboration.
            core_needs_WARPS_1_2_4_8_or_16 illegal ();
        end
        if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_bad_lanes
            core_needs_LANES_4_8_16_or_32 illegal ();
        end
        if (IMEM != 256 && IMEM != 512 && IMEM != 1024 && IMEM != 2048 && IMEM != 4096) begin : g_bad_imem
            core_needs_IMEM_256_512_1024_2048_or_4096 illegal ();
        end
    endgenerate

    // --- state of the warps: one field per warp, warp 0 in the lowest bits ---

    wire [WARPS-1:0]       finished, senses, ready, at_bar, sent, asked, expects, wanted, open, wb_bad, reply_bad, note_bad;
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
    wire [WARPS-1:0] value_to, answer_bad;

    // --- host ---

    wire         host_write, host_clear, own_warp;
    wire [511:0] constant;
    wire [63:0]  host_word;
    wire [32*LANES-1:0] host_r;
    core_host #(.WARPS(WARPS), .LANES(LANES)) u_host (
        .clk(clk), .rst(rst), .idle(~|in_use), .host_valid(host_valid), .host_ready(host_ready), .host_op(host_op),
        .host_space(host_space), .host_index(host_addr[3:0]), .host_warp(host_warp), .host_lane(host_lane),
        .host_data(host_data[31:0]),
        .rdata_valid(rdata_valid), .rdata_ready(rdata_ready), .rdata_data(rdata_data), .write(host_write), .clear(host_clear),
        .own_warp(own_warp), .constant(constant), .word(host_word), .r(host_r), .us(us), .ps(ps), .ups(ups)
    );

    // --- selection of the warp ---

    wire [3:0]         last, warp;
    wire [WARPS-1:0]   pick;
    wire               any;
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
    wire               sense, live;
    core_pick #(.WARPS(WARPS), .LANES(LANES)) u_pick (
        .clk(clk), .rst(rst), .ready(ready), .last(last), .pick(pick), .warp(warp), .any(any),
        .pcs(pcs), .lengths(lengths), .words(words), .actives(actives), .exiteds(exiteds), .ps(ps), .ups(ups), .us(us),
        .senses(senses), .firsts(firsts), .places(places), .sizes(sizes), .group_numbers(group_numbers), .groupses(groupses),
        .local_bases(local_bases), .local_lineses(local_lineses), .row_bases(row_bases), .rowses(rowses),
        .bar_bases(bar_bases), .barses(barses), .seqs(seqs), .under_ways(under_ways), .depths(depths),
        .lives(lives), .live_pcs(live_pcs), .live_masks(live_masks),
        .pc(pc), .length(length), .word(word1), .active(active), .exited(exited), .p(p), .up(up), .u(u),
        .sense(sense), .first(first), .place(place), .size(size), .group_number(group_number), .groups(groups),
        .local_base(local_base), .local_lines(local_lines), .row_base(row_base), .rows(rows),
        .bar_base(bar_base), .bars(bars), .seq(seq), .under_way(under_way), .depth(depth),
        .live(live), .live_pc(live_pc), .live_mask(live_mask)
    );

    core_program #(.WARPS(WARPS), .IMEM(IMEM)) u_program (
        .clk(clk), .rst(rst), .pcs(pcs), .words(words), .next(pc + 13'd1), .next_word(word2),
        .host_write(host_write && host_space == 3'd0), .host_addr(host_addr), .host_data(host_data), .host_word(host_word)
    );

    // --- issue ---

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
        .ready(any), .word1(word1), .word2(word2), .pc(pc), .length(length), .sense(sense), .active(active), .exited(exited),
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
    wire unused = &{1'b0, s_low, v_low, low1, wb_last, wb_mask, depth, issue2};

    // --- registers that issue puts in flight ---

    localparam [5:0] BAR = 6'd50;
    localparam [5:0] RECV = 6'd52;
    wire is_bar = op1 == BAR;
    wire [39:0] set_v = (v & ~v_idle) ? makes_v : 40'd0;
    wire [39:0] set_s = (s & ~s_idle & ~is_bar) ? makes_s : 40'd0;
    wire [39:0] set_memory = ~enters_memory ? 40'd0 : of_scalar ? makes_s : makes_v;
    wire [39:0] set_array = wants ? makes_v : 40'd0;
    wire [15:0] receives = (issue1 & ~idle1 & (op1 == RECV)) ? s_a[15:0] : 16'd0;

    // --- the pipes ---

    wire [11:0] next_in_line = pc[11:0] + 12'd1;
    wire        rv_counts, rs_counts;
    core_pipes #(.WARPS(WARPS), .LANES(LANES)) u_pipes (
        .clk(clk), .rst(rst), .warp(warp), .v_pc(scalar1 ? next_in_line : pc[11:0]), .s_pc(scalar1 ? pc[11:0] : next_in_line),
        .v(v), .v_op(v_op), .v_dk(v_dk), .v_di(v_di), .v_ak(v_ak), .v_ai(v_ai), .v_bk(v_bk), .v_bi(v_bi), .v_ck(v_ck),
        .v_ci(v_ci), .v_a(v_a), .v_b(v_b), .v_c(v_c), .v_mask(v_mask), .v_p(v_p), .v_outside(v_outside), .v_idle(v_idle),
        .s(s), .s_op(s_op), .s_dk(s_dk), .s_di(s_di), .s_ck(s_ck), .s_ci(s_ci), .s_a(s_a), .s_b(s_b), .s_c(s_c), .s_p(s_p),
        .s_true(s_true), .s_outside(s_outside), .s_idle(s_idle | is_bar),
        .a(a), .b(b), .c(c), .no_place(no_place), .v_holds(v_holds), .s_holds(s_holds),
        .rv_valid(rv_valid), .rv_warp(rv_warp), .rv_pc(rv_pc), .rv_dst(rv_dst), .rv_mask(rv_mask), .rv_pred(rv_pred),
        .rv_data(rv_data), .rv_counts(rv_counts), .rs_valid(rs_valid), .rs_warp(rs_warp), .rs_pc(rs_pc), .rs_dst(rs_dst),
        .rs_mask(rs_mask), .rs_data(rs_data), .rs_counts(rs_counts),
        .rm_warp(rm_warp), .rm_dst(rm_dst), .rm_mask(rm_mask), .rm_data(rm_data),
        .host_write(host_write && host_space == 3'd2 && own_warp), .host_warp(host_warp), .host_index(host_addr[3:0]),
        .host_lane(host_lane), .host_data(host_data[31:0]), .host_r(host_r)
    );

    // --- memory ---

    wire             mem_known, local_known, mem_take, local_take, rm_waits, bad_message, rm_of_array;
    wire [6*LANES+LANES+1+3+12+7-1:0] mem_what;
    wire [LANES+3+12+7-1:0] local_what;
    wire [4:0]       bad_lane;
    wire [11:0]      bad_pc;
    wire [39:0]      rm_register;
    core_requests #(.WARPS(WARPS), .LANES(LANES)) u_requests (
        .clk(clk), .rst(rst), .start(starts), .enter(enters_memory), .enter_local(enter_local), .enter_warp(warp),
        .enter_pc(memory1 ? pc[11:0] : next_in_line), .enter_dk(enter_dk), .enter_di(enter_di), .enter_type(enter_type),
        .enter_op(enter_op), .enter_mask(enter_mask), .enter_addr(enter_addr), .enter_b(b), .enter_c(c),
        .enter_base(local_base), .global_free(global_free), .local_free(local_free),
        .mem_valid(mem_valid), .mem_ready(mem_ready), .mem_op(mem_op), .mem_addr(mem_addr), .mem_mask(mem_mask),
        .mem_data(mem_data), .mem_word(mem_word), .mem_tag(mem_tag),
        .local_valid(local_valid), .local_ready(local_ready), .local_op(local_op), .local_size(local_size),
        .local_enable(local_enable), .local_addr(local_addr), .local_data(local_data), .local_compare(local_compare),
        .local_tag(local_tag),
        .mem_rsp_tag(mem_rsp_tag[6:0]), .mem_take(mem_take), .mem_known(mem_known), .mem_what(mem_what),
        .local_rsp_tag(local_rsp_tag[6:0]), .local_take(local_take), .local_known(local_known), .local_what(local_what),
        .at_global(at_global), .at_local(at_local), .ask_warp(rm_warp), .ask_target(rm_dst), .waits(rm_waits)
    );
    core_arrivals #(.WARPS(WARPS), .LANES(LANES)) u_arrivals (
        .clk(clk), .rst(rst),
        .mem_rsp_valid(mem_rsp_valid), .mem_rsp_ready(mem_rsp_ready), .mem_rsp_data(mem_rsp_data),
        .mem_rsp_status(mem_rsp_status), .mem_rsp_of(mem_rsp_tag[7:3]), .mem_take(mem_take), .mem_known(mem_known),
        .mem_what(mem_what), .local_rsp_valid(local_rsp_valid), .local_rsp_ready(local_rsp_ready),
        .local_rsp_data(local_rsp_data), .local_rsp_error(local_rsp_error), .local_rsp_of(local_rsp_tag[7:3]),
        .local_take(local_take), .local_known(local_known), .local_what(local_what),
        .value_valid(value_valid), .value_ready(value_ready), .value_pr(value_pr), .value_status(value_status),
        .value_data(value_data), .value_to(value_to), .wanted(wanted), .wanted_pcs(wanted_pcs), .wanted_dis(wanted_dis),
        .wanted_masks(wanted_masks), .bad(answer_bad), .bad_message(bad_message), .bad_lane(bad_lane), .bad_pc(bad_pc),
        .rm_valid(rm_valid), .rm_of_array(rm_of_array), .rm_warp(rm_warp), .rm_pc(rm_pc), .rm_dst(rm_dst),
        .rm_mask(rm_mask), .rm_data(rm_data), .rm_register(rm_register)
    );

    wire [WARPS-1:0] note_of;
    wire [11:0]      note_pc;
    core_mux #(.N(WARPS), .W(12)) u_note_pc (.pick(note_of), .in(note_pcs), .out(note_pc));

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
            assign note_of[w] = note_pr == INDEX;
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
                .warps(sizes[5*w +: 5]), .length(lengths[13*w +: 13]), .sense(senses[w]), .group(group_numbers[32*w +: 32]),
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
                .note_bad(note_bad[w]), .note_pc(note_pcs[12*w +: 12]), .value(value_to[w]), .wanted(wanted[w]),
                .wanted_pc(wanted_pcs[12*w +: 12]), .wanted_di(wanted_dis[4*w +: 4]),
                .wanted_mask(wanted_masks[LANES*w +: LANES]), .dropped(dropped[w]), .open(open[w]),
                .host_u(here_h && host_space == 3'd3), .host_p(here_h && host_space == 3'd4),
                .host_up(here_h && host_space == 3'd5), .host_index(host_addr[3:0]), .host_data(host_data[31:0]),
                .rv(rv_valid && rv_warp == INDEX), .rv_counts(rv_counts && rv_dst[6:4] != 3'd0), .rv_dk(rv_dst[6:4]),
                .rv_di(rv_dst[3:0]), .rv_mask(rv_mask), .rv_bits(rv_pred), .rv_data(rv_data[31:0]),
                .rs(rs_valid && rs_warp == INDEX), .rs_counts(rs_counts && rs_dst[6:4] != 3'd0), .rs_dk(rs_dst[6:4]),
                .rs_di(rs_dst[3:0]), .rs_mask(rs_mask), .rs_data(rs_data),
                .rm(rm_valid && rm_warp == INDEX), .rm_register(rm_register), .rm_of_array(rm_of_array), .rm_last(~rm_waits),
                .rm_write_u(rm_dst[6:4] == 3'd2 && rm_mask[0]), .rm_di(rm_dst[3:0]), .rm_data(rm_data[31:0])
            );
        end
    endgenerate

    // --- observation ---

    core_shown #(.WARPS(WARPS), .LANES(LANES)) u_shown (
        .clk(clk), .rst(rst), .v(v), .s(s), .warp(warp), .pc(pc[11:0]), .pcs(pcs), .actives(actives), .depths(depths),
        .issue(issue), .issue_warp(issue_warp), .issue_pc(issue_pc), .issue_next(issue_next), .issue_active(issue_active),
        .issue_depth(issue_depth)
    );

    core_counters #(.WARPS(WARPS), .LANES(LANES)) u_counters (
        .clk(clk), .rst(rst), .clear(host_clear), .v(v), .s(s), .v_by_p(v_by_p), .by_up(by_up), .active(active),
        .v_mask(v_mask), .branches(branches), .diverges(diverges), .idle(~any), .running(running), .last(last),
        .lost_tos(lost_tos),
        .n_pred(n_pred), .n_uniform(n_uniform), .n_scalar(n_scalar), .n_vector(n_vector), .n_pairs(n_pairs),
        .n_disabled(n_disabled), .n_bra_uniform(n_bra_uniform), .n_bra_divergent(n_bra_divergent), .n_none(n_none),
        .n_memory(n_memory), .n_barrier(n_barrier), .n_array(n_array), .n_hazard(n_hazard)
    );

endmodule

`default_nettype wire
