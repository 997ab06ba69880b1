`default_nettype none

// compute_block_array - one dpas and the ring of messages given to it: fetches their operands from the register file,
// activates their results and writes them back [systolic disaggregation ¶348, ¶350].
//
// Pointers into the ring count up; a pointer that equals `tail` has no message.
module compute_block_array #(
    // Lanes and layers of the array.
    parameter LANES = 8,
    parameter DEPTH = 4,
    // Rows of the register file.
    parameter ROWS = 256,
    // Bits of a message: 171.
    parameter BITS = 171
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                give,
    input  wire [BITS-1:0]     message,
    input  wire [ROWS-1:0]     message_reads,
    input  wire [ROWS-1:0]     message_writes,
    input  wire [3:0]          message_error,
    input  wire [63:0]         message_slices, // slices to feed
    input  wire [6:0]          message_n,      // number of these slices

    output wire [ROWS-1:0]     busy_reads,   // of unfinished messages
    output wire [ROWS-1:0]     busy_writes,
    output wire [2:0]          held,
    output wire                idle,

    output wire [35:0]          src1_rows,   // four rows
    input  wire [128*LANES-1:0] src1_data,
    output wire [8:0]          src0_row,
    input  wire [32*LANES-1:0] src0_data,
    output wire [71:0]         src2_rows,    // rows that hold eight dwords
    output wire [8*$clog2(LANES)-1:0] src2_lanes,
    input  wire [255:0]        src2_data,    // those dwords

    output wire [8:0]          mul_row,      // scales of the result in stage A1
    input  wire [32*LANES-1:0] mul_data,
    output wire [8:0]          shift_row,
    /* verilator lint_off UNUSEDSIGNAL */ // only the low 6 bits of each lane are used
    input  wire [32*LANES-1:0] shift_data,
    /* verilator lint_on UNUSEDSIGNAL */

    output wire                write,
    output wire [8:0]          write_row,
    output wire [32*LANES-1:0] write_data,

    output wire                note_valid,
    input  wire                note_taken,
    output wire [3:0]          note_pr,
    output wire [7:0]          note_tag,
    output wire [3:0]          note_status
);
    localparam W = 32 * LANES;

    reg [BITS-1:0] ring   [0:3];
    reg [ROWS-1:0] reads  [0:3];
    reg [ROWS-1:0] writes [0:3];
    reg [3:0]      errors [0:3];
    reg [63:0]     slices [0:3];
    reg [6:0]      depths [0:3];  // slices of the command, at least one
    reg [2:0]      tail, cmd, load, feed, out, done, note;

    assign held = tail - note;
    assign idle = done == tail;

    integer k;

    always @(posedge clk)
        for (k = 0; k < 4; k = k + 1)
            if (give && tail[1:0] == k[1:0]) begin
                ring[k]   <= message;
                reads[k]  <= message_reads;
                writes[k] <= message_writes;
                errors[k] <= message_error;
                slices[k] <= message_slices;
                depths[k] <= message_n == 7'd0 ? 7'd1 : message_n;
            end

    wire [2:0] unfinished = tail - done;
    wire [3:0] live;  // slots that hold an unfinished message
    genvar     g;

    generate
        for (g = 0; g < 4; g = g + 1) begin : g_live
            localparam [1:0] SLOT = g;

            wire [1:0] away = SLOT - done[1:0];

            assign live[g] = {1'b0, away} < unfinished;
        end
    endgenerate

    assign busy_reads  = ({ROWS{live[0]}} & reads[0]) | ({ROWS{live[1]}} & reads[1]) | ({ROWS{live[2]}} & reads[2]) |
                         ({ROWS{live[3]}} & reads[3]);
    assign busy_writes = ({ROWS{live[0]}} & writes[0]) | ({ROWS{live[1]}} & writes[1]) |
                         ({ROWS{live[2]}} & writes[2]) | ({ROWS{live[3]}} & writes[3]);

    // --- cmd ---

    wire [3:0] c_src1_type, c_src2_type, c_rc;
    wire [1:0] c_acc_type;
    wire [4:0] c_exec_size;
    wire       c_saturate, c_null, c_scalar;
    wire       c_bad = errors[cmd[1:0]] != 4'd0;
    wire       cmd_valid = cmd != tail;
    wire       cmd_ready;

    /* verilator lint_off PINCONNECTEMPTY */ // a command needs no rows, and nothing of the stages after dpas
    compute_block_fields #(.BITS(BITS)) u_cmd (
        .message(ring[cmd[1:0]]), .pr(), .tag(), .src1_type(c_src1_type), .src2_type(c_src2_type),
        .acc_type(c_acc_type), .sd(), .rc(c_rc), .exec_size(c_exec_size), .saturate(c_saturate), .src0_null(c_null),
        .src0_scalar(c_scalar), .src0(), .src1(), .src2(), .dst(), .act(), .mul(), .shift(), .offset(), .low(),
        .high(), .keep(), .chain(), .sparse(), .map1(), .map2(), .pack1(), .pack2()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    // --- load ---

    reg         loading;   // a row of the message has been loaded
    reg  [63:0] load_left;
    wire [63:0] load_rest;
    wire [8:0]  l_src1;
    wire [1:0]  l_pack;
    wire        l_bad = errors[load[1:0]] != 4'd0;
    wire        src1_valid = load != tail && !l_bad;
    wire        src1_ready;
    wire        l_last = ~|load_rest;
    wire [W-1:0] l_row;

    /* verilator lint_off PINCONNECTEMPTY */ // only src1 is loaded
    compute_block_fields #(.BITS(BITS)) u_load (
        .message(ring[load[1:0]]), .pr(), .tag(), .src1_type(), .src2_type(), .acc_type(), .sd(), .rc(), .exec_size(),
        .saturate(), .src0_null(), .src0_scalar(), .src0(), .src1(l_src1), .src2(), .dst(), .act(), .mul(), .shift(),
        .offset(), .low(), .high(), .keep(), .chain(), .sparse(), .map1(), .map2(), .pack1(l_pack), .pack2()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    compute_block_src1 #(.LANES(LANES)) u_src1 (
        .slices(loading ? load_left : slices[load[1:0]]), .first(l_src1), .pack(l_pack), .rows(src1_rows),
        .data(src1_data), .packed_row(l_row), .rest(load_rest)
    );

    // --- feed ---

    reg  [2:0]   feed_r;   // current repeat
    reg          feeding;  // octet 0 has been fed
    reg  [63:0]  feed_left;
    wire [63:0]  feed_rest;
    wire [8:0]   f_src0, f_src2;
    wire [3:0]   f_type, f_rc;
    wire [1:0]   f_pack;
    wire         f_null, f_chain;
    wire         f_bad = errors[feed[1:0]] != 4'd0;
    wire         src2_valid = feed != tail && !f_bad;
    wire         src0_valid = src2_valid && !feeding && !f_null && (!f_chain || done == feed);
    wire         src2_ready;
    wire         f_turn = {1'b0, feed_r} == f_rc - 4'd1;  // the last repeat of an octet
    wire         f_last = f_turn && ~|feed_rest;
    wire [255:0] f_data;
    reg  [W-1:0] kept [0:7];

    /* verilator lint_off PINCONNECTEMPTY */ // only src0 and src2 are fed
    compute_block_fields #(.BITS(BITS)) u_feed (
        .message(ring[feed[1:0]]), .pr(), .tag(), .src1_type(), .src2_type(f_type), .acc_type(),
        .sd(), .rc(f_rc),
        .exec_size(), .saturate(), .src0_null(f_null), .src0_scalar(), .src0(f_src0), .src1(), .src2(f_src2), .dst(),
        .act(), .mul(), .shift(), .offset(), .low(), .high(), .keep(),
        .chain(f_chain), .sparse(), .map1(), .map2(), .pack1(), .pack2(f_pack)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign src0_row = f_src0 + {6'd0, feed_r};

    compute_block_src2 #(.LOG($clog2(LANES))) u_src2 (
        .slices(feeding ? feed_left : slices[feed[1:0]]), .first(f_src2), .pack(f_pack), .halves(f_type != 4'd8),
        .floats(f_type > 4'd5), .rc(f_rc), .repeats(feed_r), .rows(src2_rows), .lanes(src2_lanes), .data(src2_data),
        .transfer(f_data), .rest(feed_rest)
    );

    // --- dpas ---

    wire         dst_valid, rsp_valid;
    wire [W-1:0] dst_data;

    /* verilator lint_off PINCONNECTEMPTY */ // src0 is taken with src2; results come in order, and errors are known
    dpas #(
        .LANES(LANES),
        .DEPTH(DEPTH),
        .MAX_SD(64)
    ) u_dpas (
        .clk(clk), .rst(rst),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_src1_type(c_bad ? 4'd15 : c_src1_type),
        .cmd_src2_type(c_bad ? 4'd15 : c_src2_type), .cmd_acc_type(c_acc_type), .cmd_sd(depths[cmd[1:0]]),
        .cmd_rc(c_rc),
        .cmd_exec_size(c_exec_size), .cmd_saturate(c_saturate), .cmd_src0_null(c_null), .cmd_src0_scalar(c_scalar),
        .cmd_tag(8'd0),
        .src1_valid(src1_valid), .src1_ready(src1_ready), .src1_data(l_row),
        .src0_valid(src0_valid), .src0_ready(), .src0_data(f_chain ? kept[feed_r] : src0_data),
        .src2_valid(src2_valid), .src2_ready(src2_ready), .src2_data(f_data),
        .dst_valid(dst_valid), .dst_ready(1'b1), .dst_data(dst_data), .dst_tag(), .dst_last(),
        .rsp_valid(rsp_valid), .rsp_ready(1'b1), .rsp_tag(), .rsp_status()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    // --- out: stages A1 and A2 ---

    reg  [2:0]   out_i;
    wire [8:0]   o_dst;
    wire [4:0]   o_exec_size;
    wire [1:0]   o_acc_type;
    wire [2:0]   o_act;
    wire [8:0]   o_mul, o_shift;
    wire [15:0]  o_offset, o_low, o_high;
    wire         o_keep;

    /* verilator lint_off PINCONNECTEMPTY */ // results need no fields of operands
    compute_block_fields #(.BITS(BITS)) u_out (
        .message(ring[out[1:0]]), .pr(), .tag(), .src1_type(), .src2_type(), .acc_type(o_acc_type), .sd(), .rc(),
        .exec_size(o_exec_size), .saturate(), .src0_null(), .src0_scalar(), .src0(), .src1(), .src2(), .dst(o_dst),
        .act(o_act), .mul(o_mul), .shift(o_shift), .offset(o_offset), .low(o_low), .high(o_high), .keep(o_keep),
        .chain(),
        .sparse(), .map1(), .map2(), .pack1(), .pack2()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    reg          a1_row, a1_end, a1_keep, a1_float, a2_row, a2_end, a2_keep;
    reg  [2:0]   a1_act;
    reg  [15:0]  a1_offset, a1_low, a1_high, a2_offset, a2_low, a2_high;
    reg  [8:0]   a1_mul, a1_shift;
    reg  [LANES-1:0] a2_scaled;
    reg  [2:0]   a1_i, a2_i;
    reg  [8:0]   a1_dst, a2_dst;
    reg  [4:0]   a1_exec_size;
    reg  [W-1:0] a1_data;

    wire [34*LANES-1:0] half;
    reg  [34*LANES-1:0] a2_half;
    wire [64*LANES-1:0] product;
    reg  [64*LANES-1:0] a2_product;
    reg  [6*LANES-1:0]  a2_shift;

    assign mul_row   = a1_mul;
    assign shift_row = a1_shift;

    generate
        for (g = 0; g < LANES; g = g + 1) begin : g_lane
            localparam [4:0] LANE = g;

            wire        works = !a1_keep && LANE < a1_exec_size;
            wire        scales = works && a1_act[2];
            wire [31:0] activated, scaled;

            compute_block_activate u_activate (
                .act(works && !a1_act[2] ? a1_act[1:0] : 2'd0), .is_float(a1_float), .x(a1_data[32*g +: 32]),
                .half(half[34*g +: 34]), .kept(a2_half[34*g +: 34]), .y(activated)
            );
            compute_block_requantise u_requantise (
                .x(a1_data[32*g +: 32]), .m(mul_data[32*g +: 32]), .product(product[64*g +: 64]),
                .kept(a2_product[64*g +: 64]), .shift(a2_shift[6*g +: 6]), .offset(a2_offset), .low(a2_low),
                .high(a2_high), .y(scaled)
            );
            assign write_data[32*g +: 32] = a2_scaled[g] ? scaled : activated;

            always @(posedge clk) begin
                a2_scaled[g] <= scales;
                if (scales) begin
                    a2_product[64*g +: 64] <= product[64*g +: 64];
                    a2_shift[6*g +: 6]     <= shift_data[32*g +: 6];
                end
            end
        end
    endgenerate

    assign write     = a2_row && !a2_keep;
    assign write_row = a2_dst;

    always @(posedge clk) begin
        if (rst) begin
            a1_row <= 1'b0;
            a1_end <= 1'b0;
            a2_row <= 1'b0;
            a2_end <= 1'b0;
        end else begin
            a1_row <= dst_valid;
            a1_end <= rsp_valid;
            a2_row <= a1_row;
            a2_end <= a1_end;
        end
        a1_keep  <= o_keep;
        a1_float <= o_acc_type == 2'd2;
        a1_act   <= o_act;
        a1_i     <= out_i;
        a1_dst   <= o_dst + {6'd0, out_i};
        a1_exec_size <= o_exec_size;
        a1_mul    <= o_mul;
        a1_shift  <= o_shift;
        a1_offset <= o_offset;
        a1_low    <= o_low;
        a1_high   <= o_high;
        a2_offset <= a1_offset;
        a2_low    <= a1_low;
        a2_high   <= a1_high;
        a1_data  <= dst_data;
        a2_keep  <= a1_keep;
        a2_i     <= a1_i;
        a2_dst   <= a1_dst;
        a2_half  <= half;
        if (a2_row && a2_keep && !rst) kept[a2_i] <= write_data;
    end

    // --- note ---

    wire n_keep;

    /* verilator lint_off PINCONNECTEMPTY */ // a notification only says whose message has ended
    compute_block_fields #(.BITS(BITS)) u_note (
        .message(ring[note[1:0]]), .pr(note_pr), .tag(note_tag), .src1_type(), .src2_type(), .acc_type(), .sd(),
        .rc(), .exec_size(), .saturate(), .src0_null(), .src0_scalar(), .src0(), .src1(), .src2(),
        .dst(), .act(), .mul(), .shift(), .offset(), .low(), .high(), .keep(n_keep), .chain(), .sparse(), .map1(),
        .map2(), .pack1(), .pack2()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign note_status = errors[note[1:0]];
    assign note_valid  = note != done && !n_keep;

    // --- pointers ---

    wire loads = src1_valid && src1_ready;
    wire feeds = src2_valid && src2_ready;

    always @(posedge clk) begin
        if (rst) begin
            tail   <= 3'd0;
            cmd    <= 3'd0;
            load   <= 3'd0;
            loading <= 1'b0;
            feed   <= 3'd0;
            feed_r <= 3'd0;
            feeding <= 1'b0;
            out    <= 3'd0;
            out_i  <= 3'd0;
            done   <= 3'd0;
            note   <= 3'd0;
        end else begin
            if (give) tail <= tail + 3'd1;
            if (cmd_valid && cmd_ready) cmd <= cmd + 3'd1;
            if (load != tail && (l_bad || (loads && l_last))) load <= load + 3'd1;
            if (loads) loading <= !l_last;
            if (feed != tail && (f_bad || (feeds && f_last))) feed <= feed + 3'd1;
            if (feeds) feed_r <= f_turn ? 3'd0 : feed_r + 3'd1;
            if (feeds && f_turn) feeding <= !f_last;
            if (rsp_valid) out <= out + 3'd1;
            if (rsp_valid) out_i <= 3'd0;
            else if (dst_valid) out_i <= out_i + 3'd1;
            if (a2_end) done <= done + 3'd1;
            if (note_taken || (note != done && n_keep)) note <= note + 3'd1;
        end
        if (loads) load_left <= load_rest;
        if (feeds && f_turn) feed_left <= feed_rest;
    end
endmodule

`default_nettype wire
