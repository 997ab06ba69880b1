`default_nettype none

// depthcull_engine - the pixel engine: the depth of each pixel of a tile before and after a primitive, PIX of
// them a cycle. Read-outs of tiles go through the same registers.
module depthcull_engine #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter TILES = 64,
    parameter PIX = 4,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32
) (
    input  wire              clk,
    input  wire              rst,

    // A primitive; only when the engine is idle.
    input  wire              start,
    input  wire [7:0]        start_tile,
    input  wire              start_kept,    // its pixels are in the tile memory
    input  wire [3*CW-1:0]   start_dest,    // {cx, cy, cref} of the tile
    input  wire [3*CW-1:0]   start_source,
    input  wire [2:0]        start_func,
    input  wire              start_all,     // every covered pixel passes
    input  wire              start_write,
    input  wire [TW*TH-1:0]  start_mask,
    output reg               busy,
    output wire              finished,      // and it waits to be taken
    input  wire              take,
    output reg  [TW*TH-1:0]  passed,
    output wire [ZW-1:0]     low,           // over all pixels afterwards
    output wire [ZW-1:0]     high,
    output wire              unknown,

    // A read-out; the engine is idle then. `step` moves it on by one group.
    input  wire              open,
    input  wire [7:0]        open_tile,
    input  wire              open_kept,
    input  wire [3*CW-1:0]   open_dest,
    input  wire              reading,
    input  wire              step,
    input  wire [6:0]        group,         // that enters
    output wire [PIX*ZW-1:0] depths         // of the group that entered two steps before
);

    localparam PX = TW * TH;
    localparam N = PX / PIX;
    localparam AB = $clog2(TILES * N);
    localparam [7:0] STEPS = N[7:0] + 8'd2;

    reg [ZW*PIX-1:0] memory [0:TILES*N-1];
    integer i;
    initial for (i = 0; i < TILES * N; i = i + 1) memory[i] = {(ZW*PIX){1'b0}};

    reg [7:0]      left;
    reg [7:0]      tile;
    reg            kept, all, write;
    reg [CW-1:0]   d_cx, d_cy, d_cref, s_cx, s_cy, s_cref;
    reg [2:0]      func;
    reg [PX-1:0]   mask;

    assign finished = busy & left == 8'd0;

    always @(posedge clk)
        if (rst) busy <= 1'b0;
        else if (start) busy <= 1'b1;
        else if (take) busy <= 1'b0;

    always @(posedge clk)
        if (start) begin
            left <= STEPS;
            tile <= start_tile;
            kept <= start_kept;
            {d_cx, d_cy, d_cref} <= start_dest;
            {s_cx, s_cy, s_cref} <= start_source;
            func <= start_func;
            all <= start_all;
            write <= start_write;
            mask <= start_mask;
        end else if (open) begin
            tile <= open_tile;
            kept <= open_kept;
            {d_cx, d_cy, d_cref} <= open_dest;
        end else if (busy & left != 8'd0) left <= left - 8'd1;

    // --- which group is where: it enters, one cycle later has its x-sum, two cycles later its depth ---

    wire [7:0] begun = STEPS - left;
    wire [6:0] entering = reading ? group : begun[6:0];
    wire       step1 = reading ? step : busy;
    reg  [6:0] group2, group3;
    reg        valid2, valid3;

    always @(posedge clk)
        if (rst | start | open) begin
            valid2 <= 1'b0;
            valid3 <= 1'b0;
        end else if (step1) begin
            valid2 <= entering < N[6:0];
            valid3 <= valid2;
        end

    always @(posedge clk)
        if (step1) begin
            group2 <= entering;
            group3 <= group2;
        end

    // --- the tile memory ---

    wire [31:0] address2 = {24'd0, tile} * N + {25'd0, group2};
    wire [31:0] address3 = {24'd0, tile} * N + {25'd0, group3};
    wire [ZW*PIX-1:0] kept_depths = memory[address2[AB-1:0]];
    wire        unused = |{address2[31:AB], address3[31:AB], begun[7]};

    // --- the lanes ---

    wire [ZW*PIX-1:0] source, after;
    wire [PIX-1:0]    pass, covered;

    genvar p;
    generate
        for (p = 0; p < PIX; p = p + 1) begin : g_pixel
            wire [31:0] at1 = {25'd0, entering} * PIX + p;
            wire [31:0] at2 = {25'd0, group2} * PIX + p;
            wire [31:0] at3 = {25'd0, group3} * PIX + p;
            wire [31:0] x1 = at1 % TW;
            wire [31:0] y2 = at2 / TW;

            depthcull_lane #(.FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW)) u_dest (
                .clk(clk), .step1(step1), .step2(step1), .x(x1[3:0]), .y(y2[3:0]),
                .cx(d_cx), .cy(d_cy), .cref(d_cref),
                .kept(kept), .memory(kept_depths[ZW*p +: ZW]), .z(depths[ZW*p +: ZW])
            );
            depthcull_lane #(.FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW)) u_source (
                .clk(clk), .step1(busy), .step2(busy), .x(x1[3:0]), .y(y2[3:0]),
                .cx(s_cx), .cy(s_cy), .cref(s_cref),
                .kept(1'b0), .memory({ZW{1'b0}}), .z(source[ZW*p +: ZW])
            );

            wire test;
            depthcull_test #(.FIXED(FIXED), .ZW(ZW)) u_test (
                .func(func), .source(source[ZW*p +: ZW]), .dest(depths[ZW*p +: ZW]), .pass(test)
            );
            assign covered[p] = mask[at3[$clog2(PX)-1:0]];
            assign pass[p] = covered[p] & (all | test);
            assign after[ZW*p +: ZW] = pass[p] ? source[ZW*p +: ZW] : depths[ZW*p +: ZW];
            wire unused_bits = |{at3[31:$clog2(PX)], x1[31:4], y2[31:4]};
        end
    endgenerate

    wire update = busy & valid3;

    always @(posedge clk)
        if (update & write) memory[address3[AB-1:0]] <= after;

    // --- over the whole tile ---

    reg          any;  // pixel that is a number so far
    reg          nan;
    reg [ZW-1:0] least, most;
    localparam [31:0] NAN = 32'h7fc00000;

    function [ZW-1:0] order;
        input [ZW-1:0] z;
        order = (FIXED == 0) ? {~z[ZW-1], z[ZW-2:0] ^ {(ZW-1){z[ZW-1]}}} : z;
    endfunction

    reg          next_any, next_nan;
    reg [ZW-1:0] next_least, next_most, one;
    integer      q;
    always @* begin
        next_any = any;
        next_nan = nan;
        next_least = least;
        next_most = most;
        for (q = 0; q < PIX; q = q + 1) begin
            one = after[ZW*q +: ZW];
            if (FIXED == 0 && one == NAN[ZW-1:0]) next_nan = 1'b1;
            else begin
                if (!next_any || order(one) < order(next_least)) next_least = one;
                if (!next_any || order(one) > order(next_most)) next_most = one;
                next_any = 1'b1;
            end
        end
    end

    wire [31:0] base3 = {25'd0, group3} * PIX;

    always @(posedge clk)
        if (start) begin
            any <= 1'b0;
            nan <= 1'b0;
            passed <= {PX{1'b0}};
        end else if (update) begin
            any <= next_any;
            nan <= next_nan;
            least <= next_least;
            most <= next_most;
            passed[base3[$clog2(PX)-1:0] +: PIX] <= pass;
        end
    wire unused_base = |base3[31:$clog2(PX)];

    assign low = any ? least : NAN[ZW-1:0];
    assign high = any ? most : NAN[ZW-1:0];
    assign unknown = nan;

endmodule

`default_nettype wire
