`default_nettype none

// depthcull_tiles - what is known of each tile: its kind and its record. A fast clear marks all of them at
// once.
module depthcull_tiles #(
    parameter FIXED = 0,
    parameter TILES = 64,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter RW = 1 + 3*CW + 2*AW + 5*ZW
) (
    input  wire          clk,
    input  wire          rst,

    input  wire          clear,
    input  wire [ZW-1:0] clear_z,

    input  wire [7:0]    at,       // read, and written at the end of the cycle
    output wire [1:0]    kind,     // 0 CLEAR, 1 PLANE, 2 PIXELS
    output wire [RW-1:0] record,
    input  wire          write,
    input  wire [1:0]    new_kind,
    input  wire [RW-1:0] new_record
);

    localparam TB = (TILES == 1) ? 1 : $clog2(TILES);

    reg [TILES-1:0] cleared;
    reg [ZW-1:0]    z;
    reg [RW+1:0]    tiles [0:TILES-1];

    wire [TB-1:0] index = at[TB-1:0];
    wire          unused = &at;  // an index beyond the tiles is never looked at

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

    wire [RW+1:0] clear_tile = {
        2'd0, clear_unknown, {CW{1'b0}}, {CW{1'b0}}, clear_cref, clear_sum, clear_sum, z, z, z, z, z
    };

    assign {kind, record} = cleared[index] ? clear_tile : tiles[index];

    always @(posedge clk)
        if (rst) begin
            cleared <= {TILES{1'b1}};
            z <= {ZW{1'b0}};
        end else if (clear) begin
            cleared <= {TILES{1'b1}};
            z <= stored_z;
        end else if (write) cleared[index] <= 1'b0;

    always @(posedge clk)
        if (write) tiles[index] <= {new_kind, new_record};

endmodule

`default_nettype wire
