`default_nettype none

// depthcull_box - bounding box of some pixels of a tile; meaningless if there are none. Combinational.
// Parameters as in depthcull.
module depthcull_box #(
    parameter TW = 8,
    parameter TH = 4
) (
    input  wire [TW*TH-1:0] mask,
    output reg  [3:0]       x0,
    output reg  [3:0]       x1,
    output reg  [3:0]       y0,
    output reg  [3:0]       y1
);

    reg [TW-1:0] columns;
    integer      x, y;
    always @* begin
        columns = {TW{1'b0}};
        for (y = 0; y < TH; y = y + 1) columns = columns | mask[TW*y +: TW];
        x0 = 4'd0;
        x1 = 4'd0;
        y0 = 4'd0;
        y1 = 4'd0;
        for (x = TW - 1; x >= 0; x = x - 1) if (columns[x]) x0 = x[3:0];
        for (x = 0; x < TW; x = x + 1) if (columns[x]) x1 = x[3:0];
        for (y = TH - 1; y >= 0; y = y - 1) if (|mask[TW*y +: TW]) y0 = y[3:0];
        for (y = 0; y < TH; y = y + 1) if (|mask[TW*y +: TW]) y1 = y[3:0];
    end

endmodule

`default_nettype wire
