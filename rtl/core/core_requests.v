`default_nettype none

// core_requests - the units GLOBAL and LOCAL, and the requests that each warp has in flight in the memories behind them.
// Parameters as in core.
module core_requests #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [WARPS-1:0]    start,

    // An instruction enters the unit of its memory.
    input  wire                enter,
    input  wire                enter_local,
    input  wire [3:0]          enter_warp,
    input  wire [11:0]         enter_pc,
    input  wire [2:0]          enter_dk,
    input  wire [3:0]          enter_di,
    input  wire [2:0]          enter_type,
    input  wire [3:0]          enter_op,
    input  wire [LANES-1:0]    enter_mask,
    input  wire [32*LANES-1:0] enter_addr,
    input  wire [32*LANES-1:0] enter_b,
    input  wire [32*LANES-1:0] enter_c,
    input  wire [9:0]          enter_base,    // base of the group's local memory
    output wire                global_free,
    output wire                local_free,

    output wire                mem_valid,
    input  wire                mem_ready,
    output wire [3:0]          mem_op,
    output wire [23:0]         mem_addr,
    output wire [63:0]         mem_mask,
    output wire [511:0]        mem_data,
    output wire [3:0]          mem_word,
    output wire [7:0]          mem_tag,

    output wire                local_valid,
    input  wire                local_ready,
    output wire [3:0]          local_op,
    output wire [1:0]          local_size,
    output wire [LANES-1:0]    local_enable,
    output wire [32*LANES-1:0] local_addr,
    output wire [32*LANES-1:0] local_data,
    output wire [32*LANES-1:0] local_compare,
    output wire [7:0]          local_tag,

    // Answers: whether the tag names a request in flight, what was kept of the request, and that it is answered.
    input  wire [6:0]          mem_rsp_tag,
    input  wire                mem_take,
    output wire                mem_known,
    output wire [6*LANES+LANES+1+3+12+7-1:0] mem_what,
    input  wire [6:0]          local_rsp_tag,
    input  wire                local_take,
    output wire                local_known,
    output wire [LANES+3+12+7-1:0] local_what,

    // Warps with an instruction in the unit, or with an unanswered request.
    output wire [WARPS-1:0]    at_global,
    output wire [WARPS-1:0]    at_local,

    // Whether ask_warp still waits for a value of register ask_target.
    input  wire [3:0]          ask_warp,
    input  wire [6:0]          ask_target,
    output wire                waits
);

    localparam GW = 6*LANES + LANES + 1 + 3 + 12 + 7;
    localparam LW = LANES + 3 + 12 + 7;

    wire             global_valid, local_busy, take_global, take_local, global_slot_busy, local_slot_busy;
    wire [3:0]       global_warp, local_warp;
    wire [6:0]       global_target, local_target;
    wire [GW-1:0]    global_put;
    wire [LW-1:0]    local_put;
    wire [2:0]       global_slot, local_slot;
    wire [WARPS-1:0] any_global, any_local;
    wire             global_still, local_still;

    core_global #(.LANES(LANES)) u_global (
        .clk(clk), .rst(rst), .enter(enter & ~enter_local), .enter_warp(enter_warp), .enter_pc(enter_pc),
        .enter_dk(enter_dk), .enter_di(enter_di), .enter_type(enter_type), .enter_op(enter_op), .enter_mask(enter_mask),
        .enter_addr(enter_addr), .enter_b(enter_b), .enter_c(enter_c),
        .free(global_free), .valid(global_valid), .warp(global_warp), .target(global_target),
        .mem_valid(mem_valid), .mem_ready(mem_ready), .mem_op(mem_op), .mem_addr(mem_addr), .mem_mask(mem_mask),
        .mem_data(mem_data), .mem_word(mem_word), .slot_busy(global_slot_busy), .take(take_global), .take_what(global_put)
    );
    assign mem_tag = {1'b0, global_warp, global_slot};
    core_slots #(.WARPS(WARPS), .W(GW)) u_global_slots (
        .clk(clk), .rst(rst), .start(start), .take(take_global), .take_warp(global_warp), .take_what(global_put),
        .next(global_slot), .next_busy(global_slot_busy), .free(mem_take), .free_warp(mem_rsp_tag[6:3]),
        .free_slot(mem_rsp_tag[2:0]), .known(mem_known), .what(mem_what), .any(any_global),
        .ask_warp(ask_warp), .ask_target(ask_target), .still(global_still)
    );

    core_local #(.LANES(LANES)) u_local (
        .clk(clk), .rst(rst), .enter(enter & enter_local), .enter_warp(enter_warp), .enter_pc(enter_pc),
        .enter_dk(enter_dk), .enter_di(enter_di), .enter_type(enter_type), .enter_op(enter_op), .enter_mask(enter_mask),
        .enter_addr(enter_addr), .enter_b(enter_b), .enter_c(enter_c), .enter_base(enter_base),
        .free(local_free), .valid(local_busy), .warp(local_warp), .target(local_target),
        .local_valid(local_valid), .local_ready(local_ready), .local_op(local_op), .local_size(local_size),
        .local_enable(local_enable), .local_addr(local_addr), .local_data(local_data), .local_compare(local_compare),
        .slot_busy(local_slot_busy), .take(take_local), .take_what(local_put)
    );
    assign local_tag = {1'b0, local_warp, local_slot};
    core_slots #(.WARPS(WARPS), .W(LW)) u_local_slots (
        .clk(clk), .rst(rst), .start(start), .take(take_local), .take_warp(local_warp), .take_what(local_put),
        .next(local_slot), .next_busy(local_slot_busy), .free(local_take), .free_warp(local_rsp_tag[6:3]),
        .free_slot(local_rsp_tag[2:0]), .known(local_known), .what(local_what), .any(any_local),
        .ask_warp(ask_warp), .ask_target(ask_target), .still(local_still)
    );

    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_at
            localparam [3:0] INDEX = w;
            assign at_global[w] = any_global[w] | (global_valid && global_warp == INDEX);
            assign at_local[w] = any_local[w] | (local_busy && local_warp == INDEX);
        end
    endgenerate

    assign waits = global_still | local_still | (global_valid && global_warp == ask_warp && global_target == ask_target) |
        (local_busy && local_warp == ask_warp && local_target == ask_target);

endmodule

`default_nettype wire
