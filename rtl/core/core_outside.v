`default_nettype none

// core_outside - what an instruction requests of memory, of the gateway and of other blocks, and whether it may.
// Combinational. Parameters as in core.
module core_outside #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    // The first of the next two instructions.
    input  wire [5:0]          op1,
    input  wire [3:0]          di1,
    input  wire [3:0]          ci1,
    input  wire [21:0]         low1,      // its immediate
    input  wire                memory1,
    input  wire                scalar1,
    input  wire                issues1,   // it issues and is not idle

    // The vector instruction and the scalar one.
    input  wire                v,
    input  wire [5:0]          v_op,
    input  wire [2:0]          v_dk,
    input  wire [3:0]          v_di,
    input  wire [3:0]          v_ci,
    input  wire [4:0]          v_low,
    input  wire [31:0]         v_a,
    input  wire [LANES-1:0]    v_mask,
    input  wire                v_idle,
    input  wire [32*LANES-1:0] a,         // operands of the lanes
    input  wire [32*LANES-1:0] b,
    input  wire                s,
    input  wire [5:0]          s_op,
    input  wire [2:0]          s_dk,
    input  wire [3:0]          s_di,
    input  wire [2:0]          s_bk,
    input  wire [2:0]          s_ck,
    input  wire [3:0]          s_ci,
    input  wire [31:0]         s_a,
    input  wire [31:0]         s_b,
    input  wire [31:0]         s_c,
    input  wire                s_idle,

    // State of the warp.
    input  wire [LANES-1:0]    active,
    input  wire [LANES-1:0]    exited,
    input  wire [4*LANES-1:0]  p,
    input  wire [511:0]        u,
    input  wire [3:0]          first,
    input  wire [4:0]          warps,
    input  wire [10:0]         local_lines,
    input  wire [8:0]          row_base,
    input  wire [9:0]          rows,
    input  wire [3:0]          bar_base,
    input  wire [4:0]          bars,
    input  wire [3:0]          seq,
    input  wire [4*WARPS-1:0]  gens,      // of all warps

    // bad1: the first traps. bad_address: the load or store traps, whichever of the two it is.
    output wire                bad1,
    output wire [3:0]          bad1_code,
    output wire [4:0]          bad1_lane,
    output wire                bad_address,

    // Memory.
    output wire                enters,
    output wire                enter_local,
    output wire                of_scalar,
    output wire [2:0]          enter_dk,
    output wire [3:0]          enter_di,
    output wire [2:0]          enter_type,
    output wire [3:0]          enter_op,
    output wire [LANES-1:0]    enter_mask,
    output wire [32*LANES-1:0] enter_addr,

    // The gateway.
    output wire                gate,
    output wire                gate_kind,
    output wire [255:0]        gate_data,
    output wire [10:0]         bar_regs,  // encoded as in core_warp
    output wire [WARPS-1:0]    forwards,  // one-hot: the warp that a msg is sent to

    // Other blocks.
    output wire                off,
    output wire [2:0]          off_kind,
    output wire [3:0]          off_mode,
    output wire [7:0]          off_tag,
    output wire [31:0]         off_a,
    output wire [31:0]         off_b,
    output wire [31:0]         off_c,
    output wire [32*LANES-1:0] off_x,
    output wire [32*LANES-1:0] off_y,
    output wire                keeps,
    output wire                closes,
    output wire                sends,
    output wire                wants
);

    localparam [5:0] ST = 6'd26;
    localparam [5:0] LDU = 6'd47;
    localparam [5:0] ATOM = 6'd48;
    localparam [5:0] BAR = 6'd50;
    localparam [5:0] MSG = 6'd51;
    localparam [5:0] DPAS = 6'd53;
    localparam [5:0] MOVE = 6'd54;
    localparam [5:0] ROW = 6'd55;
    localparam [5:0] PACK = 6'd56;

    localparam [3:0] OUT_OF_RANGE = 4'd6;
    localparam [3:0] MISALIGNED = 4'd8;
    localparam [3:0] DIVERGENT = 4'd9;
    localparam [3:0] NOT_OF_GROUP = 4'd12;

    // --- memory ---

    assign of_scalar = memory1 ? scalar1 : ~scalar1;
    wire is_ld = v_op == 6'd25;
    wire is_st = v_op == ST;
    wire is_atom = v_op == ATOM;

    assign enters = of_scalar ? s && s_op == LDU && ~s_idle : v && (is_ld || is_st || is_atom) && ~v_idle;
    assign enter_local = of_scalar ? s_ci[3] : is_atom ? v_low[4] : is_st ? v_di[3] : v_ci[3];
    assign enter_dk = of_scalar ? s_dk : v_dk;
    assign enter_di = of_scalar ? s_di : v_di;
    assign enter_type = of_scalar ? s_ci[2:0] : is_atom ? 3'd0 : is_st ? v_di[2:0] : v_ci[2:0];
    assign enter_op = of_scalar ? 4'd0 : is_atom ? v_low[3:0] : is_st ? 4'd1 : 4'd0;
    assign enter_mask = of_scalar ? {{(LANES-1){1'b0}}, 1'b1} : v_mask;

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            assign enter_addr[32*l +: 32] = of_scalar ? s_a + s_b
                                          : is_atom   ? a[32*l +: 32]
                                          :             a[32*l +: 32] + b[32*l +: 32];
        end
    endgenerate

    wire [1:0] size = (enter_type == 3'd0) ? 2'd2 : (enter_type <= 3'd2) ? 2'd0 : 2'd1;
    wire       outside;
    wire [4:0] lane;
    core_check #(.LANES(LANES)) u_check (
        .mask(enter_mask), .addr(enter_addr), .size(size), .is_local(enter_local), .lines(local_lines),
        .bad(bad_address), .outside(outside), .lane(lane)
    );

    // --- traps of the first instruction ---

    wire diverged = active != ~exited;
    wire divergent = op1 == BAR && diverged;
    wire beyond = (op1 == BAR && s_a >= {27'd0, bars}) || (op1 == MSG && s_a >= {27'd0, warps}) ||
        (op1 == ROW && v_a >= {22'd0, rows});
    assign bad1 = (memory1 & bad_address) | divergent | beyond;
    assign bad1_code = memory1 ? (outside ? OUT_OF_RANGE : MISALIGNED) : divergent ? DIVERGENT : NOT_OF_GROUP;
    assign bad1_lane = memory1 ? lane : 5'd0;

    // --- the gateway ---

    wire is_msg = op1 == MSG;
    assign gate = issues1 & (op1 == BAR || is_msg);
    assign gate_kind = is_msg;

    wire [3:0] id = bar_base + s_a[3:0];
    wire [3:0] bar_op = (low1[3:0] == 4'd15) ? u[{low1[21:18], 5'd0} +: 4] : low1[3:0];
    wire [3:0] to = first + s_a[3:0];
    wire [3:0] to_gen;
    wire       wide = low1[7:4] >= 4'd3 && low1[7:4] <= 4'd7;
    wire [LANES-1:0] counted;
    wire [WARPS-1:0] aimed;
    core_mux #(.N(WARPS), .W(4)) u_gen (.pick(aimed), .in(gens), .out(to_gen));

    genvar w;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_counted
            wire [3:0] own = p[4*l +: 4];
            assign counted[l] = low1[10] & active[l] & own[low1[12:11]];
        end
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            localparam [3:0] INDEX = w;
            assign aimed[w] = to == INDEX;
            assign forwards[w] = gate & is_msg & aimed[w];
        end
    endgenerate

    wire [31:0] m0 = is_msg ? 32'd0 : {30'd0, low1[9:8]};
    wire [31:0] m1 = is_msg ? {28'd0, to} : {{(32-LANES){1'b0}}, counted};
    wire [31:0] m2 = is_msg ? {24'd0, to_gen, di1} : {4'd0, id, 16'd0, low1[7:4], bar_op};
    wire [31:0] m4 = (s_bk == 3'd0) ? 32'd0 : s_b;
    wire [31:0] m5 = (is_msg || s_ck == 3'd0) ? 32'd0 : s_c;
    assign gate_data = {64'd0, m5, m4, 32'd0, m2, m1, m0};
    assign bar_regs = {low1[3:0] != 4'd0, wide, low1[13], di1, low1[17:14]};

    // --- other blocks ---

    wire is_dpas = op1 == DPAS;
    wire is_move = op1 == MOVE;
    wire is_row = op1 == ROW;
    wire is_pack = op1 == PACK;
    wire is_put = is_row && ci1 == 4'd1;
    wire noted = (is_dpas & ~s_a[29]) | is_move;

    assign off = issues1 & (is_dpas | is_move | is_row | is_pack);
    assign off_kind = is_dpas ? 3'd0 : is_move ? 3'd1 : is_put ? 3'd3 : is_row ? 3'd2 : 3'd4;
    assign off_mode = is_move ? low1[3:0] : is_pack ? ci1 : 4'd0;
    assign off_tag = noted ? {4'd0, seq} : 8'd0;
    assign off_a = is_row ? {23'd0, row_base} + v_a : is_pack ? 32'd0 : s_a;
    assign off_b = (is_dpas | is_move) ? s_b : 32'd0;
    assign off_c = (is_dpas | is_move) ? s_c : 32'd0;
    assign off_x = is_put ? b : is_pack ? a : {32*LANES{1'b0}};
    assign off_y = is_pack ? b : {32*LANES{1'b0}};
    assign keeps = issues1 & is_dpas & s_a[29];
    assign closes = issues1 & is_dpas & ~s_a[29];
    assign sends = issues1 & noted;
    assign wants = issues1 & ((is_row & ~is_put) | is_pack);

endmodule

`default_nettype wire
