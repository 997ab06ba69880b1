`default_nettype none

// gateway_stages - tracks the stage of every identifier and the order in which they became busy, and picks the
// next one for the fence port, the two dividers and the write-back port. A stage is a set of identifiers, one
// bit each; an identifier in no stage is free.
module gateway_stages #(
    // Barrier identifiers, 1 to 16.
    parameter BARRIERS = 16
) (
    input  wire                clk,
    input  wire                rst,

    // The message's identifier, one-hot, or zero if it does not exist; take: a good message is accepted.
    input  wire [BARRIERS-1:0] msg_hot,
    output wire                msg_open,
    output wire                msg_held,
    input  wire                take,
    input  wire                take_last,   // the message completes the round
    input  wire                take_fence,  // the round asks for a fence
    input  wire                take_float,  // the round is one of floats
    input  wire                take_divide, // the round divides: a mean or a variance
    input  wire [BARRIERS-1:0] rooted,      // the root of the float tree is ready in the next cycle
    output wire [BARRIERS-1:0] abort_begins, // aborts that take effect; not those of identifiers aborted already

    input  wire                abort_valid,
    input  wire [3:0]          abort_id,
    output reg                 abort_done,

    output reg                 fence_valid,
    input  wire                fence_ready,
    output reg  [3:0]          fence_id,
    input  wire                ack_valid,
    input  wire [3:0]          ack_id,

    // The dividers. stop: the identifier at work is aborted, and done has no effect. again: the result was the
    // mean of a variance.
    input  wire                float_idle,
    output wire                float_start,
    output wire [3:0]          float_id,
    input  wire                float_done,
    input  wire                float_again,
    output wire [BARRIERS-1:0] float_restart,
    output wire                float_stop,
    input  wire                divide_idle,
    output wire                divide_start,
    output wire [3:0]          divide_id,
    input  wire                divide_done,
    output wire                divide_stop,

    input  wire                send_free,   // the write-back port can take an identifier
    output wire                send_start,
    output wire [3:0]          send_id,
    output wire                send_aborted,
    input  wire                send_done    // the last beat is transferred
);

    localparam B = BARRIERS;
    localparam [B-1:0] ONE = 1;
    localparam [4:0] IDS = BARRIERS[4:0];

    reg [B-1:0] open, fence, offered, sent, tree, float_calc, float_work, divide_calc, divide_work;
    reg [B-1:0] ready, sending;
    reg [B-1:0] aborted;
    // floats: the round is one of floats; divides: it divides. Valid while the round is open or busy.
    reg [B-1:0] floats, divides;

    wire [B-1:0] before_sending = fence | offered | sent | tree | float_calc | float_work | divide_calc |
                                  divide_work | ready;
    wire [B-1:0] busy = before_sending | sending;

    wire [B-1:0] abort_hot = (ONE << abort_id) & {B{abort_valid & {1'b0, abort_id} < IDS}};
    wire [B-1:0] abort_hit = abort_hot & (open | before_sending);
    wire [B-1:0] abort_new = abort_hit & ~aborted;
    // The memory still owes an acknowledgement to the others.
    wire [B-1:0] abort_now = abort_new & ~offered & ~sent;
    wire [B-1:0] gone = aborted | abort_new;
    assign abort_begins = abort_new;

    assign msg_open = |(msg_hot & open);
    assign msg_held = |(msg_hot & (busy | (open & abort_hot)));

    wire [B-1:0] taken = msg_hot & {B{take}};
    wire [B-1:0] completed = taken & {B{take_last}};
    wire [B-1:0] released = completed & {B{~take_fence}};

    wire [B-1:0] ack_hot = (ONE << ack_id) & {B{ack_valid & {1'b0, ack_id} < IDS}};
    wire [B-1:0] acked = sent & ack_hot;

    // Row i: the identifiers that became busy before identifier i; meaningful only among busy identifiers.
    reg  [B*B-1:0] earlier;
    wire [B-1:0]   called = abort_now & open;
    wire [B-1:0]   entering = called | completed;

    integer i;
    always @(posedge clk)
        for (i = 0; i < B; i = i + 1)
            if (rst) earlier[B*i +: B] <= {B{1'b0}};
            else if (entering[i]) earlier[B*i +: B] <= busy | (called & {B{completed[i]}});
            else earlier[B*i +: B] <= earlier[B*i +: B] & ~entering;

    // No unit or port takes an identifier in the cycle of its abort.
    wire         fence_free = ~fence_valid | fence_ready;
    wire [B-1:0] next_fence, next_float, next_divide, next_send;
    wire [3:0]   next_fence_id;

    gateway_oldest #(.BARRIERS(B)) u_fence (
        .set(fence & ~abort_new), .earlier(earlier), .hot(next_fence), .id(next_fence_id)
    );
    gateway_oldest #(.BARRIERS(B)) u_float (
        .set(float_calc & ~abort_new), .earlier(earlier), .hot(next_float), .id(float_id)
    );
    gateway_oldest #(.BARRIERS(B)) u_divide (
        .set(divide_calc & ~abort_new), .earlier(earlier), .hot(next_divide), .id(divide_id)
    );
    gateway_oldest #(.BARRIERS(B)) u_send (
        .set(ready & ~abort_new), .earlier(earlier), .hot(next_send), .id(send_id)
    );

    wire [B-1:0] pick_fence = next_fence & {B{fence_free}};
    wire [B-1:0] pick_float = next_float & {B{float_idle}};
    wire [B-1:0] pick_divide = next_divide & {B{divide_idle}};
    wire [B-1:0] pick_send = next_send & {B{send_free}};

    assign float_start = |pick_float;
    assign divide_start = |pick_divide;
    assign send_start = |pick_send;
    assign float_stop = |(float_work & abort_new);
    assign divide_stop = |(divide_work & abort_new);
    assign send_aborted = |(pick_send & aborted);

    wire [B-1:0] requested = offered & {B{fence_ready}};
    wire [B-1:0] float_end = float_work & {B{float_done}};
    wire [B-1:0] divide_end = divide_work & {B{divide_done}};
    assign float_restart = float_end & {B{float_again}};

    wire [B-1:0] floats_next = (floats & ~taken) | (taken & {B{take_float}});
    wire [B-1:0] divides_next = (divides & ~taken) | (taken & {B{take_divide}});

    // Complete, and no longer waiting for a fence.
    wire [B-1:0] past = released | (acked & ~gone);
    wire [B-1:0] in_tree = (past & floats_next) | tree | float_restart;
    wire [B-1:0] reduced = (past & ~floats_next) | (in_tree & rooted);

    always @(posedge clk)
        if (rst) begin
            open <= {B{1'b0}};
            fence <= {B{1'b0}};
            offered <= {B{1'b0}};
            sent <= {B{1'b0}};
            tree <= {B{1'b0}};
            float_calc <= {B{1'b0}};
            float_work <= {B{1'b0}};
            divide_calc <= {B{1'b0}};
            divide_work <= {B{1'b0}};
            ready <= {B{1'b0}};
            sending <= {B{1'b0}};
            aborted <= {B{1'b0}};
            floats <= {B{1'b0}};
            divides <= {B{1'b0}};
        end else begin
            open <= (open | taken) & ~entering;
            floats <= floats_next;
            divides <= divides_next;

            fence <= (fence | (completed & {B{take_fence}})) & ~pick_fence & ~abort_now;
            offered <= (offered & ~requested) | pick_fence;
            sent <= (sent & ~acked) | requested;

            tree <= in_tree & ~rooted & ~abort_now;
            float_calc <= ((float_calc & ~pick_float) | (reduced & floats_next & divides_next)) & ~abort_now;
            float_work <= (float_work & ~float_end & ~abort_now) | pick_float;
            divide_calc <= ((divide_calc & ~pick_divide) | (reduced & ~floats_next & divides_next)) & ~abort_now;
            divide_work <= (divide_work & ~divide_end & ~abort_now) | pick_divide;

            ready <= (ready & ~pick_send) | (reduced & ~divides_next) | (acked & gone) |
                     (float_end & ~float_restart) | divide_end | abort_now;
            sending <= (sending & ~{B{send_done}}) | pick_send;
            aborted <= gone & ~pick_send;
        end

    always @(posedge clk)
        if (rst) begin
            fence_valid <= 1'b0;
            abort_done <= 1'b0;
        end else begin
            fence_valid <= |pick_fence | (fence_valid & ~fence_ready);
            abort_done <= |abort_hit;
        end

    always @(posedge clk)
        if (fence_free) fence_id <= next_fence_id;

endmodule

`default_nettype wire
