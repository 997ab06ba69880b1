`default_nettype none

// zcache_ways - in one set: the way that holds a tag, and the victim. Combinational.
module zcache_ways #(
    // Lines in a set: 1, 2, 4 or 8.
    parameter WAYS = 4,
    // Bits of a tag.
    parameter TAG = 20
) (
    input  wire [TAG-1:0]      tag,
    input  wire [WAYS-1:0]     valid,
    input  wire [WAYS-1:0]     pending,
    input  wire [TAG*WAYS-1:0] tags,
    input  wire [3*WAYS-1:0]   ages,   // 0 is the most recently used; all different
    output reg                 hit,
    output reg  [2:0]          way,    // the way with the tag
    output reg                 none,   // all ways are pending
    output reg  [2:0]          victim  // if not `none`
);
    reg [2:0] oldest;
    integer   w;

    always @* begin
        hit    = 1'b0;
        way    = 3'd0;
        none   = 1'b1;
        victim = 3'd0;
        oldest = 3'd0;
        for (w = 0; w < WAYS; w = w + 1) begin
            if (!pending[w] && ages[3*w +: 3] >= oldest) begin
                none   = 1'b0;
                victim = w[2:0];
                oldest = ages[3*w +: 3];
            end
        end
        for (w = WAYS - 1; w >= 0; w = w - 1) begin
            if (!valid[w] && !pending[w]) victim = w[2:0];
            if (valid[w] && tags[TAG*w +: TAG] == tag) begin
                hit = 1'b1;
                way = w[2:0];
            end
        end
    end
endmodule

`default_nettype wire
