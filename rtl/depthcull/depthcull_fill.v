`default_nettype none

// depthcull_fill - splits a line that has come from memory: the planes that pixels show, then a plane a cycle, which gets
// its corners and ranges in two more cycles; or all its depths. Stages F1 and F2 hold the planes during these two cycles.
// FIRST and OTHER as in depthcull_fetch, the other parameters as in depthcull.
module depthcull_fill #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter PLANES = 4,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW,
    parameter IB = 2,
    parameter FIRST = 4,
    parameter OTHER = 5
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                start,       // with the line of a read
    input  wire [4:0]          start_miss,
    input  wire [2:0]          start_line,
    input  wire [511:0]        start_data,

    output reg                 busy,
    output reg  [4:0]          miss,
    input  wire [3:0]          what,        // record of that miss: 1..8 planes, 9 depths
    output wire                done,        // in the last cycle of a line

    output wire                put_shows,
    output wire [TW*TH*IB-1:0] shows,
    output wire                put_depths,
    output reg  [2:0]          line,
    output wire [16*ZW-1:0]    depths,

    output reg                 put_plane,
    output reg  [3:0]          place,
    output wire [RW-1:0]       plane,
    output reg  [4:0]          stored_miss, // miss of the plane, and of the line that leaves F2
    output reg                 stored
);

    localparam PX = TW * TH;
    localparam PB = 3 * CW;
    localparam BEGIN = (PLANES == 1) ? 0 : PX*IB;

    reg [2:0]   step;
    reg [511:0] data;  // rest of the line

    wire        pixels = what == 4'd9;
    wire [31:0] first = (line == 3'd0) ? 32'd0 : (line == 3'd1) ? FIRST : FIRST + OTHER;
    wire [31:0] fit = (line == 3'd0) ? FIRST : OTHER;
    wire [31:0] left = {28'd0, what} - first;
    wire [31:0] planes = (left < fit) ? left : fit;
    wire [31:0] steps = pixels ? 32'd1 : planes;
    wire [511:0] rest = (~pixels & (line == 3'd0) & (step == 3'd0)) ? data >> BEGIN : data;

    assign done = busy & ({29'd0, step} + 32'd1 == steps);

    always @(posedge clk)
        if (rst) busy <= 1'b0;
        else if (start) busy <= 1'b1;
        else if (done) busy <= 1'b0;

    always @(posedge clk)
        if (start) begin
            miss <= start_miss;
            line <= start_line;
            data <= start_data;
            step <= 3'd0;
        end else if (busy) begin
            data <= rest >> PB;
            step <= step + 3'd1;
        end

    // --- PLANES ---

    assign put_shows = busy & ~pixels & (line == 3'd0) & (step == 3'd0);
    generate
        if (PLANES == 1) begin : g_one
            assign shows = {(PX*IB){1'b0}};
        end else begin : g_more
            assign shows = data[PX*IB-1:0];
        end
    endgenerate

    wire [CW-1:0] cy2;
    wire          unused_cy = &cy2;
    depthcull_corners #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW)
    ) u_corners (
        .clk(clk), .step2(1'b1), .step3(1'b1),
        .cx1(rest[2*CW +: CW]), .cy1(rest[CW +: CW]), .cref1(rest[0 +: CW]), .cy2(cy2), .plane(plane)
    );

    // --- F1 and F2: the plane in each, if there is one, and whether a line ends in it ---

    wire [31:0] at_plane = first + {29'd0, step};
    wire        unused = &at_plane[31:4];
    reg         f1, f1_plane;
    reg [3:0]   f1_place;
    reg [4:0]   f1_miss;

    always @(posedge clk)
        if (rst) begin
            f1 <= 1'b0;
            f1_plane <= 1'b0;
            stored <= 1'b0;
            put_plane <= 1'b0;
        end else begin
            f1 <= done;
            f1_plane <= busy & ~pixels;
            stored <= f1;
            put_plane <= f1_plane;
        end

    always @(posedge clk) begin
        f1_place <= at_plane[3:0];
        f1_miss <= miss;
        place <= f1_place;
        stored_miss <= f1_miss;
    end

    // --- PIXELS ---

    assign put_depths = busy & pixels;

    genvar p;
    generate
        for (p = 0; p < 16; p = p + 1) begin : g_depth
            assign depths[ZW*p +: ZW] = data[32*p +: ZW];
        end
    endgenerate

endmodule

`default_nettype wire
