`default_nettype none

// gateway_rounds - the state of each identifier's round: its operation, count, arrivals, threads,
// predicate sum and accumulators. A message that opens a round overwrites all of it.
module gateway_rounds #(
    // Width of an identifier in bits.
    parameter ID_BITS = 4,
    // Thread slots, 4 to 256.
    parameter THREADS = 32
) (
    input  wire               clk,

    // A message; take: it is good and accepted.
    input  wire               take,
    input  wire               open,         // its identifier has an open round, which it joins
    input  wire [ID_BITS-1:0] id,
    input  wire [$clog2(THREADS)-1:0] slot, // slot of the sender
    input  wire [7:0]         what,
    input  wire [1:0]         scope,
    input  wire [7:0]         given,        // {cen, cnt}
    input  wire [8:0]         count,
    input  wire [8:0]         place,
    input  wire [31:0]        mask,
    input  wire [31:0]        lo,
    input  wire [31:0]        hi,
    output wire               last,         // the message completes the round
    output wire [17:0]        round_key,    // {what, scope, given} of the round's first message
    output wire [8:0]         round_count,
    output wire [8:0]         round_place,

    input  wire [ID_BITS-1:0] fence_id,
    output wire [1:0]         fence_scope,

    input  wire [ID_BITS-1:0] float_id,
    output wire [3:0]         float_op,
    output wire [8:0]         float_count,

    input  wire [ID_BITS-1:0] serve_id,
    output wire [3:0]         serve_op,
    output wire [THREADS-1:0] serve_threads,

    input  wire [ID_BITS-1:0] divide_id,
    output wire [7:0]         divide_what,
    output wire [8:0]         divide_count,
    output wire [71:0]        divide_acc0,
    output wire [71:0]        divide_acc1,

    input  wire [ID_BITS-1:0] send_id,
    output wire [7:0]         send_what,
    output wire [13:0]        send_sum,
    output wire [71:0]        send_acc0,
    output wire [71:0]        send_acc1,
    output wire [THREADS-1:0] send_threads
);

    localparam IDS = 1 << ID_BITS;
    localparam [THREADS-1:0] ONE = 1;

    reg [7:0]         whats    [0:IDS-1];
    reg [1:0]         scopes   [0:IDS-1];
    reg [7:0]         givens   [0:IDS-1];
    reg [8:0]         counts   [0:IDS-1];
    reg [8:0]         places   [0:IDS-1];
    reg [8:0]         arrivals [0:IDS-1];
    reg [13:0]        sums     [0:IDS-1];
    reg [71:0]        accs0    [0:IDS-1];
    reg [71:0]        accs1    [0:IDS-1];
    reg [THREADS-1:0] threads  [0:IDS-1];

    assign round_key = {whats[id], scopes[id], givens[id]};
    assign round_count = counts[id];
    assign round_place = places[id];

    wire [8:0] arrived = (open ? arrivals[id] : 9'd0) + 9'd1;
    assign last = arrived == count;

    // Population count of the mask, in fields of 2, 4 and 8 bits, then of all 32.
    wire [31:0] set2 = (mask & 32'h55555555) + ((mask >> 1) & 32'h55555555);
    wire [31:0] set4 = (set2 & 32'h33333333) + ((set2 >> 2) & 32'h33333333);
    wire [31:0] set8 = (set4 + (set4 >> 4)) & 32'h0f0f0f0f;
    wire [7:0]  set = set8[7:0] + set8[15:8] + set8[23:16] + set8[31:24];

    wire [71:0] next0, next1;
    gateway_alu u_alu (
        .first(~open), .op(what[7:4]), .kind(what[2:0]), .lo(lo), .hi(hi),
        .acc0(accs0[id]), .acc1(accs1[id]), .next0(next0), .next1(next1)
    );

    always @(posedge clk)
        if (take) begin
            if (~open) begin
                whats[id] <= what;
                scopes[id] <= scope;
                givens[id] <= given;
                counts[id] <= count;
                places[id] <= place;
            end
            arrivals[id] <= arrived;
            sums[id] <= (open ? sums[id] : 14'd0) + {6'd0, set};
            accs0[id] <= next0;
            accs1[id] <= next1;
            threads[id] <= (open ? threads[id] : {THREADS{1'b0}}) | (ONE << slot);
        end

    assign fence_scope = scopes[fence_id];
    assign float_op = whats[float_id][7:4];
    assign float_count = counts[float_id];
    assign serve_op = whats[serve_id][7:4];
    assign serve_threads = threads[serve_id];
    assign divide_what = whats[divide_id];
    assign divide_count = counts[divide_id];
    assign divide_acc0 = accs0[divide_id];
    assign divide_acc1 = accs1[divide_id];
    assign send_what = whats[send_id];
    assign send_sum = sums[send_id];
    assign send_acc0 = accs0[send_id];
    assign send_acc1 = accs1[send_id];
    assign send_threads = threads[send_id];

endmodule

`default_nettype wire
