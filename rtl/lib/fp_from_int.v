`default_nettype none

// fp_from_int - u32 or s32 to f32. Combinational.
module fp_from_int (
    input  wire        is_signed,
    input  wire [31:0] x,
    output wire [31:0] y
);

    wire        sign = is_signed & x[31];
    wire [31:0] magnitude = sign ? -x : x;

    // Bit 31 has the biased exponent 127 + 31; exp is that less one.
    fp_round #(.W(32)) u_round (
        .nan(1'b0), .inf(1'b0), .sign(sign), .exp(9'd157), .sig(magnitude), .y(y)
    );

endmodule

`default_nettype wire
