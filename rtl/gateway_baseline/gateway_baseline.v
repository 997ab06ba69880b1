`default_nettype none

// gateway_baseline - what the gateway replaces: a group of threads reduces by atomics on shared memory,
// meets at a barrier and reads the result [US 12393444 ¶119, ¶124].
module gateway_baseline #(
    // Thread slots: 4, 8, 16, 32, 64, 128 or 256.
    parameter THREADS = 32,
    // Cycles from a request to shared memory to its answer: 1 to 1023.
    parameter LATENCY = 32
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
            // There is no such module: its name is the message that stops elaboration.
            gateway_baseline_needs_THREADS_4_8_16_32_64_128_or_256 illegal ();
        end
        if (LATENCY < 1 || LATENCY > 1023) begin : g_latency
            gateway_baseline_needs_LATENCY_1_to_1023 illegal ();
        end
    endgenerate

    localparam TB = $clog2(THREADS);
    localparam [8:0] SLOTS = THREADS[8:0];
    localparam [11:0] WAIT = {LATENCY[10:0], 1'b0} + 12'd3;
    localparam [THREADS-1:0] ONE = 1;

    // The group collects; is full, and waits; is released.
    localparam [1:0] COLLECT = 2'd0, FULL = 2'd1, RELEASE = 2'd2;

    reg [1:0]         phase;
    reg               begun;     // the group has a first arrival
    reg [2:0]         kind;      // and its kind
    reg [8:0]         missing;   // arrivals
    reg [11:0]        left;      // cycles that the banks stay busy, or a full group waits
    reg [THREADS-1:0] marked;

    wire arrive = arr_valid & arr_ready;
    assign arr_ready = phase == COLLECT & ~|left;

    wire [8:0] wanted = (arr_count == 9'd0)  ? 9'd1
                      : (arr_count > SLOTS) ? SLOTS
                      :                       arr_count;
    wire [2:0] kind_now = begun ? kind : arr_kind;
    wire [8:0] missing_now = begun ? missing : wanted;
    wire       complete = missing_now == 9'd1;

    gateway_baseline_bank #(.WORD(0)) u_word0 (
        .clk(clk), .change(arrive), .first(~begun), .kind(kind_now), .x(arr_data), .word(rel_word0)
    );
    gateway_baseline_bank #(.WORD(1)) u_word1 (
        .clk(clk), .change(arrive), .first(~begun), .kind(kind_now), .x(arr_data), .word(rel_word1)
    );

    // The lowest marked slot, by halves.
    reg  [THREADS-1:0] half;
    reg  [TB-1:0]      lowest;
    integer            i;
    always @* begin
        half = marked;
        for (i = TB - 1; i >= 0; i = i - 1) begin
            lowest[i] = ~|(half & ~({THREADS{1'b1}} << (1 << i)));
            if (lowest[i]) half = half >> (1 << i);
        end
    end

    wire [THREADS-1:0] others = marked & ~(ONE << lowest);
    wire               release_one = rel_valid & rel_ready;

    assign rel_valid = phase == RELEASE;
    assign rel_last = ~|others;

    generate
        if (TB == 8) begin : g_thread
            assign rel_thread = lowest;
        end else begin : g_thread
            assign rel_thread = {{(8-TB){1'b0}}, lowest};
        end
    endgenerate

    always @(posedge clk)
        if (rst) begin
            phase <= COLLECT;
            begun <= 1'b0;
            left <= 12'd0;
            marked <= {THREADS{1'b0}};
        end else begin
            if (arrive) marked <= marked | (ONE << arr_sender[TB-1:0]);
            else if (release_one) marked <= others;

            if (arrive & complete) left <= WAIT;
            else if (arrive) left <= (kind_now == 3'd1) ? 12'd3 : 12'd1;
            else if (|left) left <= left - 12'd1;

            if (arrive & complete) begin
                phase <= FULL;
                begun <= 1'b0;
            end else if (arrive) begun <= 1'b1;
            else if (phase == FULL & left == 12'd1) phase <= RELEASE;
            else if (release_one & rel_last) phase <= COLLECT;
        end

    always @(posedge clk)
        if (arrive) begin
            kind <= kind_now;
            missing <= missing_now - 9'd1;
        end

    // Only the low bits name a slot.
    wire unused_sender = &arr_sender;

endmodule

`default_nettype wire
