`default_nettype none

// compute_block_array - one dpas with the messages that were given to it: their operands out of the register file, their
// results activated and back into it [systolic disaggregation ¶348, ¶350].
//
// Pointers into the ring count up; one that equals `tail` has nothing.
module compute_block_array #(
    // Lanes and layers of the array.
    parameter LANES = 8,
    parameter DEPTH = 4,
    // Rows of the register file.
    parameter ROWS = 256,
    // Bits of a message.
    parameter BITS = 164
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                give,
    input  wire [BITS-1:0]     message,
    input  wire [ROWS-1:0]     message_reads,
    input  wire [ROWS-1:0]     message_writes,
    input  wire [3:0]          message_error,

    output wire [ROWS-1:0]     busy_reads,   // of unfinished messages
    output wire [ROWS-1:0]     busy_writes,
    output wire [2:0]          held,
    output wire                idle,

    output wire [8:0]          src1_row,
    input  wire [32*LANES-1:0] src1_data,
    output wire [8:0]          src0_row,
    input  wire [32*LANES-1:0] src0_data,
    output wire [8:0]          src2_row,
    input  wire [32*LANES-1:0] src2_data,
    input  wire [32*LANES-1:0] src2_next,    // the row after it

    output wire [8:0]          mul_row,      // scales of the result in A1
    input  wire [32*LANES-1:0] mul_data,
    output wire [8:0]          shift_row,
    /* verilator lint_off UNUSEDSIGNAL */ // of each lane the low 6 bits
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
    localparam LOG = $clog2(W);

    reg [BITS-1:0] ring   [0:3];
    reg [ROWS-1:0] reads  [0:3];
    reg [ROWS-1:0] writes [0:3];
    reg [3:0]      errors [0:3];
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
    wire [6:0] c_sd;
    wire [1:0] c_acc_type;
    wire [4:0] c_exec_size;
    wire       c_saturate, c_null, c_scalar;
    wire       c_bad = errors[cmd[1:0]] != 4'd0;
    wire       cmd_valid = cmd != tail;
    wire       cmd_ready;

    /* verilator lint_off PINCONNECTEMPTY */ // each pointer wants other fields of its message
    compute_block_fields #(.BITS(BITS)) u_cmd (
        .message(ring[cmd[1:0]]), .pr(), .tag(), .src1_type(c_src1_type), .src2_type(c_src2_type),
        .acc_type(c_acc_type), .sd(c_sd), .rc(c_rc), .exec_size(c_exec_size), .saturate(c_saturate), .src0_null(c_null),
        .src0_scalar(c_scalar), .src0(), .src1(), .src2(), .dst(), .act(), .mul(), .shift(), .offset(), .low(),
        .high(), .keep(), .chain(), .r1(), .feeds(), .stride()
    );

    // --- load ---

    reg  [5:0] load_k;
    wire [8:0] l_src1;
    wire [6:0] l_r1;
    wire       l_bad = errors[load[1:0]] != 4'd0;
    wire       src1_valid = load != tail && !l_bad;
    wire       src1_ready;
    wire       l_last = {1'b0, load_k} == l_r1 - 7'd1;

    compute_block_fields #(.BITS(BITS)) u_load (
        .message(ring[load[1:0]]), .pr(), .tag(), .src1_type(), .src2_type(), .acc_type(), .sd(), .rc(), .exec_size(),
        .saturate(), .src0_null(), .src0_scalar(), .src0(), .src1(l_src1), .src2(), .dst(), .act(), .mul(), .shift(),
        .offset(), .low(), .high(), .keep(), .chain(), .r1(l_r1), .feeds(), .stride()
    );

    assign src1_row = l_src1 + {3'd0, load_k};

    // --- feed ---

    reg  [5:0]   feed_i;  // octets of repeats: those of octet 0 first, then of octet 1
    wire [8:0]   f_src0, f_src2;
    wire [3:0]   f_rc;
    wire [6:0]   f_feeds;
    wire [1:0]   f_stride;
    wire         f_null, f_chain;
    wire         f_bad = errors[feed[1:0]] != 4'd0;
    wire         src2_valid = feed != tail && !f_bad;
    wire         src0_valid = src2_valid && feed_i < {2'd0, f_rc} && !f_null && (!f_chain || done == feed);
    wire         src2_ready;
    wire         f_last = {1'b0, feed_i} == f_feeds - 7'd1;
    wire [13:0]  bit_at = {2'd0, feed_i, 6'd0} << f_stride;
    wire [2*W+255:0] two_rows = {256'd0, src2_next, src2_data};  // zeros beyond what a repeat uses
    wire [255:0] f_data;
    reg  [W-1:0] kept [0:7];

    compute_block_fields #(.BITS(BITS)) u_feed (
        .message(ring[feed[1:0]]), .pr(), .tag(), .src1_type(), .src2_type(), .acc_type(), .sd(), .rc(f_rc),
        .exec_size(), .saturate(), .src0_null(f_null), .src0_scalar(), .src0(f_src0), .src1(), .src2(f_src2), .dst(),
        .act(), .mul(), .shift(), .offset(), .low(), .high(), .keep(),
        .chain(f_chain), .r1(), .feeds(f_feeds), .stride(f_stride)
    );

    assign src0_row = f_src0 + {6'd0, feed_i[2:0]};
    assign src2_row = f_src2 + {{9-(14-LOG){1'b0}}, bit_at[13:LOG]};
    assign f_data   = two_rows[{2'd0, bit_at[LOG-1:0]} +: 256];

    // --- dpas ---

    wire         dst_valid, rsp_valid;
    wire [W-1:0] dst_data;

    dpas #(
        .LANES(LANES),
        .DEPTH(DEPTH),
        .MAX_SD(64)
    ) u_dpas (
        .clk(clk), .rst(rst),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_src1_type(c_bad ? 4'd15 : c_src1_type),
        .cmd_src2_type(c_bad ? 4'd15 : c_src2_type), .cmd_acc_type(c_acc_type), .cmd_sd(c_sd), .cmd_rc(c_rc),
        .cmd_exec_size(c_exec_size), .cmd_saturate(c_saturate), .cmd_src0_null(c_null), .cmd_src0_scalar(c_scalar),
        .cmd_tag(8'd0),
        .src1_valid(src1_valid), .src1_ready(src1_ready), .src1_data(src1_data),
        .src0_valid(src0_valid), .src0_ready(), .src0_data(f_chain ? kept[feed_i[2:0]] : src0_data),
        .src2_valid(src2_valid), .src2_ready(src2_ready), .src2_data(f_data),
        .dst_valid(dst_valid), .dst_ready(1'b1), .dst_data(dst_data), .dst_tag(), .dst_last(),
        .rsp_valid(rsp_valid), .rsp_ready(1'b1), .rsp_tag(), .rsp_status()
    );

    // --- out: A1 and A2 ---

    reg  [2:0]   out_i;
    wire [8:0]   o_dst;
    wire [4:0]   o_exec_size;
    wire [1:0]   o_acc_type;
    wire [2:0]   o_act;
    wire [8:0]   o_mul, o_shift;
    wire [15:0]  o_offset, o_low, o_high;
    wire         o_keep;

    compute_block_fields #(.BITS(BITS)) u_out (
        .message(ring[out[1:0]]), .pr(), .tag(), .src1_type(), .src2_type(), .acc_type(o_acc_type), .sd(), .rc(),
        .exec_size(o_exec_size), .saturate(), .src0_null(), .src0_scalar(), .src0(), .src1(), .src2(), .dst(o_dst),
        .act(o_act), .mul(o_mul), .shift(o_shift), .offset(o_offset), .low(o_low), .high(o_high), .keep(o_keep),
        .chain(),
        .r1(), .feeds(), .stride()
    );

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

    assign write     = a2_row && !a2_keep && !rst;
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

    compute_block_fields #(.BITS(BITS)) u_note (
        .message(ring[note[1:0]]), .pr(note_pr), .tag(note_tag), .src1_type(), .src2_type(), .acc_type(), .sd(),
        .rc(), .exec_size(), .saturate(), .src0_null(), .src0_scalar(), .src0(), .src1(), .src2(),
        .dst(), .act(), .mul(), .shift(), .offset(), .low(), .high(), .keep(n_keep), .chain(), .r1(), .feeds(), .stride()
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
            load_k <= 6'd0;
            feed   <= 3'd0;
            feed_i <= 6'd0;
            out    <= 3'd0;
            out_i  <= 3'd0;
            done   <= 3'd0;
            note   <= 3'd0;
        end else begin
            if (give) tail <= tail + 3'd1;
            if (cmd_valid && cmd_ready) cmd <= cmd + 3'd1;
            if (load != tail && (l_bad || (loads && l_last))) load <= load + 3'd1;
            if (loads) load_k <= l_last ? 6'd0 : load_k + 6'd1;
            if (feed != tail && (f_bad || (feeds && f_last))) feed <= feed + 3'd1;
            if (feeds) feed_i <= f_last ? 6'd0 : feed_i + 6'd1;
            if (rsp_valid) out <= out + 3'd1;
            if (rsp_valid) out_i <= 3'd0;
            else if (dst_valid) out_i <= out_i + 3'd1;
            if (a2_end) done <= done + 3'd1;
            if (note_taken || (note != done && n_keep)) note <= note + 3'd1;
        end
    end
endmodule

`default_nettype wire
