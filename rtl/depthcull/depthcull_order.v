`default_nettype none

// depthcull_order - maps a value to a signed integer of the same order; both f32 zeros map to 0. The result for a
// NaN is meaningless. Combinational. W is the width of the value.
module depthcull_order #(
    parameter FIXED = 0,   // 0: f32
    parameter SIGNED = 1,  // fixed point: the value is signed
    parameter W = 32
) (
    input  wire [W-1:0] x,
    output wire [W:0]   key
);

    generate
        if (FIXED == 0) begin : g_f32
            wire [W:0] magnitude = {2'b00, x[W-2:0]};
            assign key = x[W-1] ? -magnitude : magnitude;
        end else begin : g_fixed
            assign key = {(SIGNED != 0) & x[W-1], x};
        end
    endgenerate

endmodule

`default_nettype wire
