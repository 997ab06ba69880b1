// A divider with a start pulse and a done, and no busy: what comes before the done is lost.
module divide #(
    parameter W = 8
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         start_i,
    input  wire [W-1:0] dividend_i,
    input  wire [W-1:0] divisor_i,
    input  wire         signed_i,
    output reg          done_o,
    output reg  [W-1:0] quotient_o,
    output wire         trace_o
);

    reg [2:0] count;

    assign trace_o = count[0];

    always @(posedge clk_i)
        if (rst_i) begin
            count      <= 0;
            done_o     <= 1'b0;
            quotient_o <= 0;
        end else begin
            done_o <= count == 1;
            if (start_i) begin
                count      <= 3'd5;
                quotient_o <= signed_i ? dividend_i : dividend_i / (divisor_i | 1'b1);
            end else if (count != 0) begin
                count <= count - 1'b1;
            end
        end

endmodule
