`default_nettype none

// depthcull_stages - the four stages of a primitive, with the look-ahead before the last one. They compute the corners of
// its plane, its ranges over the halves of the tile, and those over the bounding boxes of its coverage in the halves; then
// it gets a place in the cache, or is found to need none. Parameters as in depthcull.
module depthcull_stages #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter AHEAD = 64,
    parameter WAYS = 4,
    parameter PW = 2 + 20 + 16 + TW*TH + 1 + 3 + 11,  // bits that pass through unchanged
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW             // bits of a plane's record
) (
    input  wire          clk,
    input  wire          rst,

    input  wire          prim_valid,
    output wire          room,         // stage 1 can take a primitive
    input  wire          prim_take,    // it takes one
    input  wire [PW-1:0] prim_pass,    // {-, -, tile index, .., coverage, write, function, - in the low 11 bits}
    input  wire [CW-1:0] prim_cx,
    input  wire [CW-1:0] prim_cy,
    input  wire [CW-1:0] prim_cref,

    output wire          place3,       // stage 3 moves on if its tile has a place in the cache
    output wire [19:0]   tile3,
    output wire [19:0]   next_tile3,   // tile of stage 3 in the next cycle
    input  wire          bad3,         // there is no such tile
    input  wire          placed,
    input  wire [10:0]   slot3,        // place; from here the low 11 bits of `pass`, bad3 the highest bit, gone the next
    input  wire          range_on,     // the range test is enabled
    input  wire          outside,      // the tile has a record but no place in the cache
    input  wire [63:0]   bounds,       // the bounds of that record
    output wire [10:0]   slotw,        // place of the oldest primitive in the look-ahead
    input  wire          readyw,       // the tile of that place is there
    output wire          held4,        // stage 4 has a place
    input  wire [10:0]   ask,          // the first of WAYS places
    output wire [WAYS-1:0] holds,      // which of those places the look-ahead needs

    output wire          busy,         // a stage is in use
    output wire          v4,           // stage 4 is in use
    input  wire          take4,        // its primitive leaves
    output wire [PW-1:0] pass,
    output wire [RW-1:0] plane,        // as in depthcull_corners
    output wire [4*ZW-1:0] box         // ranges over the boxes, {lmin, lmax, rmin, rmax}
);

    reg          v1, v2, v3, v4_reg;
    reg [PW-1:0] pass1, pass2, pass3, pass4;
    reg [CW-1:0] cx1, cy1, cref1;
    reg [RW-1:0] plane4;
    reg [4*ZW-1:0] box4;

    wire full, some, placelessw, gone3;
    wire a4 = ~v4_reg | take4;
    wire gow = some & (placelessw | readyw) & a4;
    wire moves3 = v3 & (~full | gow);
    wire go3 = moves3 & (gone3 | placed);
    wire a3 = ~v3 | go3;
    wire a2 = ~v2 | a3;

    assign place3 = moves3 & ~gone3;
    assign room = ~v1 | a2;
    assign busy = v1 | v2 | v3 | some | v4_reg;
    assign v4 = v4_reg;
    assign pass = pass4;
    assign plane = plane4;
    assign box = box4;
    assign tile3 = pass3[PW-3 -: 20];
    assign next_tile3 = a3 ? pass2[PW-3 -: 20] : tile3;
    assign held4 = v4_reg & ~pass4[PW-1] & ~pass4[PW-2];
    wire unused = &{pass3[PW-1:PW-2], pass3[10:0]};

    function [AW-1:0] widen;
        input [CW-1:0] c;
        widen = {{(AW-CW+1){c[CW-1]}}, c[CW-2:0]};
    endfunction

    // --- 1 to 3: the plane ---

    wire [CW-1:0] cy2;
    wire [RW-1:0] plane3;
    depthcull_corners #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW)
    ) u_corners (
        .clk(clk), .step2(a2), .step3(a3), .cx1(cx1), .cy1(cy1), .cref1(cref1), .cy2(cy2), .plane(plane3)
    );

    // --- 1 to 3: ranges over the boxes; the signs of the slopes name the corners with minimum and maximum ---

    wire [TW*TH-1:0] right_pixels;
    wire [4*ZW-1:0]  box_z;
    genvar i, h, m;
    generate
        for (i = 0; i < TW * TH; i = i + 1) begin : g_right
            assign right_pixels[i] = (i % TW) >= TW / 2;
        end
        for (h = 0; h < 2; h = h + 1) begin : g_half
            wire [3:0] x0, x1, y0, y1;
            depthcull_box #(.TW(TW), .TH(TH)) u_box (
                .mask(pass1[15 +: TW*TH] & ((h == 0) ? ~right_pixels : right_pixels)),
                .x0(x0), .x1(x1), .y0(y0), .y1(y1)
            );
            for (m = 0; m < 2; m = m + 1) begin : g_end  // 0: maximum, 1: minimum
                wire [AW-1:0] sum_x, sum_y;
                reg  [AW-1:0] sum2, sum3;
                reg  [3:0]    y2;
                depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_x (
                    .n((cx1[CW-1] == (m == 1)) ? x1 : x0), .c(cx1), .base(widen(cref1)), .sum(sum_x)
                );
                depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_y (
                    .n(y2), .c(cy2), .base(sum2), .sum(sum_y)
                );
                depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z (
                    .sum(sum3), .z(box_z[ZW*(2*(1-h) + m) +: ZW])
                );
                always @(posedge clk) begin
                    if (a2) begin
                        sum2 <= sum_x;
                        y2 <= (cy1[CW-1] == (m == 1)) ? y1 : y0;
                    end
                    if (a3) sum3 <= sum_y;
                end
            end
        end
    endgenerate

    // --- 3: bounds ---

    wire [TW*TH-1:0] mask3 = pass3[15 +: TW*TH];
    depthcull_gone #(.TW(TW), .TH(TH), .FIXED(FIXED), .ZW(ZW)) u_gone (
        .range_on(range_on), .known(outside), .bounds(bounds), .func(pass3[13:11]), .mask(mask3), .unknown(plane3[RW-1]),
        .box(box_z), .gone(gone3)
    );

    // --- the look-ahead ---

    localparam MB = PW - 13;  // bits of `pass` without the two highest and the low 11
    wire          gonew;
    wire [MB-1:0] passw;
    wire [RW-1:0] planew;
    wire [4*ZW-1:0] boxw;
    depthcull_ahead #(.AHEAD(AHEAD), .WAYS(WAYS), .BITS(1 + MB + RW + 4*ZW)) u_ahead (
        .clk(clk), .rst(rst), .full(full), .put(go3), .put_placeless(bad3 | gone3), .put_slot(slot3),
        .put_item({gone3, pass3[PW-3:11], plane3, box_z}), .some(some), .placeless(placelessw), .slot(slotw),
        .item({gonew, passw, planew, boxw}), .take(gow), .ask(ask), .holds(holds)
    );

    always @(posedge clk)
        if (rst) begin
            v1 <= 1'b0;
            v2 <= 1'b0;
            v3 <= 1'b0;
            v4_reg <= 1'b0;
        end else begin
            if (room) v1 <= prim_valid & prim_take;
            if (a2) v2 <= v1;
            if (a3) v3 <= v2;
            if (a4) v4_reg <= gow;
        end

    always @(posedge clk) begin
        if (room) begin
            pass1 <= prim_pass;
            cx1 <= prim_cx;
            cy1 <= prim_cy;
            cref1 <= prim_cref;
        end
        if (a2) pass2 <= pass1;
        if (a3) pass3 <= pass2;
        if (a4) begin
            pass4 <= {placelessw & ~gonew, gonew, passw, slotw};
            plane4 <= planew;
            box4 <= boxw;
        end
    end

endmodule

`default_nettype wire
