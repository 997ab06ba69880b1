// Outputs that do not depend on what the reset sets.
module refused_reset (
    input  wire       clk,
    input  wire       rst,
    input  wire [7:0] d,
    output reg  [7:0] q
);
    reg seen;
    always @(posedge clk) begin
        seen <= rst;
        q    <= d;
    end
endmodule
