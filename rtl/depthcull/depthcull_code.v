`default_nettype none

// depthcull_code - code of a depth: its upper 16 bits, mapped so that codes compare as unsigned. Combinational.
// Parameters as in depthcull.
module depthcull_code #(
    parameter FIXED = 0,
    parameter ZW = 32
) (
    input  wire [ZW-1:0] z,
    output wire [15:0]   code
);

    wire unused = &z[ZW-17:0];
    generate
        if (FIXED == 0) begin : g_f32
            assign code = {~z[ZW-1], z[ZW-2 -: 15] ^ {15{z[ZW-1]}}};
        end else begin : g_fixed
            assign code = z[ZW-1 -: 16];
        end
    endgenerate

endmodule

`default_nettype wire
