`default_nettype none

// depthcull_verdict - decision on a primitive against its tile: the outcome of the coarse tests, the pixels that
// pass by it, those still to be tested, and the groups that the pixel engine has to process.
// Combinational. Parameters as in depthcull.
module depthcull_verdict #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter PIX = 4,
    parameter PLANES = 4,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW,  // bits of a plane's record
    parameter IB = 2                        // bits of the index of a plane
) (
    input  wire [6:0]             enable,
    input  wire [2:0]             func,
    input  wire                   write,
    input  wire [TW*TH-1:0]       mask,
    input  wire [RW-1:0]          source,
    input  wire [4*ZW-1:0]        box,       // ranges of the source over the boxes in the halves: {lmin, lmax, rmin, rmax}
    input  wire                   bad_tile,
    input  wire                   gone,      // culled by the bounds of the tile, which is not in the cache

    // The tile.
    input  wire [1:0]             kind,
    input  wire [TW*TH*IB-1:0]    shows,
    input  wire [PLANES*RW-1:0]   planes,
    input  wire [2*(2+2*ZW)-1:0]  pixels,    // of PIXELS, {nan, any, min, max} of each half, the left one in the low bits

    output reg  [1:0]             decision,  // 0 cull, 1 pass, 2 ambiguous, 3 error
    output reg  [3:0]             test,
    output reg  [TW*TH-1:0]       lets,       // pixels that pass by the decision
    output reg  [TW*TH-1:0]       open,      // pixels still to be tested
    output wire [TW*TH/PIX-1:0]   groups,    // for the engine
    output wire                   needs      // there is such a group
);

    localparam PX = TW * TH;
    localparam N = PX / PIX;
    localparam HB = 2 + 2*ZW;

    localparam [1:0] CULL = 2'd0;
    localparam [1:0] PASS = 2'd1;
    localparam [1:0] AMBIGUOUS = 2'd2;
    localparam [1:0] ERROR = 2'd3;
    localparam [1:0] PIXELS = 2'd2;

    wire is_pixels = kind == PIXELS;

    // --- facts ---

    wire [6*PLANES-1:0] ge, le;
    wire [PLANES-1:0]   odd;  // planes with a coefficient that is not finite

    genvar k, h, x;
    generate
        for (k = 0; k < PLANES; k = k + 1) begin : g_plane
            assign odd[k] = planes[RW*k + RW - 1];
            depthcull_facts #(.FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW)) u_facts (
                .source(source), .dest(planes[RW*k +: RW]), .ge(ge[6*k +: 6]), .le(le[6*k +: 6])
            );
        end
    endgenerate

    // --- halves ---

    wire [PX-1:0] right;
    generate
        for (x = 0; x < PX; x = x + 1) begin : g_right
            assign right[x] = (x % TW) >= TW / 2;
        end
    endgenerate

    wire [1:0] covered;
    wire [3:0] half_decision;
    wire [5:0] half_test;

    generate
        for (h = 0; h < 2; h = h + 1) begin : g_half
            wire [PX-1:0] here = mask & ((h == 0) ? ~right : right);
            assign covered[h] = |here;

            reg [PLANES-1:0] shown;
            integer i;
            always @* begin
                shown = {PLANES{1'b0}};
                for (i = 0; i < PX; i = i + 1)
                    if (here[i]) shown[shows[IB*i +: IB]] = 1'b1;
                if (is_pixels) shown = {PLANES{1'b0}};
            end

            wire nan, any;
            wire [ZW-1:0] low, high;
            assign {nan, any, low, high} = pixels[HB*h +: HB];
            wire unused = any;

            // The range of the right half is in the low bits of a record and of the box.
            localparam AT = (h == 0) ? 2*ZW : 0;
            wire [4*PLANES+3:0] range;
            for (k = 0; k < PLANES; k = k + 1) begin : g_range
                depthcull_range #(.FIXED(FIXED), .ZW(ZW)) u_range (
                    .source_min(box[AT + ZW +: ZW]), .source_max(box[AT +: ZW]),
                    .dest_min(planes[RW*k + AT + ZW +: ZW]), .dest_max(planes[RW*k + AT +: ZW]),
                    .facts(range[4*k +: 4])
                );
            end
            depthcull_range #(.FIXED(FIXED), .ZW(ZW)) u_pixels (
                .source_min(box[AT + ZW +: ZW]), .source_max(box[AT +: ZW]),
                .dest_min(low), .dest_max(high), .facts(range[4*PLANES +: 4])
            );

            depthcull_half #(.FIXED(FIXED), .PLANES(PLANES)) u_half (
                .func(func), .enable(enable),
                .unknown(source[RW-1] | (|(odd & shown)) | (is_pixels & nan)),
                .shown(shown), .range(range[4*PLANES-1:0]), .ge(ge), .le(le),
                .pixels(is_pixels), .pixel_range(range[4*PLANES +: 4]),
                .decision(half_decision[2*h +: 2]), .test(half_test[3*h +: 3])
            );
        end
    endgenerate

    // --- the tile ---

    wire [1:0] left_decision = covered[0] ? half_decision[1:0] : half_decision[3:2];
    wire [1:0] right_decision = covered[1] ? half_decision[3:2] : half_decision[1:0];
    wire [2:0] left_test = covered[0] ? half_test[2:0] : 3'd0;
    wire [2:0] right_test = covered[1] ? half_test[5:3] : 3'd0;
    wire [PX-1:0] left_mask = mask & ~right;
    wire [PX-1:0] right_mask = mask & right;

    always @* begin
        decision = CULL;
        test = 4'd0;
        lets = {PX{1'b0}};
        open = {PX{1'b0}};
        if (bad_tile) decision = ERROR;
        else if (gone) test = 4'd1;
        else if (covered == 2'b00) test = 4'd9;
        else if (func == 3'd0) test = 4'd8;
        else if (func == 3'd7) begin
            decision = PASS;
            test = 4'd8;
            lets = mask;
        end else begin
            decision = (left_decision == right_decision) ? left_decision : AMBIGUOUS;
            if (decision != AMBIGUOUS) test = {1'b0, (left_test > right_test) ? left_test : right_test};
            if (half_decision[1:0] == PASS) lets = lets | left_mask;
            if (half_decision[3:2] == PASS) lets = lets | right_mask;
            if (half_decision[1:0] == AMBIGUOUS) open = open | left_mask;
            if (half_decision[3:2] == AMBIGUOUS) open = open | right_mask;
        end
    end

    // --- groups for the engine ---

    wire [PLANES-1:0] outside;  // planes still shown if no open pixel passes
    depthcull_shown #(.PX(PX), .PLANES(PLANES), .IB(IB)) u_outside (
        .shows(shows), .pixels(~lets), .shown(outside)
    );

    wire            expands = write & ~is_pixels & (&outside);
    wire [PX-1:0]   visit = open | ((write & is_pixels) ? lets : {PX{1'b0}});
    wire            nothing = write & ((&lets) | ~|(lets | open));
    wire            none = bad_tile | gone | nothing;

    genvar g;
    generate
        for (g = 0; g < N; g = g + 1) begin : g_group
            assign groups[g] = ~none & (expands | (|visit[PIX*g +: PIX]));
        end
    endgenerate
    assign needs = |groups;

endmodule

`default_nettype wire
