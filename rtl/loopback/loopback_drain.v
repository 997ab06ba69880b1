`default_nettype none

// loopback_drain - holds the rows of a tile's result and outputs them, row 0 first. Parameters as in loopback.
module loopback_drain #(
    parameter ROWS = 4,
    parameter COLS = 4
) (
    input  wire                    clk,
    input  wire                    rst,

    // The rows are stored at the end of a cycle with `put`; only when there is room.
    output wire                    room,
    input  wire                    put,
    input  wire [7:0]              put_tag,
    input  wire [ROWS*COLS*32-1:0] put_rows,

    output wire                    dst_valid,
    input  wire                    dst_ready,
    output wire [32*COLS-1:0]      dst_data,
    output wire [7:0]              dst_tag,
    output wire                    dst_last
);

    localparam [3:0] ALL_ROWS = ROWS[3:0];

    reg [3:0]              left;
    reg [7:0]              tag;
    reg [ROWS*COLS*32-1:0] rows;  // the next row is lowest

    wire fire = dst_valid & dst_ready;

    assign dst_valid = left != 4'd0;
    assign dst_last = left == 4'd1;
    assign dst_data = rows[32*COLS-1:0];
    assign dst_tag = tag;
    assign room = ~dst_valid | (dst_last & dst_ready);

    always @(posedge clk)
        if (rst) left <= 4'd0;
        else if (put) left <= ALL_ROWS;
        else if (fire) left <= left - 4'd1;

    always @(posedge clk)
        if (put) begin
            tag <= put_tag;
            rows <= put_rows;
        end else if (fire) rows <= rows >> (32 * COLS);

endmodule

`default_nettype wire
