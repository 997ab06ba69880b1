`default_nettype none

// depthcull_corners - makes the record of a plane in three steps: sums along x, sums along y, depths and ranges over the
// halves of the tile. Parameters as in depthcull.
module depthcull_corners #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW
) (
    input  wire          clk,
    input  wire          step2,  // end of the first step
    input  wire          step3,  // end of the second step
    input  wire [CW-1:0] cx1,
    input  wire [CW-1:0] cy1,
    input  wire [CW-1:0] cref1,
    output reg  [CW-1:0] cy2,    // of the plane in the second step
    // Record of the plane in the third step: {unknown, cx, cy, cref, sum01, sum11, z10, z01, z11, lmin, lmax, rmin,
    // rmax}. The digits give the corner, x then y; the letters give the half.
    output wire [RW-1:0] plane
);

    localparam [3:0] XE = TW[3:0] - 4'd1;
    localparam [3:0] YE = TH[3:0] - 4'd1;
    localparam [31:0] HALF = TW / 2;
    localparam [3:0] LE = HALF[3:0] - 4'd1;  // last column of the left half
    localparam [3:0] RB = HALF[3:0];         // first column of the right half

    reg [CW-1:0] cx2, cref2, cx3, cy3, cref3;
    reg [AW-1:0] sum10_2, sum10_3, sum01_3, sum11_3;
    reg [AW-1:0] left0_2, left0_3, left1_3, right0_2, right0_3, right1_3;

    function [AW-1:0] widen;
        input [CW-1:0] c;
        widen = {{(AW-CW+1){c[CW-1]}}, c[CW-2:0]};
    endfunction

    // --- 1 to 2: sums at (XE, 0) and beside the middle ---

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

    // --- 2 to 3: sums at YE ---

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

    // --- depths, and the ranges over the halves ---

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

    // Selects a corner by its sides from {(x1,y1), (x0,y1), (x1,y0), (x0,y0)}.
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

    assign plane = {unknown, cx3, cy3, cref3, sum01_3, sum11_3, z10, z01, z11, halves};

    always @(posedge clk) begin
        if (step2) begin
            cx2 <= cx1;
            cy2 <= cy1;
            cref2 <= cref1;
            sum10_2 <= sum10;
            left0_2 <= left0;
            right0_2 <= right0;
        end
        if (step3) begin
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
    end

endmodule

`default_nettype wire
