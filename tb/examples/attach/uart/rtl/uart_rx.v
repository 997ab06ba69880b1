`default_nettype none

// uart_rx - receives frames of eight data bits, each sampled in its middle. rx_valid is high for one
// cycle with a byte; rx_error says that its stop bit was low. The next frame begins only after the line
// has been high.
module uart_rx #(
    parameter DIVIDER = 8  // cycles of a bit
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       rxd,
    output reg        rx_valid,
    output reg  [7:0] rx_data,
    output reg        rx_error
);

    localparam C = $clog2(DIVIDER);
    localparam [C-1:0] LAST = DIVIDER[C-1:0] - 1'b1;
    localparam integer HALF_BIT = DIVIDER / 2;
    localparam [C-1:0] HALF = HALF_BIT[C-1:0] - 1'b1;

    // Two registers between the line and the logic.
    reg         line_meta, line;
    reg         was_high;
    reg [7:0]   shift;
    reg [3:0]   bits;  // left, zero: no frame
    reg [C-1:0] tick;  // cycles to the next sample

    always @(posedge clk)
        if (rst) {line, line_meta} <= 2'b11;
        else {line, line_meta} <= {line_meta, rxd};

    wire sample = bits != 0 & tick == 0;

    always @(posedge clk)
        if (rst) begin
            was_high <= 1'b0;
            bits     <= 0;
            tick     <= 0;
        end else begin
            was_high <= line;
            if (bits == 0) begin
                tick <= HALF;
                if (was_high & ~line) bits <= 4'd10;
            end else begin
                tick <= sample ? LAST : tick - 1'b1;
                if (sample) bits <= bits == 10 & line ? 0 : bits - 1'b1;
            end
        end

    always @(posedge clk)
        if (sample & bits != 1) shift <= {line, shift[7:1]};

    always @(posedge clk) begin
        rx_valid <= ~rst & sample & bits == 1;
        if (sample & bits == 1) begin
            rx_data  <= shift;
            rx_error <= ~line;
        end
    end

endmodule

`default_nettype wire
