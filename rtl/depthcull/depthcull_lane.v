`default_nettype none

// depthcull_lane - the depth of one pixel of a plane, in two register stages. Parameters as in depthcull.
module depthcull_lane #(
    parameter FIXED = 0,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32
) (
    input  wire          clk,
    input  wire          step,   // enables both registers
    input  wire [3:0]    x,      // for the first register, with the coefficients
    input  wire [3:0]    y,      // for the second register
    input  wire [CW-1:0] cx,
    input  wire [CW-1:0] cy,
    input  wire [CW-1:0] cref,
    input  wire          kept,   // for the second register: the depth is taken from the tile memory
    input  wire [ZW-1:0] memory,
    output reg  [ZW-1:0] z
);

    wire [AW-1:0] base, sum_x, sum_y;
    reg  [AW-1:0] held;
    reg  [CW-1:0] held_cy;
    wire [ZW-1:0] depth;

    generate
        if (AW == CW) begin : g_same
            assign base = cref;
        end else begin : g_wider
            assign base = {{(AW-CW){cref[CW-1]}}, cref};
        end
    endgenerate

    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_x (.n(x), .c(cx), .base(base), .sum(sum_x));
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_y (.n(y), .c(held_cy), .base(held), .sum(sum_y));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z (.sum(sum_y), .z(depth));

    always @(posedge clk)
        if (step) begin
            held <= sum_x;
            held_cy <= cy;
            z <= kept ? memory : depth;
        end

endmodule

`default_nettype wire
