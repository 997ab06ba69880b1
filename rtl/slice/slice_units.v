`default_nettype none

// slice_units - arrays and packer, with the logic between them and the core: messages are routed to their unit, and
// returned values are arbitrated in turn [systolic disaggregation ¶344 to ¶352, ¶364, ¶365]. Parameters as in slice.
module slice_units #(
    parameter WARPS = 4,
    parameter LANES = 8,
    parameter DEPTH = 4,
    parameter ARRAYS = 1,
    parameter ROWS = 256,
    parameter QUEUE = 4
) (
    input  wire                 clk,
    input  wire                 rst,

    // The core.
    input  wire                 off_valid,
    output reg                  off_ready,
    input  wire [3:0]           off_warp,
    input  wire [2:0]           off_kind,
    input  wire [3:0]           off_mode,
    input  wire [7:0]           off_tag,
    input  wire [31:0]          off_a,
    input  wire [31:0]          off_b,
    input  wire [31:0]          off_c,
    input  wire [32*LANES-1:0]  off_x,
    /* verilator lint_off UNUSEDSIGNAL */ // pack uses only the low byte of each lane
    input  wire [32*LANES-1:0]  off_y,
    /* verilator lint_on UNUSEDSIGNAL */

    output wire                 note_valid,
    input  wire                 note_ready,
    output wire [3:0]           note_pr,
    output wire [7:0]           note_tag,
    output wire [3:0]           note_status,

    output wire                 value_valid,
    input  wire                 value_ready,
    output wire [3:0]           value_pr,
    output wire [3:0]           value_status,
    output wire [32*LANES-1:0]  value_data,

    // The group of off_warp.
    input  wire [8:0]           row_base,
    input  wire [9:0]           rows,
    input  wire [9:0]           local_base,
    input  wire [10:0]          local_lines,

    // The mover.
    output wire                 line_valid,
    input  wire                 line_ready,
    output wire                 line_write,
    output wire [31:0]          line_addr,
    output wire [63:0]          line_mask,
    output wire [511:0]         line_data,
    output wire [7:0]           line_tag,

    input  wire                 line_rsp_valid,
    output wire                 line_rsp_ready,
    input  wire [511:0]         line_rsp_data,
    input  wire                 line_rsp_error,
    input  wire [7:0]           line_rsp_tag,

    output wire [ARRAYS-1:0]    idle,
    output wire                 mover_idle,
    output wire [32*ARRAYS-1:0] busy_cycles,
    output wire [32*ARRAYS-1:0] idle_cycles,
    output wire [31:0]          slices_fed,
    output wire [31:0]          slices_skipped,

    output wire [32:0]          saw_note,
    output wire [32:0]          saw_row,
    output wire [32:0]          saw_line,
    output wire [32:0]          saw_pack
);
    localparam VBITS = 32 * LANES;

    // --- routing of messages ---

    localparam [2:0] GET = 3'd2;
    localparam [2:0] PUT = 3'd3;
    localparam [2:0] PACK = 3'd4;

    wire gets = off_valid && off_kind == GET;
    wire puts = off_valid && off_kind == PUT;
    wire packs = off_valid && off_kind == PACK;
    wire asks = off_valid && off_kind != GET && off_kind != PUT && off_kind != PACK;
    wire msg_ready, rd_ready, wr_ready, cmd_ready;

    always @*
        case (off_kind)
            GET: off_ready = rd_ready;
            PUT: off_ready = wr_ready;
            PACK: off_ready = cmd_ready;
            default: off_ready = msg_ready;
        endcase

    // --- arrays ---

    wire [3:0]  src1_type, src2_type, rc;
    wire [1:0]  acc_type, op;
    wire [6:0]  sd, items;
    wire [4:0]  exec_size;
    wire        saturate, src0_null, src0_scalar, keep, chain, narrow, sparse, operand;
    wire [8:0]  src0, src1, src2, dst, mul, shift, map1, map2;
    wire [2:0]  act, per;
    wire [15:0] offset, low, high;
    wire [7:0]  tag;
    wire [5:0]  row_step;
    wire [31:0] addr, addr_step;

    slice_message #(.LANES(LANES), .ROWS(ROWS)) u_message (
        .kind(off_kind), .mode(off_mode), .off_tag(off_tag), .a(off_a), .b(off_b), .c(off_c), .row_base(row_base),
        .rows(rows), .local_base(local_base), .local_lines(local_lines), .src1_type(src1_type), .src2_type(src2_type),
        .acc_type(acc_type), .sd(sd), .rc(rc), .exec_size(exec_size), .saturate(saturate), .src0_null(src0_null),
        .src0_scalar(src0_scalar), .src0(src0), .src1(src1), .src2(src2), .dst(dst), .act(act), .mul(mul), .shift(shift),
        .offset(offset), .low(low), .high(high), .keep(keep), .chain(chain), .tag(tag), .op(op), .items(items), .per(per),
        .row_step(row_step), .addr(addr), .addr_step(addr_step), .narrow(narrow), .sparse(sparse), .operand(operand),
        .map1(map1), .map2(map2)
    );

    wire             rdata_valid;
    wire             rdata_ready;
    wire [3:0]       rdata_pr;
    wire [VBITS-1:0] rdata_data;

    compute_block #(
        .LANES(LANES), .DEPTH(DEPTH), .PRS(WARPS), .ARRAYS(ARRAYS), .ROWS(ROWS), .QUEUE(QUEUE)
    ) u_compute_block (
        .clk(clk), .rst(rst), .msg_valid(asks), .msg_ready(msg_ready), .msg_pr(off_warp), .msg_src1_type(src1_type),
        .msg_src2_type(src2_type), .msg_acc_type(acc_type), .msg_sd(sd), .msg_rc(rc), .msg_exec_size(exec_size),
        .msg_saturate(saturate), .msg_src0_null(src0_null), .msg_src0_scalar(src0_scalar), .msg_src0(src0),
        .msg_src1(src1), .msg_src2(src2), .msg_dst(dst), .msg_act(act), .msg_mul(mul), .msg_shift(shift),
        .msg_offset(offset), .msg_low(low), .msg_high(high), .msg_keep(keep), .msg_chain(chain), .msg_tag(tag),
        .msg_op(op), .msg_items(items), .msg_per(per), .msg_row_step(row_step), .msg_addr(addr),
        .msg_addr_step(addr_step), .msg_narrow(narrow), .msg_sparse(sparse), .msg_strict(1'b0), .msg_operand(operand),
        .msg_map1(map1), .msg_map2(map2),
        .rd_valid(gets), .rd_ready(rd_ready), .rd_pr(off_warp), .rd_row(off_a[8:0]),
        .wr_valid(puts), .wr_ready(wr_ready), .wr_row(off_a[8:0]), .wr_data(off_x),
        .rdata_valid(rdata_valid), .rdata_ready(rdata_ready), .rdata_pr(rdata_pr), .rdata_data(rdata_data),
        .note_valid(note_valid), .note_ready(note_ready), .note_pr(note_pr), .note_tag(note_tag),
        .note_status(note_status), .line_valid(line_valid), .line_ready(line_ready), .line_write(line_write),
        .line_addr(line_addr), .line_mask(line_mask), .line_data(line_data), .line_tag(line_tag),
        .line_rsp_valid(line_rsp_valid), .line_rsp_ready(line_rsp_ready), .line_rsp_data(line_rsp_data),
        .line_rsp_error(line_rsp_error), .line_rsp_tag(line_rsp_tag), .idle(idle), .busy_cycles(busy_cycles),
        .idle_cycles(idle_cycles), .mover_idle(mover_idle), .slices_fed(slices_fed),
        .slices_skipped(slices_skipped)
    );

    // --- packer ---

    localparam [1:0] MASK = 2'd2;
    localparam [2:0] BITS32 = 3'd2;

    wire             is_mask = off_mode[1:0] == MASK;
    wire [VBITS-1:0] ctl, bytes;
    wire             res_valid, res_ready;
    wire [VBITS-1:0] res_data;
    wire [6:0]       res_count;
    wire [1:0]       res_status;
    wire [7:0]       res_tag;

    assign ctl[VBITS-1:8*LANES] = {(24*LANES){1'b0}};

    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_lane
            assign ctl[8*i +: 8] = off_y[32*i +: 8];
            assign bytes[32*i +: 32] = {24'd0, res_data[8*i +: 8]};
        end
    endgenerate

    packer #(.VBITS(VBITS)) u_packer (
        .clk(clk), .rst(rst), .cmd_valid(packs), .cmd_ready(cmd_ready), .cmd_op(off_mode[1:0]), .cmd_width(BITS32),
        .cmd_n(LANES[6:0]), .cmd_is_float(1'b0), .cmd_src(off_x), .cmd_ctl(ctl), .cmd_dst({VBITS{1'b0}}),
        .cmd_tag({3'd0, is_mask, off_warp}), .res_valid(res_valid), .res_ready(res_ready), .res_data(res_data),
        .res_count(res_count), .res_status(res_status), .res_tag(res_tag)
    );

    // --- values ---

    wire by_packer;

    slice_turn u_value (
        .clk(clk), .rst(rst), .first(rdata_valid), .second(res_valid), .transfer(value_ready), .chosen(by_packer)
    );

    assign value_valid = rdata_valid | res_valid;
    assign value_pr = by_packer ? res_tag[3:0] : rdata_pr;
    assign value_status = by_packer ? {2'd0, res_status} : 4'd0;
    assign value_data = !by_packer ? rdata_data : res_tag[4] ? bytes : res_data;
    assign rdata_ready = ~by_packer & value_ready;
    assign res_ready = by_packer & value_ready;

    // --- observation ---

    localparam [15:0] VECTOR = VBITS[15:0];

    slice_fold #(.FIELDS(3), .BITS(16), .WIDTHS({16'd4, 16'd8, 16'd4})) u_saw_note (
        .transfer(note_valid & note_ready), .payload({note_status, note_tag, note_pr}), .fold(saw_note)
    );
    slice_fold #(.FIELDS(2), .BITS(VBITS+4), .WIDTHS({VECTOR, 16'd4})) u_saw_row (
        .transfer(rdata_valid & rdata_ready), .payload({rdata_data, rdata_pr}), .fold(saw_row)
    );
    slice_fold #(.FIELDS(5), .BITS(617), .WIDTHS({16'd8, 16'd512, 16'd64, 16'd32, 16'd1})) u_saw_line (
        .transfer(line_valid & line_ready), .payload({line_tag, line_data, line_mask, line_addr, line_write}),
        .fold(saw_line)
    );
    slice_fold #(.FIELDS(4), .BITS(VBITS+17), .WIDTHS({16'd8, 16'd2, 16'd7, VECTOR})) u_saw_pack (
        .transfer(res_valid & res_ready), .payload({res_tag, res_status, res_count, res_data}), .fold(saw_pack)
    );

endmodule

`default_nettype wire
