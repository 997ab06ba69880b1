`default_nettype none

// For the depth of a pipeline from its inputs to its outputs: registers that let their inputs through. A map for Yosys,
// not a part of fdot.
(* techmap_celltype = "$dff $dffe $sdff $sdffe $sdffce" *)
module fdot_transparent #(
    parameter WIDTH = 1, CLK_POLARITY = 1, EN_POLARITY = 1, SRST_POLARITY = 1, SRST_VALUE = 0
) (
    input  wire             CLK,
    input  wire             EN,
    input  wire             SRST,
    input  wire [WIDTH-1:0] D,
    output wire [WIDTH-1:0] Q
);

    assign Q = D;

endmodule

`default_nettype wire
