`default_nettype none

// depthcull_update - new state of a tile when some of its pixels pass and are written. Combinational.
// Parameters as in depthcull.
module depthcull_update #(
    parameter PX = 32,
    parameter PLANES = 4,
    parameter RW = 385,
    parameter IB = 2
) (
    input  wire [1:0]           kind,
    input  wire [PX*IB-1:0]     shows,
    input  wire [PLANES*RW-1:0] planes,
    input  wire [RW-1:0]        source,
    input  wire [PX-1:0]        passing,     // at least one
    output wire [1:0]           new_kind,
    output reg  [PX*IB-1:0]     new_shows,
    output reg  [PLANES*RW-1:0] new_planes
);

    localparam [1:0] PLANES_KIND = 2'd1;
    localparam [1:0] PIXELS = 2'd2;

    wire [PLANES-1:0] left;  // planes that other pixels still show
    depthcull_shown #(.PX(PX), .PLANES(PLANES), .IB(IB)) u_left (
        .shows(shows), .pixels(~passing), .shown(left)
    );

    wire all = &passing;
    assign new_kind = (~all & (kind == PIXELS || &left)) ? PIXELS : PLANES_KIND;

    // The lowest free place; place 0 with `all`. For PIXELS it does not matter.
    reg [IB-1:0] place;
    integer k, i;
    always @* begin
        place = {IB{1'b0}};
        for (k = PLANES - 1; k >= 0; k = k - 1)
            if (all | ~left[k]) place = k[IB-1:0];
        for (k = 0; k < PLANES; k = k + 1)
            new_planes[RW*k +: RW] = (place == k[IB-1:0]) ? source : planes[RW*k +: RW];
        for (i = 0; i < PX; i = i + 1)
            new_shows[IB*i +: IB] = passing[i] ? place : shows[IB*i +: IB];
    end

endmodule

`default_nettype wire
