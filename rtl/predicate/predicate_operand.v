`default_nettype none

// predicate_operand - value of a source that is the same in all lanes. Combinational.
module predicate_operand (
    input  wire [2:0]   kind,      // 2 U, 3 C, 4 and 5 immediate, 6 special; the value is 0 for others
    input  wire [3:0]   number,
    input  wire [511:0] uniform,   // U0 in the lowest bits
    input  wire [511:0] constant,
    input  wire [127:0] special,   // numbers 1 to 4: warp (lowest bits), warps, group, groups
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
