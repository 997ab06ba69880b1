`default_nettype none

// loopback_start - the rows of src0, from which the accumulators start, double-buffered: one tile is loaded,
// the other computed. Parameters as in loopback.
module loopback_start #(
    parameter ROWS = 4,
    parameter COLS = 4
) (
    input  wire                     clk,

    input  wire                     fill,   // bank of the tile being loaded
    input  wire                     write,
    input  wire [3:0]               at,
    input  wire [32*COLS-1:0]       data,

    // For the tile being computed.
    input  wire                     from_zero,  // src0 is null: start from zero
    input  wire                     is_float,
    output wire [ROWS*COLS*32-1:0]  start_acc
);

    genvar i, j;
    generate
        for (i = 0; i < ROWS; i = i + 1) begin : g_row
            reg  [32*COLS-1:0] bank0, bank1;
            wire [32*COLS-1:0] row = fill ? bank0 : bank1;
            always @(posedge clk)
                if (write && at == i[3:0]) begin
                    if (fill) bank1 <= data;
                    else bank0 <= data;
                end
            for (j = 0; j < COLS; j = j + 1) begin : g_column
                wire [31:0] dword = row[32*j +: 32];
                wire        nan = is_float & (&dword[30:23]) & (|dword[22:0]);
                assign start_acc[32*(COLS*i+j) +: 32] = from_zero ? 32'd0 : nan ? 32'h7fc00000 : dword;
            end
        end
    endgenerate

endmodule

`default_nettype wire
