`default_nettype none

// compute_block_move - rows of the register file that a message for the mover needs, the errors of the message by
// itself, and what the mover keeps of it [systolic disaggregation ¶350]. Combinational.
module compute_block_move #(
    // Dwords of a row: 4, 8 or 16.
    parameter LANES = 8,
    // Rows of the register file: 16, 32, 64, 128, 256 or 512.
    parameter ROWS = 256
) (
    input  wire [1:0]      op,
    input  wire [6:0]      items,
    input  wire [2:0]      per,
    input  wire [5:0]      row_step,
    input  wire [31:0]     addr,
    input  wire [31:0]     addr_step,
    input  wire            narrow,
    input  wire [8:0]      src0,
    input  wire [8:0]      dst,
    input  wire            keep,
    input  wire            chain,
    input  wire            sparse,
    input  wire            operand,
    input  wire            pair,     // the types of src1 and src2 are a legal pair
    input  wire            floats,
    input  wire [3:0]      src1_type,
    input  wire [1:0]      pack1,    // log2 of the slices of src1 in a dword
    input  wire [1:0]      pack2,
    input  wire [3:0]      rc,
    input  wire [8:0]      map1,
    input  wire [8:0]      map2,
    output reg  [3:0]      status,
    output wire [ROWS-1:0] reads,
    output wire [ROWS-1:0] writes,
    // Drain, narrow, per, items, row_step, row, addr, addr_step; then for a map: whether there is one, its row, operand,
    // log2 of the slices in a dword, floats, halves, rc.
    output wire [109:0]    move
);
    localparam [12:0] LAST = ROWS[12:0];
    localparam [6:0]  LANES_7 = LANES[6:0];

    wire       drain = op == 2'd2;
    wire [8:0] row = drain ? src0 : dst;
    wire       bad_op = op == 2'd3 || keep || chain;

    // --- shape ---

    wire bad_items = items == 7'd0 || items > 7'd64;
    wire bad_per   = (per != 3'd1 && per != 3'd2 && per != 3'd4) || {4'd0, per} * LANES_7 > 7'd16;

    // Bytes of an item minus one, if its shape is good.
    wire [6:0] dwords = {4'd0, per} * LANES_7;
    wire [6:0] size   = narrow ? dwords : dwords << 2;
    /* verilator lint_off UNUSEDSIGNAL */ // an item has at most 64 bytes
    wire [6:0] below  = size - 7'd1;
    /* verilator lint_on UNUSEDSIGNAL */

    wire askew     = |((addr[5:0] | addr_step[5:0]) & below[5:0]);
    wire overlaps  = items != 7'd1 && row_step < {3'd0, per};
    wire bad_shape = bad_items || bad_per || askew || (!drain && (narrow || overlaps));

    // --- rows ---

    wire [5:0]  steps = items[5:0] - 6'd1;  // 63 for 64 items
    wire [12:0] span  = {7'd0, steps} * {7'd0, row_step};
    wire [12:0] last  = {4'd0, row} + span + {10'd0, per};  // the row after the last one

    localparam [ROWS-1:0] ALL = {ROWS{1'b1}};

    wire [ROWS-1:0] rows = (ALL << row) & ~(ALL << last);

    // --- map ---

    localparam [ROWS-1:0] ONE = 1;

    wire [8:0]      map_row = operand ? map2 : map1;
    wire [ROWS-1:0] map = sparse ? ONE << map_row : {ROWS{1'b0}};
    wire            bad_map = sparse && (drain || !pair || (operand && (rc == 4'd0 || rc > 4'd8)));
    wire            bad_map_row = sparse && ({4'd0, map_row} >= LAST || |(map & rows));

    assign reads  = drain ? rows : {ROWS{1'b0}};
    assign writes = drain ? {ROWS{1'b0}} : rows | map;

    always @* begin
        status = 4'd0;
        if (bad_op) status = 4'd9;
        else if (bad_shape) status = 4'd10;
        else if (bad_map) status = 4'd12;
        else if (last > LAST || bad_map_row) status = 4'd6;
    end

    assign move = {
        drain, narrow, per, items, row_step, row, addr, addr_step,
        sparse, map_row, operand, operand ? pack2 : pack1, floats, floats && src1_type != 4'd8, rc
    };
endmodule

`default_nettype wire
