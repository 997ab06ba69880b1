`default_nettype none

// depthcull_slots - the places of the cache: which tile each holds, and which place a tile gets.
module depthcull_slots #(
    parameter SETS = 64,  // power of 2, 1..512
    parameter WAYS = 4    // 1, 2 or 4
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 drop,       // all places become empty

    // The place that a tile has, or could get.
    input  wire [19:0]          look_tile,
    output wire [10:0]          first,      // first place of the set
    input  wire [WAYS-1:0]      held,       // which of these places primitives need
    output reg                  hit,
    output reg                  found,      // there is a place, with `hit` or to be taken
    output reg  [10:0]          look_slot,
    output wire [19:0]          look_has,   // the tile in that place
    output wire                 look_dirty, // memory does not have its present contents
    output wire                 look_ready,
    input  wire                 use_it,     // the place is used; without `hit` it is taken

    input  wire                 ready_a,    // places that become ready
    input  wire [10:0]          ready_at_a,
    input  wire                 ready_b,
    input  wire [10:0]          ready_at_b,
    input  wire                 dirty_a,    // places whose tiles are written
    input  wire [10:0]          dirty_at_a,
    input  wire                 dirty_b,
    input  wire [10:0]          dirty_at_b,
    input  wire                 clean,      // a place is written to memory
    input  wire [10:0]          clean_at,
    output wire [19:0]          clean_tile, // the tile of that place
    output wire                 clean_dirty,

    input  wire [8:0]           stale_set,
    output wire                 stale,      // no place of that set is empty
    output reg  [10:0]          stale_slot, // least recently used place of that set

    output reg  [SETS*WAYS-1:0] ready
);

    localparam SLOTS = SETS * WAYS;
    localparam LB = (SLOTS == 1) ? 1 : $clog2(SLOTS);
    localparam TB = (SETS == 1) ? 1 : $clog2(SETS);

    reg [SLOTS-1:0]     used, dirty;
    reg [19:0]          tiles [0:SLOTS-1];
    reg [WAYS*WAYS-1:0] newer [0:SETS-1];  // bit i*WAYS+j: way i was used after way j

    wire [31:0] set = {12'd0, look_tile} % SETS;
    wire [31:0] first_way = set * WAYS;
    assign first = first_way[10:0];
    wire [WAYS*WAYS-1:0] order = newer[set[TB-1:0]];

    wire [WAYS-1:0] same;  // ways that hold the tile
    genvar g;
    generate
        for (g = 0; g < WAYS; g = g + 1) begin : g_same
            wire [31:0] way = set * WAYS + g;
            wire unused_way = &way;
            assign same[g] = used[way[LB-1:0]] && tiles[way[LB-1:0]] == look_tile;
        end
    endgenerate

    reg        oldest;
    reg [31:0] at;
    integer    w, v;
    always @* begin
        hit = 1'b0;
        found = 1'b0;
        oldest = 1'b0;
        look_slot = 11'd0;
        at = 32'd0;
        // The least recently used of the places that no primitive holds.
        for (w = WAYS - 1; w >= 0; w = w - 1) begin
            at = set * WAYS + w;
            oldest = ~held[w];
            for (v = 0; v < WAYS; v = v + 1) begin
                if (v != w && !held[v] && order[w*WAYS + v]) oldest = 1'b0;
            end
            if (oldest) begin
                found = 1'b1;
                look_slot = at[10:0];
            end
        end
        // The lowest empty place takes precedence, and the place that has the tile takes precedence over all.
        for (w = WAYS - 1; w >= 0; w = w - 1) begin
            at = set * WAYS + w;
            if (!used[at[LB-1:0]]) begin
                found = 1'b1;
                look_slot = at[10:0];
            end
        end
        for (w = WAYS - 1; w >= 0; w = w - 1) begin
            at = set * WAYS + w;
            if (same[w]) begin
                found = 1'b1;
                hit = 1'b1;
                look_slot = at[10:0];
            end
        end
    end

    // The same for another set, regardless of who holds its places.
    wire [WAYS*WAYS-1:0] stale_order = newer[stale_set[TB-1:0]];
    wire [31:0]          stale_first = {23'd0, stale_set} * WAYS;
    wire [WAYS-1:0]      filled;
    generate
        for (g = 0; g < WAYS; g = g + 1) begin : g_filled
            wire [31:0] way = stale_first + g;
            wire unused_way = &way;
            assign filled[g] = used[way[LB-1:0]];
        end
    endgenerate
    assign stale = &filled;

    reg     longest;
    integer a, b;
    always @* begin
        stale_slot = stale_first[10:0];
        longest = 1'b0;
        for (a = 0; a < WAYS; a = a + 1) begin
            longest = 1'b1;
            for (b = 0; b < WAYS; b = b + 1) if (b != a && stale_order[a*WAYS + b]) longest = 1'b0;
            if (longest) stale_slot = stale_first[10:0] + a[10:0];
        end
    end

    wire [LB-1:0] place = look_slot[LB-1:0];
    assign look_has = tiles[place];
    assign look_dirty = dirty[place];
    assign look_ready = ready[place];
    assign clean_tile = tiles[clean_at[LB-1:0]];
    assign clean_dirty = dirty[clean_at[LB-1:0]];

    wire unused = &{set, stale_set, stale_first, first_way, at, ready_at_a, ready_at_b, dirty_at_a, dirty_at_b, clean_at};

    always @(posedge clk)
        if (rst | drop) begin
            used <= {SLOTS{1'b0}};
            ready <= {SLOTS{1'b0}};
            dirty <= {SLOTS{1'b0}};
        end else begin
            // A write at the same edge leaves it dirty.
            if (clean) dirty[clean_at[LB-1:0]] <= 1'b0;
            if (dirty_a) dirty[dirty_at_a[LB-1:0]] <= 1'b1;
            if (dirty_b) dirty[dirty_at_b[LB-1:0]] <= 1'b1;
            if (ready_a) ready[ready_at_a[LB-1:0]] <= 1'b1;
            if (ready_b) ready[ready_at_b[LB-1:0]] <= 1'b1;
            if (use_it & ~hit) begin
                used[place] <= 1'b1;
                ready[place] <= 1'b0;
                dirty[place] <= 1'b0;
            end
        end

    // The way that is used becomes the newest.
    reg [WAYS*WAYS-1:0] next;
    integer             j;
    always @* begin
        next = order;
        for (j = 0; j < WAYS; j = j + 1)
            if (look_slot == first + j[10:0]) begin : used_way
                integer k;
                for (k = 0; k < WAYS; k = k + 1) begin
                    next[j*WAYS + k] = 1'b1;
                    if (k != j) next[k*WAYS + j] = 1'b0;
                end
            end
    end

    always @(posedge clk)
        if (use_it) begin
            newer[set[TB-1:0]] <= next;
            if (~hit) tiles[place] <= look_tile;
        end

endmodule

`default_nettype wire
