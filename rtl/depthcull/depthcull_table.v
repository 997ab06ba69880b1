`default_nettype none

// depthcull_table - for each tile of the image: the epoch in which its record was written to memory, what the record
// is, and its bounds. A tile whose epoch is not the current one has no record. A row holds 64 tiles, so a sweep takes
// TILES/64 cycles; bounds need no sweep, as they count only together with a record.
module depthcull_table #(
    parameter TILES = 4080,
    parameter EPOCH = 4  // bits of an epoch, 1..4
) (
    input  wire        clk,
    input  wire        rst,

    input  wire        clear,       // a new epoch
    output reg         sweeping,

    input  wire [19:0] ask_tile,
    output wire [3:0]  what,        // for the tile of the cycle before, as it is now: 0 no record, 1..8 planes, 9 pixels
    output wire [63:0] bounds,

    input  wire        write,       // never during a sweep
    input  wire [19:0] write_tile,
    input  wire [3:0]  write_what,
    input  wire [63:0] write_bounds
);

    localparam EW = EPOCH + 4;
    localparam ROWS = (TILES + 63) / 64;
    localparam RB = (ROWS == 1) ? 1 : $clog2(ROWS);
    localparam TB = (TILES == 1) ? 1 : $clog2(TILES);

    reg [64*EW-1:0] rows [0:ROWS-1];
    reg [63:0]      outlines [0:TILES-1];

    reg [EPOCH-1:0] now;
    reg [RB-1:0]    row;

    wire [31:0] wide_ask = {12'd0, ask_tile};
    wire [31:0] wide_write = {12'd0, write_tile};
    wire        unused = &{wide_ask, wide_write};

    // Bypass: what is read does not include a write in the same cycle.
    reg [64*EW-1:0] found;
    reg [63:0]      outline, written_outline;
    reg [5:0]       at;
    reg             fresh;
    reg [EW-1:0]    written;
    always @(posedge clk) begin
        found <= rows[wide_ask[6 +: RB]];
        outline <= outlines[wide_ask[TB-1:0]];
        at <= ask_tile[5:0];
        fresh <= write & (write_tile == ask_tile);
        written <= {now, write_what};
        written_outline <= write_bounds;
    end

    wire [EW-1:0] entry = fresh ? written : found[EW*at +: EW];
    assign what = (entry[EW-1:4] == now) ? entry[3:0] : 4'd0;
    assign bounds = fresh ? written_outline : outline;

    wire [EPOCH-1:0] one = 1;
    wire             last_epoch = &now;

    always @(posedge clk)
        if (rst) now <= {EPOCH{1'b0}};
        else if (clear) now <= now + one;

    always @(posedge clk)
        if (rst) begin
            sweeping <= 1'b1;
            row <= {RB{1'b0}};
        end else if (clear & last_epoch) begin
            sweeping <= 1'b1;
            row <= {RB{1'b0}};
        end else if (sweeping) begin
            if ({{(32-RB){1'b0}}, row} == ROWS - 1) sweeping <= 1'b0;
            else row <= row + 1'b1;
        end

    always @(posedge clk)
        if (sweeping) rows[row] <= {(64*EW){1'b0}};
        else if (write) rows[wide_write[6 +: RB]][EW*write_tile[5:0] +: EW] <= {now, write_what};

    always @(posedge clk) if (write) outlines[wide_write[TB-1:0]] <= write_bounds;

endmodule

`default_nettype wire
