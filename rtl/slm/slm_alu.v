`default_nettype none

// slm_alu - integer atomics, exch and cas. Combinational.
module slm_alu (
    input  wire [3:0]  op,
    input  wire [31:0] old,
    input  wire [31:0] data,
    input  wire [31:0] compare,
    output reg  [31:0] y
);

    // The unsigned comparison, inverted if the operation is signed and the signs differ.
    wire is_signed = ~op[1];
    wire less = (old < data) ^ (is_signed & (old[31] ^ data[31]));  // old is less than data

    always @*
        case (op)
            4'd3: y = data;
            4'd4: y = old + data;
            4'd5: y = old & data;
            4'd6: y = old | data;
            4'd7: y = old ^ data;
            4'd8, 4'd10: y = less ? old : data;
            4'd9, 4'd11: y = less ? data : old;
            4'd12: y = old == compare ? data : old;
            default: y = old;
        endcase

endmodule

`default_nettype wire
