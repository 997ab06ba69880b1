`default_nettype none

// depthcull_fill - a line that has come from memory, taken apart: the places that pixels show, a plane a cycle with its corners
// and ranges, or a group of depths a cycle.
module depthcull_fill #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter PIX = 4,
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
    input  wire [3:0]          start_miss,
    input  wire [2:0]          start_line,
    input  wire [511:0]        start_data,

    output reg                 busy,
    output reg  [3:0]          miss,
    input  wire [3:0]          what,        // the record of that miss is: 1..8 planes, 9 depths
    output wire                done,        // in the last cycle of a line

    output wire                put_shows,
    output wire [TW*TH*IB-1:0] shows,
    output wire                put_plane,
    output wire [3:0]          place,
    output wire [RW-1:0]       plane,
    output wire                put_depths,
    output wire [7:0]          group,
    output wire [PIX*ZW-1:0]   depths
);

    localparam PX = TW * TH;
    localparam PB = 3 * CW;
    localparam BEGIN = (PLANES == 1) ? 0 : PX*IB;
    localparam [31:0] STEPS = 16 / PIX;

    reg [2:0]   line;
    reg [4:0]   step;
    reg [511:0] data;  // what is left of it

    wire        pixels = what == 4'd9;
    wire [31:0] first = (line == 3'd0) ? 32'd0 : (line == 3'd1) ? FIRST : FIRST + OTHER;
    wire [31:0] fit = (line == 3'd0) ? FIRST : OTHER;
    wire [31:0] left = {28'd0, what} - first;
    wire [31:0] planes = (left < fit) ? left : fit;
    wire [31:0] steps = pixels ? STEPS : planes + 32'd2;
    wire [511:0] rest = (~pixels & (line == 3'd0) & (step == 5'd0)) ? data >> BEGIN : data;

    assign done = busy & ({27'd0, step} + 32'd1 == steps);

    always @(posedge clk)
        if (rst) busy <= 1'b0;
        else if (start) busy <= 1'b1;
        else if (done) busy <= 1'b0;

    always @(posedge clk)
        if (start) begin
            miss <= start_miss;
            line <= start_line;
            data <= start_data;
            step <= 5'd0;
        end else if (busy) begin
            data <= pixels ? data >> (32*PIX) : rest >> PB;
            step <= step + 5'd1;
        end

    // --- PLANES ---

    assign put_shows = busy & ~pixels & (line == 3'd0) & (step == 5'd0);
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

    wire [31:0] at_plane = first + {27'd0, step} - 32'd2;
    assign put_plane = busy & ~pixels & (step >= 5'd2);
    assign place = at_plane[3:0];

    // --- PIXELS ---

    wire [31:0] at_group = {29'd0, line} * STEPS + {27'd0, step};
    wire        unused = &{at_plane[31:4], at_group[31:8]};
    assign put_depths = busy & pixels;
    assign group = at_group[7:0];

    genvar p;
    generate
        for (p = 0; p < PIX; p = p + 1) begin : g_depth
            assign depths[ZW*p +: ZW] = data[32*p +: ZW];
        end
    endgenerate

endmodule

`default_nettype wire
