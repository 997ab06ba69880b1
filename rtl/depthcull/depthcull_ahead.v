`default_nettype none

// depthcull_ahead - the look-ahead: primitives that have a place in the cache and wait for the record of their tile, or
// that need no place; oldest first. Parameters as in depthcull.
module depthcull_ahead #(
    parameter AHEAD = 64,  // primitives, 1..128
    parameter WAYS = 4,
    parameter BITS = 200   // bits of a primitive
) (
    input  wire            clk,
    input  wire            rst,

    output wire            full,
    input  wire            put,           // when full, only together with `take`
    input  wire            put_placeless, // the primitive needs no place
    input  wire [10:0]     put_slot,
    input  wire [BITS-1:0] put_item,

    output wire            some,
    output wire            placeless,     // the oldest needs no place
    output wire [10:0]     slot,
    output wire [BITS-1:0] item,
    input  wire            take,          // the oldest leaves

    input  wire [10:0]     ask,           // the first of WAYS places
    output reg  [WAYS-1:0] holds          // which of those places a primitive here has
);

    localparam AB = (AHEAD == 1) ? 1 : $clog2(AHEAD);
    localparam [31:0] LAST = AHEAD - 1;

    reg [BITS-1:0]     items [0:AHEAD-1];
    reg [11*AHEAD-1:0] slots;
    reg [AHEAD-1:0]    used, placeless_items;
    reg [AB-1:0]       first, next;

    assign full = &used;
    assign some = |used;
    assign placeless = placeless_items[first];
    assign slot = slots[11*first +: 11];
    assign item = items[first];

    always @(posedge clk)
        if (rst) begin
            used <= {AHEAD{1'b0}};
            first <= {AB{1'b0}};
            next <= {AB{1'b0}};
        end else begin
            if (take) begin
                used[first] <= 1'b0;
                first <= (first == LAST[AB-1:0]) ? {AB{1'b0}} : first + 1'b1;
            end
            if (put) begin
                used[next] <= 1'b1;
                next <= (next == LAST[AB-1:0]) ? {AB{1'b0}} : next + 1'b1;
            end
        end

    always @(posedge clk)
        if (put) begin
            items[next] <= put_item;
            slots[11*next +: 11] <= put_slot;
            placeless_items[next] <= put_placeless;
        end

    reg [10:0] way;
    integer    i;
    always @* begin
        holds = {WAYS{1'b0}};
        way = 11'd0;
        for (i = 0; i < AHEAD; i = i + 1) begin
            way = slots[11*i +: 11] - ask;
            if (used[i] && !placeless_items[i] && {21'd0, way} < WAYS) holds = holds | ({{(WAYS-1){1'b0}}, 1'b1} << way);
        end
    end

endmodule

`default_nettype wire
