`default_nettype none

// depthcull - coarse depth culling of primitives against tiles, by range and by slope, with a test of each pixel
// where these do not decide [US 2025/0265772 ¶36, ¶37, ¶198 to ¶223].
module depthcull #(
    // Pixels of a tile: 4x4, 8x4 or 16x8.
    parameter TW = 8,
    parameter TH = 4,
    // 0: planes and depths are f32. 1: coefficients of 40 bits with 8 fraction bits, depths of 24 bits.
    parameter FIXED = 0,
    // Tiles of the image, 1..2^20.
    parameter TILES = 4080,
    // Pixels per cycle in the pixel engine: 1, 2 or 4.
    parameter PIX = 4,
    // Primitives that can wait for the pixel engine, 1..16.
    parameter QUEUE = 8,
    // Planes that a tile can hold: 1, 2, 4 or 8.
    parameter PLANES = 4,
    // The cache of tile records: sets, a power of 2 from 1 to 512, and ways, 1, 2 or 4.
    parameter SETS = 64,
    parameter WAYS = 4,
    // Records that can be fetched at a time, and as many that can be written, 1..32.
    parameter MISSES = 16,
    // Bits of an epoch, 1..4.
    parameter EPOCH = 4,
    // Primitives whose records are prefetched, 1..128.
    parameter AHEAD = 64,
    // Derived, not to be set: bits of a coefficient and of a depth.
    parameter CW = (FIXED == 0) ? 32 : 40,
    parameter ZW = (FIXED == 0) ? 32 : 24
) (
    input  wire              clk,
    input  wire              rst,  // synchronous, active high

    input  wire              prim_valid,
    output wire              prim_ready,
    input  wire [19:0]       prim_tile,
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
    input  wire [19:0]       read_tile,
    input  wire              read_flush,

    input  wire              fill_valid,
    output wire              fill_ready,
    input  wire [511:0]      fill_data,
    input  wire [8:0]        fill_tag,

    output wire              result_valid,
    input  wire              result_ready,
    output wire [15:0]       result_tag,
    output wire [19:0]       result_tile,
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
    output reg               pixels_error,

    output wire              mem_valid,
    input  wire              mem_ready,
    output wire              mem_write,
    output wire [23:0]       mem_addr,
    output wire [511:0]      mem_data,
    output wire [8:0]        mem_tag,

    output wire              sweeping  // the table of tiles is being swept
);

    generate
        if (!((TW == 4 && TH == 4) || (TW == 8 && TH == 4) || (TW == 16 && TH == 8)) ||
            (FIXED != 0 && FIXED != 1) || TILES < 1 || TILES > (1 << 20) ||
            (PIX != 1 && PIX != 2 && PIX != 4) || QUEUE < 1 || QUEUE > 16 ||
            (PLANES != 1 && PLANES != 2 && PLANES != 4 && PLANES != 8) ||
            SETS < 1 || SETS > 512 || (SETS & (SETS - 1)) != 0 || (WAYS != 1 && WAYS != 2 && WAYS != 4) ||
            MISSES < 1 || MISSES > 32 || EPOCH < 1 || EPOCH > 4 || AHEAD < 1 || AHEAD > 128 ||
            CW != ((FIXED == 0) ? 32 : 40) || ZW != ((FIXED == 0) ? 32 : 24)) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            depthcull_needs_a_tile_of_4x4_8x4_or_16x8_and_parameters_within_their_limits illegal ();
        end
    endgenerate

    localparam PX = TW * TH;
    localparam N = PX / PIX;
    localparam AW = (FIXED == 0) ? 32 : 40 + $clog2(TW + TH - 1);
    localparam RW = 1 + 3*CW + 2*AW + 7*ZW;              // bits of a plane's record
    localparam PW = 2 + 20 + 16 + PX + 1 + 3 + 11;       // bits of the other fields of a primitive
    localparam SLOTS = SETS * WAYS;                      // places in the cache
    localparam LB = (SLOTS == 1) ? 1 : $clog2(SLOTS);
    localparam IB = (PLANES == 1) ? 1 : $clog2(PLANES);  // bits of the index of a plane in a tile
    localparam PB = 2*(2 + 2*ZW);                        // bits of the ranges of PIXELS
    localparam SB = PX*IB;
    localparam TR = 2 + PB + SB + PLANES*RW;             // bits of a tile
    localparam KB = 20 + 16 + 1 + 2 + 4 + RW;            // bits that the engine keeps until the end
    localparam RESULTS = 8;
    localparam [6:0] ENABLED = (FIXED == 0) ? 7'h1f : 7'h3f;
    localparam [1:0] PIXELS = 2'd2;

    // --- stages ---

    wire            room, stages_busy, v4, take4;
    wire [PW-1:0]   pass4;
    wire [RW-1:0]   plane4;
    wire [4*ZW-1:0] box4;
    reg             reading, seeking, flushing;
    wire [4:0]      count;
    wire            place3, look_bad, placed, look_ready, outside, held4;
    wire [19:0]     tile3, next_tile3;
    wire [63:0]     bounds;
    wire [10:0]     look_slot, look_first, slotw;
    reg  [6:0]      enable;
    wire [WAYS-1:0] held_ahead;
    wire [SLOTS-1:0] ready;

    assign prim_ready = room & (count != QUEUE[4:0]) & ~clear_valid & ~config_valid & ~read_valid &
        ~reading & ~seeking & ~flushing & ~sweeping;

    depthcull_stages #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW), .AHEAD(AHEAD), .WAYS(WAYS), .PW(PW), .RW(RW)
    ) u_stages (
        .clk(clk), .rst(rst),
        .prim_valid(prim_valid), .room(room), .prim_take(prim_ready),
        .prim_pass({2'b00, prim_tile, prim_tag, prim_mask, prim_write, prim_func, 11'd0}),
        .prim_cx(prim_cx), .prim_cy(prim_cy), .prim_cref(prim_cref),
        .place3(place3), .tile3(tile3), .next_tile3(next_tile3), .bad3(look_bad), .placed(placed), .slot3(look_slot),
        .range_on(enable[0]), .outside(outside), .bounds(bounds),
        .slotw(slotw), .readyw(ready[slotw[LB-1:0]]), .held4(held4),
        .ask(look_first), .holds(held_ahead), .busy(stages_busy), .v4(v4), .take4(take4), .pass(pass4), .plane(plane4),
        .box(box4)
    );

    wire [15:0]   tag4;
    wire [PX-1:0] mask4;
    wire          write4;
    wire [2:0]    func4;
    wire [10:0]   slot4;
    wire [19:0]   tile4;
    wire          bad4, gone4;
    assign {bad4, gone4, tile4, tag4, mask4, write4, func4, slot4} = pass4;

    // --- queue ---

    wire            put, take, pick, holds;
    wire [PW-1:0]   passq;
    wire [RW-1:0]   planeq;
    wire [4*ZW-1:0] boxq;
    wire [43:0]     busy_tiles;
    wire [3:0]      busy_valid;

    wire [11*QUEUE-1:0] queued_slots;

    depthcull_queue #(.QUEUE(QUEUE), .BITS(PW + RW + 4*ZW)) u_queue (
        .clk(clk), .rst(rst), .put(put), .put_item({box4, plane4, pass4}), .count(count),
        .slots(queued_slots), .busy_tiles(busy_tiles), .busy_valid(busy_valid),
        .pick(pick), .pick_item({boxq, planeq, passq}), .take(take),
        .tile(slot4), .holds(holds)
    );

    wire [15:0]   tagq;
    wire [PX-1:0] maskq;
    wire          writeq;
    wire [2:0]    funcq;
    wire [10:0]   slotq;
    wire [19:0]   tileq;
    wire          badq, goneq;
    assign {badq, goneq, tileq, tagq, maskq, writeq, funcq, slotq} = passq;
    wire unused_bad = badq | goneq;  // a queued primitive is neither

    // --- cache ---

    // Which of the places that the tile in stage 3 could have are needed by primitives.
    reg [WAYS-1:0] held;
    reg [10:0]     place;
    integer        w, h;
    always @* begin
        held = held_ahead;
        place = 11'd0;
        for (w = 0; w < WAYS; w = w + 1) begin
            place = look_first + w[10:0];
            if (held4 && slot4 == place) held[w] = 1'b1;
            for (h = 0; h < QUEUE; h = h + 1)
                if (h[4:0] < count && queued_slots[11*h +: 11] == place) held[w] = 1'b1;
            for (h = 0; h < 4; h = h + 1) if (busy_valid[h] && busy_tiles[11*h +: 11] == place) held[w] = 1'b1;
        end
    end
    wire unused_slots = &slotw;

    wire           clear_take = clear_valid & clear_ready;
    wire           read_take = read_valid & read_ready;
    wire           quiet, flushed;
    reg  [19:0]    seek_tile;
    wire           tile_write_e, tile_write_4;
    wire           done;
    wire [10:0]    done_slot;
    wire [10:0]    at_e = done ? done_slot : slotq;
    wire [10:0]    evict_slot, send_slot, resolve_slot, fill_slot, stored_slot;
    wire [2:0]     send_line, fill_line;
    wire           resolve, fill_shows, fill_plane, fill_depths, complete, complete_pixels;
    wire [1:0]     kindv;
    wire [PB-1:0]  rangesv, fill_ranges;
    wire [SB-1:0]  showsv, showsf;
    wire [PLANES*RW-1:0] planesv;
    wire [3:0]     place_f;
    wire [RW-1:0]  planef;
    wire [16*ZW-1:0] depthsf, send_depths;

    depthcull_cache #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .TILES(TILES), .PLANES(PLANES), .SETS(SETS), .WAYS(WAYS),
        .MISSES(MISSES), .EPOCH(EPOCH), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .IB(IB)
    ) u_cache (
        .clk(clk), .rst(rst), .clear(clear_take), .clear_waits(clear_valid), .reading(reading | seeking | flushing),
        .sweeping(sweeping), .quiet(quiet), .next_tile(read_take ? read_tile : seeking ? seek_tile : next_tile3),
        .look_tile(seeking ? seek_tile : tile3), .look_first(look_first), .held(held),
        .look_bad(look_bad), .look_ready(look_ready),
        .placed(placed), .look_slot(look_slot), .outside(outside), .bounds(bounds), .place(seeking | place3), .ready(ready),
        .dirty_x(tile_write_e), .at_x(at_e), .dirty_y(tile_write_4), .at_y(slot4),
        .flush(flushing), .flushed(flushed),
        .evict_slot(evict_slot), .evict_pixels(kindv == PIXELS), .evict_ranges(rangesv), .evict_shows(showsv),
        .evict_planes(planesv), .send_slot(send_slot), .send_line(send_line), .send_depths(send_depths),
        .resolve(resolve), .resolve_slot(resolve_slot), .fill_slot(fill_slot), .fill_shows(fill_shows),
        .shows(showsf), .fill_depths(fill_depths), .depths_line(fill_line), .depths(depthsf),
        .stored_slot(stored_slot), .fill_plane(fill_plane), .plane_place(place_f), .plane(planef),
        .complete(complete), .complete_pixels(complete_pixels),
        .mem_valid(mem_valid), .mem_ready(mem_ready), .mem_write(mem_write), .mem_addr(mem_addr),
        .mem_data(mem_data), .mem_tag(mem_tag),
        .reply_valid(fill_valid), .reply_ready(fill_ready), .reply_data(fill_data), .reply_tag(fill_tag)
    );

    // --- tiles in the cache ---

    wire [1:0]     kind4, kindq, kindd;
    wire [PB-1:0]  ranges4, rangesq, rangesd;
    wire [SB-1:0]  shows4, showsq, showsd;
    wire [PLANES*RW-1:0] planes4, planesq, planesd;
    wire [TR-1:0]  new_e, new_4;

    depthcull_tiles #(
        .FIXED(FIXED), .TILES(SLOTS), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .SB(SB), .PB(PB)
    ) u_tiles (
        .clk(clk), .rst(rst), .clear(clear_take), .clear_z(clear_z), .resolve(resolve), .at_r(resolve_slot),
        .at_a(slot4), .tile_a({kind4, ranges4, shows4, planes4}),
        .at_b(seeking ? look_slot : slotq), .tile_b({kindq, rangesq, showsq, planesq}),
        .at_c(done_slot), .tile_c({kindd, rangesd, showsd, planesd}),
        .at_d(evict_slot), .tile_d({kindv, rangesv, showsv, planesv}),
        .at_s(fill_slot), .fill_shows(fill_shows), .shows_f(showsf),
        .at_f(stored_slot), .fill_plane(fill_plane), .place_f(place_f), .plane_f(planef),
        .complete(complete), .kind_f(complete_pixels ? PIXELS : 2'd1), .ranges_f(fill_ranges),
        .write_x(tile_write_e), .at_x(at_e), .new_x(new_e),
        .write_y(tile_write_4), .at_y(slot4), .new_y(new_4)
    );

    // --- decisions: on the primitive in stage 4, and on the next one of the queue ---

    wire [1:0]    decision4, decisionq;
    wire [3:0]    test4, testq;
    wire [PX-1:0] let4, open4, letq, openq;
    wire [N-1:0]  groups4, groupsq;
    wire          needs4, needsq;

    depthcull_verdict #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .PIX(PIX), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .IB(IB)
    ) u_verdict4 (
        .enable(enable), .func(func4), .write(write4), .mask(mask4), .source(plane4), .box(box4),
        .bad_tile(bad4), .gone(gone4), .kind(kind4), .shows(shows4), .planes(planes4), .pixels(ranges4),
        .decision(decision4), .test(test4), .lets(let4), .open(open4), .groups(groups4), .needs(needs4)
    );
    depthcull_verdict #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .PIX(PIX), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .IB(IB)
    ) u_verdictq (
        .enable(enable), .func(funcq), .write(writeq), .mask(maskq), .source(planeq), .box(boxq),
        .bad_tile(1'b0), .gone(1'b0), .kind(kindq), .shows(showsq), .planes(planesq), .pixels(rangesq),
        .decision(decisionq), .test(testq), .lets(letq), .open(openq), .groups(groupsq), .needs(needsq)
    );

    // --- actions of this cycle ---

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
            if (busy_valid[b] && busy_tiles[11*b +: 11] == slot4) in_engine = 1'b1;
    end

    wire busy4 = holds | in_engine;
    wire waits = ~bad4 & ~gone4 & (busy4 | needs4);
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
    wire          seek_ends = seeking & (look_bad | look_ready);
    reg  [7:0]    k;
    wire [PIX*ZW-1:0] depths;

    depthcull_engine #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .TILES(SLOTS), .PIX(PIX), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW),
        .RW(RW), .IB(IB), .KB(KB)
    ) u_engine (
        .clk(clk), .rst(rst),
        .load(load | load4), .load_tile(load ? slotq : slot4),
        .load_kept((load ? kindq : kind4) == PIXELS),
        .load_planes(load ? planesq : planes4), .load_shows(load ? showsq : shows4),
        .load_source(load ? planeq : plane4), .load_func(load ? funcq : func4),
        .load_let(load ? letq : let4), .load_open(load ? openq : open4),
        .load_groups(load ? groupsq : groups4), .load_write(load ? writeq : write4),
        .load_keep(load ? {tileq, tagq, writeq, decisionq, testq, planeq} : {tile4, tag4, write4, decision4, test4, plane4}),
        .free(free),
        .finish(finish), .done(done), .done_tile(done_slot), .done_keep(done_keep),
        .done_passed(done_passed), .done_ranges(done_ranges),
        .busy_tiles(busy_tiles), .busy_valid(busy_valid),
        .open(seek_ends), .open_tile(look_slot), .open_kept(kindq == PIXELS), .open_planes(planesq),
        .open_shows(showsq), .reading(reading), .advance(step), .group(k), .depths(depths),
        .fill(fill_depths), .fill_tile(fill_slot), .fill_line(fill_line), .fill_depths(depthsf),
        .filled_tile(stored_slot), .filled_ranges(fill_ranges),
        .evict_tile(send_slot), .evict_line(send_line), .evict_depths(send_depths)
    );

    wire [19:0]   tiled;
    wire [15:0]   tagd;
    wire          writed;
    wire [1:0]    decisiond;
    wire [3:0]    testd;
    wire [RW-1:0] planed;
    assign {tiled, tagd, writed, decisiond, testd, planed} = done_keep;

    // --- new states of tiles ---

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

    depthcull_results #(.BITS(16 + 20 + 2 + 4 + PX), .PLACES(RESULTS)) u_results (
        .clk(clk), .rst(rst),
        .put_a(finish | settle),
        .item_a(done ? {tagd, tiled, decisiond, testd, done_passed} : {tagq, tileq, decisionq, testq, letq}),
        .put_b(decided4), .item_b({tag4, tile4, decision4, test4, let4}), .count(results),
        .valid(result_valid), .ready(result_ready),
        .item({result_tag, result_tile, result_decision, result_test, result_mask})
    );

    // --- the other commands ---

    wire idle = ~stages_busy & (count == 5'd0) & ~|busy_valid & ~reading & ~seeking & ~flushing & ~sweeping;

    assign clear_ready = idle & quiet;
    assign config_ready = idle & ~clear_valid;
    assign read_ready = idle & ~clear_valid & ~config_valid;

    always @(posedge clk)
        if (rst) enable <= ENABLED;
        else if (config_valid & config_ready) enable <= config_enable;

    // --- read-out ---

    wire [ZW-1:0] min, max;
    wire [3:0]    shown;
    wire          unknown;
    depthcull_readout #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .IB(IB)
    ) u_readout (
        .kind(kindq), .shows(showsq), .planes(planesq), .pixels(rangesq),
        .min(min), .max(max), .count(shown), .unknown(unknown)
    );

    reg          no_pixels, bad_read, read_unknown;
    reg [1:0]    read_kind;
    reg [3:0]    read_planes;
    reg [ZW-1:0] read_min, read_max;
    wire [7:0]   beats = no_pixels ? 8'd1 : N[7:0];
    wire         rgo = ~pixels_valid | pixels_ready;
    wire         begins = seek_ends | flushed;

    assign step = reading & rgo;

    always @(posedge clk)
        if (rst) begin
            seeking <= 1'b0;
            flushing <= 1'b0;
            reading <= 1'b0;
        end else begin
            if (read_take) begin
                seeking <= ~read_flush;
                flushing <= read_flush;
            end else if (begins) begin
                seeking <= 1'b0;
                flushing <= 1'b0;
            end
            if (begins) reading <= 1'b1;
            else if (step & (k == beats + 8'd1)) reading <= 1'b0;
        end

    always @(posedge clk) if (read_take) seek_tile <= read_tile;

    always @(posedge clk)
        if (begins) begin
            k <= 8'd0;
            no_pixels <= flushing | look_bad;
            bad_read <= seeking & look_bad;
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
            pixels_data <= depths & {(PIX*ZW){~no_pixels}};
            pixels_min <= read_min & {ZW{~no_pixels}};
            pixels_max <= read_max & {ZW{~no_pixels}};
            pixels_kind <= read_kind & {2{~no_pixels}};
            pixels_planes <= read_planes & {4{~no_pixels}};
            pixels_unknown <= read_unknown & ~no_pixels;
            pixels_last <= k == beats + 8'd1;
            pixels_error <= bad_read;
        end

endmodule

`default_nettype wire
