`default_nettype none

// gateway_send - the write-back port: sends an identifier's result in beats of 32 threads.
module gateway_send #(
    // Thread slots, 4 to 256.
    parameter THREADS = 32
) (
    input  wire               clk,
    input  wire               rst,

    output wire               free,     // can take an identifier in this cycle
    input  wire               start,
    input  wire [3:0]         id,
    input  wire               aborted,
    input  wire [63:0]        result,
    input  wire [13:0]        sum,
    input  wire [THREADS-1:0] threads,

    // Threads released in this cycle.
    output wire [THREADS-1:0] release_threads,
    output wire               done,

    output reg                wb_valid,
    input  wire               wb_ready,
    output reg  [3:0]         wb_id,
    output wire [2:0]         wb_beat,
    output wire [31:0]        wb_mask,
    output reg  [63:0]        wb_result,
    output reg  [13:0]        wb_sum,
    output wire [3:0]         wb_status,
    output wire               wb_last
);

    localparam BEATS = (THREADS <= 32) ? 1 : THREADS / 32;
    localparam [2:0] LAST = BEATS[2:0] - 3'd1;

    reg [2:0]         beat;
    reg               was_aborted;
    reg [THREADS-1:0] rest;  // threads of this beat lowest, then those of the beats to come

    wire transfer = wb_valid & wb_ready;
    assign done = transfer & wb_last;
    assign free = ~wb_valid | done;
    assign wb_beat = beat;
    assign wb_last = beat == LAST;
    assign wb_status = {1'b0, {3{was_aborted}}};

    generate
        if (THREADS >= 32) begin : g_full
            assign wb_mask = rest[31:0];
        end else begin : g_part
            assign wb_mask = {{(32-THREADS){1'b0}}, rest};
        end
        if (THREADS > 32) begin : g_many
            assign release_threads = {{(THREADS-32){1'b0}}, rest[31:0] & {32{transfer}}} <<
                                     {beat, 5'd0};
        end else begin : g_one
            assign release_threads = rest & {THREADS{transfer}};
        end
    endgenerate

    always @(posedge clk)
        if (rst) begin
            wb_valid <= 1'b0;
            beat <= 3'd0;  // reset, too, because beat positions the released threads
        end else begin
            if (free) wb_valid <= start;
            if (start) beat <= 3'd0;
            else if (transfer) beat <= beat + 3'd1;
        end

    always @(posedge clk)
        if (start) begin
            wb_id <= id;
            wb_result <= result & {64{~aborted}};
            wb_sum <= sum & {14{~aborted}};
            was_aborted <= aborted;
            rest <= threads;
        end else if (transfer) rest <= rest >> 32;

endmodule

`default_nettype wire
