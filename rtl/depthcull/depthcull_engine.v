`default_nettype none

// depthcull_engine - the pixel engine: computes the depth of each pixel before and after a primitive, PIX pixels
// a cycle, for the groups that are requested. Primitives of different tiles follow each other without a gap.
// Read-outs of tiles use the same registers. TILES is the number of places in the cache, the other parameters are as in
// depthcull.
module depthcull_engine #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter TILES = 64,
    parameter PIX = 4,
    parameter PLANES = 4,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW,
    parameter IB = 2,
    parameter KB = 300  // bits that are kept with a primitive until its end
) (
    input  wire                     clk,
    input  wire                     rst,

    // A primitive; only when `free`.
    input  wire                     load,
    input  wire [10:0]              load_tile,
    input  wire                     load_kept,    // its pixels are in the tile memory
    input  wire [PLANES*RW-1:0]     load_planes,
    input  wire [TW*TH*IB-1:0]      load_shows,
    input  wire [RW-1:0]            load_source,
    input  wire [2:0]               load_func,
    input  wire [TW*TH-1:0]         load_let,     // pixels that pass
    input  wire [TW*TH-1:0]         load_open,    // pixels to be tested
    input  wire [TW*TH/PIX-1:0]     load_groups,
    input  wire                     load_write,
    input  wire [KB-1:0]            load_keep,
    output wire                     free,

    input  wire                     finish,       // the finished primitive leaves
    output reg                      done,
    output reg  [10:0]              done_tile,
    output reg  [KB-1:0]            done_keep,
    output reg  [TW*TH-1:0]         done_passed,
    output wire [2*(2+2*ZW)-1:0]    done_ranges,  // of the tile as it is in the memory

    // Tiles in flight.
    output wire [43:0]              busy_tiles,
    output wire [3:0]               busy_valid,

    // A read-out, while the engine is idle. `advance` moves it on by one group.
    input  wire                     open,
    input  wire [10:0]              open_tile,
    input  wire                     open_kept,
    input  wire [PLANES*RW-1:0]     open_planes,
    input  wire [TW*TH*IB-1:0]      open_shows,
    input  wire                     reading,
    input  wire                     advance,
    input  wire [7:0]               group,        // the group that enters
    output wire [PIX*ZW-1:0]        depths,       // of the group that entered two steps before

    // A line of 16 depths of a tile from memory; the ranges of a tile whose lines have all come; a line of a tile on its way
    // to memory.
    input  wire                     fill,
    input  wire [10:0]              fill_tile,
    input  wire [2:0]               fill_line,
    input  wire [16*ZW-1:0]         fill_depths,
    input  wire [10:0]              filled_tile,
    output wire [2*(2+2*ZW)-1:0]    filled_ranges,
    input  wire [10:0]              evict_tile,
    input  wire [2:0]               evict_line,
    output wire [16*ZW-1:0]         evict_depths
);

    localparam PX = TW * TH;
    localparam N = PX / PIX;
    localparam LINES = PX / 16;
    localparam IN_LINE = 16 / PIX;  // groups per line
    localparam AB = (TILES * LINES == 1) ? 1 : $clog2(TILES * LINES);
    localparam TB = (TILES == 1) ? 1 : $clog2(TILES);
    localparam XB = $clog2(PX);
    localparam HB = 2 + 2*ZW;

    // Pixels of a group that lie in one half, and number of such parts in a tile.
    localparam PART = (PIX > TW / 2) ? TW / 2 : PIX;
    localparam PARTS = PX / PART;
    localparam IN_GROUP = PIX / PART;

    reg [ZW*16-1:0] memory [0:TILES*LINES-1];  // a line of 16 depths per word

    // --- J: a primitive, and its remaining groups ---

    reg             j, j_kept, j_write;
    reg [10:0]      j_tile;
    reg [N-1:0]     j_groups;
    reg [PLANES*3*CW-1:0] j_planes;
    reg [PX*IB-1:0] j_shows;
    reg [3*CW-1:0]  j_source;
    reg [2:0]       j_func;
    reg [PX-1:0]    j_let, j_open;
    reg [KB-1:0]    j_keep;

    wire step = ~done | finish;
    wire issue = j & step;
    wire [N-1:0] rest = j_groups & (j_groups - {{(N-1){1'b0}}, 1'b1});
    wire one_left = ~|rest;
    assign free = ~j | (issue & one_left);

    reg [7:0] first;  // first remaining group
    integer   g;
    always @* begin
        first = 8'd0;
        for (g = N - 1; g >= 0; g = g - 1) if (j_groups[g]) first = g[7:0];
    end

    // {cx, cy, cref} of each plane.
    localparam COEFFICIENTS = RW - 2;  // highest bit of the coefficients in a record
    wire [PLANES*3*CW-1:0] load_coefficients, open_coefficients;
    wire                   unused_records = &{load_planes, load_source, open_planes};
    genvar k, p, q;  // q: parts
    generate
        for (k = 0; k < PLANES; k = k + 1) begin : g_plane
            assign load_coefficients[3*CW*k +: 3*CW] = load_planes[RW*k + COEFFICIENTS -: 3*CW];
            assign open_coefficients[3*CW*k +: 3*CW] = open_planes[RW*k + COEFFICIENTS -: 3*CW];
        end
    endgenerate

    always @(posedge clk)
        if (rst) j <= 1'b0;
        else if (load) j <= 1'b1;
        else if (issue & one_left) j <= 1'b0;

    always @(posedge clk)
        if (load) begin
            j_tile <= load_tile;
            j_kept <= load_kept;
            j_groups <= load_groups;
            j_planes <= load_coefficients;
            j_shows <= load_shows;
            j_source <= load_source[COEFFICIENTS -: 3*CW];
            j_func <= load_func;
            j_let <= load_let;
            j_open <= load_open;
            j_write <= load_write;
            j_keep <= load_keep;
        end else if (open) begin
            j_tile <= open_tile;
            j_kept <= open_kept;
            j_planes <= open_coefficients;
            j_shows <= open_shows;
        end else if (issue) j_groups <= rest;

    // --- E1 and E2: a group, with its x sums and with its depths ---

    wire       move = reading ? advance : step;
    wire [7:0] entering = reading ? group : first;

    reg          e1, e2, e1_last, e2_last, e1_kept, e1_write, e2_write;
    reg [7:0]    e1_group, e2_group;
    reg [10:0]   e1_tile, e2_tile;
    reg [2:0]    e1_func, e2_func;
    reg [PX-1:0] e1_let, e1_open, e2_let, e2_open;
    reg [KB-1:0] e1_keep, e2_keep;

    always @(posedge clk)
        if (rst) begin
            e1 <= 1'b0;
            e2 <= 1'b0;
        end else if (step) begin
            e1 <= issue;
            e2 <= e1;
        end

    always @(posedge clk)
        if (move) begin
            e1_group <= entering;
            e1_tile <= j_tile;
            e1_kept <= j_kept;
            e1_last <= one_left;
            e1_write <= j_write;
            e1_func <= j_func;
            e1_let <= j_let;
            e1_open <= j_open;
            e1_keep <= j_keep;
            e2_group <= e1_group;
            e2_tile <= e1_tile;
            e2_last <= e1_last;
            e2_write <= e1_write;
            e2_func <= e1_func;
            e2_let <= e1_let;
            e2_open <= e1_open;
            e2_keep <= e1_keep;
        end

    // --- the tile memory ---

    wire [31:0] address1 = {21'd0, e1_tile} * LINES + {24'd0, e1_group} / IN_LINE;
    wire [31:0] address2 = {21'd0, e2_tile} * LINES + {24'd0, e2_group} / IN_LINE;
    wire [31:0] offset1 = {24'd0, e1_group} % IN_LINE * (ZW*PIX);
    wire [31:0] offset2 = {24'd0, e2_group} % IN_LINE * (ZW*PIX);
    wire [ZW*16-1:0]  kept_line = memory[address1[AB-1:0]];
    wire [ZW*PIX-1:0] kept_depths = kept_line[offset1[8:0] +: ZW*PIX];
    wire [31:0] address_fill = {21'd0, fill_tile} * LINES + {29'd0, fill_line};
    wire [31:0] address_evict = {21'd0, evict_tile} * LINES + {29'd0, evict_line};
    assign evict_depths = memory[address_evict[AB-1:0]];
    wire        unused = |{
        address1[31:AB], address2[31:AB], address_fill[31:AB], address_evict[31:AB], offset1[31:9], offset2[31:9]
    };

    // --- the lanes ---

    wire [ZW*PIX-1:0] source, after;
    wire [PIX-1:0]    tested;  // tested and passed
    wire [31:0]       base2 = {24'd0, e2_group} * PIX;
    wire              unused_base = |base2[31:XB];

    generate
        for (p = 0; p < PIX; p = p + 1) begin : g_pixel
            wire [31:0] at0 = {24'd0, entering} * PIX + p;
            wire [31:0] at1 = {24'd0, e1_group} * PIX + p;
            wire [31:0] at2 = {24'd0, e2_group} * PIX + p;
            wire [31:0] x0 = at0 % TW;
            wire [31:0] y1 = at1 / TW;
            wire        unused_bits = |{at0[31:XB], at2[31:XB], x0[31:4], y1[31:4]};

            wire [IB-1:0]   shown = j_shows[IB*at0[XB-1:0] +: IB];
            wire [CW-1:0]   cx, cy, cref;
            assign {cx, cy, cref} = j_planes[3*CW*shown +: 3*CW];

            depthcull_lane #(.FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW)) u_dest (
                .clk(clk), .step(move), .x(x0[3:0]), .y(y1[3:0]), .cx(cx), .cy(cy), .cref(cref),
                .kept(e1_kept), .memory(kept_depths[ZW*p +: ZW]), .z(depths[ZW*p +: ZW])
            );
            depthcull_lane #(.FIXED(FIXED), .CW(CW), .AW(AW), .ZW(ZW)) u_source (
                .clk(clk), .step(move), .x(x0[3:0]), .y(y1[3:0]),
                .cx(j_source[2*CW +: CW]), .cy(j_source[CW +: CW]), .cref(j_source[0 +: CW]),
                .kept(1'b0), .memory({ZW{1'b0}}), .z(source[ZW*p +: ZW])
            );

            wire test;
            depthcull_test #(.FIXED(FIXED), .ZW(ZW)) u_test (
                .func(e2_func), .source(source[ZW*p +: ZW]), .dest(depths[ZW*p +: ZW]), .pass(test)
            );
            assign tested[p] = e2_open[at2[XB-1:0]] & test;
            assign after[ZW*p +: ZW] = (e2_let[at2[XB-1:0]] | tested[p]) ? source[ZW*p +: ZW]
                                                                         : depths[ZW*p +: ZW];
        end
    endgenerate

    wire collect = e2 & step;

    always @(posedge clk) begin
        if (collect & e2_write) memory[address2[AB-1:0]][offset2[8:0] +: ZW*PIX] <= after;
        if (fill) memory[address_fill[AB-1:0]] <= fill_depths;
    end

    // --- ranges of the parts of tiles, which are joined into the range of a tile ---

    reg [PARTS*HB-1:0] ranges [0:TILES-1];
    localparam LINE_PARTS = 16 / PART;
    wire [IN_GROUP*HB-1:0]   after_parts;
    wire [LINE_PARTS*HB-1:0] fill_parts;
    depthcull_parts #(.FIXED(FIXED), .ZW(ZW), .PART(PART), .IN_GROUP(IN_GROUP)) u_after (
        .depths(after), .parts(after_parts)
    );
    depthcull_parts #(.FIXED(FIXED), .ZW(ZW), .PART(PART), .IN_GROUP(LINE_PARTS)) u_fill (
        .depths(fill_depths), .parts(fill_parts)
    );

    wire [31:0] after_at = {24'd0, e2_group} * IN_GROUP * HB;
    wire [31:0] fill_at = fill ? {29'd0, fill_line} * LINE_PARTS * HB : 32'd0;
    wire        unused_at = &{after_at, fill_at};
    always @(posedge clk) begin
        if (collect & e2_write) ranges[e2_tile[TB-1:0]][after_at +: IN_GROUP*HB] <= after_parts;
        if (fill) ranges[fill_tile[TB-1:0]][fill_at +: LINE_PARTS*HB] <= fill_parts;
    end

    wire [PARTS-1:0] right;
    generate
        for (q = 0; q < PARTS; q = q + 1) begin : g_side
            assign right[q] = (q * PART) % TW >= TW / 2;
        end
    endgenerate

    wire [PARTS*HB-1:0] done_parts = ranges[done_tile[TB-1:0]];
    depthcull_span #(.FIXED(FIXED), .ZW(ZW), .PARTS(PARTS)) u_left (
        .parts(done_parts), .takes(~right), .span(done_ranges[0 +: HB])
    );
    depthcull_span #(.FIXED(FIXED), .ZW(ZW), .PARTS(PARTS)) u_right (
        .parts(done_parts), .takes(right), .span(done_ranges[HB +: HB])
    );

    // Ranges of a tile that has come from memory.
    wire [PARTS*HB-1:0] filled = ranges[filled_tile[TB-1:0]];
    wire                unused_filled = |filled_tile;
    depthcull_span #(.FIXED(FIXED), .ZW(ZW), .PARTS(PARTS)) u_fill_left (
        .parts(filled), .takes(~right), .span(filled_ranges[0 +: HB])
    );
    depthcull_span #(.FIXED(FIXED), .ZW(ZW), .PARTS(PARTS)) u_fill_right (
        .parts(filled), .takes(right), .span(filled_ranges[HB +: HB])
    );

    // --- D: a finished primitive ---

    reg  [PX-1:0] passed;  // tested pixels of the primitive in E2 that have passed so far
    reg  [PX-1:0] passed_now;
    always @* begin
        passed_now = passed;
        passed_now[base2[XB-1:0] +: PIX] = tested;
    end

    always @(posedge clk)
        if (rst) passed <= {PX{1'b0}};
        else if (collect) passed <= e2_last ? {PX{1'b0}} : passed_now;

    always @(posedge clk)
        if (rst) done <= 1'b0;
        else if (step) done <= e2 & e2_last;

    always @(posedge clk)
        if (step) begin
            done_tile <= e2_tile;
            done_keep <= e2_keep;
            done_passed <= e2_let | passed_now;
        end

    assign busy_tiles = {done_tile, e2_tile, e1_tile, j_tile};
    assign busy_valid = {done, e2, e1, j};

endmodule

`default_nettype wire
