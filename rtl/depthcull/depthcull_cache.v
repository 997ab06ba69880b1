`default_nettype none

// depthcull_cache - tracks which tiles are in the cache, and moves their records to and from memory. The tiles are stored in
// depthcull_tiles and, for the depths of PIXELS, in depthcull_engine. Parameters as in depthcull.
module depthcull_cache #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter TILES = 4080,
    parameter PLANES = 4,
    parameter SETS = 64,
    parameter WAYS = 4,
    parameter MISSES = 16,
    parameter EPOCH = 4,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW,
    parameter IB = 2
) (
    input  wire                 clk,
    input  wire                 rst,

    input  wire                 clear,      // only when quiet
    input  wire                 clear_waits,
    input  wire                 reading,    // a read-out or a flush is in progress
    output wire                 sweeping,
    output wire                 quiet,      // no record is on its way to memory

    // The place of a tile.
    input  wire [19:0]          next_tile,  // the tile that is looked up in the next cycle
    input  wire [19:0]          look_tile,
    output wire [10:0]          look_first, // the first of the WAYS places that it could have
    input  wire [WAYS-1:0]      held,       // which of these primitives need
    output wire                 look_bad,   // there is no such tile
    output wire                 look_ready, // the tile is in the cache
    output wire                 placed,     // it has a place, gets one, or is bad
    output wire [10:0]          look_slot,
    output wire                 outside,    // it has a record but no place
    output wire [63:0]          bounds,     // of the record
    input  wire                 place,      // take the place, if placed
    output wire [SETS*WAYS-1:0] ready,

    input  wire                 dirty_x,    // tiles that are written
    input  wire [10:0]          at_x,
    input  wire                 dirty_y,
    input  wire [10:0]          at_y,

    input  wire                 flush,      // in each cycle of a flush, from the first on
    output wire                 flushed,    // in the last cycle

    // A tile on its way to memory.
    output wire [10:0]          evict_slot,
    input  wire                 evict_pixels,
    input  wire [2*(2+2*ZW)-1:0] evict_ranges,
    input  wire [TW*TH*IB-1:0]  evict_shows,
    input  wire [PLANES*RW-1:0] evict_planes,
    output wire [10:0]          send_slot,  // the line of depths that is sent next
    output wire [2:0]           send_line,
    input  wire [16*ZW-1:0]     send_depths,

    // A tile on its way from memory.
    output wire                 resolve,    // it becomes CLEAR
    output wire [10:0]          resolve_slot,
    output wire [10:0]          fill_slot,
    output wire                 fill_shows,
    output wire [TW*TH*IB-1:0]  shows,
    output wire                 fill_depths,
    output wire [2:0]           depths_line,
    output wire [16*ZW-1:0]     depths,
    output wire [10:0]          stored_slot,
    output wire                 fill_plane,
    output wire [3:0]           plane_place,
    output wire [RW-1:0]        plane,
    output wire                 complete,
    output wire                 complete_pixels,

    output reg                  mem_valid,
    input  wire                 mem_ready,
    output reg                  mem_write,
    output reg  [23:0]          mem_addr,
    output reg  [511:0]         mem_data,
    output reg  [8:0]           mem_tag,

    input  wire                 reply_valid,
    output wire                 reply_ready,
    input  wire [511:0]         reply_data,
    input  wire [8:0]           reply_tag
);

    localparam PX = TW * TH;
    localparam BEGIN = (PLANES == 1) ? 0 : PX * IB;
    // Planes that fit into a line of a record, and lines of a record.
    localparam FIRST = (512 - BEGIN) / (3*CW);
    localparam OTHER = 512 / (3*CW);
    localparam OF_PLANES = (PLANES <= FIRST) ? 1 : (PLANES <= FIRST + OTHER) ? 2 : 3;
    localparam OF_PIXELS = PX / 16;
    localparam STRIDE = (OF_PLANES > OF_PIXELS) ? OF_PLANES : OF_PIXELS;

    wire        hit, found, look_dirty, slot_ready, can_evict, room, clean_dirty, stale;
    wire [19:0] look_has, clean_tile;
    wire [10:0] line_slot, clean_slot, stale_slot;
    wire [8:0]  stale_set;
    wire [2:0]  written;     // a record is in flight to memory, of: head of the order, victim, tile to be cleaned

    // --- placing ---

    assign look_bad = {12'd0, look_tile} >= TILES;
    assign placed = look_bad | hit | (found & room & (~look_dirty | (can_evict & ~written[1])));
    assign look_ready = hit & slot_ready;
    wire use_it = place & placed & ~look_bad;
    wire allocate = use_it & ~hit;

    // --- flushes and cleaning ---

    wire clean, head;
    wire drop_dirty = allocate & look_dirty;
    depthcull_clean #(.SETS(SETS), .WAYS(WAYS)) u_clean (
        .clk(clk), .rst(rst), .flush(flush), .quiet(quiet), .flushed(flushed), .pause(reading),
        .wanted(mem_valid | head | clear_waits | drop_dirty), .set(stale_set), .stale(stale), .stale_slot(stale_slot),
        .slot(clean_slot), .dirty(clean_dirty), .is_pixels(evict_pixels), .can(can_evict & ~written[2]), .clean(clean)
    );

    depthcull_slots #(.SETS(SETS), .WAYS(WAYS)) u_slots (
        .clk(clk), .rst(rst), .drop(clear), .look_tile(look_tile), .first(look_first), .held(held), .hit(hit), .found(found),
        .look_slot(look_slot), .look_has(look_has), .look_dirty(look_dirty), .look_ready(slot_ready), .use_it(use_it),
        .ready_a(complete), .ready_at_a(stored_slot), .ready_b(resolve), .ready_at_b(resolve_slot),
        .dirty_a(dirty_x), .dirty_at_a(at_x), .dirty_b(dirty_y), .dirty_at_b(at_y),
        .clean(clean), .clean_at(clean_slot), .clean_tile(clean_tile), .clean_dirty(clean_dirty),
        .stale_set(stale_set), .stale(stale), .stale_slot(stale_slot), .ready(ready)
    );

    // --- to memory ---

    wire        evict = clean | drop_dirty;
    wire [19:0] evict_tile = drop_dirty ? look_has : clean_tile;
    assign evict_slot = drop_dirty ? look_slot : clean_slot;

    wire [PLANES*3*CW-1:0] coefficients;
    wire [PLANES-1:0]      shown;
    genvar k;
    generate
        for (k = 0; k < PLANES; k = k + 1) begin : g_plane
            assign coefficients[3*CW*k +: 3*CW] = evict_planes[RW*k + RW - 2 -: 3*CW];
        end
    endgenerate
    depthcull_shown #(.PX(PX), .PLANES(PLANES), .IB(IB)) u_shown (
        .shows(evict_shows), .pixels({PX{1'b1}}), .shown(shown)
    );
    reg [3:0] what;
    integer   n;
    always @* begin
        what = 4'd0;
        for (n = 0; n < PLANES; n = n + 1) what = what + {3'd0, shown[n]};
        if (evict_pixels) what = 4'd9;
    end

    wire [63:0] evict_bounds;
    depthcull_outline #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .IB(IB)
    ) u_outline (
        .is_pixels(evict_pixels), .shows(evict_shows), .planes(evict_planes), .pixels(evict_ranges),
        .bounds(evict_bounds)
    );

    wire [3:0] look_what;
    depthcull_table #(.TILES(TILES), .EPOCH(EPOCH)) u_table (
        .clk(clk), .rst(rst), .clear(clear), .sweeping(sweeping), .ask_tile(next_tile), .what(look_what), .bounds(bounds),
        .write(evict), .write_tile(evict_tile), .write_what(what), .write_bounds(evict_bounds)
    );
    assign outside = ~look_bad & ~hit & (look_what != 4'd0);

    wire         mem_free = ~mem_valid | mem_ready;
    wire         reply = reply_valid & reply_ready;
    wire         read, write, ev_busy, ev_pixels;
    wire [10:0]  head_slot;
    wire [8:0]   read_tag, write_tag;
    wire [19:0]  head_tile;
    wire [23:0]  read_addr, write_addr;
    wire [511:0] write_data;

    depthcull_evict #(
        .PX(PX), .PLANES(PLANES), .CW(CW), .ZW(ZW), .IB(IB), .FIRST(FIRST), .OTHER(OTHER),
        .STRIDE(STRIDE), .MISSES(MISSES)
    ) u_evict (
        .clk(clk), .rst(rst), .can(can_evict), .quiet(quiet), .take(evict), .take_slot(evict_slot),
        .take_tile(evict_tile), .take_pixels(evict_pixels), .take_shows(evict_shows), .take_planes(coefficients),
        .busy(ev_busy), .pixels(ev_pixels), .slot(send_slot), .line(send_line), .depths(send_depths),
        .ask_tiles({clean_tile, look_has, head_tile}), .asked(written),
        .mem_free(mem_free), .send(write), .send_addr(write_addr), .send_tag(write_tag),
        .send_data(write_data), .reply(reply), .reply_tag(reply_tag)
    );

    // --- from memory ---

    wire       start, fill_busy, line_done, stored;
    wire [4:0] line_miss, stored_miss;
    wire [3:0] line_what, stored_what;
    wire       drains = ev_busy & ev_pixels & (send_slot == head_slot);

    depthcull_fetch #(
        .PX(PX), .FIRST(FIRST), .OTHER(OTHER), .STRIDE(STRIDE), .MISSES(MISSES)
    ) u_fetch (
        .clk(clk), .rst(rst), .room(room), .add(allocate), .add_slot(look_slot), .add_tile(look_tile),
        .add_what(look_what), .head(head), .head_slot(head_slot), .head_tile(head_tile),
        .head_drains(drains), .head_written(written[0]), .resolve(resolve), .mem_free(mem_free & ~write), .send(read),
        .send_addr(read_addr), .send_tag(read_tag), .reply(reply), .reply_tag(reply_tag), .accepts(start),
        .line_miss(line_miss), .line_slot(line_slot), .line_what(line_what), .stored(stored),
        .stored_miss(stored_miss), .stored_slot(stored_slot), .stored_what(stored_what), .complete(complete)
    );
    assign resolve_slot = head_slot;
    assign fill_slot = line_slot;
    assign complete_pixels = stored_what == 4'd9;
    assign reply_ready = ~fill_busy | line_done;

    depthcull_fill #(
        .TW(TW), .TH(TH), .FIXED(FIXED), .PLANES(PLANES), .CW(CW), .AW(AW), .ZW(ZW), .RW(RW), .IB(IB),
        .FIRST(FIRST), .OTHER(OTHER)
    ) u_fill (
        .clk(clk), .rst(rst), .start(start), .start_miss(reply_tag[7:3]), .start_line(reply_tag[2:0]),
        .start_data(reply_data), .busy(fill_busy), .miss(line_miss), .what(line_what), .done(line_done),
        .put_shows(fill_shows), .shows(shows), .put_depths(fill_depths), .line(depths_line), .depths(depths),
        .put_plane(fill_plane), .place(plane_place), .plane(plane), .stored_miss(stored_miss), .stored(stored)
    );

    // --- MEM ---

    always @(posedge clk)
        if (rst) mem_valid <= 1'b0;
        else if (mem_free) mem_valid <= read | write;

    always @(posedge clk)
        if (read | write) begin
            mem_write <= write;
            mem_addr <= read ? read_addr : write_addr;
            mem_tag <= read ? read_tag : write_tag;
            mem_data <= write_data & {512{write}};
        end

endmodule

`default_nettype wire
