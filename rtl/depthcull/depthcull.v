`default_nettype none

// depthcull - coarse depth culling of primitives against tiles, by range and by slope, with a test of each
// pixel where that does not decide [US 2025/0265772 ¶36, ¶37, ¶198 to ¶223].
module depthcull #(
    // Pixels of a tile: 4x4, 8x4 or 16x8.
    parameter TW = 8,
    parameter TH = 4,
    // 0: planes and depths are f32. 1: coefficients of 40 bits with 8 fraction bits, depths of 24 bits.
    parameter FIXED = 0,
    // Tiles that the block holds, 1..128.
    parameter TILES = 64,
    // Pixels a cycle in the pixel engine: 1, 2 or 4.
    parameter PIX = 4,
    // Primitives that can wait for it, 1..16.
    parameter QUEUE = 8,
    // Planes that a tile can hold: 1, 2, 4 or 8.
    parameter PLANES = 4,
    // Not to be set: bits of a coefficient and of a depth.
    parameter CW = (FIXED == 0) ? 32 : 40,
    parameter ZW = (FIXED == 0) ? 32 : 24
) (
    input  wire              clk,
    input  wire              rst,  // synchronous, active high

    input  wire              prim_valid,
    output wire              prim_ready,
    input  wire [7:0]        prim_tile,
    input  wire [2:0]        prim_func,
    input  wire              prim_write,
    input  wire [CW-1:0]     prim_cx,
    input  wire [CW-1:0]     prim_cy,
    input  wire [CW-1:0]     prim_cref,
    input  wire [TW*TH-1:0]  prim_mask,
    input  wire [15:0]       prim_tag,

    input  wire              clear_valid,
    output wire              clear_ready,
    input  wire [ZW-1:0]     clear_z,

    input  wire              config_valid,
    output wire              config_ready,
    input  wire [6:0]        config_enable,

    input  wire              read_valid,
    output wire              read_ready,
    input  wire [7:0]        read_tile,

    output wire              result_valid,
    input  wire              result_ready,
    output wire [15:0]       result_tag,
    output wire [7:0]        result_tile,
    output wire [1:0]        result_decision,
    output wire [3:0]        result_test,
    output wire [TW*TH-1:0]  result_mask,

    output reg               pixels_valid,
    input  wire              pixels_ready,
    output reg  [PIX*ZW-1:0] pixels_data,
    output reg  [ZW-1:0]     pixels_min,
    output reg  [ZW-1:0]     pixels_max,
    output reg  [1:0]        pixels_kind,
    output reg  [3:0]        pixels_planes,
    output reg               pixels_unknown,
    output reg               pixels_last,
    output reg               pixels_error
);

    generate
        if (!((TW == 4 && TH == 4) || (TW == 8 && TH == 4) || (TW == 16 && TH == 8)) ||
            (FIXED != 0 && FIXED != 1) || TILES < 1 || TILES > 128 ||
            (PIX != 1 && PIX != 2 && PIX != 4) || QUEUE < 1 || QUEUE > 16 ||
            (PLANES != 1 && PLANES != 2 && PLANES != 4 && PLANES != 8) ||
            CW != ((FIXED == 0) ? 32 : 40) || ZW != ((FIXED == 0) ? 32 : 24)) begin : g_illegal
            // There is no such module: its name is the message that stops elaboration.
            depthcull_needs_a_tile_of_4x4_8x4_or_16x8_and_parameters_within_their_limits illegal ();
        end
    endgenerate

    localparam PX = TW * TH;
    localparam N = PX / PIX;
    localparam AW = (FIXED == 0) ? 32 : 40 + $clog2(TW + TH - 1);
    localparam RW = 1 + 3*CW + 2*AW + 7*ZW;              // a plane's record
    localparam PW = 16 + PX + 1 + 3 + 8;                 // what else a primitive is
    localparam IB = (PLANES == 1) ? 1 : $clog2(PLANES);  // names a plane of a tile
    localparam PB = 2*(2 + 2*ZW);                        // ranges of PIXELS
    localparam SB = PX*IB;
    localparam TR = 2 + PB + SB + PLANES*RW;             // a tile
    localparam KB = 16 + 1 + 2 + 4 + RW;                 // what the engine keeps for the end
    localparam RESULTS = 8;
    localparam [6:0] ENABLED = (FIXED == 0) ? 7'h1f : 7'h3f;
    localparam [1:0] PIXELS = 2'd2;

    // --- stages ---

    wire            room, stages_busy, v4, take4;
    wire [PW-1:0]   pass4;
    wire [RW-1:0]   plane4;
    wire [4*ZW-1:0] box4;
    reg             reading;
    wire [4:0]      count;

    assign prim_ready = room & (count != QUEUE[4:0]) & ~clear_valid & ~config_valid & ~read_valid &
        ~reading;

    depthcull_stages #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW), .PW(PW), .RW(RW)
    ) u_stages (
        .clk(clk), .rst(rst),
        .prim_valid(prim_valid), .room(room), .prim_take(prim_ready),
        .prim_pass({prim_tag, prim_mask, prim_write, prim_func, prim_tile}),
        .prim_cx(prim_cx), .prim_cy(prim_cy), .prim_cref(prim_cref),
        .busy(stages_busy), .v4(v4), .take4(take4), .pass(pass4), .plane(plane4), .box(box4)
    );

    wire [15:0]   tag4;
    wire [PX-1:0] mask4;
    wire          write4;
    wire [2:0]    func4;
    wire [7:0]    tile4;
    assign {tag4, mask4, write4, func4, tile4} = pass4;

    // --- queue ---

    wire            put, take, pick, holds;
    wire [PW-1:0]   passq;
    wire [RW-1:0]   planeq;
    wire [4*ZW-1:0] boxq;
    wire [31:0]     busy_tiles;
    wire [3:0]      busy_valid;

    depthcull_queue #(.QUEUE(QUEUE), .BITS(PW + RW + 4*ZW)) u_queue (
        .clk(clk), .rst(rst), .put(put), .put_item({box4, plane4, pass4}), .count(count),
        .busy_tiles(busy_tiles), .busy_valid(busy_valid),
        .pick(pick), .pick_item({boxq, planeq, passq}), .take(take),
        .tile(tile4), .holds(holds)
    );

    wire [15:0]   tagq;
    wire [PX-1:0] maskq;
    wire          writeq;
    wire [2:0]    funcq;
    wire [7:0]    tileq;
    assign {tagq, maskq, writeq, funcq, tileq} = passq;

    // --- tiles ---

    wire           read_take = read_valid & read_ready;
    wire           clear_take = clear_valid & clear_ready;
    wire           done;
    wire [7:0]     done_tile;
    wire [1:0]     kind4, kindq, kindd;
    wire [PB-1:0]  ranges4, rangesq, rangesd;
    wire [SB-1:0]  shows4, showsq, showsd;
    wire [PLANES*RW-1:0] planes4, planesq, planesd;
    wire           tile_write_e, tile_write_4;
    wire [TR-1:0]  new_e, new_4;

    depthcull_tiles #(
        .FIXED(FIXED), .TILES(TILES), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .SB(SB), .PB(PB)
    ) u_tiles (
        .clk(clk), .rst(rst), .clear(clear_take), .clear_z(clear_z),
        .at_a(tile4), .tile_a({kind4, ranges4, shows4, planes4}),
        .at_b(read_take ? read_tile : tileq), .tile_b({kindq, rangesq, showsq, planesq}),
        .at_c(done_tile), .tile_c({kindd, rangesd, showsd, planesd}),
        .write_x(tile_write_e), .at_x(done ? done_tile : tileq), .new_x(new_e),
        .write_y(tile_write_4), .at_y(tile4), .new_y(new_4)
    );

    // --- decisions: on the primitive in stage 4, and on the next of the queue ---

    reg  [6:0]    enable;
    wire [1:0]    decision4, decisionq;
    wire [3:0]    test4, testq;
    wire [PX-1:0] let4, open4, letq, openq;
    wire [N-1:0]  groups4, groupsq;
    wire          needs4, needsq;
    wire          bad4 = {24'd0, tile4} >= TILES;

    depthcull_verdict #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .PIX(PIX), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .IB(IB)
    ) u_verdict4 (
        .enable(enable), .func(func4), .write(write4), .mask(mask4), .source(plane4), .box(box4),
        .bad_tile(bad4), .kind(kind4), .shows(shows4), .planes(planes4), .pixels(ranges4),
        .decision(decision4), .test(test4), .lets(let4), .open(open4), .groups(groups4), .needs(needs4)
    );
    depthcull_verdict #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .PIX(PIX), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .IB(IB)
    ) u_verdictq (
        .enable(enable), .func(funcq), .write(writeq), .mask(maskq), .source(planeq), .box(boxq),
        .bad_tile(1'b0), .kind(kindq), .shows(showsq), .planes(planesq), .pixels(rangesq),
        .decision(decisionq), .test(testq), .lets(letq), .open(openq), .groups(groupsq), .needs(needsq)
    );

    // --- what happens in this cycle ---

    wire [3:0] results;
    wire       free;
    wire       has_room = results < RESULTS[3:0];
    wire       finish = done & has_room;
    wire       settle = pick & ~needsq & ~done & has_room;
    wire       load = pick & needsq & free;

    reg     in_engine;
    integer b;
    always @* begin
        in_engine = 1'b0;
        for (b = 0; b < 4; b = b + 1)
            if (busy_valid[b] && busy_tiles[8*b +: 8] == tile4) in_engine = 1'b1;
    end

    wire busy4 = holds | in_engine;
    wire waits = ~bad4 & (busy4 | needs4);
    wire load4 = v4 & waits & ~busy4 & ~pick & free;
    wire room4 = results + {3'd0, finish | settle} < RESULTS[3:0];
    wire decided4 = take4 & ~waits;

    assign take4 = v4 & (waits ? load4 | (count != QUEUE[4:0]) : room4);
    assign put = take4 & waits & ~load4;
    assign take = settle | load;

    // --- the engine ---

    wire [PB-1:0] done_ranges;
    wire [KB-1:0] done_keep;
    wire [PX-1:0] done_passed;
    wire          step;
    reg  [7:0]    k;
    wire [PIX*ZW-1:0] depths;

    depthcull_engine #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .TILES(TILES), .PIX(PIX), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW),
        .RW(RW), .IB(IB), .KB(KB)
    ) u_engine (
        .clk(clk), .rst(rst),
        .load(load | load4), .load_tile(load ? tileq : tile4),
        .load_kept((load ? kindq : kind4) == PIXELS),
        .load_planes(load ? planesq : planes4), .load_shows(load ? showsq : shows4),
        .load_source(load ? planeq : plane4), .load_func(load ? funcq : func4),
        .load_let(load ? letq : let4), .load_open(load ? openq : open4),
        .load_groups(load ? groupsq : groups4), .load_write(load ? writeq : write4),
        .load_keep(load ? {tagq, writeq, decisionq, testq, planeq} : {tag4, write4, decision4, test4, plane4}),
        .free(free),
        .finish(finish), .done(done), .done_tile(done_tile), .done_keep(done_keep),
        .done_passed(done_passed), .done_ranges(done_ranges),
        .busy_tiles(busy_tiles), .busy_valid(busy_valid),
        .open(read_take), .open_tile(read_tile), .open_kept(kindq == PIXELS), .open_planes(planesq),
        .open_shows(showsq), .reading(reading), .advance(step), .group(k), .depths(depths)
    );

    wire [15:0]   tagd;
    wire          writed;
    wire [1:0]    decisiond;
    wire [3:0]    testd;
    wire [RW-1:0] planed;
    assign {tagd, writed, decisiond, testd, planed} = done_keep;

    // --- what tiles become ---

    wire [PX-1:0] passing_e = done ? done_passed : letq;
    wire [1:0]    new_kind_e, new_kind_4;
    wire [SB-1:0] new_shows_e, new_shows_4;
    wire [PLANES*RW-1:0] new_planes_e, new_planes_4;

    depthcull_update #(.PX(PX), .PLANES(PLANES), .RW(RW), .IB(IB)) u_update_e (
        .kind(done ? kindd : kindq), .shows(done ? showsd : showsq), .planes(done ? planesd : planesq),
        .source(done ? planed : planeq), .passing(passing_e),
        .new_kind(new_kind_e), .new_shows(new_shows_e), .new_planes(new_planes_e)
    );
    depthcull_update #(.PX(PX), .PLANES(PLANES), .RW(RW), .IB(IB)) u_update_4 (
        .kind(kind4), .shows(shows4), .planes(planes4), .source(plane4), .passing(let4),
        .new_kind(new_kind_4), .new_shows(new_shows_4), .new_planes(new_planes_4)
    );

    assign tile_write_e = ((finish & writed) | (settle & writeq)) & (|passing_e);
    assign tile_write_4 = decided4 & write4 & (|let4);
    assign new_e = {new_kind_e, done_ranges, new_shows_e, new_planes_e};
    assign new_4 = {new_kind_4, ranges4, new_shows_4, new_planes_4};
    wire unused_ranges = &rangesd;

    // --- results ---

    depthcull_results #(.BITS(16 + 8 + 2 + 4 + PX), .PLACES(RESULTS)) u_results (
        .clk(clk), .rst(rst),
        .put_a(finish | settle),
        .item_a(done ? {tagd, done_tile, decisiond, testd, done_passed} : {tagq, tileq, decisionq, testq, letq}),
        .put_b(decided4), .item_b({tag4, tile4, decision4, test4, let4}), .count(results),
        .valid(result_valid), .ready(result_ready),
        .item({result_tag, result_tile, result_decision, result_test, result_mask})
    );

    // --- the other commands ---

    wire idle = ~stages_busy & (count == 5'd0) & ~|busy_valid & ~reading;

    assign clear_ready = idle;
    assign config_ready = idle & ~clear_valid;
    assign read_ready = idle & ~clear_valid & ~config_valid;

    always @(posedge clk)
        if (rst) enable <= ENABLED;
        else if (config_valid & config_ready) enable <= config_enable;

    // --- read-out ---

    wire [ZW-1:0] min, max;
    wire [3:0]    shown;
    wire          unknown;
    depthcull_bounds #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .PLANES(PLANES), .ZW(ZW), .RW(RW), .IB(IB)
    ) u_bounds (
        .kind(kindq), .shows(showsq), .planes(planesq), .pixels(rangesq),
        .min(min), .max(max), .count(shown), .unknown(unknown)
    );

    reg          bad_read, read_unknown;
    reg [1:0]    read_kind;
    reg [3:0]    read_planes;
    reg [ZW-1:0] read_min, read_max;
    wire [7:0]   beats = bad_read ? 8'd1 : N[7:0];
    wire         rgo = ~pixels_valid | pixels_ready;

    assign step = reading & rgo;

    always @(posedge clk)
        if (rst) reading <= 1'b0;
        else if (read_take) reading <= 1'b1;
        else if (step & (k == beats + 8'd1)) reading <= 1'b0;

    always @(posedge clk)
        if (read_take) begin
            k <= 8'd0;
            bad_read <= {24'd0, read_tile} >= TILES;
            read_kind <= kindq;
            read_planes <= shown;
            read_unknown <= unknown;
            read_min <= min;
            read_max <= max;
        end else if (step) k <= k + 8'd1;

    always @(posedge clk)
        if (rst) pixels_valid <= 1'b0;
        else if (rgo) pixels_valid <= reading & (k >= 8'd2);

    always @(posedge clk)
        if (step & (k >= 8'd2)) begin
            pixels_data <= depths & {(PIX*ZW){~bad_read}};
            pixels_min <= read_min & {ZW{~bad_read}};
            pixels_max <= read_max & {ZW{~bad_read}};
            pixels_kind <= read_kind & {2{~bad_read}};
            pixels_planes <= read_planes & {4{~bad_read}};
            pixels_unknown <= read_unknown & ~bad_read;
            pixels_last <= k == beats + 8'd1;
            pixels_error <= bad_read;
        end

endmodule

`default_nettype wire
