`default_nettype none

// depthcull_tiles - state of each tile in the cache, by its place: kind, planes and which of them each pixel shows, ranges
// of PIXELS. A CLEAR tile is only marked; its planes are not stored. Parameters as in depthcull.
module depthcull_tiles #(
    parameter FIXED = 0,
    parameter TILES = 64,       // places
    parameter PLANES = 4,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW,
    parameter SB = 64,          // bits that say which plane each pixel shows
    parameter PB = 2*(2 + 2*ZW) // bits of the ranges of PIXELS
) (
    input  wire                         clk,
    input  wire                         rst,

    input  wire                         clear,    // changes the depth of CLEAR tiles, when there are none
    input  wire [ZW-1:0]                clear_z,
    input  wire                         resolve,  // this tile becomes CLEAR
    input  wire [10:0]                  at_r,

    // Four are read: that of stage 4, that of the next primitive of the queue or of a read-out, that of a finished
    // primitive, and below one that goes to memory. Each is {kind, ranges of PIXELS, shows, planes}.
    input  wire [10:0]                  at_a,
    output wire [2+PB+SB+PLANES*RW-1:0] tile_a,
    input  wire [10:0]                  at_b,
    output wire [2+PB+SB+PLANES*RW-1:0] tile_b,
    input  wire [10:0]                  at_c,
    output wire [2+PB+SB+PLANES*RW-1:0] tile_c,

    // One that goes to memory.
    input  wire [10:0]                  at_d,
    output wire [2+PB+SB+PLANES*RW-1:0] tile_d,

    // One that comes from memory, part by part; planes come after the indices that show them.
    input  wire [10:0]                  at_s,
    input  wire                         fill_shows,
    input  wire [SB-1:0]                shows_f,
    input  wire [10:0]                  at_f,
    input  wire                         fill_plane,
    input  wire [3:0]                   place_f,
    input  wire [RW-1:0]                plane_f,
    input  wire                         complete,
    input  wire [1:0]                   kind_f,
    input  wire [PB-1:0]                ranges_f,

    // Two can be written, never the same one.
    input  wire                         write_x,
    input  wire [10:0]                  at_x,
    input  wire [2+PB+SB+PLANES*RW-1:0] new_x,
    input  wire                         write_y,
    input  wire [10:0]                  at_y,
    input  wire [2+PB+SB+PLANES*RW-1:0] new_y
);

    localparam TB = (TILES == 1) ? 1 : $clog2(TILES);
    localparam TW = 2 + PB + SB + PLANES*RW;

    reg [TILES-1:0] cleared;
    reg [ZW-1:0]    z;
    reg [TW-1:0]    tiles [0:TILES-1];

    wire [TB-1:0] index_a = at_a[TB-1:0];
    wire [TB-1:0] index_b = at_b[TB-1:0];
    wire [TB-1:0] index_c = at_c[TB-1:0];
    wire [TB-1:0] index_x = at_x[TB-1:0];
    wire [TB-1:0] index_y = at_y[TB-1:0];
    wire [TB-1:0] index_d = at_d[TB-1:0];
    wire [TB-1:0] index_s = at_s[TB-1:0];
    wire [TB-1:0] index_f = at_f[TB-1:0];
    wire [TB-1:0] index_r = at_r[TB-1:0];
    wire          unused = &{at_a, at_b, at_c, at_d, at_s, at_f, at_r, at_x, at_y, place_f};

    // CLEAR(z) is the plane (0, 0, z).
    wire [ZW-1:0] stored_z;
    wire          clear_unknown;
    wire [CW-1:0] clear_cref;
    wire [AW-1:0] clear_sum;
    generate
        if (FIXED == 0) begin : g_f32
            depthcull_depth #(.FIXED(0), .AW(32), .ZW(32)) u_z (.sum(clear_z), .z(stored_z));
            assign clear_unknown = &z[30:23];
            assign clear_cref = z;
            assign clear_sum = z;
        end else begin : g_fixed
            assign stored_z = clear_z;
            assign clear_unknown = 1'b0;
            assign clear_cref = {{(CW-ZW-8){1'b0}}, z, 8'd0};
            assign clear_sum = {{(AW-ZW-8){1'b0}}, z, 8'd0};
        end
    endgenerate

    wire [RW-1:0] clear_plane = {
        clear_unknown, {CW{1'b0}}, {CW{1'b0}}, clear_cref, clear_sum, clear_sum, {7{z}}
    };
    wire [TW-1:0] clear_tile = {{(TW-RW){1'b0}}, clear_plane};

    assign tile_a = cleared[index_a] ? clear_tile : tiles[index_a];
    assign tile_b = cleared[index_b] ? clear_tile : tiles[index_b];
    assign tile_c = cleared[index_c] ? clear_tile : tiles[index_c];
    assign tile_d = tiles[index_d];

    always @(posedge clk)
        if (rst) z <= {ZW{1'b0}};
        else if (clear) z <= stored_z;

    always @(posedge clk) begin
        if (write_x) cleared[index_x] <= 1'b0;
        if (write_y) cleared[index_y] <= 1'b0;
        if (complete) cleared[index_f] <= 1'b0;
        if (resolve) cleared[index_r] <= 1'b1;
    end

    localparam KEEP = PLANES*RW;
    always @(posedge clk) begin
        if (write_x) tiles[index_x] <= new_x;
        if (write_y) tiles[index_y] <= new_y;
        if (fill_shows) tiles[index_s][KEEP +: SB] <= shows_f;
        if (fill_plane) tiles[index_f][RW*place_f +: RW] <= plane_f;
        if (complete) tiles[index_f][KEEP + SB +: 2 + PB] <= {kind_f, ranges_f};
    end

endmodule

`default_nettype wire
