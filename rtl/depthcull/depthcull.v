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
    // Primitives that can wait for it, 1..8.
    parameter QUEUE = 4,
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

    output reg               result_valid,
    input  wire              result_ready,
    output reg  [15:0]       result_tag,
    output reg  [7:0]        result_tile,
    output reg  [1:0]        result_decision,
    output reg  [3:0]        result_test,
    output reg  [TW*TH-1:0]  result_mask,

    output reg               pixels_valid,
    input  wire              pixels_ready,
    output reg  [PIX*ZW-1:0] pixels_data,
    output reg  [ZW-1:0]     pixels_min,
    output reg  [ZW-1:0]     pixels_max,
    output reg  [1:0]        pixels_kind,
    output reg               pixels_unknown,
    output reg               pixels_last,
    output reg               pixels_error
);

    generate
        if (!((TW == 4 && TH == 4) || (TW == 8 && TH == 4) || (TW == 16 && TH == 8)) ||
            (FIXED != 0 && FIXED != 1) || TILES < 1 || TILES > 128 ||
            (PIX != 1 && PIX != 2 && PIX != 4) || QUEUE < 1 || QUEUE > 8 ||
            CW != ((FIXED == 0) ? 32 : 40) || ZW != ((FIXED == 0) ? 32 : 24)) begin : g_illegal
            // There is no such module: its name is the message that stops elaboration.
            depthcull_needs_a_tile_of_4x4_8x4_or_16x8_and_parameters_within_their_limits illegal ();
        end
    endgenerate

    localparam PX = TW * TH;
    localparam N = PX / PIX;
    localparam AW = (FIXED == 0) ? 32 : 40 + $clog2(TW + TH - 1);
    localparam RW = 1 + 3*CW + 2*AW + 5*ZW;
    localparam PW = 16 + PX + 1 + 3 + 8;
    localparam [6:0] ENABLED = (FIXED == 0) ? 7'h1f : 7'h3f;

    localparam [1:0] CULL = 2'd0;
    localparam [1:0] PASS = 2'd1;
    localparam [1:0] ERROR = 2'd3;
    localparam [1:0] PLANE = 2'd1;
    localparam [1:0] PIXELS = 2'd2;

    // --- stages and queue ---

    wire          room, stages_busy, v4, take4;
    wire [PW-1:0] pass4, head_pass;
    wire [RW-1:0] plane4, head_plane;
    reg           reading;
    wire [3:0]    count;
    wire          engine_busy, engine_finished;

    assign prim_ready = room & (count != QUEUE[3:0]) & ~clear_valid & ~config_valid & ~read_valid &
        ~reading;

    depthcull_stages #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW), .PW(PW), .RW(RW)
    ) u_stages (
        .clk(clk), .rst(rst),
        .prim_valid(prim_valid), .room(room), .prim_take(prim_ready),
        .prim_pass({prim_tag, prim_mask, prim_write, prim_func, prim_tile}),
        .prim_cx(prim_cx), .prim_cy(prim_cy), .prim_cref(prim_cref),
        .busy(stages_busy), .v4(v4), .take4(take4), .pass(pass4), .plane(plane4)
    );

    wire put, take, holds;
    depthcull_queue #(.QUEUE(QUEUE), .BITS(PW + RW)) u_queue (
        .clk(clk), .rst(rst), .put(put), .put_item({plane4, pass4}), .take(take),
        .head({head_plane, head_pass}), .count(count), .tile(pass4[7:0]), .holds(holds)
    );

    // --- one slot a cycle ---

    wire go = ~result_valid | result_ready;
    wire finish = engine_finished;
    wire head = ~engine_busy & (count != 4'd0);

    // The primitive that is decided, if one is.
    wire [PW-1:0] pass = head ? head_pass : pass4;
    wire [RW-1:0] plane = head ? head_plane : plane4;
    wire [15:0]   tag;
    wire [PX-1:0] mask;
    wire          write;
    wire [2:0]    func;
    wire [7:0]    tile;
    assign {tag, mask, write, func, tile} = pass;

    // --- the tile ---

    wire       read_take = read_valid & read_ready;
    wire       clear_take = clear_valid & clear_ready;
    reg  [7:0] engine_tile;
    wire [7:0] at = finish ? engine_tile : read_take ? read_tile : tile;
    wire [1:0] kind;
    wire [RW-1:0] record;
    wire       tile_write;
    wire [1:0] new_kind;
    wire [RW-1:0] new_record;

    depthcull_tiles #(
        .FIXED(FIXED), .TILES(TILES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW)
    ) u_tiles (
        .clk(clk), .rst(rst), .clear(clear_take), .clear_z(clear_z),
        .at(at), .kind(kind), .record(record), .write(tile_write), .new_kind(new_kind),
        .new_record(new_record)
    );

    // --- the decision ---

    reg  [6:0] enable;
    wire       gt, lt, replaces, needs_pixels;
    wire [6:0] ge, le;
    wire [1:0] decision;
    wire [3:0] test;
    wire       bad_tile = {24'd0, tile} >= TILES;

    depthcull_facts #(.FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW)) u_facts (
        .source(plane), .dest(record), .is_plane(kind != PIXELS), .gt(gt), .lt(lt), .ge(ge), .le(le)
    );
    depthcull_decide #(.FIXED(FIXED)) u_decide (
        .bad_tile(bad_tile), .empty(~|mask), .full(&mask), .func(func), .write(write),
        .enable(enable), .gt(gt), .lt(lt), .ge(ge), .le(le),
        .decision(decision), .test(test), .replaces(replaces), .pixels(needs_pixels)
    );

    wire same_tile = engine_busy & engine_tile == pass4[7:0];
    wire waits = ~bad_tile & (same_tile | holds | needs_pixels);

    assign take4 = v4 & go & ~finish & ~head & ~(waits & (count == QUEUE[3:0]));
    assign put = take4 & waits;
    assign take = go & ~finish & head;

    wire start = take & needs_pixels;
    wire decided = (take & ~needs_pixels) | (take4 & ~waits);
    wire finishes = go & finish;

    // --- the engine ---

    reg  [15:0]   engine_tag;
    reg  [1:0]    engine_decision;
    reg  [3:0]    engine_test;
    reg           engine_write;
    wire [PX-1:0] passed;
    wire [ZW-1:0] low, high;
    wire          nan;
    wire          step;
    reg  [6:0]    k;
    wire [PIX*ZW-1:0] depths;

    localparam COEFFICIENTS = RW - 2;  // the highest bit of {cx, cy, cref} in a record

    depthcull_engine #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .TILES(TILES), .PIX(PIX), .CW(CW), .AW(AW), .ZW(ZW)
    ) u_engine (
        .clk(clk), .rst(rst),
        .start(start), .start_tile(tile), .start_kept(kind == PIXELS),
        .start_dest(record[COEFFICIENTS -: 3*CW]), .start_source(plane[COEFFICIENTS -: 3*CW]),
        .start_func(func), .start_all(decision == PASS), .start_write(write), .start_mask(mask),
        .busy(engine_busy), .finished(engine_finished), .take(finishes), .passed(passed),
        .low(low), .high(high), .unknown(nan),
        .open(read_take), .open_tile(read_tile), .open_kept(kind == PIXELS),
        .open_dest(record[COEFFICIENTS -: 3*CW]),
        .reading(reading), .step(step), .group(k), .depths(depths)
    );

    always @(posedge clk)
        if (start) begin
            engine_tile <= tile;
            engine_tag <= tag;
            engine_decision <= decision;
            engine_test <= test;
            engine_write <= write;
        end

    // Pixels that pass are there, or the tile stays what it was.
    assign tile_write = (finishes & engine_write & |passed) | (decided & replaces);
    assign new_kind = finish ? PIXELS : PLANE;
    assign new_record = finish ? {nan, {(RW - 1 - 2*ZW){1'b0}}, low, high} : plane;

    // --- results ---

    always @(posedge clk)
        if (rst) result_valid <= 1'b0;
        else if (go) result_valid <= finishes | decided;

    always @(posedge clk)
        if (finishes) begin
            result_tag <= engine_tag;
            result_tile <= engine_tile;
            result_decision <= engine_decision;
            result_test <= engine_test;
            result_mask <= passed;
        end else if (decided) begin
            result_tag <= tag;
            result_tile <= tile;
            result_decision <= decision;
            result_test <= test;
            result_mask <= (decision == CULL || decision == ERROR) ? {PX{1'b0}} : mask;
        end

    // --- the other commands ---

    wire idle = ~stages_busy & (count == 4'd0) & ~engine_busy & ~reading;

    assign clear_ready = idle;
    assign config_ready = idle & ~clear_valid;
    assign read_ready = idle & ~clear_valid & ~config_valid;

    always @(posedge clk)
        if (rst) enable <= ENABLED;
        else if (config_valid & config_ready) enable <= config_enable;

    // --- read-out ---

    reg          bad_read, read_unknown;
    reg [1:0]    read_kind;
    reg [ZW-1:0] read_min, read_max;
    wire [6:0]   beats = bad_read ? 7'd1 : N[6:0];
    wire         rgo = ~pixels_valid | pixels_ready;

    assign step = reading & rgo;

    always @(posedge clk)
        if (rst) reading <= 1'b0;
        else if (read_take) reading <= 1'b1;
        else if (step & (k == beats + 7'd1)) reading <= 1'b0;

    always @(posedge clk)
        if (read_take) begin
            k <= 7'd0;
            bad_read <= {24'd0, read_tile} >= TILES;
            read_kind <= kind;
            read_unknown <= record[RW-1];
            {read_min, read_max} <= record[2*ZW-1:0];
        end else if (step) k <= k + 7'd1;

    always @(posedge clk)
        if (rst) pixels_valid <= 1'b0;
        else if (rgo) pixels_valid <= reading & (k >= 7'd2);

    always @(posedge clk)
        if (step & (k >= 7'd2)) begin
            pixels_data <= depths & {(PIX*ZW){~bad_read}};
            pixels_min <= read_min & {ZW{~bad_read}};
            pixels_max <= read_max & {ZW{~bad_read}};
            pixels_kind <= read_kind & {2{~bad_read}};
            pixels_unknown <= read_unknown & ~bad_read;
            pixels_last <= k == beats + 7'd1;
            pixels_error <= bad_read;
        end

endmodule

`default_nettype wire
