`default_nettype none

// slice - core, memories, gateway, arrays and packer combined into a processor that runs kernels [US 12393444 claims 1
// and 16, ¶160 to ¶162; systolic disaggregation ¶344 to ¶352, ¶364, ¶365].
module slice #(
    // Warps of the core, which are the processing resources of the compute block: 1, 2, 4, 8 or 16.
    parameter WARPS = 4,
    // Lanes of a warp, of an array and of the local memory: 4, 8 or 16.
    parameter LANES = 8,
    // Words of instruction memory: 256, 512, 1024, 2048 or 4096.
    parameter IMEM = 1024,
    // Kilobytes of local memory: 4, 8, 16, 32 or 64.
    parameter KB = 16,
    // Banks of local memory: 8, 16 or 32.
    parameter BANKS = 16,
    // Sets of the cache: 2, 4, 8, ... 256.
    parameter SETS = 128,
    // Lines in a set: 1, 2, 4 or 8.
    parameter WAYS = 4,
    // Address ranges with a surface state, 1..8.
    parameter SURFACES = 8,
    // Misses and write-backs in flight, 1..64.
    parameter MSHRS = 16,
    // Lines of metadata in the cache, 2..8.
    parameter METAS = 4,
    // Barrier identifiers: 1, 2, 4, 8 or 16.
    parameter BARRIERS = 16,
    // Adders of the gateway, 1 to 16.
    parameter ALUS = 4,
    // Layers of an array: 2, 4 or 8.
    parameter DEPTH = 4,
    // Arrays: 1..4.
    parameter ARRAYS = 1,
    // Rows of the shared register file: 16, 32, 64, 128, 256 or 512.
    parameter ROWS = 256,
    // Messages that the queue of a warp at the compute block holds: 2, 3 or 4.
    parameter QUEUE = 4,
    // Cycles from the core to the cache and back, 0 to 1023.
    parameter DISTANCE = 0
) (
    input  wire                 clk,
    input  wire                 rst,  // synchronous, active high

    input  wire                 host_valid,
    output wire                 host_ready,
    input  wire [3:0]           host_op,
    input  wire [2:0]           host_space,
    input  wire [11:0]          host_addr,
    input  wire [3:0]           host_warp,
    input  wire [4:0]           host_lane,
    input  wire [63:0]          host_data,

    output wire                 rdata_valid,
    input  wire                 rdata_ready,
    output wire [63:0]          rdata_data,

    input  wire                 launch_valid,
    output wire                 launch_ready,
    input  wire [11:0]          launch_entry,
    input  wire [12:0]          launch_length,
    input  wire                 launch_sense,
    input  wire [31:0]          launch_limit,
    input  wire [31:0]          launch_groups,
    input  wire [4:0]           launch_warps,
    input  wire [10:0]          launch_local_lines,
    input  wire [9:0]           launch_rows,
    input  wire [4:0]           launch_bars,

    input  wire                 surface_valid,
    output wire                 surface_ready,
    input  wire [2:0]           surface_surface,
    input  wire                 surface_enable,
    input  wire [23:0]          surface_addr,
    input  wire [2:0]           surface_lines,
    input  wire [23:0]          surface_last,
    input  wire [23:0]          surface_meta,

    output wire                 done_valid,
    input  wire                 done_ready,
    output wire [3:0]           done_status,
    output wire [3:0]           done_trap,
    output wire [31:0]          done_group,
    output wire [3:0]           done_warp,
    output wire [4:0]           done_lane,
    output wire [12:0]          done_pc,
    output wire [31:0]          done_cycles,

    output wire                 mem_valid,
    input  wire                 mem_ready,
    output wire [1:0]           mem_kind,
    output wire [23:0]          mem_addr,
    output wire [511:0]         mem_data,
    output wire [7:0]           mem_tag,

    input  wire                 fill_valid,
    output wire                 fill_ready,
    input  wire [511:0]         fill_data,
    input  wire [7:0]           fill_tag,

    output wire [2:0]           state,
    output wire [WARPS-1:0]     used,

    output wire [WARPS-1:0]     in_use,
    output wire [WARPS-1:0]     running,
    output wire                 start_bad,
    output wire [1:0]           issue,
    output wire [3:0]           issue_warp,
    output wire [11:0]          issue_pc,
    output wire [12:0]          issue_next,
    output wire [LANES-1:0]     issue_active,
    output wire [3:0]           issue_depth,

    output wire                 rv_valid,
    output wire [3:0]           rv_warp,
    output wire [11:0]          rv_pc,
    output wire [6:0]           rv_dst,
    output wire [LANES-1:0]     rv_mask,
    output wire [LANES-1:0]     rv_pred,
    output wire [32*LANES-1:0]  rv_data,

    output wire                 rs_valid,
    output wire [3:0]           rs_warp,
    output wire [11:0]          rs_pc,
    output wire [6:0]           rs_dst,
    output wire                 rs_mask,
    output wire [31:0]          rs_data,

    output wire                 rm_valid,
    output wire [3:0]           rm_warp,
    output wire [11:0]          rm_pc,
    output wire [6:0]           rm_dst,
    output wire [LANES-1:0]     rm_mask,
    output wire [32*LANES-1:0]  rm_data,

    output wire [31:0]          n_pred,
    output wire [31:0]          n_uniform,
    output wire [31:0]          n_scalar,
    output wire [31:0]          n_vector,
    output wire [31:0]          n_pairs,
    output wire [31:0]          n_disabled,
    output wire [31:0]          n_bra_uniform,
    output wire [31:0]          n_bra_divergent,
    output wire [31:0]          n_none,
    output wire [31:0]          n_memory,
    output wire [31:0]          n_barrier,
    output wire [31:0]          n_array,
    output wire [31:0]          n_hazard,

    output wire [31:0]          cache_hits,
    output wire [31:0]          cache_misses,
    output wire [31:0]          cache_joins,
    output wire [31:0]          cache_meta_hits,
    output wire [31:0]          cache_meta_misses,
    output wire [31:0]          cache_array_reads,
    output wire [31:0]          cache_array_reads_bypassed,
    output wire [31:0]          cache_array_writes,
    output wire [31:0]          cache_array_writes_bypassed,
    output wire [31:0]          cache_mem_reads,
    output wire [31:0]          cache_mem_reads_bypassed,
    output wire [31:0]          cache_mem_writes,
    output wire [31:0]          cache_mem_writes_bypassed,
    output wire [31:0]          cache_meta_reads,
    output wire [31:0]          cache_meta_writes,
    output wire [31:0]          cache_mem_waits,

    output wire [ARRAYS-1:0]    idle,
    output wire                 mover_idle,
    output wire [32*ARRAYS-1:0] busy_cycles,
    output wire [32*ARRAYS-1:0] idle_cycles,
    output wire [31:0]          slices_fed,
    output wire [31:0]          slices_skipped,

    output wire [32:0]          saw_mem,
    output wire [32:0]          saw_local,
    output wire [32:0]          saw_gate,
    output wire [32:0]          saw_ack,
    output wire [32:0]          saw_abort,
    output wire [32:0]          saw_off,
    output wire [32:0]          saw_end,
    output wire [32:0]          saw_local_rsp,
    output wire [32:0]          saw_local_line,
    output wire [32:0]          saw_cache,
    output wire [32:0]          saw_wb,
    output wire [32:0]          saw_reply,
    output wire [32:0]          saw_fence,
    output wire [32:0]          saw_note,
    output wire [32:0]          saw_row,
    output wire [32:0]          saw_line,
    output wire [32:0]          saw_pack,
    output wire [32:0]          saw_start,
    output wire [32:0]          saw_cfg
);

    // Illegal values that the blocks below do not reject themselves.
    generate
        if (LANES != 4 && LANES != 8 && LANES != 16) begin : g_bad_lanes
            // No such module exists: its name is the error message that stops elaboration.
            slice_needs_LANES_4_8_or_16 illegal ();
        end
        if (DISTANCE < 0 || DISTANCE > 1023) begin : g_bad_distance
            slice_needs_DISTANCE_0_to_1023 illegal ();
        end
    endgenerate

    // --- connections between the blocks ---

    wire                      start_valid, start_ready, start_sense, end_valid, core_mem_valid, core_mem_ready,
                              core_mem_rsp_valid, core_mem_rsp_ready, local_valid, local_ready, local_rsp_valid,
                              local_rsp_ready, gate_valid, gate_ready, gate_kind, wb_valid, wb_ready, wb_last,
                              reply_valid, reply_ready, fence_valid, fence_ready, ack_valid, ack_ready, abort_valid,
                              abort_ready, off_valid, off_ready, note_valid, note_ready, value_valid, value_ready;
    wire [3:0]                start_first, start_bar_base, end_first, end_trap, end_warp, core_mem_op, core_mem_word,
                              local_op, wb_id, wb_status, reply_status, reply_id, fence_id, ack_id, abort_id, off_warp,
                              off_mode, note_pr, note_status, value_pr, value_status;
    wire [4:0]                start_warps, start_bars, end_lane;
    wire [11:0]               start_entry;
    wire [12:0]               start_length, end_pc;
    wire [31:0]               start_limit, start_group, start_groups, end_group, wb_mask, reply_data, off_a, off_b, off_c;
    wire [9:0]                start_local_base, start_rows;
    wire [10:0]               start_local_lines;
    wire [8:0]                start_row_base;
    wire [23:0]               core_mem_addr;
    wire [63:0]               core_mem_mask, wb_result;
    wire [511:0]              core_mem_data, core_mem_rsp_data;
    wire [7:0]                core_mem_tag, core_mem_rsp_tag, local_tag, local_rsp_tag, gate_sender, reply_thread,
                              reply_reg, off_tag, note_tag;
    wire [2:0]                core_mem_rsp_status, wb_beat, off_kind;
    wire [1:0]                local_size, fence_scope;
    wire [LANES-1:0]          local_enable, local_rsp_error;
    wire [32*LANES-1:0]       local_addr, local_data, local_compare, local_rsp_data, off_x, off_y, value_data;
    wire [255:0]              gate_data;
    wire [13:0]               wb_sum;

    wire [7:0]   line_tag, line_rsp_tag, cfg_first;
    wire         line_valid, line_ready, line_write, line_rsp_valid, line_rsp_ready, line_rsp_error;
    wire [31:0]  line_addr;
    wire [63:0]  line_mask;
    wire [511:0] line_data, line_rsp_data, counters;
    wire         cfg_valid, cfg_ready, ask, asked, ask_surface, answered, abort_done;
    wire [3:0]   cfg_id;
    wire [8:0]   cfg_count, row_base;
    wire [78:0]  ask_what;
    wire [2:0]   answer_status;
    wire [9:0]   local_base;

    // --- dispatcher ---

    slice_dispatcher #(.WARPS(WARPS), .KB(KB), .ROWS(ROWS), .BARRIERS(BARRIERS)) u_dispatcher (
        .clk(clk), .rst(rst), .launch_valid(launch_valid), .launch_ready(launch_ready), .launch_entry(launch_entry),
        .launch_length(launch_length), .launch_sense(launch_sense), .launch_limit(launch_limit),
        .launch_groups(launch_groups), .launch_warps(launch_warps), .launch_local_lines(launch_local_lines),
        .launch_rows(launch_rows), .launch_bars(launch_bars), .surface_valid(surface_valid), .surface_ready(surface_ready),
        .surface({surface_surface, surface_enable, surface_addr, surface_lines, surface_last, surface_meta}),
        .done_valid(done_valid), .done_ready(done_ready), .done_status(done_status), .done_trap(done_trap),
        .done_group(done_group), .done_warp(done_warp), .done_lane(done_lane), .done_pc(done_pc), .done_cycles(done_cycles),
        .state(state), .used(used), .start_valid(start_valid), .start_first(start_first), .start_warps(start_warps),
        .start_entry(start_entry), .start_length(start_length), .start_sense(start_sense), .start_limit(start_limit),
        .start_group(start_group), .start_groups(start_groups), .start_local_base(start_local_base),
        .start_local_lines(start_local_lines), .start_row_base(start_row_base), .start_rows(start_rows),
        .start_bar_base(start_bar_base), .start_bars(start_bars), .end_valid(end_valid), .end_first(end_first),
        .end_group(end_group), .end_trap(end_trap), .end_warp(end_warp), .end_lane(end_lane), .end_pc(end_pc),
        .cfg_valid(cfg_valid), .cfg_id(cfg_id), .cfg_count(cfg_count), .cfg_first(cfg_first), .ask(ask), .asked(asked),
        .ask_surface(ask_surface), .ask_what(ask_what), .answered(answered), .answer_status(answer_status),
        .of_warp(off_warp), .of_row_base(row_base), .of_local_base(local_base)
    );

    // --- core: the host has access between launches ---

    wire is_idle = state == 3'd0;
    wire core_host_ready;
    assign host_ready = core_host_ready & is_idle;

    core #(.WARPS(WARPS), .LANES(LANES), .IMEM(IMEM)) u_core (
        .clk(clk), .rst(rst), .host_valid(host_valid & is_idle), .host_ready(core_host_ready), .host_op(host_op),
        .host_space(host_space), .host_addr(host_addr), .host_warp(host_warp), .host_lane(host_lane), .host_data(host_data),
        .rdata_valid(rdata_valid), .rdata_ready(rdata_ready), .rdata_data(rdata_data), .start_valid(start_valid),
        .start_ready(start_ready), .start_first(start_first), .start_warps(start_warps), .start_entry(start_entry),
        .start_length(start_length), .start_sense(start_sense), .start_limit(start_limit), .start_group(start_group),
        .start_groups(start_groups), .start_local_base(start_local_base), .start_local_lines(start_local_lines),
        .start_row_base(start_row_base), .start_rows(start_rows), .start_bar_base(start_bar_base), .start_bars(start_bars),
        .end_valid(end_valid), .end_ready(1'b1), .end_first(end_first), .end_group(end_group), .end_trap(end_trap),
        .end_warp(end_warp), .end_lane(end_lane), .end_pc(end_pc), .mem_valid(core_mem_valid), .mem_ready(core_mem_ready),
        .mem_op(core_mem_op), .mem_addr(core_mem_addr), .mem_mask(core_mem_mask), .mem_data(core_mem_data),
        .mem_word(core_mem_word), .mem_tag(core_mem_tag), .mem_rsp_valid(core_mem_rsp_valid),
        .mem_rsp_ready(core_mem_rsp_ready), .mem_rsp_data(core_mem_rsp_data), .mem_rsp_status(core_mem_rsp_status),
        .mem_rsp_tag(core_mem_rsp_tag), .local_valid(local_valid), .local_ready(local_ready), .local_op(local_op),
        .local_size(local_size), .local_enable(local_enable), .local_addr(local_addr), .local_data(local_data),
        .local_compare(local_compare), .local_tag(local_tag), .local_rsp_valid(local_rsp_valid),
        .local_rsp_ready(local_rsp_ready), .local_rsp_data(local_rsp_data), .local_rsp_error(local_rsp_error),
        .local_rsp_tag(local_rsp_tag), .gate_valid(gate_valid), .gate_ready(gate_ready), .gate_sender(gate_sender),
        .gate_kind(gate_kind), .gate_data(gate_data), .wb_valid(wb_valid), .wb_ready(wb_ready), .wb_id(wb_id),
        .wb_beat(wb_beat), .wb_mask(wb_mask), .wb_result(wb_result), .wb_sum(wb_sum), .wb_status(wb_status),
        .wb_last(wb_last), .reply_valid(reply_valid), .reply_ready(reply_ready), .reply_thread(reply_thread),
        .reply_status(reply_status), .reply_id(reply_id), .reply_reg(reply_reg), .reply_data(reply_data),
        .fence_valid(fence_valid), .fence_ready(fence_ready), .fence_id(fence_id), .fence_scope(fence_scope),
        .ack_valid(ack_valid), .ack_ready(ack_ready), .ack_id(ack_id), .abort_valid(abort_valid), .abort_ready(abort_ready),
        .abort_id(abort_id), .off_valid(off_valid), .off_ready(off_ready), .off_warp(off_warp), .off_kind(off_kind),
        .off_mode(off_mode), .off_tag(off_tag), .off_a(off_a), .off_b(off_b), .off_c(off_c), .off_x(off_x), .off_y(off_y),
        .note_valid(note_valid), .note_ready(note_ready), .note_pr(note_pr), .note_tag(note_tag), .note_status(note_status),
        .value_valid(value_valid), .value_ready(value_ready), .value_pr(value_pr), .value_status(value_status),
        .value_data(value_data), .in_use(in_use), .running(running), .start_bad(start_bad), .issue(issue),
        .issue_warp(issue_warp), .issue_pc(issue_pc), .issue_next(issue_next), .issue_active(issue_active),
        .issue_depth(issue_depth), .rv_valid(rv_valid), .rv_warp(rv_warp), .rv_pc(rv_pc), .rv_dst(rv_dst),
        .rv_mask(rv_mask), .rv_pred(rv_pred), .rv_data(rv_data), .rs_valid(rs_valid), .rs_warp(rs_warp), .rs_pc(rs_pc),
        .rs_dst(rs_dst), .rs_mask(rs_mask), .rs_data(rs_data), .rm_valid(rm_valid), .rm_warp(rm_warp), .rm_pc(rm_pc),
        .rm_dst(rm_dst), .rm_mask(rm_mask), .rm_data(rm_data), .n_pred(n_pred), .n_uniform(n_uniform), .n_scalar(n_scalar),
        .n_vector(n_vector), .n_pairs(n_pairs), .n_disabled(n_disabled), .n_bra_uniform(n_bra_uniform),
        .n_bra_divergent(n_bra_divergent), .n_none(n_none), .n_memory(n_memory), .n_barrier(n_barrier), .n_array(n_array),
        .n_hazard(n_hazard)
    );

    // --- gateway: its threads are the warps ---

    localparam THREADS = WARPS < 4 ? 4 : WARPS;

    gateway #(.BARRIERS(BARRIERS), .THREADS(THREADS), .ALUS(ALUS)) u_gateway (
        .clk(clk), .rst(rst), .msg_valid(gate_valid), .msg_ready(gate_ready), .msg_sender(gate_sender),
        .msg_kind(gate_kind), .msg_data(gate_data), .cfg_valid(cfg_valid), .cfg_ready(cfg_ready), .cfg_id(cfg_id),
        .cfg_count(cfg_count), .cfg_placed(1'b1), .cfg_first(cfg_first), .abort_valid(abort_valid),
        .abort_ready(abort_ready), .abort_id(abort_id), .ack_valid(ack_valid), .ack_ready(ack_ready), .ack_id(ack_id),
        .fence_valid(fence_valid), .fence_ready(fence_ready), .fence_id(fence_id), .fence_scope(fence_scope),
        .wb_valid(wb_valid), .wb_ready(wb_ready), .wb_id(wb_id), .wb_beat(wb_beat), .wb_mask(wb_mask),
        .wb_result(wb_result), .wb_sum(wb_sum), .wb_status(wb_status), .wb_last(wb_last), .reply_valid(reply_valid),
        .reply_ready(reply_ready), .reply_thread(reply_thread), .reply_status(reply_status), .reply_id(reply_id),
        .reply_reg(reply_reg), .reply_data(reply_data), .abort_done(abort_done)
    );

    wire unused = &{1'b0, abort_done};

    // --- memories ---

    slice_memory #(
        .WARPS(WARPS), .LANES(LANES), .KB(KB), .BANKS(BANKS), .SETS(SETS), .WAYS(WAYS), .SURFACES(SURFACES),
        .MSHRS(MSHRS), .METAS(METAS), .DISTANCE(DISTANCE)
    ) u_memory (
        .clk(clk), .rst(rst), .core_valid(core_mem_valid), .core_ready(core_mem_ready), .core_op(core_mem_op),
        .core_addr(core_mem_addr), .core_mask(core_mem_mask), .core_data(core_mem_data), .core_word(core_mem_word),
        .core_tag(core_mem_tag), .core_rsp_valid(core_mem_rsp_valid), .core_rsp_ready(core_mem_rsp_ready),
        .core_rsp_data(core_mem_rsp_data), .core_rsp_status(core_mem_rsp_status), .core_rsp_tag(core_mem_rsp_tag),
        .local_valid(local_valid), .local_ready(local_ready), .local_op(local_op), .local_size(local_size),
        .local_enable(local_enable), .local_addr(local_addr), .local_data(local_data), .local_compare(local_compare),
        .local_tag(local_tag), .local_rsp_valid(local_rsp_valid), .local_rsp_ready(local_rsp_ready),
        .local_rsp_data(local_rsp_data), .local_rsp_error(local_rsp_error), .local_rsp_tag(local_rsp_tag),
        .line_valid(line_valid), .line_ready(line_ready), .line_write(line_write), .line_addr(line_addr),
        .line_mask(line_mask), .line_data(line_data), .line_tag(line_tag), .line_rsp_valid(line_rsp_valid),
        .line_rsp_ready(line_rsp_ready), .line_rsp_data(line_rsp_data), .line_rsp_error(line_rsp_error),
        .line_rsp_tag(line_rsp_tag), .ask(ask), .ask_surface(ask_surface), .ask_what(ask_what), .asked(asked),
        .answered(answered), .answer_status(answer_status), .mem_valid(mem_valid), .mem_ready(mem_ready),
        .mem_kind(mem_kind), .mem_addr(mem_addr), .mem_data(mem_data), .mem_tag(mem_tag), .fill_valid(fill_valid),
        .fill_ready(fill_ready), .fill_data(fill_data), .fill_tag(fill_tag), .counters(counters),
        .saw_local_rsp(saw_local_rsp), .saw_local_line(saw_local_line), .saw_cache(saw_cache)
    );

    assign {cache_mem_waits, cache_meta_writes, cache_meta_reads, cache_mem_writes_bypassed, cache_mem_writes,
             cache_mem_reads_bypassed, cache_mem_reads, cache_array_writes_bypassed, cache_array_writes,
             cache_array_reads_bypassed, cache_array_reads, cache_meta_misses, cache_meta_hits, cache_joins,
             cache_misses, cache_hits} = counters;

    // --- arrays and packer ---

    slice_units #(
        .WARPS(WARPS), .LANES(LANES), .DEPTH(DEPTH), .ARRAYS(ARRAYS), .ROWS(ROWS), .QUEUE(QUEUE)
    ) u_units (
        .clk(clk), .rst(rst), .off_valid(off_valid), .off_ready(off_ready), .off_warp(off_warp), .off_kind(off_kind),
        .off_mode(off_mode), .off_tag(off_tag), .off_a(off_a), .off_b(off_b), .off_c(off_c), .off_x(off_x), .off_y(off_y),
        .note_valid(note_valid), .note_ready(note_ready), .note_pr(note_pr), .note_tag(note_tag), .note_status(note_status),
        .value_valid(value_valid), .value_ready(value_ready), .value_pr(value_pr), .value_status(value_status),
        .value_data(value_data), .row_base(row_base), .rows(start_rows), .local_base(local_base),
        .local_lines(start_local_lines), .line_valid(line_valid), .line_ready(line_ready), .line_write(line_write),
        .line_addr(line_addr), .line_mask(line_mask), .line_data(line_data), .line_tag(line_tag),
        .line_rsp_valid(line_rsp_valid), .line_rsp_ready(line_rsp_ready), .line_rsp_data(line_rsp_data),
        .line_rsp_error(line_rsp_error), .line_rsp_tag(line_rsp_tag), .idle(idle), .mover_idle(mover_idle),
        .busy_cycles(busy_cycles), .idle_cycles(idle_cycles), .slices_fed(slices_fed),
        .slices_skipped(slices_skipped), .saw_note(saw_note), .saw_row(saw_row), .saw_line(saw_line),
        .saw_pack(saw_pack)
    );

    // --- observation of the connections ---

    localparam [15:0] VECTOR = {6'd0, LANES[4:0], 5'd0};
    localparam [15:0] MASK = LANES[15:0];

    slice_fold #(.FIELDS(6), .BITS(616), .WIDTHS({16'd8, 16'd4, 16'd512, 16'd64, 16'd24, 16'd4})) u_saw_mem (
        .transfer(core_mem_valid & core_mem_ready), .fold(saw_mem),
        .payload({core_mem_tag, core_mem_word, core_mem_data, core_mem_mask, core_mem_addr, core_mem_op})
    );
    slice_fold #(
        .FIELDS(7), .BITS(97*LANES+14), .WIDTHS({16'd8, VECTOR, VECTOR, VECTOR, MASK, 16'd2, 16'd4})
    ) u_saw_local (
        .transfer(local_valid & local_ready), .fold(saw_local),
        .payload({local_tag, local_compare, local_data, local_addr, local_enable, local_size, local_op})
    );
    slice_fold #(.FIELDS(3), .BITS(265), .WIDTHS({16'd256, 16'd1, 16'd8})) u_saw_gate (
        .transfer(gate_valid & gate_ready), .payload({gate_data, gate_kind, gate_sender}), .fold(saw_gate)
    );
    slice_fold #(.FIELDS(1), .BITS(4), .WIDTHS(16'd4)) u_saw_ack (
        .transfer(ack_valid & ack_ready), .payload(ack_id), .fold(saw_ack)
    );
    slice_fold #(.FIELDS(1), .BITS(4), .WIDTHS(16'd4)) u_saw_abort (
        .transfer(abort_valid & abort_ready), .payload(abort_id), .fold(saw_abort)
    );
    slice_fold #(
        .FIELDS(9), .BITS(64*LANES+115), .WIDTHS({VECTOR, VECTOR, 16'd32, 16'd32, 16'd32, 16'd8, 16'd4, 16'd3, 16'd4})
    ) u_saw_off (
        .transfer(off_valid & off_ready), .fold(saw_off),
        .payload({off_y, off_x, off_c, off_b, off_a, off_tag, off_mode, off_kind, off_warp})
    );
    slice_fold #(.FIELDS(6), .BITS(62), .WIDTHS({16'd13, 16'd5, 16'd4, 16'd4, 16'd32, 16'd4})) u_saw_end (
        .transfer(end_valid), .payload({end_pc, end_lane, end_warp, end_trap, end_group, end_first}), .fold(saw_end)
    );
    slice_fold #(.FIELDS(7), .BITS(122), .WIDTHS({16'd1, 16'd4, 16'd14, 16'd64, 16'd32, 16'd3, 16'd4})) u_saw_wb (
        .transfer(wb_valid & wb_ready), .fold(saw_wb),
        .payload({wb_last, wb_status, wb_sum, wb_result, wb_mask, wb_beat, wb_id})
    );
    slice_fold #(.FIELDS(5), .BITS(56), .WIDTHS({16'd32, 16'd8, 16'd4, 16'd4, 16'd8})) u_saw_reply (
        .transfer(reply_valid & reply_ready), .fold(saw_reply),
        .payload({reply_data, reply_reg, reply_id, reply_status, reply_thread})
    );
    slice_fold #(.FIELDS(2), .BITS(6), .WIDTHS({16'd2, 16'd4})) u_saw_fence (
        .transfer(fence_valid & fence_ready), .payload({fence_scope, fence_id}), .fold(saw_fence)
    );
    slice_fold #(
        .FIELDS(14), .BITS(180),
        .WIDTHS({16'd5, 16'd4, 16'd10, 16'd9, 16'd11, 16'd10, 16'd32, 16'd32,
                  16'd32, 16'd1, 16'd13, 16'd12, 16'd5, 16'd4})
    ) u_saw_start (
        .transfer(start_valid & start_ready), .fold(saw_start),
        .payload({start_bars, start_bar_base, start_rows, start_row_base, start_local_lines, start_local_base,
                  start_groups, start_group, start_limit, start_sense, start_length, start_entry, start_warps,
                  start_first})
    );
    slice_fold #(.FIELDS(4), .BITS(22), .WIDTHS({16'd8, 16'd1, 16'd9, 16'd4})) u_saw_cfg (
        .transfer(cfg_valid & cfg_ready), .payload({cfg_first, 1'b1, cfg_count, cfg_id}), .fold(saw_cfg)
    );

endmodule

`default_nettype wire
