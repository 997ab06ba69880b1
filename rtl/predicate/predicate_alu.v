`default_nettype none

// predicate_alu - arithmetic of one lane or of the scalar unit, except fdiv. Combinational.
module predicate_alu (
    input  wire [5:0]  op,
    input  wire [2:0]  ctype,  // 0 s32, 1 u32, 2 f32, 3 f16, 4 bf16: type of cmp and bfe, source type of cvt
    input  wire [3:0]  cond,   // cmp: condition; cvt: destination type, and in bit 3 rounding toward zero
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [31:0] c,
    input  wire        p,      // predicate of sel
    output reg  [31:0] y,
    output reg         flag    // result of cmp
);

    localparam [5:0] MOV = 6'd1;
    localparam [5:0] ADD = 6'd2;
    localparam [5:0] SUB = 6'd3;
    localparam [5:0] MUL = 6'd4;
    localparam [5:0] AND = 6'd5;
    localparam [5:0] OR = 6'd6;
    localparam [5:0] XOR = 6'd7;
    localparam [5:0] SHL = 6'd8;
    localparam [5:0] SHR = 6'd9;
    localparam [5:0] SAR = 6'd10;
    localparam [5:0] MIN = 6'd11;
    localparam [5:0] MAX = 6'd12;
    localparam [5:0] SEL = 6'd13;
    localparam [5:0] FADD = 6'd14;
    localparam [5:0] FSUB = 6'd15;
    localparam [5:0] FMUL = 6'd16;
    localparam [5:0] FFMA = 6'd17;
    localparam [5:0] MAD = 6'd28;
    localparam [5:0] MULHI = 6'd29;
    localparam [5:0] MULHU = 6'd30;
    localparam [5:0] DP4A_SS = 6'd31;
    localparam [5:0] DP4A_SU = 6'd32;
    localparam [5:0] DP4A_US = 6'd33;
    localparam [5:0] DP4A_UU = 6'd34;
    localparam [5:0] CLZ = 6'd35;
    localparam [5:0] POPC = 6'd36;
    localparam [5:0] BFE = 6'd37;
    localparam [5:0] PRMT = 6'd38;
    localparam [5:0] MINU = 6'd39;
    localparam [5:0] MAXU = 6'd40;
    localparam [5:0] FMIN = 6'd41;
    localparam [5:0] FMAX = 6'd42;
    localparam [5:0] CVT = 6'd44;

    // One FMA does all of f32: a + b is a*1 + b, and a*b is a*b + -0.
    wire        is_sum = op == FADD || op == FSUB;
    wire        is_float = is_sum || op == FMUL || op == FFMA;
    wire [31:0] factor = is_sum ? 32'h3f800000 : b;
    wire [31:0] addend = is_sum ? {b[31] ^ (op == FSUB), b[30:0]} : (op == FMUL) ? 32'h80000000 : c;
    wire [31:0] fused;
    fp_fma u_fma (
        .a(a & {32{is_float}}), .b(factor & {32{is_float}}), .c(addend & {32{is_float}}), .y(fused)
    );

    wire signed [31:0] sa = a;
    wire signed [31:0] sb = b;
    wire               s_less = sa < sb;
    wire               u_less = a < b;

    // --- products ---

    // Upper half of a signed product: the unsigned one less a correction for each negative operand.
    wire [63:0] product = {32'd0, a} * {32'd0, b};
    wire [31:0] high = product[63:32];
    wire [31:0] excess = (a[31] ? b : 32'd0) + (b[31] ? a : 32'd0);

    wire        a_signed = op == DP4A_SS || op == DP4A_SU;
    wire        b_signed = op == DP4A_SS || op == DP4A_US;
    reg  [31:0] dot;
    reg  signed [8:0] left, right;
    reg  signed [17:0] term;
    integer i;
    always @* begin
        dot = c;
        left = 9'sd0;
        right = 9'sd0;
        term = 18'sd0;
        for (i = 0; i < 4; i = i + 1) begin
            left = {a_signed & a[8*i+7], a[8*i +: 8]};
            right = {b_signed & b[8*i+7], b[8*i +: 8]};
            term = left * right;
            dot = dot + {{14{term[17]}}, term};
        end
    end

    // --- bits ---

    wire [5:0]  zeros;
    wire [31:0] ones;
    lzc #(.W(32)) u_lzc (.x(a), .count(zeros));
    predicate_count #(.W(32)) u_count (.x(a), .n(ones));

    wire [4:0]  from = b[4:0];
    wire [5:0]  there = 6'd32 - {1'b0, from};
    wire [5:0]  length = (b[13:8] < there) ? b[13:8] : there;
    wire [5:0]  last = length - 6'd1;
    wire [31:0] moved = a >> from;
    wire [31:0] beyond = 32'hffffffff << length[4:0];  // bits above the field, for a length below 32
    wire        fill = (ctype == 3'd0) & moved[last[4:0]];
    wire [31:0] field = (length == 6'd0)  ? 32'd0
                      : length[5]         ? moved
                      : (moved & ~beyond) | (beyond & {32{fill}});

    reg  [31:0] permuted;
    reg  [7:0]  chosen;
    integer     j;
    always @* begin
        permuted = 32'd0;
        chosen = 8'd0;
        for (j = 0; j < 4; j = j + 1) begin
            case (c[4*j +: 3])
                3'd0: chosen = a[7:0];
                3'd1: chosen = a[15:8];
                3'd2: chosen = a[23:16];
                3'd3: chosen = a[31:24];
                3'd4: chosen = b[7:0];
                3'd5: chosen = b[15:8];
                3'd6: chosen = b[23:16];
                default: chosen = b[31:24];
            endcase
            permuted[8*j +: 8] = c[4*j+3] ? {8{chosen[7]}} : chosen;
        end
    end

    // --- other f32 ---

    wire [31:0] extreme, converted;
    fp_minmax u_minmax (.max(op == FMAX), .a(a), .b(b), .y(extreme));
    fp_cvt u_cvt (.from(ctype), .to(cond[2:0]), .toward_zero(cond[3]), .x(a), .y(converted));

    always @*
        case (op)
            ADD: y = a + b;
            SUB: y = a - b;
            MUL: y = product[31:0];
            AND: y = a & b;
            OR: y = a | b;
            XOR: y = a ^ b;
            SHL: y = a << b[4:0];
            SHR: y = a >> b[4:0];
            SAR: y = sa >>> b[4:0];
            MIN: y = s_less ? a : b;
            MAX: y = s_less ? b : a;
            SEL: y = p ? a : b;
            FADD, FSUB, FMUL, FFMA: y = fused;
            MAD: y = product[31:0] + c;
            MULHI: y = high - excess;
            MULHU: y = high;
            DP4A_SS, DP4A_SU, DP4A_US, DP4A_UU: y = dot;
            CLZ: y = {26'd0, zeros};
            POPC: y = ones;
            BFE: y = field;
            PRMT: y = permuted;
            MINU: y = u_less ? a : b;
            MAXU: y = u_less ? b : a;
            FMIN, FMAX: y = extreme;
            CVT: y = converted;
            default: y = (op == MOV) ? a : 32'd0;
        endcase

    // --- cmp ---

    wire f_less, f_equal, f_greater, f_unordered;
    fp_cmp u_cmp (
        .a(a), .b(b), .less(f_less), .equal(f_equal), .greater(f_greater), .unordered(f_unordered)
    );

    wire is_f32 = ctype == 3'd2;
    wire less = is_f32 ? f_less : (ctype == 3'd1) ? u_less : s_less;
    wire equal = is_f32 ? f_equal : a == b;
    wire greater = is_f32 ? f_greater : ~less & ~equal;
    wire zero = is_f32 ? ~|a[30:0] : ~|a;
    // Unused: unordered sets none of the three flags; last[5] is set for length 0 only, whose field is 0.
    wire unused = f_unordered | last[5];

    always @*
        case (cond[2:0])
            3'd0: flag = equal;
            3'd1: flag = ~equal;
            3'd2: flag = less;
            3'd3: flag = equal | greater;
            3'd4: flag = greater;
            3'd5: flag = less | equal;
            3'd6: flag = zero;
            default: flag = ~zero;
        endcase

endmodule

`default_nettype wire
