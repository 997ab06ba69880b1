`default_nettype none

// bypass - zero bypass: finds the pairs of a row and a column that are worth a cycle, or the slices that are
// worth a load [systolic disaggregation ¶333 to ¶343].
module bypass #(
    // Maximum number of elements in a row of A or a column of B: 8, 32 or 64.
    parameter KMAX = 32
) (
    input  wire               clk,
    input  wire               rst,  // synchronous, active high

    input  wire               req_valid,
    output wire               req_ready,
    input  wire               req_mode,
    input  wire [3:0]         req_a_type,
    input  wire [3:0]         req_b_type,
    input  wire [6:0]         req_k_len,
    input  wire               req_strict,
    input  wire               req_polarity,
    input  wire               req_generate_map,
    input  wire [6:0]         req_a_map_len,
    input  wire [6:0]         req_b_map_len,
    input  wire [KMAX-1:0]    req_a_map,
    input  wire [KMAX-1:0]    req_b_map,
    input  wire [7:0]         req_tag,

    input  wire               row_valid,
    output wire               row_ready,
    input  wire [32*KMAX-1:0] row_a,
    input  wire [32*KMAX-1:0] row_b,

    input  wire               slice_valid,
    output wire               slice_ready,
    input  wire [31:0]        slice_a,
    input  wire [31:0]        slice_b,

    output reg                load_valid,
    input  wire               load_ready,
    output reg  [5:0]         load_index,
    output reg                load_last,
    output reg  [7:0]         load_tag,

    output reg                pair_valid,
    input  wire               pair_ready,
    output reg  [5:0]         pair_k,
    output reg  [31:0]        pair_a,
    output reg  [31:0]        pair_b,
    output reg                pair_last,
    output reg                pair_none,
    output reg                pair_poison,
    output reg                pair_plus0,
    output reg  [7:0]         pair_tag,

    output reg                rsp_valid,
    input  wire               rsp_ready,
    output reg  [7:0]         rsp_tag,
    output reg  [2:0]         rsp_status,

    output reg  [31:0]        pairs_seen,
    output reg  [31:0]        pairs_bypassed,
    output reg  [31:0]        loads_bypassed
);

    generate
        if (KMAX != 8 && KMAX != 32 && KMAX != 64) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            bypass_needs_KMAX_8_32_or_64 illegal ();
        end
    endgenerate

    // --- the request at the head ---

    wire            head, head_mode, head_strict, head_polarity, head_derive;
    wire [2:0]      head_status;
    wire [3:0]      head_etype;
    wire [6:0]      head_k_len;
    wire [KMAX-1:0] head_a_map, head_b_map;
    wire [7:0]      head_tag;
    wire            start, reject;

    bypass_queue #(.KMAX(KMAX)) u_queue (
        .clk(clk), .rst(rst),
        .req_valid(req_valid), .req_ready(req_ready), .req_mode(req_mode),
        .req_a_type(req_a_type), .req_b_type(req_b_type), .req_k_len(req_k_len),
        .req_strict(req_strict), .req_polarity(req_polarity), .req_generate_map(req_generate_map),
        .req_a_map_len(req_a_map_len), .req_b_map_len(req_b_map_len),
        .req_a_map(req_a_map), .req_b_map(req_b_map), .req_tag(req_tag),
        .head(head), .take(start | reject), .status(head_status), .mode(head_mode),
        .etype(head_etype), .k_len(head_k_len), .strict(head_strict), .polarity(head_polarity),
        .derive(head_derive), .a_map(head_a_map), .b_map(head_b_map), .tag(head_tag)
    );

    // --- the work ---

    reg       busy, mode;
    reg [7:0] tag;

    wire go = (~pair_valid | pair_ready) & (~rsp_valid | rsp_ready);
    wire load_free = ~load_valid | load_ready;

    wire pairs_last, pairs_none, loads_empty, loads_last;
    wire pair_step = busy & ~mode & go;
    wire empty_step = busy & mode & loads_empty & go;
    wire slice_step = slice_valid & slice_ready;
    wire finishing = pair_step & pairs_last;
    wire ends = finishing | empty_step | (slice_step & loads_last);

    wire good = head & (head_status == 3'd0);
    wire room = ~busy | finishing;

    assign row_ready = good & ~head_mode & room;
    wire start_pairs = row_valid & row_ready;
    wire start_loads = good & head_mode & room;
    assign start = start_pairs | start_loads;
    assign reject = head & (head_status != 3'd0) & ~busy & go;

    always @(posedge clk)
        if (rst) busy <= 1'b0;
        else if (start) busy <= 1'b1;
        else if (ends) busy <= 1'b0;

    always @(posedge clk)
        if (start) begin
            mode <= head_mode;
            tag <= head_tag;
        end

    // --- the filters ---

    // The load filter sees no values: only the maps count.
    wire [32*KMAX-1:0] a_element, b_element;
    wire [KMAX-1:0]    a_live, a_nonzero, a_zero, a_sign, a_special;
    wire [KMAX-1:0]    b_live, b_nonzero, b_zero, b_sign, b_special;

    sparse_row #(.KMAX(KMAX)) u_a_row (
        .etype(head_etype), .k_len(head_k_len), .polarity(head_polarity), .derive(head_derive),
        .data(row_a), .map(head_a_map),
        .element(a_element), .live(a_live), .nonzero(a_nonzero), .zero(a_zero), .sign(a_sign),
        .special(a_special)
    );
    sparse_row #(.KMAX(KMAX)) u_b_row (
        .etype(head_etype), .k_len(head_k_len), .polarity(head_polarity), .derive(head_derive),
        .data(row_b), .map(head_b_map),
        .element(b_element), .live(b_live), .nonzero(b_nonzero), .zero(b_zero), .sign(b_sign),
        .special(b_special)
    );
    wire unused = &{a_nonzero, b_nonzero};

    wire [5:0]  pairs_k;
    wire [31:0] pairs_a, pairs_b;
    wire        pairs_poison, pairs_plus0;
    // Integer types have the codes 4 and 5.
    wire        flags = head_strict & (head_etype[3:1] != 3'd2);

    bypass_pairs #(.KMAX(KMAX)) u_pairs (
        .clk(clk), .start(start_pairs), .start_flags(flags), .start_k_len(head_k_len),
        .a_element(a_element), .a_live(a_live), .a_zero(a_zero), .a_sign(a_sign),
        .a_special(a_special),
        .b_element(b_element), .b_live(b_live), .b_zero(b_zero), .b_sign(b_sign),
        .b_special(b_special),
        .give(pair_step), .k(pairs_k), .a(pairs_a), .b(pairs_b), .last(pairs_last),
        .none(pairs_none), .poison(pairs_poison), .plus0(pairs_plus0)
    );

    wire [KMAX-1:0] below = ~({KMAX{1'b1}} << head_k_len);
    wire [1:0]      shift;
    wire [6:0]      slices;
    wire [KMAX-1:0] every, survivors;

    bypass_slices #(.KMAX(KMAX)) u_slices (
        .etype(head_etype), .k_len(head_k_len),
        .a_live(below & (head_a_map ^ {KMAX{head_polarity}})),
        .b_live(below & (head_b_map ^ {KMAX{head_polarity}})),
        .shift(shift), .slices(slices), .every(every), .survivors(survivors)
    );

    wire       asking, ask_last, due, survives;
    wire [5:0] ask_index, index;
    wire       load_step = busy & mode & load_free & asking;

    assign slice_ready = busy & mode & go & due;

    bypass_loads #(.KMAX(KMAX)) u_loads (
        .clk(clk), .start(start_loads), .start_derive(head_derive), .start_k_len(head_k_len),
        .start_shift(shift), .start_slices(head_derive ? every : survivors),
        .asking(asking), .ask(load_step), .ask_index(ask_index), .ask_last(ask_last),
        .empty(loads_empty), .due(due), .come(slice_step), .a(slice_a), .b(slice_b),
        .index(index), .last(loads_last), .survives(survives)
    );

    // --- results ---

    always @(posedge clk)
        if (rst) load_valid <= 1'b0;
        else if (load_free) load_valid <= load_step;

    always @(posedge clk)
        if (load_step) begin
            load_index <= ask_index;
            load_last <= ask_last;
            load_tag <= tag;
        end

    // A dropped slice still gives a beat if it is the last.
    wire put = pair_step | empty_step | (slice_step & (survives | loads_last));
    wire answer = ends | reject;
    wire nothing = mode ? (loads_empty | ~survives) : pairs_none;

    always @(posedge clk)
        if (rst) begin
            pair_valid <= 1'b0;
            rsp_valid <= 1'b0;
        end else begin
            pair_valid <= put | (pair_valid & ~pair_ready);
            rsp_valid <= answer | (rsp_valid & ~rsp_ready);
        end

    always @(posedge clk) begin
        if (put) begin
            pair_k <= mode ? index & {6{~nothing}} : pairs_k;
            pair_a <= mode ? slice_a & {32{~nothing}} : pairs_a;
            pair_b <= mode ? slice_b & {32{~nothing}} : pairs_b;
            pair_last <= ends;
            pair_none <= nothing;
            pair_poison <= ~mode & pairs_poison;
            pair_plus0 <= ~mode & pairs_plus0;
            pair_tag <= tag;
        end
        if (answer) begin
            rsp_tag <= ends ? tag : head_tag;
            rsp_status <= ends ? 3'd0 : head_status;
        end
    end

    // --- counters ---

    wire [KMAX-1:0] counted = head_mode ? survivors : a_live & b_live;
    reg  [6:0]      n;
    integer         i;
    always @* begin
        n = 7'd0;
        for (i = 0; i < KMAX; i = i + 1) n = n + {6'd0, counted[i]};
    end

    always @(posedge clk)
        if (rst) begin
            pairs_seen <= 32'd0;
            pairs_bypassed <= 32'd0;
            loads_bypassed <= 32'd0;
        end else if (start_pairs) begin
            pairs_seen <= pairs_seen + {25'd0, head_k_len};
            pairs_bypassed <= pairs_bypassed + {25'd0, head_k_len - n};
        end else if (start_loads & ~head_derive) begin
            loads_bypassed <= loads_bypassed + {25'd0, slices - n};
        end

endmodule

`default_nettype wire
