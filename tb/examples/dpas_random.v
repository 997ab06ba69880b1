`default_nettype none

// dpas_random - drives the inputs of dpas at random, in plain Verilog: legal and illegal commands, operands
// of all types with their corner values, stalls on every stream, resets. The examples dpi_dpas and vpi_dpas
// share it.
//
// +seed=N selects the run. The generator is part of this file, so a seed gives the same run in every
// simulator. +withhold=N withholds operands in the first N cycles, so that commands wait.
module dpas_random #(
    parameter LANES = 4
) (
    input  wire                clk,
    output reg                 rst,

    output reg                 cmd_valid,
    input  wire                cmd_ready,
    output reg  [3:0]          cmd_src1_type,
    output reg  [3:0]          cmd_src2_type,
    output reg  [1:0]          cmd_acc_type,
    output reg  [3:0]          cmd_sd,
    output reg  [3:0]          cmd_rc,
    output reg  [4:0]          cmd_exec_size,
    output reg                 cmd_saturate,
    output reg                 cmd_src0_null,
    output reg                 cmd_src0_scalar,
    output reg  [7:0]          cmd_tag,

    output reg                 src1_valid,
    input  wire                src1_ready,
    output reg  [32*LANES-1:0] src1_data,

    output reg                 src0_valid,
    input  wire                src0_ready,
    output reg  [32*LANES-1:0] src0_data,

    output reg                 src2_valid,
    input  wire                src2_ready,
    output reg  [255:0]        src2_data,

    output reg                 dst_ready,
    output reg                 rsp_ready
);

    // Element types.
    localparam [3:0] S8 = 4'd5, BF16 = 4'd6, F16 = 4'd7, F32 = 4'd8;
    localparam [1:0] ACC_F32 = 2'd2;

    // ---- the generator: xorshift64. Fields of x are used until the next draw.

    reg [63:0] x;

    task draw;
        begin
            x = x ^ (x << 13);
            x = x ^ (x >> 7);
            x = x ^ (x << 17);
        end
    endtask

    integer seed, withhold;

    initial begin
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        if (!$value$plusargs("withhold=%d", withhold)) withhold = 0;
        x = {32'h9e3779b9, seed[31:0]} ^ 64'h0123456789abcdef;
        repeat (8) draw;
    end

    // ---- commands

    // The kind of a command's operands. Floats have moods.
    localparam [2:0] ANY = 3'd0, MODERATE = 3'd1, CANCEL = 3'd2, TIES = 3'd3, TINY = 3'd4, HUGE = 3'd5,
                     ZEROS = 3'd6, SPECIALS = 3'd7;
    localparam PLAN_BITS = 3 + 14 + 4 + 12; // mood, few, type, rows of src1, src0 and src2

    reg [3:0]           type1, type2, sd, rc;
    reg [1:0]           acc_type;
    reg [4:0]           exec_size;
    reg                 saturate, src0_null;
    reg [PLAN_BITS-1:0] plan;

    function integer bits_of;
        input [3:0] t;
        bits_of = (t <= 4'd1) ? 2 : (t <= 4'd3) ? 4 : (t <= S8) ? 8 : (t == F32) ? 32 : 16;
    endfunction

    function integer elements_of; // of a slice
        input [3:0] t1, t2;
        elements_of = (t1 == F32) ? 1 : (t1 > S8) ? 2 : (bits_of(t1) <= 4 && bits_of(t2) <= 4) ? 8 : 4;
    endfunction

    function is_good;
        input dummy;
        is_good = ((type1 <= S8 && type2 <= S8 && acc_type < ACC_F32) ||
                   (type1 > S8 && type1 <= F32 && type1 == type2 && acc_type == ACC_F32 && !saturate)) &&
                  (sd == 4'd1 || sd == 4'd2 || sd == 4'd4 || sd == 4'd8) && rc != 4'd0 && rc <= 4'd8 &&
                  exec_size != 5'd0 && exec_size <= LANES[4:0];
    endfunction

    function [3:0] src1_rows;
        input dummy;
        reg [31:0] dwords;
        begin
            dwords = ({28'd0, sd} * elements_of(type1, type2) * bits_of(type1) + 31) / 32;
            src1_rows = dwords[3:0];
        end
    endfunction

    function [3:0] modulo_6;
        input [5:0] n;
        reg   [5:0] rest;
        begin
            rest = n % 6'd6;
            modulo_6 = rest[3:0];
        end
    endfunction

    // Make one field of the command illegal, or several.
    task spoil;
        begin
            draw;
            case (x[34:32])
                0: type1 = x[3:0];
                1: type2 = x[4] ? BF16 + {2'd0, x[1:0]} : x[3:0];
                2: acc_type = x[1:0];
                3: sd = x[3:0];
                4: rc = x[4] ? 4'd0 : x[3:0];
                5: exec_size = x[5] ? 5'd0 : LANES[4:0] + {2'd0, x[2:0]} + 5'd1;
                6: saturate = 1'b1;
                7: begin
                    {exec_size, rc, sd} = x[12:0];
                    saturate = x[13];
                    if (x[14]) {type1, type2} = x[23:16];
                    if (x[15]) acc_type = x[25:24];
                end
            endcase
        end
    endtask

    task draw_command;
        begin
            draw;
            acc_type = {1'b0, x[0]};
            saturate = x[1];
            sd = 4'd1 << x[3:2];
            rc = (x[5:4] == 2'd0) ? 4'd8 : {1'b0, x[8:6]} + 4'd1;
            exec_size = x[9] ? LANES[4:0] : {1'b0, x[13:10] & (LANES[3:0] - 4'd1)} + 5'd1;
            src0_null = (x[15:14] == 2'd0);
            cmd_src0_scalar <= (x[17:16] == 2'd0);
            cmd_tag <= x[25:18];
            type1 = modulo_6(x[31:26]);
            type2 = modulo_6(x[37:32]);
            if (x[40:38] < 3'd3) begin
                type1 = (x[43:42] == 2'd0) ? BF16 : (x[43:42] == 2'd1) ? F16 : F32;
                type2 = type1;
                acc_type = ACC_F32;
                saturate = 1'b0;
            end
            plan[32:16] = {x[48] ? x[51:49] : MODERATE, x[63:50]};
            draw;
            if (x[63:61] == 3'd0) spoil;
            cmd_src1_type <= type1;
            cmd_src2_type <= type2;
            cmd_acc_type <= acc_type;
            cmd_sd <= sd;
            cmd_rc <= rc;
            cmd_exec_size <= exec_size;
            cmd_saturate <= saturate;
            cmd_src0_null <= src0_null;
        end
    endtask

    // ---- elements

    localparam SRC1 = 0, SRC0 = 1, SRC2 = 2;

    integer     fraction_bits, bias;
    reg [31:0]  fraction, sign; // masks

    task set_format;
        input [3:0] t;
        begin
            fraction_bits = (t == BF16) ? 7 : (t == F16) ? 10 : 23;
            bias = (t == F16) ? 15 : 127;
            fraction = (32'd1 << fraction_bits) - 32'd1;
            sign = (t == F32) ? 32'h80000000 : 32'h00008000;
        end
    endtask

    // 2^e, limited to normal numbers, with the fraction f.
    function [31:0] magnitude;
        input integer e;
        input [31:0] f;
        integer field;
        begin
            field = e + bias;
            if (field < 1) field = 1;
            if (field > 2 * bias) field = 2 * bias;
            magnitude = (field << fraction_bits) | (f & fraction);
        end
    endfunction

    reg [31:0] e;

    task draw_special;
        reg [31:0] infinity, f;
        begin
            infinity = (2 * bias + 1) << fraction_bits;
            f = x[63:32] & fraction;
            case (x[7:4] % 10)
                0: e = 32'd0;
                1: e = x[8] ? 32'd1 : fraction;              // smallest and largest subnormal
                2: e = f;
                3: e = fraction + 32'd1;                     // smallest normal
                4: e = infinity - 32'd1;                     // largest
                5: e = magnitude(0, 0) + {30'd0, x[9:8]} - 32'd1;
                6: e = infinity;
                7: e = infinity | f | 32'd1;                 // any NaN
                8: e = infinity | (fraction + 32'd1) >> 1;   // the canonical one
                default: e = magnitude(0, 0) + ((fraction + 32'd1) >> 1) * {30'd0, x[9:8]};
            endcase
        end
    endtask

    task draw_float;
        input integer place;
        input [2:0]   mood;
        input [13:0]  few;      // the fractions of CANCEL
        input         negative; // the sign of most ZEROS
        reg   [31:0]  r;
        begin
            draw;
            r = x[63:32];
            case (mood)
                ANY: e = r & (sign | (sign - 32'd1));
                CANCEL: // few magnitudes, so that products cancel
                    if (place == SRC2) e = magnitude((x[5:4] == 2'd0) ? -1 : 0, 0);
                    else
                        e = magnitude(x[0] ? 1 : 0, {25'd0, x[0] ? few[13:7] : few[6:0]} << (fraction_bits - 7))
                            + (x[10:8] == 3'd0 ? 32'd1 : 32'd0);
                TIES: // src0 around 1, products around half its ulp
                    if (place == SRC0) e = magnitude(x[0] ? 1 : 0, r);
                    else e = magnitude(x[0] ? -11 : -12, 0) + (x[9:8] == 2'd3 ? 32'hffffffff
                                                                              : {31'd0, x[9]});
                TINY:
                    if (place == SRC0 || x[1:0] == 2'd0)
                        e = (r & {fraction[30:0], 1'b1}) >> x[7:4];
                    else e = magnitude(-60 - {28'd0, x[11:8]}, r);
                HUGE:
                    if (place == SRC0) e = magnitude(124 + {30'd0, x[1:0]}, r | r >> 8);
                    else e = magnitude(60 + {28'd0, modulo_6(x[5:0])}, r | r >> 8);
                ZEROS: e = (x[3:0] == 4'd0) ? magnitude(0, r) : 32'd0;
                SPECIALS:
                    if (place == SRC0 ? x[0] : x[3:0] < 4'd3) draw_special;
                    else e = magnitude({29'd0, x[10:8]} - 4, r);
                default: e = magnitude({29'd0, x[10:8]} - 4, r);
            endcase
            if (mood == ZEROS && x[3:0] != 4'd0) e = (negative ^ (x[3:0] == 4'd1)) ? sign : 32'd0;
            else if (mood != ANY && r[31]) e = e ^ sign;
        end
    endtask

    function [31:0] integer_corner;
        input [3:0] which;
        case (which)
            0: integer_corner = 32'h00000000;
            1: integer_corner = 32'hffffffff;
            2: integer_corner = 32'h80000000;
            3: integer_corner = 32'h7fffffff;
            4: integer_corner = 32'h80808080;
            5: integer_corner = 32'h7f7f7f7f;
            6: integer_corner = 32'h88888888;
            7: integer_corner = 32'h77777777;
            8: integer_corner = 32'haaaaaaaa;
            9: integer_corner = 32'h55555555;
            10: integer_corner = 32'h00000001;
            11: integer_corner = 32'h01010101;
            12: integer_corner = 32'h80000001;
            13: integer_corner = 32'h7ffffffe;
            14: integer_corner = 32'hfffffffe;
            default: integer_corner = 32'h7ffff000;
        endcase
    endfunction

    // A row of n dwords in `row`.
    reg [511:0] row;

    task draw_row;
        input integer               place;
        input integer               n;
        input [PLAN_BITS-1:0]       p;
        reg                         corner, same, negative, wide;
        reg   [31:0]                low;
        integer                     i;
        begin
            draw;
            corner = x[1:0] == 2'd0;
            same = x[2];
            negative = x[3];
            wide = place == SRC0 || p[15:12] == F32;
            if (p[15:12] > S8) set_format(place == SRC0 ? F32 : p[15:12]);
            for (i = 0; i < n; i = i + 1)
                if (p[15:12] > S8) begin
                    draw_float(place, p[32:30], p[29:16], negative);
                    if (!wide) begin
                        low = e;
                        draw_float(place, p[32:30], p[29:16], negative);
                        e = e << 16 | low;
                    end
                    row[32*i +: 32] = e;
                end else if (corner && same && i != 0) row[32*i +: 32] = row[31:0];
                else begin
                    draw;
                    row[32*i +: 32] = corner ? integer_corner(x[35:32]) : x[63:32];
                end
        end
    endtask

    // ---- streams. A plan is what remains to be sent of a command's operands.

    reg [PLAN_BITS-1:0] queue [0:15];
    integer             written, read1, read0, read2;
    reg [PLAN_BITS-1:0] plan1, plan0, plan2;
    reg [3:0]           left1, left0, left2;
    reg                 cmd_on, src1_on, src0_on, src2_on;
    integer             cycle, reset_left;

    // How a stream behaves for a while: 0 and 1 do not stall, 2 stalls in half of the cycles, 3 in most.
    reg [11:0] pace;
    reg [5:0]  open;

    function is_open;
        input [1:0] mode;
        input [2:0] r;
        is_open = !mode[1] || (mode[0] ? r == 3'd0 : r[0]);
    endfunction

    initial begin
        written = 0; read1 = 0; read0 = 0; read2 = 0;
        left1 = 0; left0 = 0; left2 = 0;
        cycle = 0; reset_left = 2; pace = 0; plan = 0;
        rst = 1'b1;
        cmd_valid = 1'b0; src1_valid = 1'b0; src0_valid = 1'b0; src2_valid = 1'b0;
        dst_ready = 1'b0; rsp_ready = 1'b0;
        cmd_src1_type = 0; cmd_src2_type = 0; cmd_acc_type = 0; cmd_sd = 0; cmd_rc = 0;
        cmd_exec_size = 0; cmd_saturate = 0; cmd_src0_null = 0; cmd_src0_scalar = 0; cmd_tag = 0;
        src1_data = 0; src0_data = 0; src2_data = 0;
    end

    always @(posedge clk) begin
        cycle = cycle + 1;

        // The transfers of the cycle that ends. A valid and its payload are held until their transfer.
        cmd_on = cmd_valid && !cmd_ready;
        src1_on = src1_valid && !src1_ready;
        src0_on = src0_valid && !src0_ready;
        src2_on = src2_valid && !src2_ready;
        if (src1_valid && src1_ready) left1 = left1 - 4'd1;
        if (src0_valid && src0_ready) left0 = left0 - 4'd1;
        if (src2_valid && src2_ready) left2 = left2 - 4'd1;
        if (rst) begin
            cmd_on = 1'b0; src1_on = 1'b0; src0_on = 1'b0; src2_on = 1'b0;
            written = 0; read1 = 0; read0 = 0; read2 = 0;
            left1 = 0; left0 = 0; left2 = 0;
        end

        draw;
        if (x[4:0] == 5'd0) pace = x[63:52];
        if (reset_left != 0) reset_left = reset_left - 1;
        else if (x[15:5] == 11'd0) reset_left = x[51] ? 2 : 1;
        rst <= reset_left != 0;
        open = {is_open(pace[11:10], x[18:16]), is_open(pace[9:8], x[21:19]), is_open(pace[7:6], x[24:22]),
                is_open(pace[5:4], x[27:25]), is_open(pace[3:2], x[30:28]), is_open(pace[1:0], x[33:31])};
        if (cycle < withhold) open[3:1] = 3'd0;
        dst_ready <= open[4];
        rsp_ready <= open[5];

        if (!cmd_on && open[0] && written < read1 + 15 && written < read0 + 15 && written < read2 + 15)
        begin
            draw_command;
            cmd_on = 1'b1;
            if (is_good(1'b0)) begin
                plan[15:12] = type1;
                plan[11:0] = {src1_rows(1'b0), src0_null ? 4'd0 : rc, rc};
                queue[written & 15] = plan;
                written = written + 1;
            end
        end
        cmd_valid <= cmd_on;

        if (!src1_on && open[1]) begin
            if (left1 == 0 && read1 < written) begin
                plan1 = queue[read1 & 15];
                left1 = plan1[11:8];
                read1 = read1 + 1;
            end
            if (left1 != 0) begin
                draw_row(SRC1, LANES, plan1);
                src1_data <= row[32*LANES-1:0];
                src1_on = 1'b1;
            end
        end
        src1_valid <= src1_on;

        if (!src0_on && open[2]) begin
            while (left0 == 0 && read0 < written) begin
                plan0 = queue[read0 & 15];
                left0 = plan0[7:4];
                read0 = read0 + 1;
            end
            if (left0 != 0) begin
                draw_row(SRC0, LANES, plan0);
                src0_data <= row[32*LANES-1:0];
                src0_on = 1'b1;
            end
        end
        src0_valid <= src0_on;

        if (!src2_on && open[3]) begin
            if (left2 == 0 && read2 < written) begin
                plan2 = queue[read2 & 15];
                left2 = plan2[3:0];
                read2 = read2 + 1;
            end
            if (left2 != 0) begin
                draw_row(SRC2, 8, plan2);
                src2_data <= row[255:0];
                src2_on = 1'b1;
            end
        end
        src2_valid <= src2_on;
    end

endmodule

`default_nettype wire
