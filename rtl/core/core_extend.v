`default_nettype none

// core_extend - sign- or zero-extends a value from its memory type. Combinational.
module core_extend (
    input  wire [2:0]  size,  // 0 word, 1 s8, 2 u8, 3 s16, 4 u16
    input  wire [31:0] x,
    output reg  [31:0] y
);

    always @*
        case (size)
            3'd1: y = {{24{x[7]}}, x[7:0]};
            3'd2: y = {24'd0, x[7:0]};
            3'd3: y = {{16{x[15]}}, x[15:0]};
            3'd4: y = {16'd0, x[15:0]};
            default: y = x;
        endcase

endmodule

`default_nettype wire
