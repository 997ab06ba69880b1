`default_nettype none

// gateway - message gateway with a reduction unit: counts the barrier messages of thread groups, reduces
// the values that they carry, and releases each group with the result [US 12393444 ¶128 to ¶152].
module gateway #(
    // Barrier identifiers: 1, 2, 4, 8 or 16.
    parameter BARRIERS = 16,
    // Thread slots: 4, 8, 16, 32, 64, 128 or 256.
    parameter THREADS = 32,
    // Float adders: number of tree nodes that can start in a cycle, 1 to 16.
    parameter ALUS = 4
) (
    input  wire         clk,
    input  wire         rst,  // synchronous, active high

    input  wire         msg_valid,
    output wire         msg_ready,
    input  wire [7:0]   msg_sender,
    input  wire         msg_kind,
    input  wire [255:0] msg_data,

    input  wire         cfg_valid,
    output wire         cfg_ready,
    input  wire [3:0]   cfg_id,
    input  wire [8:0]   cfg_count,
    input  wire         cfg_placed,
    input  wire [7:0]   cfg_first,

    input  wire         abort_valid,
    output wire         abort_ready,
    input  wire [3:0]   abort_id,

    input  wire         ack_valid,
    output wire         ack_ready,
    input  wire [3:0]   ack_id,

    output wire         fence_valid,
    input  wire         fence_ready,
    output wire [3:0]   fence_id,
    output wire [1:0]   fence_scope,

    output wire         wb_valid,
    input  wire         wb_ready,
    output wire [3:0]   wb_id,
    output wire [2:0]   wb_beat,
    output wire [31:0]  wb_mask,
    output wire [63:0]  wb_result,
    output wire [13:0]  wb_sum,
    output wire [3:0]   wb_status,
    output wire         wb_last,

    output wire         reply_valid,
    input  wire         reply_ready,
    output wire [7:0]   reply_thread,
    output wire [3:0]   reply_status,
    output wire [3:0]   reply_id,
    output wire [7:0]   reply_reg,
    output wire [31:0]  reply_data,

    output wire         abort_done
);

    generate
        if (BARRIERS != 1 && BARRIERS != 2 && BARRIERS != 4 && BARRIERS != 8 && BARRIERS != 16)
        begin : g_barriers
            // No such module exists: its name is the error message that stops elaboration.
            gateway_needs_BARRIERS_1_2_4_8_or_16 illegal ();
        end
        if (THREADS != 4 && THREADS != 8 && THREADS != 16 && THREADS != 32 && THREADS != 64 &&
            THREADS != 128 && THREADS != 256)
        begin : g_threads
            gateway_needs_THREADS_4_8_16_32_64_128_or_256 illegal ();
        end
        if (ALUS < 1 || ALUS > 16) begin : g_alus
            gateway_needs_ALUS_1_to_16 illegal ();
        end
    endgenerate

    localparam IB = (BARRIERS <= 2) ? 1 : $clog2(BARRIERS);
    localparam TB = $clog2(THREADS);
    localparam [4:0] IDS = BARRIERS[4:0];
    localparam [BARRIERS-1:0] ONE_ID = 1;
    localparam [THREADS-1:0] ONE_THREAD = 1;

    assign cfg_ready = 1'b1;
    assign abort_ready = 1'b1;
    assign ack_ready = 1'b1;

    // Fields of a barrier message; those of a forward message are in the same dwords.
    wire [1:0]  msg_fence = msg_data[1:0];
    wire [31:0] msg_mask = msg_data[63:32];
    wire [3:0]  msg_op = msg_data[67:64];
    wire [3:0]  msg_type = msg_data[71:68];
    wire [6:0]  msg_cnt = msg_data[78:72];
    wire        msg_cen = msg_data[79];
    wire [3:0]  msg_id = msg_data[91:88];
    wire [31:0] msg_lo = msg_data[159:128];
    wire [31:0] msg_hi = msg_data[191:160];
    wire        unused_data = &{msg_data[31:2], msg_data[87:80], msg_data[127:92], msg_data[255:192]};

    wire [7:0]  recipient = msg_mask[7:0];

    wire                msg_in_range = {1'b0, msg_id} < IDS;
    wire [BARRIERS-1:0] msg_hot = (ONE_ID << msg_id) & {BARRIERS{msg_in_range}};
    wire                msg_open, msg_held, replies_full;

    assign msg_ready = ~replies_full & ~(msg_valid & ~msg_kind & msg_held);

    // Waiting threads.
    reg  [THREADS-1:0] waiting;
    wire [THREADS-1:0] release_threads;
    wire               accept = msg_valid & msg_ready;

    // Configuration registers.
    reg [8:0] config_counts [0:BARRIERS-1];
    reg [8:0] config_places [0:BARRIERS-1];  // {the group is placed, first slot}
    integer   i;
    always @(posedge clk)
        for (i = 0; i < BARRIERS; i = i + 1)
            if (rst) begin
                config_counts[i] <= THREADS[8:0];
                config_places[i] <= 9'd0;
            end else if (cfg_valid & cfg_id == i[3:0]) begin
                config_counts[i] <= cfg_count;
                config_places[i] <= {cfg_placed, cfg_first};
            end

    wire [17:0]   round_key;
    wire [8:0]    round_count, count, round_place, place;
    wire [3:0]    status;
    wire [IB-1:0] msg_at = msg_id[IB-1:0];
    wire [IB-1:0] config_at = (BARRIERS == 1) ? {IB{1'b0}} : msg_at;

    gateway_check #(.BARRIERS(BARRIERS), .THREADS(THREADS)) u_check (
        .sender(msg_sender), .forward(msg_kind), .recipient(recipient),
        .id(msg_id), .op(msg_op), .kind(msg_type), .fence(msg_fence),
        .cen(msg_cen), .cnt(msg_cnt),
        .waits(waiting[msg_sender[TB-1:0]]), .open(msg_open),
        .round_key(round_key), .round_count(round_count), .round_place(round_place),
        .config_count(config_counts[config_at]), .config_place(config_places[config_at]),
        .count(count), .place(place), .status(status)
    );

    wire take = accept & ~msg_kind & status == 4'd0;
    wire last;

    always @(posedge clk)
        if (rst) waiting <= {THREADS{1'b0}};
        else waiting <= (waiting & ~release_threads) |
                        ({THREADS{take}} & (ONE_THREAD << msg_sender[TB-1:0]));

    wire forwarded = msg_kind & status == 4'd8;

    fifo #(.WIDTH(56), .SIZE(2)) u_replies (
        .clk(clk), .rst(rst),
        .push(accept & status != 4'd0),
        .push_data({forwarded ? recipient : msg_sender, status, msg_kind ? 4'd0 : msg_id,
                    {msg_type, msg_op} & {8{forwarded}}, msg_lo & {32{forwarded}}}),
        .full(replies_full),
        .pop(reply_valid & reply_ready), .valid(reply_valid),
        .head({reply_thread, reply_status, reply_id, reply_reg, reply_data})
    );

    // The units that the round needs.
    wire floats = msg_type == 4'd2 | msg_type > 4'd6;
    wire no_type = msg_op == 4'd0 | msg_op == 4'd12;
    wire take_float = floats & ~no_type;
    wire take_divide = msg_op == 4'd9 | msg_op == 4'd10;

    wire       float_idle, float_start, float_done, float_stop, float_again;
    wire       divide_idle, divide_start, divide_done, divide_stop;
    wire       send_free, send_start, send_aborted, send_done;
    wire [3:0] float_id, divide_id, send_id, serve_id;
    wire       unused_ids = &{float_id, divide_id, serve_id};

    wire [BARRIERS-1:0] rooted, second, abort_begins, float_restart;

    gateway_stages #(.BARRIERS(BARRIERS)) u_stages (
        .clk(clk), .rst(rst),
        .msg_hot(msg_hot), .msg_open(msg_open), .msg_held(msg_held),
        .take(take), .take_last(last), .take_fence(|msg_fence),
        .take_float(take_float), .take_divide(take_divide), .rooted(rooted),
        .abort_begins(abort_begins),
        .abort_valid(abort_valid), .abort_id(abort_id), .abort_done(abort_done),
        .fence_valid(fence_valid), .fence_ready(fence_ready), .fence_id(fence_id),
        .ack_valid(ack_valid), .ack_id(ack_id),
        .float_idle(float_idle), .float_start(float_start), .float_id(float_id),
        .float_done(float_done), .float_again(float_again), .float_restart(float_restart),
        .float_stop(float_stop),
        .divide_idle(divide_idle), .divide_start(divide_start), .divide_id(divide_id),
        .divide_done(divide_done), .divide_stop(divide_stop),
        .send_free(send_free), .send_start(send_start), .send_id(send_id),
        .send_aborted(send_aborted), .send_done(send_done)
    );

    wire [7:0]         divide_what, send_what;
    wire [3:0]         float_op, serve_op;
    wire [8:0]         float_count, divide_count;
    wire [71:0]        divide_acc0, divide_acc1, send_acc0, send_acc1;
    wire [13:0]        send_sum;
    wire [THREADS-1:0] serve_threads, send_threads;

    gateway_rounds #(.ID_BITS(IB), .THREADS(THREADS)) u_rounds (
        .clk(clk),
        .take(take), .open(msg_open), .id(msg_at), .slot(msg_sender[TB-1:0]),
        .what({msg_op, msg_type}), .scope(msg_fence), .given({msg_cen, msg_cnt}),
        .count(count), .place(place), .mask(msg_mask), .lo(msg_lo), .hi(msg_hi), .last(last),
        .round_key(round_key), .round_count(round_count), .round_place(round_place),
        .fence_id(fence_id[IB-1:0]), .fence_scope(fence_scope),
        .float_id(float_id[IB-1:0]), .float_op(float_op), .float_count(float_count),
        .serve_id(serve_id[IB-1:0]), .serve_op(serve_op), .serve_threads(serve_threads),
        .divide_id(divide_id[IB-1:0]), .divide_what(divide_what), .divide_count(divide_count),
        .divide_acc0(divide_acc0), .divide_acc1(divide_acc1),
        .send_id(send_id[IB-1:0]), .send_what(send_what), .send_sum(send_sum),
        .send_acc0(send_acc0), .send_acc1(send_acc1), .send_threads(send_threads)
    );

    // The identifiers that the dividers work on.
    reg [IB-1:0] float_at, divide_at;
    always @(posedge clk) begin
        if (float_start) float_at <= float_id[IB-1:0];
        if (divide_start) divide_at <= divide_id[IB-1:0];
    end

    wire               squares, nodes_done;
    wire [8:0]         square_step, members;
    wire [ALUS-1:0]    lanes;
    wire [ALUS*TB-1:0] nodes;
    wire [IB-1:0]      nodes_id;
    wire [63:0]        arrived, node_value, node_least, float_result, divide_result;

    gateway_trees #(.BARRIERS(BARRIERS), .THREADS(THREADS), .ALUS(ALUS)) u_trees (
        .clk(clk), .rst(rst),
        .taken(msg_hot & {BARRIERS{take}}), .open(msg_open), .floats(take_float), .last(last),
        .slot(msg_sender[TB-1:0]), .count(count), .placed(place[8]), .first(place[7:0]),
        .stop(abort_begins), .again(float_restart), .members(members),
        .rooted(rooted), .second(second),
        .squares(squares), .step(square_step), .serve_id(serve_id), .lanes(lanes), .nodes(nodes)
    );

    gateway_convert u_convert (.kind(msg_type), .lo(msg_lo), .hi(msg_hi), .value(arrived));

    // For each identifier: the value of its tree written last, in the end the root, or the result of a divider;
    // the same for the second tree of a range; the mean of a variance.
    reg [63:0] worked [0:(1<<IB)-1];
    reg [63:0] least  [0:(1<<IB)-1];
    reg [31:0] means  [0:(1<<IB)-1];

    gateway_adders #(.ID_BITS(IB), .THREADS(THREADS), .ALUS(ALUS)) u_adders (
        .clk(clk), .rst(rst),
        .write(take & take_float), .write_id(msg_at), .write_slot(msg_sender[TB-1:0]),
        .write_data(arrived),
        .id(serve_id[IB-1:0]), .op(serve_op), .threads(serve_threads),
        .lanes(lanes), .nodes(nodes), .squares(squares), .step(square_step),
        .mean(means[serve_id[IB-1:0]]),
        .done(nodes_done), .done_id(nodes_id), .done_value(node_value), .done_least(node_least)
    );

    gateway_quotient u_quotient (
        .clk(clk), .rst(rst),
        .start(float_start), .sum(worked[float_id[IB-1:0]]), .count(float_count),
        .mean(float_op == 4'd10 & ~|(second & (ONE_ID << float_id))),
        .stop(float_stop),
        .idle(float_idle), .done(float_done), .again(float_again), .members(members),
        .result(float_result)
    );

    gateway_divide u_divide (
        .clk(clk), .rst(rst),
        .start(divide_start), .what(divide_what), .count(divide_count),
        .acc0(divide_acc0), .acc1(divide_acc1), .stop(divide_stop),
        .idle(divide_idle), .done(divide_done), .result(divide_result)
    );

    always @(posedge clk) begin
        if (take & take_float & ~msg_open) begin
            worked[msg_at] <= arrived;
            least[msg_at] <= arrived;
        end
        if (nodes_done) begin
            worked[nodes_id] <= node_value;
            least[nodes_id] <= node_least;
        end
        if (float_done) begin
            worked[float_at] <= float_result;
            means[float_at] <= float_result[31:0];
        end
        if (divide_done) worked[divide_at] <= divide_result;
    end

    wire [63:0] send_result;
    gateway_result u_result (
        .what(send_what), .sum(send_sum), .acc0(send_acc0), .acc1(send_acc1),
        .worked(worked[send_id[IB-1:0]]), .least(least[send_id[IB-1:0]]), .result(send_result)
    );

    gateway_send #(.THREADS(THREADS)) u_send (
        .clk(clk), .rst(rst),
        .free(send_free), .start(send_start), .id(send_id), .aborted(send_aborted),
        .result(send_result), .sum(send_sum), .threads(send_threads),
        .release_threads(release_threads), .done(send_done),
        .wb_valid(wb_valid), .wb_ready(wb_ready), .wb_id(wb_id), .wb_beat(wb_beat),
        .wb_mask(wb_mask), .wb_result(wb_result), .wb_sum(wb_sum), .wb_status(wb_status),
        .wb_last(wb_last)
    );

endmodule

`default_nettype wire
