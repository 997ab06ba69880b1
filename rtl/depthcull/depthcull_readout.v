`default_nettype none

// depthcull_readout - what a read-out reports of a tile besides its depths. Combinational.
// Parameters as in depthcull.
module depthcull_readout #(
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
    input  wire [1:0]            kind,
    input  wire [TW*TH*IB-1:0]   shows,
    input  wire [PLANES*RW-1:0]  planes,
    input  wire [2*(2+2*ZW)-1:0] pixels,  // ranges of PIXELS
    output wire [ZW-1:0]         min,
    output wire [ZW-1:0]         max,
    output reg  [3:0]            count,   // number of planes that are shown
    output wire                  unknown
);

    localparam PX = TW * TH;
    localparam HB = 2 + 2*ZW;

    wire is_clear = kind == 2'd0;
    wire is_pixels = kind == 2'd2;

    wire [PX-1:0] right;
    genvar i, k;
    generate
        for (i = 0; i < PX; i = i + 1) begin : g_right
            assign right[i] = (i % TW) >= TW / 2;
        end
    endgenerate

    wire [PLANES-1:0] left_shown, right_shown;
    depthcull_shown #(.PX(PX), .PLANES(PLANES), .IB(IB)) u_left (
        .shows(shows), .pixels(~right), .shown(left_shown)
    );
    depthcull_shown #(.PX(PX), .PLANES(PLANES), .IB(IB)) u_right (
        .shows(shows), .pixels(right), .shown(right_shown)
    );
    wire [PLANES-1:0] shown = left_shown | right_shown;

    // Ranges of both halves of each plane, and those of PIXELS.
    wire [(2*PLANES+2)*HB-1:0] parts;
    wire [PLANES-1:0]          odd;
    generate
        for (k = 0; k < PLANES; k = k + 1) begin : g_plane
            assign parts[HB*k +: HB] = {2'b01, planes[RW*k + 2*ZW +: 2*ZW]};
            assign parts[HB*(PLANES+k) +: HB] = {2'b01, planes[RW*k +: 2*ZW]};
            assign odd[k] = planes[RW*k + RW - 1];
        end
    endgenerate
    assign parts[HB*2*PLANES +: 2*HB] = pixels;

    wire          nan, any;
    wire [ZW-1:0] low, high;
    depthcull_span #(.FIXED(FIXED), .ZW(ZW), .PARTS(2*PLANES + 2)) u_span (
        .parts(parts),
        .takes({{2{is_pixels}}, right_shown & {PLANES{~is_pixels}}, left_shown & {PLANES{~is_pixels}}}),
        .span({nan, any, low, high})
    );

    // Used only if FIXED is 0, but a constant of the right width in any case.
    localparam [31:0] NAN = 32'h7fc00000;
    wire none = is_pixels ? ~any : unknown;

    assign unknown = is_pixels ? nan : |(odd & shown);
    // Every range of the plane that represents CLEAR(z) is z.
    assign min = is_clear ? planes[ZW-1:0] : none ? NAN[ZW-1:0] : low;
    assign max = is_clear ? planes[ZW-1:0] : none ? NAN[ZW-1:0] : high;

    integer n;
    always @* begin
        count = 4'd0;
        for (n = 0; n < PLANES; n = n + 1) count = count + {3'd0, shown[n] & ~is_pixels};
    end

endmodule

`default_nettype wire
