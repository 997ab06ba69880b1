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

    input  wire                 rd_valid,
    output wire                 rd_ready,
    input  wire [3:0]           rd_pr,
    /* verilator lint_off UNUSEDSIGNAL */ // row numbers count modulo ROWS: fewer than 512 rows leave upper bits unused
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

    output wire [ARRAYS-1:0]    idle,         // enables of the arrays' clock gates
    output reg  [32*ARRAYS-1:0] busy_cycles,
    output reg  [32*ARRAYS-1:0] idle_cycles
);
    generate
        // There are no such modules: their names are the messages that stop elaboration.
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
    localparam BITS = 164;

    // --- queues ---

    wire [3:0]      own;
    wire [6:0]      r1, feeds;
    wire [1:0]      stride;
    wire [ROWS-1:0] put_reads, put_writes;

    compute_block_message #(.LANES(LANES), .ROWS(ROWS)) u_message (
        .src1_type(msg_src1_type), .src2_type(msg_src2_type), .acc_type(msg_acc_type), .sd(msg_sd), .rc(msg_rc),
        .exec_size(msg_exec_size), .saturate(msg_saturate), .src0_null(msg_src0_null), .src0(msg_src0),
        .src1(msg_src1), .src2(msg_src2),
        .dst(msg_dst), .act(msg_act), .mul(msg_mul), .shift(msg_shift), .low(msg_low), .high(msg_high),
        .keep(msg_keep), .chain(msg_chain), .status(own), .r1(r1), .feeds(feeds), .stride(stride),
        .reads(put_reads), .writes(put_writes)
    );

    wire [BITS-1:0] put_message = {
        msg_pr, msg_tag, msg_src1_type, msg_src2_type, msg_acc_type, msg_sd, msg_rc, msg_exec_size,
        msg_saturate, msg_src0_null && !msg_chain, msg_src0_scalar && !msg_chain, msg_src0, msg_src1, msg_src2, msg_dst,
        msg_act, msg_mul, msg_shift, msg_offset, msg_low, msg_high, msg_keep, msg_chain, r1, feeds, stride
    };

    wire [PRS-1:0]      addressed, room, take, whole, is_end;
    wire [3*PRS-1:0]    n;
    wire [PRS*ROWS-1:0] group_reads, group_writes, head_reads, head_writes;
    wire [PRS*BITS-1:0] head;
    wire [4*PRS-1:0]    head_error;

    assign msg_ready = !msg_valid || ~|addressed || |(addressed & room);

    genvar g;

    generate
        for (g = 0; g < PRS; g = g + 1) begin : g_pr
            localparam [3:0] PR = g;

            assign addressed[g] = msg_pr == PR;

            compute_block_queue #(.QUEUE(QUEUE), .ROWS(ROWS), .BITS(BITS)) u_queue (
                .clk(clk), .rst(rst),
                .put(msg_valid && addressed[g] && room[g]), .put_message(put_message), .put_reads(put_reads),
                .put_writes(put_writes), .put_own(own), .put_keep(msg_keep), .put_chain(msg_chain),
                .put_acc_type(msg_acc_type), .put_rc(msg_rc), .room(room[g]),
                .take(take[g]), .whole(whole[g]), .n(n[3*g +: 3]), .reads(group_reads[ROWS*g +: ROWS]),
                .writes(group_writes[ROWS*g +: ROWS]), .message(head[BITS*g +: BITS]),
                .head_reads(head_reads[ROWS*g +: ROWS]), .head_writes(head_writes[ROWS*g +: ROWS]),
                .is_end(is_end[g]), .error(head_error[4*g +: 4])
            );
        end
    endgenerate

    // --- dispatch ---

    wire [ARRAYS-1:0]      give;
    wire [ARRAYS*ROWS-1:0] busy_reads, busy_writes;
    wire [3*ARRAYS-1:0]    held;

    compute_block_dispatch #(.PRS(PRS), .ARRAYS(ARRAYS), .ROWS(ROWS)) u_dispatch (
        .clk(clk), .rst(rst), .whole(whole), .n(n), .reads(group_reads), .writes(group_writes), .is_end(is_end),
        .busy_reads(busy_reads), .busy_writes(busy_writes), .held(held), .take(take), .give(give)
    );

    // The message that moves: at most one is taken.
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
    integer             a;

    // The arrays come last: theirs stays when a processing resource writes the same row.
    always @(posedge clk) begin
        if (wr_valid && !rst) rows[wr_row[R-1:0]] <= wr_data;
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

    // --- arrays ---

    wire [ARRAYS-1:0]   noting, noted;
    wire [4*ARRAYS-1:0] array_pr, array_status;
    wire [8*ARRAYS-1:0] array_tag;

    generate
        for (g = 0; g < ARRAYS; g = g + 1) begin : g_arrays
            /* verilator lint_off UNUSEDSIGNAL */ // as rd_row; rows of good messages are below ROWS
            wire [8:0] src1_row, src0_row, src2_row, mul_row, shift_row;
            wire [8:0] next_row = src2_row + 9'd1;
            /* verilator lint_on UNUSEDSIGNAL */

            compute_block_array #(.LANES(LANES), .DEPTH(DEPTH), .ROWS(ROWS), .BITS(BITS)) u_array (
                .clk(clk), .rst(rst),
                .give(give[g]), .message(moving), .message_reads(moving_reads), .message_writes(moving_writes),
                .message_error(moving_error), .busy_reads(busy_reads[ROWS*g +: ROWS]),
                .busy_writes(busy_writes[ROWS*g +: ROWS]), .held(held[3*g +: 3]), .idle(idle[g]),
                .src1_row(src1_row), .src1_data(rows[src1_row[R-1:0]]),
                .src0_row(src0_row), .src0_data(rows[src0_row[R-1:0]]),
                .src2_row(src2_row), .src2_data(rows[src2_row[R-1:0]]), .src2_next(rows[next_row[R-1:0]]),
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

    // --- notify: the lowest array that has something ---

    localparam [ARRAYS-1:0] ONE = 1;

    wire [ARRAYS-1:0] lowest = noting & (~noting + ONE);
    wire              notes = !note_valid || note_ready;
    integer           b;

    assign noted = notes ? lowest : {ARRAYS{1'b0}};

    always @(posedge clk) begin
        if (rst) note_valid <= 1'b0;
        else if (notes) note_valid <= |noting;
        for (b = 0; b < ARRAYS; b = b + 1)
            if (noted[b]) begin
                note_pr     <= array_pr[4*b +: 4];
                note_tag    <= array_tag[8*b +: 8];
                note_status <= array_status[4*b +: 4];
            end
    end
endmodule

`default_nettype wire
