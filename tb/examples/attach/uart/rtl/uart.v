`default_nettype none

// uart - transmitter and receiver for serial lines, 8N1, a bit of DIVIDER cycles.
module uart #(
    parameter DIVIDER = 8  // 4 or more
) (
    input  wire       clk,
    input  wire       rst,

    input  wire       tx_valid,
    output wire       tx_ready,
    input  wire [7:0] tx_data,
    output wire       txd,

    input  wire       rxd,
    output wire       rx_valid,  // for one cycle
    output wire [7:0] rx_data,
    output wire       rx_error   // the stop bit was low
);

    uart_tx #(.DIVIDER(DIVIDER)) u_tx (
        .clk(clk), .rst(rst), .tx_valid(tx_valid), .tx_ready(tx_ready), .tx_data(tx_data), .txd(txd)
    );

    uart_rx #(.DIVIDER(DIVIDER)) u_rx (
        .clk(clk), .rst(rst), .rxd(rxd), .rx_valid(rx_valid), .rx_data(rx_data), .rx_error(rx_error)
    );

endmodule

`default_nettype wire
