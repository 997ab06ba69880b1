`default_nettype none

// depthcull_evict - records on their way to memory: one whose lines are being sent, and others that memory has not yet
// acknowledged. The depths of PIXELS are read from the tile memory line by line, as they are sent.
// FIRST, OTHER and STRIDE as in depthcull_fetch, the other parameters as in depthcull.
module depthcull_evict #(
    parameter PX = 32,
    parameter PLANES = 4,
    parameter CW = 32,
    parameter ZW = 32,
    parameter IB = 2,
    parameter FIRST = 4,
    parameter OTHER = 5,
    parameter STRIDE = 2,
    parameter MISSES = 8
) (
    input  wire                   clk,
    input  wire                   rst,

    output wire                   can,        // a record can be taken
    output wire                   quiet,      // nothing is in flight
    input  wire                   take,
    input  wire [10:0]            take_slot,
    input  wire [19:0]            take_tile,
    input  wire                   take_pixels,
    input  wire [PX*IB-1:0]       take_shows,
    input  wire [PLANES*3*CW-1:0] take_planes,

    output reg                    busy,
    output reg                    pixels,     // with `busy`: the depths come from the place
    output reg  [10:0]            slot,
    output reg  [2:0]             line,
    input  wire [16*ZW-1:0]       depths,     // of that line

    input  wire [59:0]            ask_tiles,
    output reg  [2:0]             asked,      // for each of the three tiles: a record of it is in flight

    input  wire                   mem_free,
    output wire                   send,
    output wire [23:0]            send_addr,
    output wire [8:0]             send_tag,
    output wire [511:0]           send_data,

    input  wire                   reply,
    input  wire [8:0]             reply_tag
);

    localparam [31:0] PIXEL_LINES = PX / 16;

    reg [255:0] waiting;  // bit 8*w+line
    reg [19:0]  tiles [0:31];
    reg [4:0]   write;    // number of the write in EV
    reg [PX*IB-1:0]       shows;
    reg [PLANES*3*CW-1:0] planes;

    wire [3*MISSES-1:0] same;  // for each write, which of the tiles it belongs to, if it is in use
    genvar g, a;
    generate
        for (g = 0; g < MISSES; g = g + 1) begin : g_write
            for (a = 0; a < 3; a = a + 1) begin : g_same
                assign same[3*g + a] = tiles[g] == ask_tiles[20*a +: 20];
            end
        end
    endgenerate

    reg       room;
    reg [4:0] place;
    integer   i;
    always @* begin
        room = 1'b0;
        place = 5'd0;
        asked = 3'd0;
        for (i = MISSES - 1; i >= 0; i = i - 1) begin
            if ((|waiting[8*i +: 8]) || (busy && write == i[4:0])) begin
                asked = asked | same[3*i +: 3];
            end else begin
                room = 1'b1;
                place = i[4:0];
            end
        end
    end

    assign can = room & ~busy;
    assign quiet = ~busy & ~|waiting;

    wire [3:0]       count;
    wire [3*512-1:0] lines;
    depthcull_record #(
        .PX(PX), .PLANES(PLANES), .CW(CW), .IB(IB), .FIRST(FIRST), .OTHER(OTHER)
    ) u_record (
        .shows(shows), .planes(planes), .count(count), .lines(lines)
    );

    wire [3:0] of_planes = ({28'd0, count} <= FIRST) ? 4'd1 : ({28'd0, count} <= FIRST + OTHER) ? 4'd2 : 4'd3;
    wire [3:0] of_all = pixels ? PIXEL_LINES[3:0] : of_planes;
    wire       last = {1'b0, line} + 4'd1 == of_all;

    // 16 depths of 32 bits each.
    wire [511:0] wide;
    genvar p;
    generate
        for (p = 0; p < 16; p = p + 1) begin : g_depth
            if (ZW == 32) begin : g_32
                assign wide[32*p +: 32] = depths[32*p +: 32];
            end else begin : g_24
                assign wide[32*p +: 32] = {{(32-ZW){1'b0}}, depths[ZW*p +: ZW]};
            end
        end
    endgenerate

    assign send = busy & mem_free;
    wire [31:0] addr = {12'd0, tiles[write]} * STRIDE + {29'd0, line};
    wire        unused = &addr[31:24];
    assign send_addr = addr[23:0];
    assign send_tag = {1'b1, write, line};
    assign send_data = pixels           ? wide
                     : (line == 3'd0)   ? lines[0 +: 512]
                     : (line == 3'd1)   ? lines[512 +: 512]
                     :                    lines[1024 +: 512];

    always @(posedge clk)
        if (rst) busy <= 1'b0;
        else if (take) busy <= 1'b1;
        else if (send & last) busy <= 1'b0;

    always @(posedge clk)
        if (rst) waiting <= 256'd0;
        else begin
            if (reply & reply_tag[8]) waiting[reply_tag[7:0]] <= 1'b0;
            if (send) waiting[send_tag[7:0]] <= 1'b1;
        end

    always @(posedge clk)
        if (take) begin
            write <= place;
            tiles[place] <= take_tile;
            slot <= take_slot;
            pixels <= take_pixels;
            shows <= take_shows;
            planes <= take_planes;
            line <= 3'd0;
        end else if (send) line <= line + 3'd1;

endmodule

`default_nettype wire
