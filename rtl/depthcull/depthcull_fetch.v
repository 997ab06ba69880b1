`default_nettype none

// depthcull_fetch - records on their way from memory. Their lines are requested one by one, in the order of the misses;
// replies come in any order. PX as in depthcull.
module depthcull_fetch #(
    parameter PX = 32,
    parameter FIRST = 4,    // planes that fit into the first line of a record
    parameter OTHER = 5,    // planes that fit into each further line
    parameter STRIDE = 2,   // lines from one tile's record to the next
    parameter MISSES = 8    // 1..32
) (
    input  wire        clk,
    input  wire        rst,

    output reg         room,        // room for one more
    input  wire        add,
    input  wire [10:0] add_slot,
    input  wire [19:0] add_tile,
    input  wire [3:0]  add_what,    // from the table

    // The oldest miss that has not requested all its lines.
    output wire        head,
    output wire [10:0] head_slot,
    output wire [19:0] head_tile,
    input  wire        head_drains,  // depths of its place are still on their way to memory
    input  wire        head_written, // a record of its tile is on its way to memory
    output wire        resolve,      // it has no record: a CLEAR tile
    input  wire        mem_free,
    output wire        send,        // a read
    output wire [23:0] send_addr,
    output wire [8:0]  send_tag,

    input  wire        reply,
    input  wire [8:0]  reply_tag,
    output wire        accepts,     // it answers a read in flight

    // The line in FILL.
    input  wire [4:0]  line_miss,
    output wire [10:0] line_slot,
    output wire [3:0]  line_what,

    // The line that leaves F2.
    input  wire        stored,
    input  wire [4:0]  stored_miss,
    output wire [10:0] stored_slot,
    output wire [3:0]  stored_what,
    output wire        complete     // it completes the record
);

    localparam [31:0] PIXEL_LINES = PX / 16;

    function [3:0] lines;
        input [3:0] what;
        lines = (what == 4'd0) ? 4'd0
              : (what == 4'd9) ? PIXEL_LINES[3:0]
              : ({28'd0, what} <= FIRST) ? 4'd1
              : ({28'd0, what} <= FIRST + OTHER) ? 4'd2
              :                                    4'd3;
    endfunction

    reg [31:0]  busy;
    reg [10:0]  slots [0:31];
    reg [19:0]  tiles [0:31];
    reg [3:0]   whats [0:31];
    reg [3:0]   sent [0:31];
    reg [3:0]   come [0:31];
    reg [255:0] waiting;  // bit 8*m+line
    reg [159:0] order;
    reg [5:0]   ordered;

    reg [4:0] place;
    integer   i;
    always @* begin
        room = 1'b0;
        place = 5'd0;
        for (i = MISSES - 1; i >= 0; i = i - 1)
            if (!busy[i]) begin
                room = 1'b1;
                place = i[4:0];
            end
    end

    assign     head = ordered != 6'd0;
    wire [4:0] first = order[4:0];
    wire [3:0] what = whats[first];
    wire       last = sent[first] + 4'd1 == lines(what);
    wire       go = head & ~head_drains;
    wire       leaves = resolve | (send & last);

    assign head_slot = slots[first];
    assign head_tile = tiles[first];
    assign resolve = go & (what == 4'd0);
    assign send = go & (what != 4'd0) & ~head_written & mem_free;
    wire [31:0] addr = {12'd0, head_tile} * STRIDE + {28'd0, sent[first]};
    wire        unused = |addr[31:24];
    assign send_addr = addr[23:0];
    assign send_tag = {1'b0, first, sent[first][2:0]};

    wire [7:0] reply_bit = reply_tag[7:0];
    assign accepts = reply & ~reply_tag[8] & waiting[reply_bit];

    assign line_slot = slots[line_miss];
    assign line_what = whats[line_miss];
    assign stored_slot = slots[stored_miss];
    assign stored_what = whats[stored_miss];
    assign complete = stored & (come[stored_miss] + 4'd1 == lines(stored_what));

    // Fields that are not looked at need no reset.
    always @(posedge clk)
        if (rst) begin
            busy <= 32'd0;
            waiting <= 256'd0;
        end else begin
            if (complete) busy[stored_miss] <= 1'b0;
            if (resolve) busy[first] <= 1'b0;
            if (add) busy[place] <= 1'b1;
            if (accepts) waiting[reply_bit] <= 1'b0;
            if (send) waiting[send_tag[7:0]] <= 1'b1;
        end

    always @(posedge clk) begin
        if (send) sent[first] <= sent[first] + 4'd1;
        if (stored) come[stored_miss] <= come[stored_miss] + 4'd1;
        if (add) begin
            whats[place] <= add_what;
            slots[place] <= add_slot;
            tiles[place] <= add_tile;
            sent[place] <= 4'd0;
            come[place] <= 4'd0;
        end
    end

    wire [5:0] left = ordered - {5'd0, leaves};
    reg [159:0] next;
    integer    j;
    always @* begin
        next = leaves ? order >> 5 : order;
        for (j = 0; j < 32; j = j + 1) if (add && j[5:0] == left) next[5*j +: 5] = place;
    end

    always @(posedge clk)
        if (rst) ordered <= 6'd0;
        else ordered <= left + {5'd0, add};
    always @(posedge clk) if (add | leaves) order <= next;

endmodule

`default_nettype wire
