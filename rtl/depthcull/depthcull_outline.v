`default_nettype none

// depthcull_outline - bounds of a record: for each half of the tile, the codes of its least and its greatest depth.
// Combinational. Parameters as in depthcull.
module depthcull_outline #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter PLANES = 4,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW,
    parameter IB = 2
) (
    input  wire                  is_pixels,
    input  wire [TW*TH*IB-1:0]   shows,
    input  wire [PLANES*RW-1:0]  planes,
    input  wire [2*(2+2*ZW)-1:0] pixels,  // of PIXELS, {nan, any, min, max} of each half, the left one in the low bits
    output wire [63:0]           bounds   // {near, far} of each half, the left one in the low bits
);

    localparam PX = TW * TH;
    localparam HB = 2 + 2*ZW;

    wire [PX-1:0] right;
    genvar i, h, k;
    generate
        for (i = 0; i < PX; i = i + 1) begin : g_right
            assign right[i] = (i % TW) >= TW / 2;
        end

        for (h = 0; h < 2; h = h + 1) begin : g_half
            localparam AT = (h == 0) ? 2*ZW : 0;
            wire [PLANES-1:0]         shown;
            wire [(PLANES+1)*HB-1:0] parts;
            wire                      unknown, any;
            wire [ZW-1:0]             low, high;
            wire [15:0]               near, far;

            depthcull_shown #(.PX(PX), .PLANES(PLANES), .IB(IB)) u_shown (
                .shows(shows), .pixels((h == 0) ? ~right : right), .shown(shown)
            );
            // A plane that is not finite counts as a NaN.
            for (k = 0; k < PLANES; k = k + 1) begin : g_plane
                assign parts[HB*k +: HB] = {planes[RW*k + RW - 1], 1'b1, planes[RW*k + AT +: 2*ZW]};
            end
            assign parts[HB*PLANES +: HB] = pixels[HB*h +: HB];

            depthcull_span #(.FIXED(FIXED), .ZW(ZW), .PARTS(PLANES + 1)) u_span (
                .parts(parts), .takes({is_pixels, shown & {PLANES{~is_pixels}}}), .span({unknown, any, low, high})
            );
            wire unused = any;

            depthcull_code #(.FIXED(FIXED), .ZW(ZW)) u_near (.z(low), .code(near));
            depthcull_code #(.FIXED(FIXED), .ZW(ZW)) u_far (.z(high), .code(far));
            assign bounds[32*h +: 32] = {near & {16{~unknown}}, far | {16{unknown}}};
        end
    endgenerate

endmodule

`default_nettype wire
