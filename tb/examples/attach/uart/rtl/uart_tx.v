`default_nettype none

// uart_tx - sends a start bit, eight data bits with the lowest first, and a stop bit.
module uart_tx #(
    parameter DIVIDER = 8  // cycles of a bit
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       tx_valid,
    output wire       tx_ready,
    input  wire [7:0] tx_data,
    output wire       txd
);

    localparam C = $clog2(DIVIDER);
    localparam [C-1:0] LAST = DIVIDER[C-1:0] - 1'b1;

    reg [9:0]   shift;  // ones after the stop bit: the idle line
    reg [3:0]   bits;   // left, zero: idle
    reg [C-1:0] tick;

    assign tx_ready = bits == 0;
    assign txd      = shift[0];

    always @(posedge clk)
        if (rst) begin
            shift <= {10{1'b1}};
            bits  <= 0;
            tick  <= 0;
        end else if (tx_ready) begin
            if (tx_valid) begin
                shift <= {1'b1, tx_data, 1'b0};
                bits  <= 4'd10;
            end
        end else if (tick == LAST) begin
            shift <= {1'b1, shift[9:1]};
            bits  <= bits - 1'b1;
            tick  <= 0;
        end else begin
            tick <= tick + 1'b1;
        end

endmodule

`default_nettype wire
