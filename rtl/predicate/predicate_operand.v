`default_nettype none

// predicate_operand - a source that is the same in all lanes. Combinational.
module predicate_operand (
    input  wire [2:0]   kind,      // 2 U, 3 C, 4 and 5 immediate; 0 for the others
    input  wire [3:0]   number,
    input  wire [511:0] uniform,   // U0 lowest
    input  wire [511:0] constant,
    input  wire [31:0]  low,
    input  wire [31:0]  high,
    output reg  [31:0]  value
);

    always @*
        case (kind)
            3'd2: value = uniform[{number, 5'd0} +: 32];
            3'd3: value = constant[{number, 5'd0} +: 32];
            3'd4: value = low;
            3'd5: value = high;
            default: value = 32'd0;
        endcase

endmodule

`default_nettype wire
