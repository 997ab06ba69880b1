// A register behind Wishbone, with an acknowledge one cycle later.
module wishbone #(
    parameter W = 16
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         cyc_i,
    input  wire         stb_i,
    input  wire         we_i,
    input  wire [2:0]   adr_i,
    input  wire [W-1:0] dat_i,
    output reg          ack_o,
    output reg  [W-1:0] dat_o
);

    reg [W-1:0] word;

    always @(posedge clk_i)
        if (rst_i) begin
            ack_o <= 1'b0;
            dat_o <= 0;
            word  <= 0;
        end else begin
            ack_o <= cyc_i & stb_i & ~ack_o;
            dat_o <= adr_i == 0 ? word : 0;
            if (cyc_i & stb_i & ~ack_o & we_i) word <= dat_i;
        end

endmodule
