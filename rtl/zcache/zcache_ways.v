`default_nettype none

// zcache_ways - in one set: which way holds a tag, and which one has to go. Combinational.
module zcache_ways #(
    // Lines in a set: 1, 2, 4 or 8.
    parameter WAYS = 4,
    // Bits of a tag.
    parameter TAG = 20
) (
    input  wire [TAG-1:0]      tag,
    input  wire [WAYS-1:0]     valid,
    input  wire [TAG*WAYS-1:0] tags,
    input  wire [3*WAYS-1:0]   ages,      // 0 is the one used last; all different
    output reg                 hit,
    output reg  [2:0]          way,       // that has the tag, or else is to be replaced
    output wire [3*WAYS-1:0]   ages_used  // after a use of `way`
);
    localparam [3:0] OLDEST = WAYS[3:0] - 4'd1;

    reg [2:0] victim;
    integer   w;

    always @* begin
        hit    = 1'b0;
        way    = 3'd0;
        victim = 3'd0;
        for (w = 0; w < WAYS; w = w + 1)
            if ({1'b0, ages[3*w +: 3]} == OLDEST) victim = w[2:0];
        for (w = WAYS - 1; w >= 0; w = w - 1) begin
            if (!valid[w]) victim = w[2:0];
            if (valid[w] && tags[TAG*w +: TAG] == tag) begin
                hit = 1'b1;
                way = w[2:0];
            end
        end
        if (!hit) way = victim;
    end

    zcache_ages #(.WAYS(WAYS)) u_ages (.ages(ages), .way(way), .used(ages_used));
endmodule

`default_nettype wire
