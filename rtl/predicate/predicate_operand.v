`default_nettype none

// predicate_operand - a source that is the same in all lanes. Combinational.
module predicate_operand (
    input  wire [2:0]   kind,      // 2 U, 3 C, 4 and 5 immediate, 6 special; 0 for the others
    input  wire [3:0]   number,
    input  wire [511:0] uniform,   // U0 lowest
    input  wire [511:0] constant,
    input  wire [127:0] special,   // warp, warps, group, groups: their numbers are 1 to 4
    input  wire [31:0]  low,
    input  wire [31:0]  high,
    output reg  [31:0]  value
);

    wire [3:0] at = number - 4'd1;
    wire       unused = |at[3:2];

    always @*
        case (kind)
            3'd2: value = uniform[{number, 5'd0} +: 32];
            3'd3: value = constant[{number, 5'd0} +: 32];
            3'd4: value = low;
            3'd5: value = high;
            3'd6: value = (number >= 4'd1 && number <= 4'd4) ? special[{at[1:0], 5'd0} +: 32] : 32'd0;
            default: value = 32'd0;
        endcase

endmodule

`default_nettype wire
