`default_nettype none

// depthcull_stages - the four stages of a primitive. On its way the corners of its plane are made, and their
// minimum and maximum.
module depthcull_stages #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter PW = 60,                            // bits that go through unchanged
    parameter RW = 1 + 3*CW + 2*AW + 5*ZW         // bits of a plane's record
) (
    input  wire          clk,
    input  wire          rst,

    input  wire          prim_valid,
    output wire          room,         // stage 1 can take a primitive
    input  wire          prim_take,    // it does
    input  wire [PW-1:0] prim_pass,
    input  wire [CW-1:0] prim_cx,
    input  wire [CW-1:0] prim_cy,
    input  wire [CW-1:0] prim_cref,

    output wire          busy,         // a stage is in use
    output wire          v4,           // stage 4 is
    input  wire          take4,        // its primitive leaves
    output wire [PW-1:0] pass,
    // {unknown, cx, cy, cref, sum01, sum11, z10, z01, z11, min, max}: the digits say the corner, x then y.
    output wire [RW-1:0] plane
);

    localparam [3:0] XE = TW[3:0] - 4'd1;
    localparam [3:0] YE = TH[3:0] - 4'd1;

    reg          v1, v2, v3, v4_reg;
    reg [PW-1:0] pass1, pass2, pass3, pass4;
    reg [CW-1:0] cx1, cy1, cref1, cx2, cy2, cref2, cx3, cy3, cref3;
    reg [AW-1:0] sum10_2, sum10_3, sum01_3, sum11_3;
    reg [RW-1:0] plane4;

    wire a4 = ~v4_reg | take4;
    wire a3 = ~v3 | a4;
    wire a2 = ~v2 | a3;
    wire a1 = ~v1 | a2;

    assign room = a1;
    assign busy = v1 | v2 | v3 | v4_reg;
    assign v4 = v4_reg;
    assign pass = pass4;
    assign plane = plane4;

    function [AW-1:0] widen;
        input [CW-1:0] c;
        widen = {{(AW-CW+1){c[CW-1]}}, c[CW-2:0]};
    endfunction

    // --- 1 to 2: the sum at (XE, 0) ---

    wire [AW-1:0] sum10;
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_10 (
        .n(XE), .c(cx1), .base(widen(cref1)), .sum(sum10)
    );

    // --- 2 to 3: the sums at (0, YE) and (XE, YE) ---

    wire [AW-1:0] sum01, sum11;
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_01 (
        .n(YE), .c(cy2), .base(widen(cref2)), .sum(sum01)
    );
    depthcull_step #(.FIXED(FIXED), .CW(CW), .AW(AW)) u_11 (
        .n(YE), .c(cy2), .base(sum10_2), .sum(sum11)
    );

    // --- 3 to 4: depths, minimum and maximum ---

    wire          unknown;
    wire [ZW-1:0] z00, z10, z01, z11, low, high;
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z00 (.sum(widen(cref3)), .z(z00));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z10 (.sum(sum10_3), .z(z10));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z01 (.sum(sum01_3), .z(z01));
    depthcull_depth #(.FIXED(FIXED), .AW(AW), .ZW(ZW)) u_z11 (.sum(sum11_3), .z(z11));
    depthcull_minmax #(.FIXED(FIXED), .ZW(ZW)) u_minmax (
        .a(z00), .b(z10), .c(z01), .d(z11), .low(low), .high(high)
    );

    generate
        if (FIXED == 0) begin : g_f32
            assign unknown = (&cx3[30:23]) | (&cy3[30:23]) | (&cref3[30:23]);
        end else begin : g_fixed
            assign unknown = 1'b0;
        end
    endgenerate

    // Only of use where FIXED is 0, but a constant of the right width in any case.
    localparam [31:0] NAN = 32'h7fc00000;
    wire [ZW-1:0] shown_low = unknown ? NAN[ZW-1:0] : low;
    wire [ZW-1:0] shown_high = unknown ? NAN[ZW-1:0] : high;

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
        end
        if (a3) begin
            pass3 <= pass2;
            cx3 <= cx2;
            cy3 <= cy2;
            cref3 <= cref2;
            sum10_3 <= sum10_2;
            sum01_3 <= sum01;
            sum11_3 <= sum11;
        end
        if (a4) begin
            pass4 <= pass3;
            plane4 <= {
                unknown, cx3, cy3, cref3, sum01_3, sum11_3, z10, z01, z11, shown_low, shown_high
            };
        end
    end

endmodule

`default_nettype wire
