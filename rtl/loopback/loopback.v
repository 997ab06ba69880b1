`default_nettype none

// loopback - output-stationary array: each processing element keeps its element of D = C + A*B and loops
// it back [systolic disaggregation ¶331, ¶332], with zero bypass in front [¶333 to ¶343]. While one tile is
// computed, the next one is loaded and the previous one drained.
module loopback #(
    // Rows of A and D, and columns of B and D: 2, 4 or 8 each.
    parameter ROWS = 4,
    parameter COLS = 4,
    // Maximum number of elements in a row of A or a column of B: 8, 32 or 64.
    parameter KMAX = 32
) (
    input  wire                clk,
    input  wire                rst,  // synchronous, active high

    input  wire                cmd_valid,
    output wire                cmd_ready,
    input  wire [3:0]          cmd_a_type,
    input  wire [3:0]          cmd_b_type,
    input  wire [6:0]          cmd_k_len,
    input  wire                cmd_sparse,
    input  wire                cmd_strict,
    input  wire                cmd_polarity,
    input  wire                cmd_generate_map,
    input  wire [6:0]          cmd_a_map_len,
    input  wire [6:0]          cmd_b_map_len,
    input  wire                cmd_src0_null,
    input  wire [7:0]          cmd_tag,

    input  wire                a_valid,
    output wire                a_ready,
    input  wire [32*KMAX-1:0]  a_data,
    input  wire [KMAX-1:0]     a_map,

    input  wire                b_valid,
    output wire                b_ready,
    input  wire [32*KMAX-1:0]  b_data,
    input  wire [KMAX-1:0]     b_map,

    input  wire                src0_valid,
    output wire                src0_ready,
    input  wire [32*COLS-1:0]  src0_data,

    output wire                dst_valid,
    input  wire                dst_ready,
    output wire [32*COLS-1:0]  dst_data,
    output wire [7:0]          dst_tag,
    output wire                dst_last,

    output reg                 rsp_valid,
    input  wire                rsp_ready,
    output reg  [7:0]          rsp_tag,
    output reg  [1:0]          rsp_status
);

    generate
        if ((ROWS != 2 && ROWS != 4 && ROWS != 8) || (COLS != 2 && COLS != 4 && COLS != 8) ||
            (KMAX != 8 && KMAX != 32 && KMAX != 64)) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            loopback_needs_ROWS_and_COLS_2_4_or_8_and_KMAX_8_32_or_64 illegal ();
        end
    endgenerate

    localparam [3:0] ALL_ROWS = ROWS[3:0];
    localparam [3:0] ALL_COLS = COLS[3:0];

    // --- the command at the head, whose operands are being loaded ---

    wire       head, head_sparse, head_strict, head_polarity, head_derive, head_null;
    wire [1:0] head_status;
    wire [3:0] head_a_type, head_b_type;
    wire [6:0] head_k_len;
    wire [7:0] head_tag;
    wire       start, reject;

    loopback_queue #(.KMAX(KMAX)) u_queue (
        .clk(clk), .rst(rst),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready),
        .cmd_a_type(cmd_a_type), .cmd_b_type(cmd_b_type), .cmd_k_len(cmd_k_len),
        .cmd_sparse(cmd_sparse), .cmd_strict(cmd_strict), .cmd_polarity(cmd_polarity),
        .cmd_generate_map(cmd_generate_map), .cmd_a_map_len(cmd_a_map_len),
        .cmd_b_map_len(cmd_b_map_len), .cmd_src0_null(cmd_src0_null), .cmd_tag(cmd_tag),
        .head(head), .take(start | reject), .status(head_status),
        .a_type(head_a_type), .b_type(head_b_type), .k_len(head_k_len), .sparse(head_sparse),
        .strict(head_strict), .polarity(head_polarity), .derive(head_derive),
        .src0_null(head_null), .tag(head_tag)
    );

    wire good = head & (head_status == 2'd0);
    wire bad = head & (head_status != 2'd0);

    reg [3:0] a_count, b_count, src0_count;  // transfers made

    assign a_ready = good & (a_count != ALL_ROWS);
    assign b_ready = good & (b_count != ALL_COLS);
    assign src0_ready = good & ~head_null & (src0_count != ALL_ROWS);

    wire a_fire = a_valid & a_ready;
    wire b_fire = b_valid & b_ready;
    wire src0_fire = src0_valid & src0_ready;

    // Including the transfers of this cycle.
    wire [3:0] a_made = a_count + {3'd0, a_fire};
    wire [3:0] b_made = b_count + {3'd0, b_fire};
    wire [3:0] src0_made = src0_count + {3'd0, src0_fire};
    wire       loaded = good & (a_made == ALL_ROWS) & (b_made == ALL_COLS) &
        (head_null | (src0_made == ALL_ROWS));

    always @(posedge clk)
        if (rst | start) begin
            a_count <= 4'd0;
            b_count <= 4'd0;
            src0_count <= 4'd0;
        end else begin
            a_count <= a_made;
            b_count <= b_made;
            src0_count <= src0_made;
        end

    // --- the tile in the array ---

    reg        busy, first;
    reg        fill;  // bank of the tile being loaded; the array uses the other
    reg        is_float, sparse, strict, from_zero;
    reg  [6:0] k_len;
    reg  [7:0] tag;

    wire last, room;
    wire free = room & (~rsp_valid | rsp_ready);
    wire handoff = busy & last & free;

    assign start = loaded & (~busy | handoff);
    assign reject = bad & ~busy & (~rsp_valid | rsp_ready);

    always @(posedge clk)
        if (rst) begin
            busy <= 1'b0;
            fill <= 1'b0;
        end else begin
            if (start) busy <= 1'b1;
            else if (handoff) busy <= 1'b0;
            if (start) fill <= ~fill;
        end

    always @(posedge clk) begin
        first <= start;
        if (start) begin
            is_float <= head_a_type[3:1] != 3'd2;
            sparse <= head_sparse;
            strict <= head_strict;
            from_zero <= head_null;
            k_len <= head_k_len;
            tag <= head_tag;
        end
    end

    // --- operands ---

    wire [32*KMAX-1:0] a_element, a_operand, b_element, b_operand;
    wire [KMAX-1:0]    a_live, a_nonzero, a_zero, a_sign, a_special;
    wire [KMAX-1:0]    b_live, b_nonzero, b_zero, b_sign, b_special;

    sparse_row #(.KMAX(KMAX)) u_a_row (
        .etype(head_a_type), .k_len(head_k_len), .polarity(head_polarity), .derive(head_derive),
        .data(a_data), .map(a_map),
        .element(a_element), .live(a_live), .nonzero(a_nonzero), .zero(a_zero), .sign(a_sign),
        .special(a_special)
    );
    sparse_row #(.KMAX(KMAX)) u_b_row (
        .etype(head_b_type), .k_len(head_k_len), .polarity(head_polarity), .derive(head_derive),
        .data(b_data), .map(b_map),
        .element(b_element), .live(b_live), .nonzero(b_nonzero), .zero(b_zero), .sign(b_sign),
        .special(b_special)
    );
    loopback_operand #(.KMAX(KMAX)) u_a_operand (
        .etype(head_a_type), .element(a_element), .operand(a_operand)
    );
    loopback_operand #(.KMAX(KMAX)) u_b_operand (
        .etype(head_b_type), .element(b_element), .operand(b_operand)
    );
    wire unused = &{a_nonzero, b_nonzero};

    wire [ROWS*32*KMAX-1:0] a_rows;
    wire [ROWS*KMAX-1:0]    a_lives, a_zeros, a_signs, a_specials;
    wire [COLS*32*KMAX-1:0] b_columns;
    wire [COLS*KMAX-1:0]    b_lives, b_zeros, b_signs, b_specials;
    wire [ROWS*COLS*32-1:0] start_acc, result;

    loopback_bank #(.N(ROWS), .KMAX(KMAX)) u_a_bank (
        .clk(clk), .fill(fill), .write(a_fire), .at(a_count), .operand(a_operand), .live(a_live),
        .zero(a_zero), .sign(a_sign), .special(a_special),
        .operands(a_rows), .lives(a_lives), .zeros(a_zeros), .signs(a_signs), .specials(a_specials)
    );
    loopback_bank #(.N(COLS), .KMAX(KMAX)) u_b_bank (
        .clk(clk), .fill(fill), .write(b_fire), .at(b_count), .operand(b_operand), .live(b_live),
        .zero(b_zero), .sign(b_sign), .special(b_special),
        .operands(b_columns), .lives(b_lives), .zeros(b_zeros), .signs(b_signs),
        .specials(b_specials)
    );
    loopback_start #(.ROWS(ROWS), .COLS(COLS)) u_start (
        .clk(clk), .fill(fill), .write(src0_fire), .at(src0_count), .data(src0_data),
        .from_zero(from_zero), .is_float(is_float), .start_acc(start_acc)
    );

    loopback_array #(.ROWS(ROWS), .COLS(COLS), .KMAX(KMAX)) u_array (
        .clk(clk), .first(first), .is_float(is_float), .sparse(sparse), .strict(strict),
        .k_len(k_len), .start_acc(start_acc),
        .a(a_rows), .a_live(a_lives), .a_zero(a_zeros), .a_sign(a_signs), .a_special(a_specials),
        .b(b_columns), .b_live(b_lives), .b_zero(b_zeros), .b_sign(b_signs), .b_special(b_specials),
        .last(last), .result(result)
    );

    // --- results ---

    loopback_drain #(.ROWS(ROWS), .COLS(COLS)) u_drain (
        .clk(clk), .rst(rst),
        .room(room), .put(handoff), .put_tag(tag), .put_rows(result),
        .dst_valid(dst_valid), .dst_ready(dst_ready), .dst_data(dst_data), .dst_tag(dst_tag),
        .dst_last(dst_last)
    );

    always @(posedge clk)
        if (rst) rsp_valid <= 1'b0;
        else if (handoff | reject) rsp_valid <= 1'b1;
        else if (rsp_ready) rsp_valid <= 1'b0;

    always @(posedge clk)
        if (handoff | reject) begin
            rsp_tag <= handoff ? tag : head_tag;
            rsp_status <= handoff ? 2'd0 : head_status;
        end

endmodule

`default_nettype wire
