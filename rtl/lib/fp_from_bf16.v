`default_nettype none

// fp_from_bf16 - bf16 to f32, exact. Combinational.
module fp_from_bf16 (
    input  wire [15:0] x,
    output wire [31:0] y
);

    wire nan = &x[14:7] & |x[6:0];

    assign y = nan ? 32'h7fc00000 : {x, 16'd0};

endmodule

`default_nettype wire
