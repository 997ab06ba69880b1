// A register of 1500 bits.
module wide (
    input  wire          clk,
    input  wire          rst_n,
    input  wire          in_valid,
    output wire          in_ready,
    input  wire [1499:0] in_bits,
    output reg           out_valid,
    input  wire          out_ready,
    output reg  [1499:0] out_bits
);
    assign in_ready = !out_valid || out_ready;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) out_valid <= 1'b0;
        else if (in_ready) begin
            out_valid <= in_valid;
            out_bits  <= in_bits;
        end
endmodule
