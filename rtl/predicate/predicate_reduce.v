`default_nettype none

// predicate_reduce - ALU operation with which `red` combines two values, and its neutral value, which stands in
// for a lane that does not execute. The neutral value of a float sum is -0, since -0 + +0 is +0; that of float min
// and max is NaN, which gives way to a number. Combinational.
module predicate_reduce (
    input  wire [2:0]  cond,     // 0 add, 1 min, 2 max, 3 and, 4 or, 5 xor
    input  wire [2:0]  ctype,    // 0 s32, 1 u32, 2 f32

    output reg  [5:0]  op,       // ALU operation
    output reg  [31:0] neutral
);

    wire float = ctype == 3'd2;
    wire natural = ctype == 3'd1;

    always @*
        case (cond)
            3'd0: begin
                op = float ? 6'd14 : 6'd2;
                neutral = float ? 32'h80000000 : 32'd0;
            end
            3'd1: begin
                op = float ? 6'd41 : natural ? 6'd39 : 6'd11;
                neutral = float ? 32'h7fc00000 : natural ? 32'hffffffff : 32'h7fffffff;
            end
            3'd2: begin
                op = float ? 6'd42 : natural ? 6'd40 : 6'd12;
                neutral = float ? 32'h7fc00000 : natural ? 32'd0 : 32'h80000000;
            end
            3'd3: begin
                op = 6'd5;
                neutral = 32'hffffffff;
            end
            3'd4: begin
                op = 6'd6;
                neutral = 32'd0;
            end
            default: begin
                op = 6'd7;
                neutral = 32'd0;
            end
        endcase

endmodule

`default_nettype wire
