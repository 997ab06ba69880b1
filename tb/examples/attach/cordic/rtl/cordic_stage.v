`default_nettype none

// cordic_stage - one rotation of the vector by atan(2**-SHIFT), in the direction that brings the remaining
// angle closer to zero.
module cordic_stage #(
    parameter SHIFT = 0,
    parameter WX    = 24,  // bits of x and y
    parameter WZ    = 23,  // bits of a whole turn
    parameter [WZ-1:0] ATAN = 0
) (
    input  wire                 clk,
    input  wire                 ce,
    input  wire signed [WX-1:0] in_x,
    input  wire signed [WX-1:0] in_y,
    input  wire signed [WZ-1:0] in_z,
    output reg  signed [WX-1:0] out_x,
    output reg  signed [WX-1:0] out_y,
    output reg  signed [WZ-1:0] out_z
);

    wire                 negative  = in_z[WZ-1];
    wire signed [WX-1:0] shifted_x = in_x >>> SHIFT;
    wire signed [WX-1:0] shifted_y = in_y >>> SHIFT;

    always @(posedge clk)
        if (ce) begin
            out_x <= negative ? in_x + shifted_y : in_x - shifted_y;
            out_y <= negative ? in_y - shifted_x : in_y + shifted_x;
            out_z <= negative ? in_z + ATAN : in_z - ATAN;
        end

endmodule

`default_nettype wire
