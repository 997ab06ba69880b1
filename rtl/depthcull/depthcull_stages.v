`default_nettype none

// depthcull_stages - the four stages of a primitive. On its way the corners of its plane are made, its ranges
// over the halves of the tile, and those over the bounding boxes of its coverage in them.
module depthcull_stages #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter PW = 60,                            // bits that go through unchanged
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW         // bits of a plane's record
) (
    input  wire          clk,
    input  wire          rst,

    input  wire          prim_valid,
    output wire          room,         // stage 1 can take a primitive
    input  wire          prim_take,    // it does
    input  wire [PW-1:0] prim_pass,    // the coverage in bits 12 on
    input  wire [CW-1:0] prim_cx,
    input  wire [CW-1:0] prim_cy,
    input  wire [CW-1:0] prim_cref,

    output wire          busy,         // a stage is in use
    output wire          v4,           // stage 4 is
    input  wire          take4,        // its primitive leaves
    output wire [PW-1:0] pass,
    // {unknown, cx, cy, cref, sum01, sum11, z10, z01, z11, lmin, lmax, rmin, rmax}: the digits say the corner, x
    // then y, the letters the half.
    output wire [RW-1:0] plane,
    output wire [4*ZW-1:0] box         // the ranges over the boxes, {lmin, lmax, rmin, rmax}
);

    localparam [3:0] XE = TW[3:0] - 4'd1;
    localparam [3:0] YE = TH[3:0] - 4'd1;
    localparam [31:0] HALF = TW / 2;
    localparam [3:0] LE = HALF[3:0] - 4'd1;  // the last column of the left half
    localparam [3:0] RB = HALF[3:0];         // the first of the right one

    reg          v1, v2, v3, v4_reg;
    reg [PW-1:0] pass1, pass2, pass3, pass4;
    reg [CW-1:0] cx1, cy1, cref1, cx2, cy2, cref2, cx3, cy3, cref3;
    reg [AW-1:0] sum10_2, sum10_3, sum01_3, sum11_3;
    reg [AW-1:0] left0_2, left0_3, left1_3, right0_2, right0_3, right1_3;
    reg [RW-1:0] plane4;
    reg [4*ZW-1:0] box4;

    wire a4 = ~v4_reg | take4;
    wire a3 = ~v3 | a4;
    wire a2 = ~v2 | a3;
    wire a1 = ~v1 | a2;

    assign room = a1;
    assign busy = v1 | v2 | v3 | v4_reg;
    assign v4 = v4_reg;
    assign pass = pass4;
    assign plane = plane4;
    assign box = box4;

    function [AW-1:0] widen;
        input [CW-1:0] c;
        widen = {{(AW-CW+1){c[CW-1]}}, c[CW-2:0]};
    endfunction

    // --- 1 to 2: the sums at (XE, 0) and beside the middle ---

    wire [AW-1:0] sum10;
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_10 (
        .n(XE), .c(cx1), .base(widen(cref1)), .sum(sum10)
    );

    wire [AW-1:0] left0, right0;
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_l0 (
        .n(LE), .c(cx1), .base(widen(cref1)), .sum(left0)
    );
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_r0 (
        .n(RB), .c(cx1), .base(widen(cref1)), .sum(right0)
    );

    // --- 2 to 3: the sums at YE ---

    wire [AW-1:0] sum01, sum11, left1, right1;
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_01 (
        .n(YE), .c(cy2), .base(widen(cref2)), .sum(sum01)
    );
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_11 (
        .n(YE), .c(cy2), .base(sum10_2), .sum(sum11)
    );
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_l1 (
        .n(YE), .c(cy2), .base(left0_2), .sum(left1)
    );
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_r1 (
        .n(YE), .c(cy2), .base(right0_2), .sum(right1)
    );

    // --- 1 to 4: the ranges over the boxes; minimum and maximum are at corners that the signs of the slopes name ---

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
                .mask(pass1[12 +: TW*TH] & ((h == 0) ? ~right_pixels : right_pixels)),
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

    // --- 3 to 4: depths, and the ranges over the halves ---

    wire          unknown;
    wire [ZW-1:0] z00, z10, z01, z11, zl0, zl1, zr0, zr1;
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z00 (.sum(widen(cref3)), .z(z00));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z10 (.sum(sum10_3), .z(z10));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z01 (.sum(sum01_3), .z(z01));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z11 (.sum(sum11_3), .z(z11));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_zl0 (.sum(left0_3), .z(zl0));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_zl1 (.sum(left1_3), .z(zl1));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_zr0 (.sum(right0_3), .z(zr0));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_zr1 (.sum(right1_3), .z(zr1));

    // Of the corners {(x1,y1), (x0,y1), (x1,y0), (x0,y0)} the one on these sides.
    function [ZW-1:0] corner;
        input [4*ZW-1:0] z;
        input            far_x;
        input            far_y;
        corner = far_y ? (far_x ? z[3*ZW +: ZW] : z[2*ZW +: ZW]) : (far_x ? z[ZW +: ZW] : z[0 +: ZW]);
    endfunction

    wire            left = cx3[CW-1];
    wire            up = cy3[CW-1];
    wire [4*ZW-1:0] left_z = {zl1, z01, zl0, z00};
    wire [4*ZW-1:0] right_z = {z11, zr1, z10, zr0};
    wire [4*ZW-1:0] halves = {
        corner(left_z, left, up), corner(left_z, ~left, ~up),
        corner(right_z, left, up), corner(right_z, ~left, ~up)
    };

    generate
        if (FIXED == 0) begin : g_f32
            assign unknown = (&cx3[30:23]) | (&cy3[30:23]) | (&cref3[30:23]);
        end else begin : g_fixed
            assign unknown = 1'b0;
        end
    endgenerate

    always @(posedge clk)
        if (rst) begin
            v1 <= 1'b0;
            v2 <= 1'b0;
            v3 <= 1'b0;
            v4_reg <= 1'b0;
        end else begin
            if (a1) v1 <= prim_valid & prim_take;
            if (a2) v2 <= v1;
            if (a3) v3 <= v2;
            if (a4) v4_reg <= v3;
        end

    always @(posedge clk) begin
        if (a1) begin
            pass1 <= prim_pass;
            cx1 <= prim_cx;
            cy1 <= prim_cy;
            cref1 <= prim_cref;
        end
        if (a2) begin
            pass2 <= pass1;
            cx2 <= cx1;
            cy2 <= cy1;
            cref2 <= cref1;
            sum10_2 <= sum10;
            left0_2 <= left0;
            right0_2 <= right0;
        end
        if (a3) begin
            pass3 <= pass2;
            cx3 <= cx2;
            cy3 <= cy2;
            cref3 <= cref2;
            sum10_3 <= sum10_2;
            sum01_3 <= sum01;
            sum11_3 <= sum11;
            left0_3 <= left0_2;
            left1_3 <= left1;
            right0_3 <= right0_2;
            right1_3 <= right1;
        end
        if (a4) begin
            pass4 <= pass3;
            plane4 <= {
                unknown, cx3, cy3, cref3, sum01_3, sum11_3, z10, z01, z11, halves
            };
            box4 <= box_z;
        end
    end

endmodule

`default_nettype wire
