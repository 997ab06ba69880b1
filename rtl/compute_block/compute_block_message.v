`default_nettype none

// compute_block_message - rows of the register file that a message needs, and the errors of the message by itself
// [systolic disaggregation ¶350]. Combinational.
module compute_block_message #(
    // Dwords of a row: 4, 8 or 16.
    parameter LANES = 8,
    // Rows of the register file: 16, 32, 64, 128, 256 or 512.
    parameter ROWS = 256
) (
    input  wire            integers,  // both operands are integers
    input  wire            floats,
    input  wire [1:0]      pack1,     // log2 of the slices of src1 in a dword
    input  wire [1:0]      pack2,
    input  wire [1:0]      acc_type,
    input  wire [6:0]      sd,
    input  wire [3:0]      rc,
    input  wire [4:0]      exec_size,
    input  wire            saturate,
    input  wire            src0_null,
    input  wire [8:0]      src0,
    input  wire [8:0]      src1,
    input  wire [8:0]      src2,
    input  wire [8:0]      dst,
    input  wire [2:0]      act,
    input  wire [8:0]      mul,
    input  wire [8:0]      shift,
    input  wire [15:0]     low,
    input  wire [15:0]     high,
    input  wire            keep,
    input  wire            chain,
    input  wire            sparse,
    input  wire            strict,
    input  wire [8:0]      map1,
    input  wire [8:0]      map2,
    output reg  [3:0]      status,
    output wire [ROWS-1:0] reads,
    output wire [ROWS-1:0] writes
);
    localparam [9:0] LAST = ROWS[9:0];

    wire bad_types = !(integers && !acc_type[1]) && !(floats && acc_type == 2'd2);
    wire bad_sd = sd == 7'd0 || sd > 7'd64;
    wire bad_rc = rc == 4'd0 || rc > 4'd8;
    wire bad_exec = exec_size == 5'd0 || exec_size > LANES[4:0];

    // Rows of src1.
    reg [6:0] r1;

    always @*
        case (pack1)
            2'd0: r1 = sd;
            2'd1: r1 = (sd + 7'd1) >> 1;
            default: r1 = (sd + 7'd3) >> 2;
        endcase

    // Up to 8 octets of up to 8 repeats each.
    wire [6:0] whole = sd + 7'd7;
    wire [7:0] product = whole[6:3] * {4'd0, rc};

    wire unused = &{whole[2:0], product[7]};

    // Rows of src2: octets of slices have 64, 128 or 256 bits. Units are 64 bits; a row has LANES/2 of them.
    localparam [9:0] UNITS = {4'd0, LANES[6:1]};

    wire [9:0] units = {3'd0, product[6:0]} << (2'd2 - pack2);
    wire [9:0] r2 = (units + UNITS - 10'd1) / UNITS;

    wire has_src0 = !src0_null && !chain;

    // The row after the last one.
    wire [9:0] end0 = {1'b0, src0} + {6'd0, rc};
    wire [9:0] end1 = {1'b0, src1} + {3'd0, r1};
    wire [9:0] end2 = {1'b0, src2} + r2;
    wire [9:0] endd = {1'b0, dst} + {6'd0, rc};

    localparam [ROWS-1:0] ALL = {ROWS{1'b1}};

    wire [ROWS-1:0] in0 = (ALL << src0) & ~(ALL << end0);
    wire [ROWS-1:0] in1 = (ALL << src1) & ~(ALL << end1);
    wire [ROWS-1:0] in2 = (ALL << src2) & ~(ALL << end2);
    wire [ROWS-1:0] ind = (ALL << dst) & ~(ALL << endd);

    // Rows with the scales of requantise.
    localparam [ROWS-1:0] ONE = 1;

    wire            scales = act == 3'd4 && !keep;
    wire [ROWS-1:0] scale_rows = scales ? (ONE << mul) | (ONE << shift) : {ROWS{1'b0}};

    // Rows of the maps.
    wire [ROWS-1:0] map_rows = sparse ? (ONE << map1) | (ONE << map2) : {ROWS{1'b0}};

    assign reads  = in1 | in2 | scale_rows | map_rows | (has_src0 ? in0 : {ROWS{1'b0}});
    assign writes = keep ? {ROWS{1'b0}} : ind;

    wire outside = end1 > LAST || end2 > LAST || (has_src0 && end0 > LAST) || (!keep && endd > LAST) ||
                   (scales && ({1'b0, mul} >= LAST || {1'b0, shift} >= LAST)) ||
                   (sparse && ({1'b0, map1} >= LAST || {1'b0, map2} >= LAST));
    wire clash   = |(writes & (in1 | in2 | scale_rows | map_rows)) || (has_src0 && dst != src0 && |(writes & in0));
    reg act_fits;

    always @*
        case (act)
            3'd0: act_fits = 1'b1;
            3'd1: act_fits = acc_type != 2'd1;
            3'd2, 3'd3: act_fits = acc_type == 2'd2;
            3'd4: act_fits = acc_type == 2'd0 && $signed(low) <= $signed(high);
            default: act_fits = 1'b0;
        endcase

    wire bad_act = !keep && !act_fits;

    always @* begin
        status = 4'd0;
        if (bad_types) status = 4'd1;
        else if (bad_sd) status = 4'd2;
        else if (bad_rc) status = 4'd3;
        else if (bad_exec) status = 4'd4;
        else if (saturate && floats) status = 4'd5;
        else if (outside || clash) status = 4'd6;
        else if (bad_act) status = 4'd7;
        else if (sparse && strict) status = 4'd12;
    end
endmodule

`default_nettype wire
