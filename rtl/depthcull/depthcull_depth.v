`default_nettype none

// depthcull_depth - depth for a sum. f32: zeros become +0, a NaN becomes the canonical NaN. Fixed point: the
// fraction bits are dropped, and the result is clamped to 24 bits. Combinational. Parameters as in depthcull.
module depthcull_depth #(
    parameter FIXED = 0,
    parameter AW = 32,
    parameter ZW = 32
) (
    input  wire [AW-1:0] sum,
    output wire [ZW-1:0] z
);

    generate
        if (FIXED == 0) begin : g_f32
            wire nan = (&sum[30:23]) & (|sum[22:0]);
            wire zero = ~|sum[30:0];
            assign z = nan ? 32'h7fc00000 : zero ? 32'h00000000 : sum;
        end else begin : g_fixed
            wire unused = |sum[7:0];  // fraction bits
            assign z = sum[AW-1]          ? {ZW{1'b0}}
                     : (|sum[AW-2:8+ZW])  ? {ZW{1'b1}}
                     :                      sum[7+ZW:8];
        end
    endgenerate

endmodule

`default_nettype wire
