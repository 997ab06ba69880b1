`default_nettype none

// gateway_baseline - the scheme that the gateway replaces: a group of threads reduces by atomics on shared
// memory, meets at a barrier and reads the result [US 12393444 ¶124, ¶127].
//
// Requests travel to an slm on one path, answers return on another. For each thread that arrives, an atomic and a
// fence are sent. When all fences are answered, the barrier opens, and a read is sent for each thread.
module gateway_baseline #(
    // Thread slots: 4, 8, 16, 32, 64, 128 or 256.
    parameter THREADS = 32,
    // Cycles from the sequence to the memory and back: 2 to 1023.
    parameter DISTANCE = 32
) (
    input  wire        clk,
    input  wire        rst,  // synchronous, active high

    input  wire        arr_valid,
    output wire        arr_ready,
    input  wire [7:0]  arr_sender,
    input  wire [2:0]  arr_kind,
    input  wire [8:0]  arr_count,
    input  wire [31:0] arr_data,

    output wire        rel_valid,
    input  wire        rel_ready,
    output wire [7:0]  rel_thread,
    output wire [63:0] rel_word0,
    output wire [63:0] rel_word1,
    output wire        rel_last
);

    generate
        if (THREADS != 4 && THREADS != 8 && THREADS != 16 && THREADS != 32 && THREADS != 64 &&
            THREADS != 128 && THREADS != 256)
        begin : g_threads
            // No such module exists: its name is the error message that stops elaboration.
            gateway_baseline_needs_THREADS_4_8_16_32_64_128_or_256 illegal ();
        end
        if (DISTANCE < 2 || DISTANCE > 1023) begin : g_distance
            gateway_baseline_needs_DISTANCE_2_to_1023 illegal ();
        end
    endgenerate

    localparam TB = $clog2(THREADS);
    localparam BACK = DISTANCE / 2;
    localparam TO = DISTANCE - BACK;
    localparam [8:0] SLOTS = THREADS[8:0];
    localparam [THREADS-1:0] ONE = 1;

    // The requests. Of clear, atomic and fence, the first that is due is sent.
    localparam CLEAR = 0, ATOMIC = 1, FENCE = 2, READ = 3;

    // --- the threads arrive ---

    reg               begun;   // the first thread of the group has arrived
    reg               reading; // the barrier has opened
    reg [2:0]         kind;
    reg [8:0]         missing; // arrivals still missing
    reg [8:0]         open;    // fences of the group without an answer, including those of missing threads
    reg [2:0]         to_send; // still to send for the latest arrival: clear, atomic, fence
    reg [TB-1:0]      slot;
    reg [31:0]        data;

    wire all_here = begun & ~|missing;
    assign arr_ready = ~all_here & ~|to_send[ATOMIC:CLEAR];
    wire arrive = arr_valid & arr_ready;
    wire first = arrive & ~begun;

    wire [8:0] wanted = (arr_count == 9'd0)  ? 9'd1
                      : (arr_count > SLOTS) ? SLOTS
                      :                       arr_count;

    wire fence_done, ended;  // a fence is answered; the last thread is released

    always @(posedge clk)
        if (rst) begin
            begun <= 1'b0;
            to_send <= 3'b000;
        end else begin
            if (arrive) begun <= 1'b1;
            else if (ended) begun <= 1'b0;
            if (arrive) to_send <= {2'b11, first};
            else if (to_send[CLEAR]) to_send[CLEAR] <= 1'b0;
            else if (to_send[ATOMIC]) to_send[ATOMIC] <= 1'b0;
            else to_send[FENCE] <= 1'b0;
        end

    always @(posedge clk) begin
        if (arrive) begin
            slot <= arr_sender[TB-1:0];
            data <= arr_data;
        end
        if (first) kind <= arr_kind;
        if (arrive) missing <= (first ? wanted : missing) - 9'd1;
        if (first) open <= wanted;
        else if (fence_done) open <= open - 9'd1;
    end

    // --- the barrier ---

    // In this order: the barrier's message is under way, it is counted, the barrier opens.
    reg [2:0] barrier;

    always @(posedge clk)
        if (rst) begin
            barrier <= 3'b000;
            reading <= 1'b0;
        end else begin
            barrier <= {barrier[1:0], fence_done & open == 9'd1};
            if (barrier[2]) reading <= 1'b1;
            else if (ended) reading <= 1'b0;
        end

    // --- the threads read ---

    reg  [THREADS-1:0] unread;
    reg  [8:0]         left;  // threads not yet released
    wire               read = reading & |unread;

    // The lowest slot, by binary search.
    reg  [THREADS-1:0] half;
    reg  [TB-1:0]      lowest;
    integer            i;
    always @* begin
        half = unread;
        for (i = TB - 1; i >= 0; i = i - 1) begin
            lowest[i] = ~|(half & ~({THREADS{1'b1}} << (1 << i)));
            if (lowest[i]) half = half >> (1 << i);
        end
    end

    wire release_one = rel_valid & rel_ready;
    wire is_new = ~unread[arr_sender[TB-1:0]];
    assign ended = release_one & rel_last;

    always @(posedge clk)
        if (rst) begin
            unread <= {THREADS{1'b0}};
            left <= 9'd0;
        end else begin
            if (arrive) unread <= unread | (ONE << arr_sender[TB-1:0]);
            else if (read) unread <= unread & ~(ONE << lowest);
            if (arrive & is_new) left <= left + 9'd1;
            else if (release_one) left <= left - 9'd1;
        end

    // --- to the memory and back ---

    wire [1:0]    step = read            ? READ[1:0]
                       : to_send[CLEAR]  ? CLEAR[1:0]
                       : to_send[ATOMIC] ? ATOMIC[1:0]
                       :                   FENCE[1:0];
    wire [TB-1:0] thread = read ? lowest : slot;

    wire          req_valid, req_ready;
    wire [1:0]    req_step;
    wire [TB-1:0] req_thread;
    wire [31:0]   req_value;
    wire [3:0]    req_op;
    wire [7:0]    req_enable;
    wire [255:0]  req_addr, req_data;

    // A group sends one clear, then an atomic and a fence per thread.
    gateway_baseline_way #(.WIDTH(TB + 34), .ENTRIES(4 * THREADS), .CYCLES(TO)) u_to (
        .clk(clk), .rst(rst), .push(read | (|to_send)), .push_data({step, thread, data}),
        .valid(req_valid), .pop(req_valid & req_ready), .head({req_step, req_thread, req_value})
    );

    gateway_baseline_request u_request (
        .clear(req_step == CLEAR[1:0]), .atomic(req_step == ATOMIC[1:0]), .read(req_step == READ[1:0]),
        .kind(kind), .x(req_value), .op(req_op), .enable(req_enable), .addr(req_addr), .data(req_data)
    );

    // The tag of a read is its slot. Reads are sent only after all other requests have been answered.
    wire [7:0] tag = reading ? {{(8-TB){1'b0}}, req_thread} : {6'd0, req_step};

    wire         rsp_valid, line_ready, line_rsp_valid, line_rsp_error;
    wire [255:0] rsp_data;
    wire [7:0]   rsp_error, rsp_tag, line_rsp_tag;
    wire [511:0] line_rsp_data;

    slm #(.KB(4), .BANKS(8), .LANES(8)) u_slm (
        .clk(clk), .rst(rst),
        .req_valid(req_valid), .req_ready(req_ready), .req_op(req_op), .req_size(2'd2), .req_enable(req_enable),
        .req_addr(req_addr), .req_data(req_data), .req_compare(256'd0), .req_tag(tag),
        .line_valid(1'b0), .line_ready(line_ready), .line_write(1'b0), .line_addr(32'd0), .line_mask(64'd0),
        .line_data(512'd0), .line_tag(8'd0),
        .rsp_valid(rsp_valid), .rsp_ready(1'b1), .rsp_data(rsp_data), .rsp_error(rsp_error), .rsp_tag(rsp_tag),
        .line_rsp_valid(line_rsp_valid), .line_rsp_ready(1'b1), .line_rsp_data(line_rsp_data),
        .line_rsp_error(line_rsp_error), .line_rsp_tag(line_rsp_tag)
    );

    wire         ans_valid;
    wire [TB-1:0] ans_thread;
    wire [191:0] ans_words;

    gateway_baseline_way #(.WIDTH(TB + 192), .ENTRIES(THREADS), .CYCLES(BACK)) u_back (
        .clk(clk), .rst(rst), .push(rsp_valid & (reading | rsp_tag[1:0] == FENCE[1:0])),
        .push_data({rsp_tag[TB-1:0], rsp_data[191:0]}),
        .valid(ans_valid), .pop(fence_done | release_one), .head({ans_thread, ans_words})
    );

    assign fence_done = ans_valid & ~reading;
    assign rel_valid = ans_valid & reading;
    assign rel_last = left == 9'd1;

    gateway_baseline_sums u_sums (.kind(kind), .words(ans_words), .word0(rel_word0), .word1(rel_word1));

    generate
        if (TB == 8) begin : g_thread
            assign rel_thread = ans_thread;
        end else begin : g_thread
            assign rel_thread = {{(8-TB){1'b0}}, ans_thread};
        end
    endgenerate

    // Only the low bits name a slot, no request can fail, and the line port is not used.
    wire unused = &{arr_sender, rsp_data[255:192], rsp_error, rsp_tag, line_ready, line_rsp_valid,
                    line_rsp_data, line_rsp_error, line_rsp_tag};

endmodule

`default_nettype wire
