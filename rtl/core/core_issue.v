`default_nettype none

// core_issue - for the next two instructions of the selected warp: which of them issue, where the warp goes next, and
// what is passed to the units. Combinational. Parameters as in core.
module core_issue #(
    parameter LANES = 8
) (
    input  wire               ready,        // a warp is selected
    input  wire [63:0]        word1,
    input  wire [63:0]        word2,
    input  wire [12:0]        pc,
    input  wire [12:0]        length,
    input  wire               sense,
    input  wire [LANES-1:0]   active,
    input  wire [LANES-1:0]   exited,
    input  wire [4*LANES-1:0] p,
    input  wire [3:0]         up,
    input  wire [511:0]       u,
    input  wire [511:0]       constant,
    input  wire [127:0]       special,
    input  wire [39:0]        under_way,
    input  wire               global_free,
    input  wire               local_free,
    input  wire [4:0]         no_place,

    // bad1: the first traps by state, apart from control flow. bad_address: a load or store of the second would.
    input  wire               bad1,
    input  wire [3:0]         bad1_code,
    input  wire [4:0]         bad1_lane,
    input  wire               bad_address,

    // The divergence stack.
    input  wire               full,
    input  wire               live,
    input  wire [12:0]        live_pc,
    input  wire [LANES-1:0]   live_mask,
    output wire [LANES-1:0]   now_exited,
    output wire               push,
    output wire [12:0]        push_pc,
    output wire [LANES-1:0]   push_mask,
    output wire               pop,

    // Next state of the warp.
    output wire               issue1,
    output wire               issue2,
    output reg  [12:0]        next_pc,
    output reg  [LANES-1:0]   next_active,
    output wire [LANES-1:0]   next_exited,
    output wire               ends,
    output wire [4:0]         next_hold,
    output wire               traps,
    output wire [3:0]         trap,
    output wire [4:0]         trap_lane,

    // The first instruction.
    output wire [5:0]         op1,
    output wire [3:0]         di1,
    output wire [3:0]         ci1,
    output wire [31:0]        low1,
    output wire               memory1,
    output wire               idle1,
    output wire               scalar1,

    // The vector instruction, and the scalar one.
    output wire               v,
    output wire [5:0]         v_op,
    output wire [2:0]         v_dk,
    output wire [3:0]         v_di,
    output wire [2:0]         v_ak,
    output wire [3:0]         v_ai,
    output wire [2:0]         v_bk,
    output wire [3:0]         v_bi,
    output wire [2:0]         v_ck,
    output wire [3:0]         v_ci,
    output wire [31:0]        v_low,
    output wire [31:0]        v_a,
    output wire [31:0]        v_b,
    output wire [31:0]        v_c,
    output wire [LANES-1:0]   v_mask,
    output wire [LANES-1:0]   v_p,
    output wire               v_outside,
    output wire               v_idle,
    output wire               s,
    output wire [5:0]         s_op,
    output wire [2:0]         s_dk,
    output wire [3:0]         s_di,
    output wire [2:0]         s_bk,
    output wire [2:0]         s_ck,
    output wire [3:0]         s_ci,
    output wire [31:0]        s_low,
    output wire [31:0]        s_a,
    output wire [31:0]        s_b,
    output wire [31:0]        s_c,
    output wire               s_p,
    output wire               s_true,
    output wire               s_outside,
    output wire               s_idle,

    output wire [39:0]        makes_v,      // destinations of the vector and of the scalar instruction
    output wire [39:0]        makes_s,

    // For the counters.
    output wire               v_by_p,
    output wire [1:0]         by_up,        // {vector, scalar} instruction
    output wire               branches,
    output wire               diverges
);

    localparam [5:0] SEL = 6'd13;
    localparam [5:0] BRA = 6'd22;
    localparam [5:0] SSY = 6'd23;
    localparam [5:0] JOIN = 6'd24;
    localparam [5:0] EXIT = 6'd27;
    localparam [5:0] FDIV = 6'd43;
    localparam [5:0] RED = 6'd45;

    localparam [3:0] NO_TRAP = 4'd0;
    localparam [3:0] ILLEGAL = 4'd1;
    localparam [3:0] BAD_UNIFORM = 4'd2;
    localparam [3:0] OVERFLOW = 4'd3;
    localparam [3:0] UNDERFLOW = 4'd4;
    localparam [3:0] BEYOND = 4'd5;

    // --- the two instructions ---

    wire [5:0]  op2;
    wire [2:0]  gk1, dk1, ak1, bk1, ck1, gk2, dk2, ak2, bk2, ck2;
    wire [1:0]  gi1, gi2;
    wire [3:0]  ai1, bi1, di2, ai2, bi2, ci2;
    wire [31:0] high1, low2, high2;
    wire [11:0] target1, target2;
    wire        legal1, wrong1, control1, local1, alone1, outside1;
    wire        legal2, wrong2, scalar2, control2, local2, alone2, outside2, memory2;
    wire [39:0] uses1, makes1, uses2, makes2;

    core_decode u_decode1 (
        .word(word1), .op(op1), .gk(gk1), .gi(gi1), .dk(dk1), .di(di1), .ak(ak1), .ai(ai1), .bk(bk1), .bi(bi1),
        .ck(ck1), .ci(ci1), .low(low1), .high(high1), .target(target1), .legal(legal1), .bad_uniform(wrong1),
        .scalar(scalar1), .uses(uses1), .makes(makes1), .control(control1), .memory(memory1), .is_local(local1),
        .alone(alone1), .outside(outside1)
    );
    core_decode u_decode2 (
        .word(word2), .op(op2), .gk(gk2), .gi(gi2), .dk(dk2), .di(di2), .ak(ak2), .ai(ai2), .bk(bk2), .bi(bi2),
        .ck(ck2), .ci(ci2), .low(low2), .high(high2), .target(target2), .legal(legal2), .bad_uniform(wrong2),
        .scalar(scalar2), .uses(uses2), .makes(makes2), .control(control2), .memory(memory2), .is_local(local2),
        .alone(alone2), .outside(outside2)
    );
    wire unused = &{1'b0, uses1, local1, alone1};

    wire             holds1, holds2;
    wire [LANES-1:0] mask1, mask2;
    core_guard #(.LANES(LANES)) u_guard1 (
        .gk(gk1), .gi(gi1), .sense(sense), .active(active), .p(p), .up(up), .holds(holds1), .mask(mask1)
    );
    core_guard #(.LANES(LANES)) u_guard2 (
        .gk(gk2), .gi(gi2), .sense(sense), .active(active), .p(p), .up(up), .holds(holds2), .mask(mask2)
    );
    wire idle2;
    assign idle1 = outside1 & (scalar1 ? ~holds1 : ~|mask1);
    assign idle2 = outside2 & (scalar2 ? ~holds2 : ~|mask2);

    // --- control flow: of the first instruction, else of the second ---

    wire [12:0]      pc1 = pc + 13'd1;
    wire [5:0]       cop = control1 ? op1 : op2;
    wire [LANES-1:0] c_mask = control1 ? mask1 : mask2;
    wire [12:0]      c_pc = control1 ? pc : pc1;
    wire [12:0]      c_target = {1'b0, control1 ? target1 : target2};
    wire [12:0]      c_next = c_pc + 13'd1;

    wire [LANES-1:0] not_taken = active & ~c_mask;
    wire             forward = c_target > c_pc;
    assign diverges = cop == BRA && |c_mask && |not_taken;
    wire             pushes = cop == SSY || diverges;
    assign now_exited = exited | ((cop == EXIT) ? c_mask : {LANES{1'b0}});

    wire overflow = pushes & full;
    wire underflow = cop == JOIN && ~live;

    // --- issue ---

    wire beyond = pc >= length;
    assign trap = beyond                  ? BEYOND
                : ~legal1                 ? ILLEGAL
                : wrong1                  ? BAD_UNIFORM
                : (control1 & overflow)   ? OVERFLOW
                : (control1 & underflow)  ? UNDERFLOW
                : (bad1 & ~idle1)         ? bad1_code
                :                           NO_TRAP;
    assign traps = ready && trap != NO_TRAP;
    assign issue1 = ready && trap == NO_TRAP;
    assign trap_lane = (beyond | ~legal1 | wrong1 | ~bad1 | idle1) ? 5'd0 : bad1_lane;

    wire by_barrier2, by_memory2, by_array2, by_place2;
    core_wait u_wait2 (
        .op(op2), .scalar(scalar2), .memory(memory2), .is_local(local2), .idle(idle2), .ci(ci2), .a(32'd0),
        .global_free(global_free), .local_free(local_free), .gate_free(1'b1), .off_free(1'b1), .no_place(no_place),
        .at_global(1'b0), .at_local(1'b0), .arrived(16'd0), .sent(16'd0), .seq(4'd0), .wanted(1'b0),
        .by_barrier(by_barrier2), .by_memory(by_memory2), .by_array(by_array2), .by_place(by_place2)
    );
    wire waits2 = by_barrier2 | by_memory2 | by_array2 | by_place2;

    assign issue2 = issue1 & ~control1 & (pc1 < length) & legal2 & ~wrong2 & (scalar1 ^ scalar2) & ~alone1 & ~alone2 &
        ~(memory1 & memory2) & ~|(uses2 & (under_way | makes1)) & ~(control2 & (overflow | underflow)) &
        ~(memory2 & ~idle2 & bad_address) & ~waits2;

    assign v = scalar1 ? issue2 : issue1;
    assign s = scalar1 ? issue1 : issue2;

    // --- next state of the warp ---

    wire controls = (control1 & issue1) | (control2 & issue2);
    wire empties = controls & (cop == EXIT) & ~|not_taken;
    assign ends = empties & ~live;
    assign pop = controls & ((cop == JOIN) | (empties & live));
    assign push = controls & pushes;
    assign push_pc = (cop == SSY || !forward) ? c_target : c_next;
    assign push_mask = (cop == SSY) ? active : forward ? not_taken : c_mask;
    assign next_exited = controls ? now_exited : exited;

    always @* begin
        next_pc = issue2 ? pc + 13'd2 : pc1;
        next_active = active;
        if (controls)
            case (cop)
                BRA:
                    if (diverges) begin
                        next_active = forward ? c_mask : not_taken;
                        next_pc = forward ? c_target : c_next;
                    end else next_pc = ~|not_taken ? c_target : c_next;
                EXIT: begin
                    next_active = empties ? (live ? live_mask : {LANES{1'b0}}) : not_taken;
                    next_pc = ends ? c_pc : empties ? live_pc : c_next;
                end
                JOIN: begin
                    next_active = live_mask;
                    next_pc = live_pc;
                end
                default: next_pc = c_next;
            endcase
    end

    localparam LB = $clog2(LANES);
    localparam [31:0] LEVELS = LB;
    assign next_hold = ((v && v_op == FDIV) || (s && s_op == FDIV)) ? 5'd28
                     : (v && v_op == RED)                            ? LEVELS[4:0]
                     :                                                 5'd0;

    assign branches = controls & (cop == BRA);
    wire by_up1 = gk1 == 3'd3 || gk1 == 3'd4;
    wire by_up2 = gk2 == 3'd3 || gk2 == 3'd4;
    wire by_p1 = gk1 == 3'd1 || gk1 == 3'd2;
    wire by_p2 = gk2 == 3'd1 || gk2 == 3'd2;
    assign v_by_p = scalar1 ? by_p2 : by_p1;
    assign by_up = scalar1 ? {by_up2, by_up1} : {by_up1, by_up2};

    // --- the vector instruction and the scalar one ---

    wire [31:0] v_high, s_high;
    wire [2:0]  s_ak;
    wire [3:0]  s_ai, s_bi;
    assign {v_op, v_dk, v_di, v_ak, v_ai, v_bk, v_bi, v_ck, v_ci, v_low, v_high, v_mask, v_outside, v_idle} = scalar1 ?
        {op2, dk2, di2, ak2, ai2, bk2, bi2, ck2, ci2, low2, high2, mask2, outside2, idle2} :
        {op1, dk1, di1, ak1, ai1, bk1, bi1, ck1, ci1, low1, high1, mask1, outside1, idle1};
    assign {s_op, s_dk, s_di, s_ak, s_ai, s_bk, s_bi, s_ck, s_ci, s_low, s_high, s_true, s_outside, s_idle} = scalar1 ?
        {op1, dk1, di1, ak1, ai1, bk1, bi1, ck1, ci1, low1, high1, holds1, outside1, idle1} :
        {op2, dk2, di2, ak2, ai2, bk2, bi2, ck2, ci2, low2, high2, holds2, outside2, idle2};
    assign makes_v = scalar1 ? makes2 : makes1;
    assign makes_s = scalar1 ? makes1 : makes2;
    assign s_p = up[s_ci[1:0]];

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_p
            wire [3:0] own = p[4*l +: 4];
            assign v_p[l] = (v_op == SEL && v_ck == 3'd2) ? up[v_ci[1:0]] : own[v_ci[1:0]];
        end
    endgenerate

    predicate_operand u_va (
        .kind(v_ak), .number(v_ai), .uniform(u), .constant(constant), .special(special), .low(v_low), .high(v_high), .value(v_a)
    );
    predicate_operand u_vb (
        .kind(v_bk), .number(v_bi), .uniform(u), .constant(constant), .special(special), .low(v_low), .high(v_high), .value(v_b)
    );
    predicate_operand u_vc (
        .kind(v_ck), .number(v_ci), .uniform(u), .constant(constant), .special(special), .low(v_low), .high(v_high), .value(v_c)
    );
    predicate_operand u_sa (
        .kind(s_ak), .number(s_ai), .uniform(u), .constant(constant), .special(special), .low(s_low), .high(s_high), .value(s_a)
    );
    predicate_operand u_sb (
        .kind(s_bk), .number(s_bi), .uniform(u), .constant(constant), .special(special), .low(s_low), .high(s_high), .value(s_b)
    );
    predicate_operand u_sc (
        .kind(s_ck), .number(s_ci), .uniform(u), .constant(constant), .special(special), .low(s_low), .high(s_high), .value(s_c)
    );

endmodule

`default_nettype wire
