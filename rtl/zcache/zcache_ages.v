`default_nettype none

// zcache_ages - ages of the ways of a set after one more use. Combinational.
module zcache_ages #(
    // Lines in a set: 1, 2, 4 or 8.
    parameter WAYS = 4
) (
    input  wire [3*WAYS-1:0] ages,
    input  wire [2:0]        way,
    output reg  [3*WAYS-1:0] used
);
    reg [2:0] own;
    integer   w;

    // Ways that were younger than the used one age by one.
    always @* begin
        own = 3'd0;
        for (w = 0; w < WAYS; w = w + 1)
            if (way == w[2:0]) own = ages[3*w +: 3];
        for (w = 0; w < WAYS; w = w + 1) begin
            if (way == w[2:0]) used[3*w +: 3] = 3'd0;
            else if (ages[3*w +: 3] < own) used[3*w +: 3] = ages[3*w +: 3] + 3'd1;
            else used[3*w +: 3] = ages[3*w +: 3];
        end
    end
endmodule

`default_nettype wire
