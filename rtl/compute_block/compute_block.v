`default_nettype none

// compute_block - systolic arrays that processing resources share through a register file and messages
// [systolic disaggregation ¶346 to ¶352].
module compute_block #(
    // Lanes of an array, dwords of a row: 4, 8 or 16.
    parameter LANES = 8,
    // Layers of an array: 2, 4 or 8.
    parameter DEPTH = 4,
    // Processing resources: 1..16.
    parameter PRS = 4,
    // Arrays: 1..4.
    parameter ARRAYS = 2,
    // Rows of the register file: 16, 32, 64, 128, 256 or 512.
    parameter ROWS = 256,
    // Messages that the queue of a processing resource holds: 2, 3 or 4.
    parameter QUEUE = 4
) (
    input  wire                 clk,
    input  wire                 rst,  // synchronous, active high

    input  wire                 msg_valid,
    output wire                 msg_ready,
    input  wire [3:0]           msg_pr,
    input  wire [3:0]           msg_src1_type,
    input  wire [3:0]           msg_src2_type,
    input  wire [1:0]           msg_acc_type,
    input  wire [6:0]           msg_sd,
    input  wire [3:0]           msg_rc,
    input  wire [4:0]           msg_exec_size,
    input  wire                 msg_saturate,
    input  wire                 msg_src0_null,
    input  wire                 msg_src0_scalar,
    input  wire [8:0]           msg_src0,
    input  wire [8:0]           msg_src1,
    input  wire [8:0]           msg_src2,
    input  wire [8:0]           msg_dst,
    input  wire [2:0]           msg_act,
    input  wire [8:0]           msg_mul,
    input  wire [8:0]           msg_shift,
    input  wire [15:0]          msg_offset,
    input  wire [15:0]          msg_low,
    input  wire [15:0]          msg_high,
    input  wire                 msg_keep,
    input  wire                 msg_chain,
    input  wire [7:0]           msg_tag,
    input  wire [1:0]           msg_op,
    input  wire [6:0]           msg_items,
    input  wire [2:0]           msg_per,
    input  wire [5:0]           msg_row_step,
    input  wire [31:0]          msg_addr,
    input  wire [31:0]          msg_addr_step,
    input  wire                 msg_narrow,
    input  wire                 msg_sparse,
    input  wire                 msg_strict,
    input  wire                 msg_operand,
    input  wire [8:0]           msg_map1,
    input  wire [8:0]           msg_map2,

    input  wire                 rd_valid,
    output wire                 rd_ready,
    input  wire [3:0]           rd_pr,
    /* verilator lint_off UNUSEDSIGNAL */ // row numbers are modulo ROWS: with fewer than 512 rows the upper bits are unused
    input  wire [8:0]           rd_row,
    /* verilator lint_on UNUSEDSIGNAL */

    input  wire                 wr_valid,
    output wire                 wr_ready,
    /* verilator lint_off UNUSEDSIGNAL */ // as rd_row
    input  wire [8:0]           wr_row,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [32*LANES-1:0]  wr_data,

    output reg                  rdata_valid,
    input  wire                 rdata_ready,
    output reg  [3:0]           rdata_pr,
    output reg  [32*LANES-1:0]  rdata_data,

    output reg                  note_valid,
    input  wire                 note_ready,
    output reg  [3:0]           note_pr,
    output reg  [7:0]           note_tag,
    output reg  [3:0]           note_status,

    // To and from memory.
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

    output wire [ARRAYS-1:0]    idle,         // enables of the clock gates of the arrays
    output reg  [32*ARRAYS-1:0] busy_cycles,
    output reg  [32*ARRAYS-1:0] idle_cycles,
    output wire                 mover_idle,
    output reg  [31:0]          slices_fed,     // of sparse messages
    output reg  [31:0]          slices_skipped
);
    generate
        // No such modules exist: their names are the error messages that stop elaboration.
        if ((LANES != 4 && LANES != 8 && LANES != 16) || (DEPTH != 2 && DEPTH != 4 && DEPTH != 8)) begin : g_array
            compute_block_needs_LANES_4_8_or_16_and_DEPTH_2_4_or_8 illegal ();
        end
        if (PRS < 1 || PRS > 16 || ARRAYS < 1 || ARRAYS > 4) begin : g_number
            compute_block_needs_PRS_1_to_16_and_ARRAYS_1_to_4 illegal ();
        end
        if (ROWS != 16 && ROWS != 32 && ROWS != 64 && ROWS != 128 && ROWS != 256 && ROWS != 512) begin : g_rows
            compute_block_needs_ROWS_16_32_64_128_256_or_512 illegal ();
        end
        if (QUEUE < 2 || QUEUE > 4) begin : g_queue
            compute_block_needs_QUEUE_2_to_4 illegal ();
        end
    endgenerate

    localparam W = 32 * LANES;
    localparam R = $clog2(ROWS);
    localparam LOG = $clog2(LANES);
    localparam BITS = 171;

    // --- queues ---

    wire [3:0]      dpas_own;
    wire            integers, floats;
    wire [1:0]      pack1, pack2;
    wire [ROWS-1:0] dpas_reads, dpas_writes;

    compute_block_types u_types (
        .src1_type(msg_src1_type), .src2_type(msg_src2_type), .integers(integers), .floats(floats), .pack1(pack1),
        .pack2(pack2)
    );

    compute_block_message #(.LANES(LANES), .ROWS(ROWS)) u_message (
        .integers(integers), .floats(floats), .pack1(pack1), .pack2(pack2), .acc_type(msg_acc_type), .sd(msg_sd),
        .rc(msg_rc), .exec_size(msg_exec_size), .saturate(msg_saturate), .src0_null(msg_src0_null), .src0(msg_src0),
        .src1(msg_src1), .src2(msg_src2),
        .dst(msg_dst), .act(msg_act), .mul(msg_mul), .shift(msg_shift), .low(msg_low), .high(msg_high),
        .keep(msg_keep), .chain(msg_chain), .sparse(msg_sparse), .strict(msg_strict), .map1(msg_map1),
        .map2(msg_map2), .status(dpas_own), .reads(dpas_reads), .writes(dpas_writes)
    );

    wire [3:0]      move_own;
    wire [ROWS-1:0] move_reads, move_writes;
    wire [109:0]    put_move;

    compute_block_move #(.LANES(LANES), .ROWS(ROWS)) u_move (
        .op(msg_op), .items(msg_items), .per(msg_per), .row_step(msg_row_step), .addr(msg_addr),
        .addr_step(msg_addr_step), .narrow(msg_narrow), .src0(msg_src0), .dst(msg_dst), .keep(msg_keep),
        .chain(msg_chain), .sparse(msg_sparse), .operand(msg_operand), .pair(integers || floats), .floats(floats),
        .src1_type(msg_src1_type), .pack1(pack1), .pack2(pack2), .rc(msg_rc), .map1(msg_map1), .map2(msg_map2),
        .status(move_own), .reads(move_reads), .writes(move_writes), .move(put_move)
    );

    wire            moves = msg_op != 2'd0;
    wire [3:0]      own = moves ? move_own : dpas_own;
    wire [ROWS-1:0] put_reads = moves ? move_reads : dpas_reads;
    wire [ROWS-1:0] put_writes = moves ? move_writes : dpas_writes;

    // A move has its own fields in place of those of dpas, after PR and tag.
    wire [BITS-1:0] put_dpas = {
        msg_pr, msg_tag, msg_src1_type, msg_src2_type, msg_acc_type, msg_sd, msg_rc, msg_exec_size,
        msg_saturate, msg_src0_null && !msg_chain, msg_src0_scalar && !msg_chain, msg_src0, msg_src1, msg_src2, msg_dst,
        msg_act, msg_mul, msg_shift, msg_offset, msg_low, msg_high, msg_keep, msg_chain, msg_sparse,
        msg_map1, msg_map2, pack1, pack2
    };
    wire [BITS-1:0] put_message = moves ? {msg_pr, msg_tag, put_move, {BITS-122{1'b0}}} : put_dpas;

    wire [PRS-1:0]      addressed, room, take, whole, is_end, is_move;
    wire [3*PRS-1:0]    n;
    wire [PRS*ROWS-1:0] group_reads, group_writes, head_reads, head_writes;
    wire [PRS*BITS-1:0] head;
    wire [4*PRS-1:0]    head_error;

    assign msg_ready = !msg_valid || ~|addressed || |(addressed & room);

    genvar g, k;

    generate
        for (g = 0; g < PRS; g = g + 1) begin : g_pr
            localparam [3:0] PR = g;

            assign addressed[g] = msg_pr == PR;

            compute_block_queue #(.QUEUE(QUEUE), .ROWS(ROWS), .BITS(BITS)) u_queue (
                .clk(clk), .rst(rst),
                .put(msg_valid && addressed[g] && room[g]), .put_message(put_message), .put_reads(put_reads),
                .put_writes(put_writes), .put_move(moves), .put_own(own), .put_keep(msg_keep), .put_chain(msg_chain),
                .put_acc_type(msg_acc_type), .put_rc(msg_rc), .room(room[g]),
                .take(take[g]), .whole(whole[g]), .n(n[3*g +: 3]), .reads(group_reads[ROWS*g +: ROWS]),
                .writes(group_writes[ROWS*g +: ROWS]), .message(head[BITS*g +: BITS]),
                .head_reads(head_reads[ROWS*g +: ROWS]), .head_writes(head_writes[ROWS*g +: ROWS]),
                .is_end(is_end[g]), .is_move(is_move[g]), .error(head_error[4*g +: 4])
            );
        end
    endgenerate

    // --- dispatch ---

    wire [ARRAYS-1:0]      give;
    wire [ARRAYS*ROWS-1:0] busy_reads, busy_writes;
    wire [3*ARRAYS-1:0]    held;
    wire                   give_mover;
    wire [ROWS-1:0]        mover_reads, mover_writes;
    wire [3:0]             mover_held;

    compute_block_dispatch #(.PRS(PRS), .ARRAYS(ARRAYS), .ROWS(ROWS)) u_dispatch (
        .clk(clk), .rst(rst), .whole(whole), .n(n), .reads(group_reads), .writes(group_writes), .is_end(is_end),
        .is_move(is_move), .busy_reads(busy_reads), .busy_writes(busy_writes), .held(held), .mover_reads(mover_reads),
        .mover_writes(mover_writes), .mover_held(mover_held), .take(take), .give(give), .give_mover(give_mover)
    );

    // The message that is dispatched: at most one is taken per cycle.
    reg [BITS-1:0] moving;
    reg [ROWS-1:0] moving_reads, moving_writes;
    reg [3:0]      moving_error;
    integer        q;

    always @* begin
        moving        = {BITS{1'b0}};
        moving_reads  = {ROWS{1'b0}};
        moving_writes = {ROWS{1'b0}};
        moving_error  = 4'd0;
        for (q = 0; q < PRS; q = q + 1) begin
            moving        = moving | ({BITS{take[q]}} & head[BITS*q +: BITS]);
            moving_reads  = moving_reads | ({ROWS{take[q]}} & head_reads[ROWS*q +: ROWS]);
            moving_writes = moving_writes | ({ROWS{take[q]}} & head_writes[ROWS*q +: ROWS]);
            moving_error  = moving_error | ({4{take[q]}} & head_error[4*q +: 4]);
        end
    end

    // --- register file ---

    reg [W-1:0] rows [0:ROWS-1];
    integer     row;

    initial
        for (row = 0; row < ROWS; row = row + 1) rows[row] = {W{1'b0}};

    wire [ARRAYS-1:0]   write;
    /* verilator lint_off UNUSEDSIGNAL */ // as rd_row
    wire [9*ARRAYS-1:0] write_row;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [W*ARRAYS-1:0] write_data;
    integer             a, m;

    localparam PER_LINE = 16 / LANES;

    wire [2:0]   mover_write_rows;
    /* verilator lint_off UNUSEDSIGNAL */ // as rd_row
    wire [8:0]   mover_write_row, mover_read_row;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [511:0] mover_write_data, mover_read_data;
    wire         map_write;
    /* verilator lint_off UNUSEDSIGNAL */ // as rd_row
    wire [8:0]   map_row;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [63:0]  map;

    // Arrays and mover come last, so their writes win over a processing resource that writes the same row.
    always @(posedge clk) if (!rst) begin
        if (wr_valid) rows[wr_row[R-1:0]] <= wr_data;
        for (m = 0; m < PER_LINE; m = m + 1)
            if (m[2:0] < mover_write_rows) rows[mover_write_row[R-1:0] + m[R-1:0]] <= mover_write_data[W*m +: W];
        if (map_write) rows[map_row[R-1:0]] <= {{W-64{1'b0}}, map};
        for (a = 0; a < ARRAYS; a = a + 1)
            if (write[a]) rows[write_row[9*a +: R]] <= write_data[W*a +: W];
    end

    assign wr_ready = 1'b1;
    assign rd_ready = !rdata_valid || rdata_ready;

    always @(posedge clk) begin
        if (rst) rdata_valid <= 1'b0;
        else if (rd_ready) rdata_valid <= rd_valid;
        if (rd_valid && rd_ready) begin
            rdata_pr   <= rd_pr;
            rdata_data <= rows[rd_row[R-1:0]];
        end
    end

    // --- survivors of the message that is dispatched ---

    wire        moving_sparse;
    wire [6:0]  moving_sd;
    /* verilator lint_off UNUSEDSIGNAL */ // as rd_row; a row has more than 64 bits
    wire [8:0]   moving_map1, moving_map2;
    wire [W-1:0] map1 = rows[moving_map1[R-1:0]];
    wire [W-1:0] map2 = rows[moving_map2[R-1:0]];
    /* verilator lint_on UNUSEDSIGNAL */
    wire [63:0] moving_slices;
    wire [6:0]  moving_n;

    /* verilator lint_off PINCONNECTEMPTY */ // the arrays use the other fields
    compute_block_fields #(.BITS(BITS)) u_moving (
        .message(moving), .pr(), .tag(), .src1_type(), .src2_type(), .acc_type(), .sd(moving_sd), .rc(), .exec_size(),
        .saturate(), .src0_null(), .src0_scalar(), .src0(), .src1(), .src2(), .dst(), .act(), .mul(), .shift(),
        .offset(), .low(), .high(), .keep(), .chain(), .sparse(moving_sparse), .map1(moving_map1),
        .map2(moving_map2), .pack1(), .pack2()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    compute_block_survivors u_survivors (
        .sparse(moving_sparse), .sd(moving_sd), .map1(map1[63:0]), .map2(map2[63:0]), .slices(moving_slices),
        .n(moving_n)
    );

    always @(posedge clk) begin
        if (rst) begin
            slices_fed     <= 32'd0;
            slices_skipped <= 32'd0;
        end else if (|give && moving_error == 4'd0 && moving_sparse) begin
            slices_fed     <= slices_fed + {25'd0, moving_n};
            slices_skipped <= slices_skipped + {25'd0, moving_sd - moving_n};
        end
    end

    // --- arrays ---

    wire [ARRAYS-1:0]   noting, noted;
    wire [4*ARRAYS-1:0] array_pr, array_status;
    wire [8*ARRAYS-1:0] array_tag;

    generate
        for (g = 0; g < ARRAYS; g = g + 1) begin : g_arrays
            /* verilator lint_off UNUSEDSIGNAL */ // as rd_row; rows of good messages are below ROWS
            wire [8:0]       src0_row, mul_row, shift_row;
            wire [35:0]      src1_rows;
            wire [71:0]      src2_rows;
            /* verilator lint_on UNUSEDSIGNAL */
            wire [8*LOG-1:0] src2_lanes;
            wire [4*W-1:0]   src1_data;
            wire [255:0]     src2_data;

            for (k = 0; k < 4; k = k + 1) begin : g_src1
                assign src1_data[W*k +: W] = rows[src1_rows[9*k +: R]];
            end
            for (k = 0; k < 8; k = k + 1) begin : g_src2
                wire [W-1:0] one = rows[src2_rows[9*k +: R]];

                assign src2_data[32*k +: 32] = one[{src2_lanes[LOG*k +: LOG], 5'd0} +: 32];
            end

            compute_block_array #(.LANES(LANES), .DEPTH(DEPTH), .ROWS(ROWS), .BITS(BITS)) u_array (
                .clk(clk), .rst(rst),
                .give(give[g]), .message(moving), .message_reads(moving_reads), .message_writes(moving_writes),
                .message_error(moving_error), .message_slices(moving_slices), .message_n(moving_n),
                .busy_reads(busy_reads[ROWS*g +: ROWS]),
                .busy_writes(busy_writes[ROWS*g +: ROWS]), .held(held[3*g +: 3]), .idle(idle[g]),
                .src1_rows(src1_rows), .src1_data(src1_data),
                .src0_row(src0_row), .src0_data(rows[src0_row[R-1:0]]),
                .src2_rows(src2_rows), .src2_lanes(src2_lanes), .src2_data(src2_data),
                .mul_row(mul_row), .mul_data(rows[mul_row[R-1:0]]), .shift_row(shift_row),
                .shift_data(rows[shift_row[R-1:0]]),
                .write(write[g]), .write_row(write_row[9*g +: 9]), .write_data(write_data[W*g +: W]),
                .note_valid(noting[g]), .note_taken(noted[g]), .note_pr(array_pr[4*g +: 4]),
                .note_tag(array_tag[8*g +: 8]), .note_status(array_status[4*g +: 4])
            );

            always @(posedge clk) begin
                if (rst) begin
                    busy_cycles[32*g +: 32] <= 32'd0;
                    idle_cycles[32*g +: 32] <= 32'd0;
                end else begin
                    if (idle[g]) idle_cycles[32*g +: 32] <= idle_cycles[32*g +: 32] + 32'd1;
                    else busy_cycles[32*g +: 32] <= busy_cycles[32*g +: 32] + 32'd1;
                end
            end
        end
    endgenerate

    // --- mover ---

    wire       mover_notes, mover_noted, mover_failed;
    wire [3:0] mover_pr;
    wire [7:0] mover_tag;

    generate
        for (g = 0; g < PER_LINE; g = g + 1) begin : g_mover_rows
            localparam [R-1:0] ROW = g;

            assign mover_read_data[W*g +: W] = rows[mover_read_row[R-1:0] + ROW];
        end
    endgenerate

    assign line_rsp_ready = 1'b1;

    compute_block_mover #(.LANES(LANES), .ROWS(ROWS)) u_mover (
        .clk(clk), .rst(rst),
        .give(give_mover), .give_pr(moving[BITS-1 -: 4]), .give_tag(moving[BITS-5 -: 8]),
        .give_move(moving[BITS-13 -: 110]), .give_reads(moving_reads), .give_writes(moving_writes),
        .held_reads(mover_reads), .held_writes(mover_writes), .held(mover_held), .idle(mover_idle),
        .read_row(mover_read_row), .read_data(mover_read_data),
        .line_valid(line_valid), .line_ready(line_ready), .line_write(line_write), .line_addr(line_addr),
        .line_mask(line_mask), .line_data(line_data), .line_tag(line_tag),
        .line_rsp_valid(line_rsp_valid), .line_rsp_data(line_rsp_data), .line_rsp_error(line_rsp_error),
        .line_rsp_tag(line_rsp_tag),
        .write_rows(mover_write_rows), .write_row(mover_write_row), .write_data(mover_write_data),
        .map_write(map_write), .map_row(map_row), .map(map),
        .note_valid(mover_notes), .note_taken(mover_noted), .note_pr(mover_pr), .note_tag(mover_tag),
        .note_failed(mover_failed)
    );

    // --- notes: the lowest array with a note, else the mover ---

    localparam [ARRAYS-1:0] ONE = 1;

    wire [ARRAYS-1:0] lowest = noting & (~noting + ONE);
    wire              notes = !note_valid || note_ready;
    integer           b;

    assign noted = notes ? lowest : {ARRAYS{1'b0}};
    assign mover_noted = notes && ~|noting && mover_notes;

    always @(posedge clk) begin
        if (rst) note_valid <= 1'b0;
        else if (notes) note_valid <= |noting || mover_notes;
        for (b = 0; b < ARRAYS; b = b + 1)
            if (noted[b]) begin
                note_pr     <= array_pr[4*b +: 4];
                note_tag    <= array_tag[8*b +: 8];
                note_status <= array_status[4*b +: 4];
            end
        if (mover_noted) begin
            note_pr     <= mover_pr;
            note_tag    <= mover_tag;
            note_status <= mover_failed ? 4'd11 : 4'd0;
        end
    end
endmodule

`default_nettype wire
