`default_nettype none

// depthcull_queue - primitives that wait for the pixel engine or for an earlier one of their tile, oldest first. The oldest
// whose tile is not in the engine is next. A tile is identified by its place in the cache.
// BITS is the width of a primitive.
module depthcull_queue #(
    parameter QUEUE = 8,  // places, 1..16
    parameter BITS = 256
) (
    input  wire            clk,
    input  wire            rst,

    input  wire            put,        // never when full
    input  wire [BITS-1:0] put_item,   // the place of its tile in the low 11 bits
    output reg  [4:0]      count,

    output wire [11*QUEUE-1:0] slots,  // place of each primitive, up to `count`
    input  wire [43:0]     busy_tiles, // four tiles, which are in the engine if their bit is set
    input  wire [3:0]      busy_valid,
    output reg             pick,       // there is a next primitive
    output reg  [BITS-1:0] pick_item,
    input  wire            take,       // the next primitive leaves

    input  wire [10:0]     tile,
    output reg             holds       // a primitive of that tile waits
);

    reg [QUEUE*BITS-1:0] items;  // the oldest in the lowest bits
    genvar s;
    generate
        for (s = 0; s < QUEUE; s = s + 1) begin : g_slot
            assign slots[11*s +: 11] = items[BITS*s +: 11];
        end
    endgenerate
    reg [4:0]            at;     // index of the next primitive

    reg     blocked;
    integer i, b;
    always @* begin
        holds = 1'b0;
        pick = 1'b0;
        pick_item = items[BITS-1:0];
        at = 5'd0;
        blocked = 1'b0;
        for (i = QUEUE - 1; i >= 0; i = i - 1) begin
            blocked = 1'b0;
            for (b = 0; b < 4; b = b + 1)
                if (busy_valid[b] && busy_tiles[11*b +: 11] == items[BITS*i +: 11]) blocked = 1'b1;
            if (i[4:0] < count && items[BITS*i +: 11] == tile) holds = 1'b1;
            if (i[4:0] < count && !blocked) begin
                pick = 1'b1;
                pick_item = items[BITS*i +: BITS];
                at = i[4:0];
            end
        end
    end

    wire [4:0] left = count - {4'd0, take};

    always @(posedge clk)
        if (rst) count <= 5'd0;
        else count <= left + {4'd0, put};

    // Those behind the one that leaves move up.
    reg [QUEUE*BITS-1:0] next;
    integer              j;
    always @* begin
        next = items;
        for (j = 0; j < QUEUE - 1; j = j + 1)
            if (take && j[4:0] >= at) next[BITS*j +: BITS] = items[BITS*(j+1) +: BITS];
        for (j = 0; j < QUEUE; j = j + 1)
            if (put && j[4:0] == left) next[BITS*j +: BITS] = put_item;
    end

    always @(posedge clk) if (put | take) items <= next;

endmodule

`default_nettype wire
