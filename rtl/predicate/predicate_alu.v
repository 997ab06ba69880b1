`default_nettype none

// predicate_alu - the arithmetic of one lane or of the scalar unit. Combinational.
module predicate_alu (
    input  wire [5:0]  op,
    input  wire [2:0]  ctype,  // of cmp: 0 s32, 1 u32, 2 f32
    input  wire [2:0]  cond,
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [31:0] c,
    input  wire        p,      // of sel
    output reg  [31:0] y,
    output reg         flag    // of cmp
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

    // One cell does all of f32: a + b is a*1 + b, and a*b is a*b + -0.
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

    always @*
        case (op)
            ADD: y = a + b;
            SUB: y = a - b;
            MUL: y = a * b;
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
            default: y = (op == MOV) ? a : 32'd0;
        endcase

    // --- cmp ---

    wire f_less, f_equal, f_greater, f_unordered;
    fp_cmp u_cmp (
        .a(a), .b(b), .less(f_less), .equal(f_equal), .greater(f_greater), .unordered(f_unordered)
    );

    wire is_f32 = ctype == 3'd2;
    wire less = is_f32 ? f_less : (ctype == 3'd1) ? a < b : s_less;
    wire equal = is_f32 ? f_equal : a == b;
    wire greater = is_f32 ? f_greater : ~less & ~equal;
    wire zero = is_f32 ? ~|a[30:0] : ~|a;
    wire unused = f_unordered;  // neither less, equal nor greater

    always @*
        case (cond)
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
