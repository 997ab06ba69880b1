`default_nettype none

// predicate_decode - decodes an instruction: its fields, whether it is legal, its class, and the registers
// that it names. Combinational.
module predicate_decode #(
    // 1: the whole instruction set; 0: the subset of block predicate.
    parameter CORE = 0
) (
    input  wire [63:0] word,

    output wire [5:0]  op,
    output wire [2:0]  gk,       // guard: 0 none, 1 P, 2 !P, 3 UP, 4 !UP
    output wire [1:0]  gi,
    output wire [2:0]  dk,       // destination: 0 none, 1 R, 2 U, 3 P, 4 UP
    output wire [3:0]  di,
    output wire [2:0]  ak,       // sources: 0 none, 1 R, 2 U, 3 C, 4 and 5 immediate, 6 special
    output wire [3:0]  ai,
    output wire [2:0]  bk,
    output wire [3:0]  bi,
    output wire [2:0]  ck,
    output wire [3:0]  ci,
    output wire [31:0] low,      // the immediate, sign-extended
    output wire [31:0] high,     // the immediate, shifted to the top
    output wire [11:0] target,

    output reg         legal,
    output wire        bad_uniform,  // a uniform destination whose guard or sources may differ between lanes
    output wire        scalar,
    // {used, kind, number} of guard, destination and sources; kinds are encoded as for destinations.
    output wire [39:0] names
);

    wire       spare;
    wire [23:0] imm;
    assign {imm, ci, ck, bi, bk, ai, ak, di, dk, spare, gi, gk, op} = word;

    assign low = {{8{imm[23]}}, imm};
    assign high = {imm, 8'd0};
    assign target = imm[11:0];

    // There are five special sources; number 0 is the lane index.
    wire a_source = ak != 3'd0 && ak != 3'd7 && !(ak == 3'd6 && ai > 4'd4);
    wire b_source = bk != 3'd0 && bk != 3'd7 && !(bk == 3'd6 && bi > 4'd4);
    wire c_source = ck != 3'd0 && ck != 3'd7 && !(ck == 3'd6 && ci > 4'd4);
    wire a_lanes = ak == 3'd1 || (ak == 3'd6 && ai == 4'd0);
    wire b_lanes = bk == 3'd1 || (bk == 3'd6 && bi == 4'd0);
    wire c_of_lanes = ck == 3'd1 || (ck == 3'd6 && ci == 4'd0);
    wire a_none = ak == 3'd0;
    wire b_none = bk == 3'd0;
    wire c_none = ck == 3'd0;
    wire to_ru = dk == 3'd1 || dk == 3'd2;
    wire to_predicate = dk == 3'd3 || dk == 3'd4;
    wire c_predicate = (ck == 3'd1 || ck == 3'd2) && ci < 4'd4;
    wire zero_test = ci == 4'd6 || ci == 4'd7;

    wire is_sel = op == 6'd13;
    // ffma, mad, dp4a, prmt
    wire is_triple = op == 6'd17 || op == 6'd28 || (op >= 6'd31 && op <= 6'd34) || op == 6'd38;
    wire is_vote = op == 6'd19 || op == 6'd20 || op == 6'd21;
    wire is_cross = is_vote || op == 6'd45 || op == 6'd46;  // red, readlane
    wire is_bra = op == 6'd22;
    wire is_st = op == 6'd26;
    wire is_stack = op == 6'd23 || op == 6'd24;  // ssy, join
    wire whole = CORE != 0;

    // Core only: sources that are the same in all lanes (even), and sources that are not immediates (held).
    wire a_even = a_source & ~a_lanes;
    wire b_even = b_source & ~b_lanes;
    wire c_even = c_source & ~c_of_lanes;
    wire a_held = a_source && ak != 3'd4 && ak != 3'd5;
    wire b_held = b_source && bk != 3'd4 && bk != 3'd5;
    wire c_held = c_source && ck != 3'd4 && ck != 3'd5;
    wire guard_of_lanes = gk == 3'd1 || gk == 3'd2;
    wire is_cas = imm[3:0] == 4'd12;
    wire is_warp = whole && ((op >= 6'd49 && op <= 6'd54) || op == 6'd57);  // scalar whatever its destination

    // bar: without an operation it takes no value and gives no result; types 3 to 7 are 64 bits wide.
    wire bar_plain = imm[3:0] == 4'd0;
    wire bar_wide = imm[7:4] >= 4'd3 && imm[7:4] <= 4'd7;
    wire bar_form = a_even & a_held & (imm[23:22] == 2'd0) & (imm[10] | (imm[12:11] == 2'd0)) &
        (imm[13] | (imm[17:14] == 4'd0)) & ((imm[3:0] == 4'd15) | (imm[21:18] == 4'd0)) &
        ((imm[3:0] <= 4'd12) | (imm[3:0] == 4'd15)) & (imm[7:4] <= 4'd9) &
        (bar_plain ? (dk == 3'd0) & b_none & c_none & (imm[7:4] == 4'd0)
                   : (dk == 3'd2) & b_even & b_held & (bar_wide ? c_even & c_held : c_none));

    reg form_core;
    always @*
        case (op)
            6'd47: form_core = (dk == 3'd2) & a_source & b_source & c_none & (ci[2:0] < 3'd5);
            6'd48: form_core = (dk == 3'd1) & a_held & b_held & (is_cas ? c_held : c_none) &
                (imm[3:0] >= 4'd3) & (imm[3:0] <= 4'd13) & (imm[23:5] == 19'd0);
            6'd49: form_core = (dk == 3'd0) & a_none & b_none & c_none & (ci != 4'd0) & (ci < 4'd4);
            6'd50: form_core = bar_form;
            6'd51: form_core = (dk == 3'd0) & a_even & b_even & c_none;
            6'd52, 6'd57: form_core = (dk == 3'd0) & a_even & b_none & c_none;
            6'd53: form_core = (dk == 3'd0) & a_even & b_even & c_even;
            6'd54: form_core = (dk == 3'd0) & a_even & a_held & b_even & b_held & c_even & c_held &
                (imm[1:0] != 2'd3) & (imm[23:4] == 20'd0);
            6'd55: form_core = a_even & c_none & ((ci == 4'd0 && dk == 3'd1 && b_none) |
                (ci == 4'd1 && dk == 3'd0 && b_source));
            6'd56: form_core = (dk == 3'd1) & a_source & b_source & c_none & (ci < 4'd3);
            default: form_core = 1'b0;
        endcase

    reg form;  // the operands suit the operation
    always @* begin
        case (op)
            6'd1, 6'd35, 6'd36: form = to_ru & a_source & b_none & c_none;
            6'd2, 6'd3, 6'd4, 6'd5, 6'd6, 6'd7, 6'd8, 6'd9, 6'd10, 6'd11, 6'd12, 6'd14, 6'd15, 6'd16,
            6'd29, 6'd30, 6'd39, 6'd40, 6'd41, 6'd42, 6'd43:
                form = to_ru & a_source & b_source & c_none;
            6'd13: form = to_ru & a_source & b_source & c_predicate;
            6'd17, 6'd28, 6'd31, 6'd32, 6'd33, 6'd34, 6'd38:
                form = to_ru & a_source & b_source & c_source;
            6'd18: form = to_predicate & a_source & (zero_test ? b_none : b_source) &
                (ck < 3'd3) & (ci < 4'd8);
            6'd19, 6'd20, 6'd21: form = (dk == 3'd4) & a_none & b_none & (ck == 3'd1) & (ci < 4'd4);
            6'd22, 6'd27: form = (dk == 3'd0) & a_none & b_none & c_none;
            6'd23, 6'd24: form = (dk == 3'd0) & a_none & b_none & c_none & (gk == 3'd0);
            6'd25: form = (dk == 3'd1) & a_source & b_source & c_none & (ci[2:0] < 3'd5) & (whole | ~ci[3]);
            6'd26: form = (dk == 3'd0) & a_source & b_source & c_source &
                (di[2:0] == 3'd0 | di[2:0] == 3'd2 | di[2:0] == 3'd4) & (whole | ~di[3]);
            6'd37: form = to_ru & a_source & b_source & (ck < 3'd2) & (ci == 4'd0);
            6'd44: form = to_ru & a_source & b_none & (ck < 3'd5) & (ci[2:0] < 3'd5) & (ck != ci[2:0]);
            6'd45: form = (dk == 3'd2) & (ak == 3'd1) & b_none & (ck < 3'd3) & (ci < 4'd6) &
                ~(ck == 3'd2 & ci > 4'd2);
            6'd46: form = (dk == 3'd2) & (ak == 3'd1) & b_source & ~b_lanes & c_none;
            default: form = whole & form_core & ~(is_warp & guard_of_lanes);
        endcase
        legal = form & ~spare & (gk < 3'd5) & ~(to_predicate & (di > 4'd3));
    end

    wire to_uniform = (dk == 3'd2 || dk == 3'd4) && !is_cross;
    wire c_lanes = (is_triple && c_of_lanes) || (is_sel && ck == 3'd1);
    wire p_guard = guard_of_lanes;
    wire up_guard = gk == 3'd3 || gk == 3'd4;

    assign bad_uniform = legal & to_uniform & (p_guard | a_lanes | b_lanes | c_lanes);
    assign scalar = to_uniform | (is_bra & ~p_guard) | is_stack | is_warp;

    wire       a_named = ak == 3'd1 || ak == 3'd2;
    wire       b_named = bk == 3'd1 || bk == 3'd2;
    wire       c_of_core = whole && ((op == 6'd48 && is_cas) || (op == 6'd50 && bar_wide) || op == 6'd53 || op == 6'd54);
    wire       c_value = is_triple | is_st | c_of_core;
    wire       c_pred = is_sel | is_vote;
    wire       c_named = (c_value | c_pred) & (ck == 3'd1 || ck == 3'd2);
    wire [2:0] c_kind = c_pred ? ck + 3'd2 : ck;  // 1 P and 2 UP are re-encoded as 3 and 4

    assign names = {
        p_guard | up_guard, p_guard ? 3'd3 : 3'd4, 2'b00, gi,
        dk != 3'd0, dk, di,
        a_named, ak, ai,
        b_named, bk, bi,
        c_named, c_kind, ci
    };

endmodule

`default_nettype wire
