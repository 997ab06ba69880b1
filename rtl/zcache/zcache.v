`default_nettype none

// zcache - a write-back cache that never moves lines of zeros [systolic disaggregation ¶366 to ¶377].
//
// One request at a time goes through the states below. A line has the number set * WAYS + way.
module zcache #(
    // Sets: 2, 4, 8, 16, 32 or 64.
    parameter SETS = 16,
    // Lines in a set: 1, 2, 4 or 8.
    parameter WAYS = 4,
    // Bytes in a line: 16, 32 or 64.
    parameter LINE = 64,
    // Address ranges with a surface state, 1..8.
    parameter SURFACES = 8
) (
    input  wire              clk,
    input  wire              rst,  // synchronous, active high

    input  wire              req_valid,
    output wire              req_ready,
    input  wire [2:0]        req_op,
    input  wire [23:0]       req_addr,
    input  wire [LINE-1:0]   req_mask,
    input  wire [8*LINE-1:0] req_data,
    input  wire [2:0]        req_surface,
    input  wire              req_enable,
    input  wire [2:0]        req_lines,
    input  wire [23:0]       req_last,
    input  wire [23:0]       req_meta,
    input  wire [7:0]        req_tag,

    input  wire              fill_valid,
    output wire              fill_ready,
    input  wire [8*LINE-1:0] fill_data,

    output reg               mem_valid,
    input  wire              mem_ready,
    output reg  [1:0]        mem_kind,
    output reg  [23:0]       mem_addr,
    output reg  [8*LINE-1:0] mem_data,

    output wire              rsp_valid,
    input  wire              rsp_ready,
    output reg  [8*LINE-1:0] rsp_data,
    output reg  [2:0]        rsp_status,
    output reg  [7:0]        rsp_tag,

    output reg  [31:0]       array_reads,
    output reg  [31:0]       array_reads_bypassed,
    output reg  [31:0]       array_writes,
    output reg  [31:0]       array_writes_bypassed,
    output reg  [31:0]       mem_reads,
    output reg  [31:0]       mem_reads_bypassed,
    output reg  [31:0]       mem_writes,
    output reg  [31:0]       mem_writes_bypassed,
    output reg  [31:0]       meta_reads,
    output reg  [31:0]       meta_writes
);
    localparam BITS  = 8 * LINE;
    localparam LINES = SETS * WAYS;
    localparam SB    = $clog2(SETS);
    localparam TAG   = 24 - SB;
    localparam LB    = $clog2(LINES);

    generate
        if (SETS != 2 && SETS != 4 && SETS != 8 && SETS != 16 && SETS != 32 && SETS != 64) begin : g_sets
            // There is no such module: its name is the message that stops elaboration.
            zcache_needs_SETS_2_to_64_a_power_of_two illegal ();
        end
        if (WAYS != 1 && WAYS != 2 && WAYS != 4 && WAYS != 8) begin : g_ways
            zcache_needs_WAYS_1_2_4_or_8 illegal ();
        end
        if (LINE != 16 && LINE != 32 && LINE != 64) begin : g_line
            zcache_needs_LINE_16_32_or_64 illegal ();
        end
        if (SURFACES < 1 || SURFACES > 8) begin : g_surfaces
            zcache_needs_SURFACES_1_to_8 illegal ();
        end
    endgenerate

    localparam [2:0] LOAD = 3'd0, STORE = 3'd1, FLUSH_ALL = 3'd2, SURFACE = 3'd3;
    localparam [1:0] READ_LINE = 2'd0, WRITE_LINE = 2'd1, READ_META = 2'd2, WRITE_META = 2'd3;

    localparam [4:0] IDLE = 5'd0, LOOK = 5'd1, FILL = 5'd2, FLUSH = 5'd3, RSP = 5'd4,
                     W_META = 5'd5, W_IN = 5'd6, W_STORE = 5'd7, W_LINE = 5'd8,
                     M_READ = 5'd9, M_IN = 5'd10, L_READ = 5'd11, L_IN = 5'd12,
                     D_READ = 5'd13, D_IN = 5'd14, D_LINE = 5'd15, D_STORE = 5'd16;

    reg [4:0] state;

    // --- the request ---

    reg [2:0]      op;
    reg [23:0]     addr, upto, metadata;
    reg [LINE-1:0] mask;
    reg [BITS-1:0] data;
    reg [2:0]      number, block;
    reg            enable;

    wire access = op == LOAD || op == STORE;
    wire full   = &mask;

    reg [BITS-1:0] spread;  // the mask, a bit for each of the data
    integer        b;

    always @*
        for (b = 0; b < LINE; b = b + 1) spread[8*b +: 8] = {8{mask[b]}};

    wire zero_store = (data & spread) == {BITS{1'b0}};

    // --- surfaces ---

    reg [SURFACES-1:0]    enabled, four;
    reg [24*SURFACES-1:0] first, last, meta;
    reg                   clean;

    reg        is_enabled;
    reg [23:0] own_first, own_last;
    reg        own_four;
    integer    s;

    always @* begin
        is_enabled = 1'b0;
        own_first  = 24'd0;
        own_last   = 24'd0;
        own_four   = 1'b0;
        for (s = 0; s < SURFACES; s = s + 1) begin
            if (number == s[2:0]) begin
                is_enabled = enabled[s];
                own_first  = first[24*s +: 24];
                own_last   = last[24*s +: 24];
                own_four   = four[s];
            end
        end
    end

    wire by_four   = block == 3'd4;
    wire too_high  = {1'b0, number} >= SURFACES[3:0];
    wire unaligned = by_four ? addr[1:0] != 2'd0 || upto[1:0] != 2'd3 : addr[0] || !upto[0];
    wire bad_range = (block != 3'd2 && !by_four) || upto < addr || unaligned;

    reg [2:0] status;

    always @* begin
        status = 3'd0;
        if (op > SURFACE) status = 3'd1;
        else if (op == SURFACE) begin
            if (!clean) status = 3'd2;
            else if (too_high || (enable && is_enabled)) status = 3'd3;
            else if (enable && bad_range) status = 3'd4;
        end
    end

    // --- lines ---

    reg [LINES-1:0]   valid, dirty, zero;
    reg [3*LINES-1:0] ages;
    reg [TAG-1:0]     tags  [0:LINES-1];
    reg [BITS-1:0]    array [0:LINES-1];

    integer n;

    initial
        for (n = 0; n < LINES; n = n + 1) begin
            tags[n]  = {TAG{1'b0}};
            array[n] = {BITS{1'b0}};
        end

    wire [SB-1:0]       set = addr[SB-1:0];
    wire [TAG*WAYS-1:0] set_tags;
    wire [WAYS-1:0]     set_valid = valid[{{32-SB{1'b0}}, set}*WAYS +: WAYS];
    wire [3*WAYS-1:0]   set_ages = ages[{{32-SB{1'b0}}, set}*3*WAYS +: 3*WAYS];
    wire [3*WAYS-1:0]   ages_used;
    wire                hit;
    wire [2:0]          way;

    genvar t;
    generate
        for (t = 0; t < WAYS; t = t + 1) begin : g_tags
            assign set_tags[TAG*t +: TAG] = tags[{{32-SB{1'b0}}, set}*WAYS + t];
        end
    endgenerate

    zcache_ways #(
        .WAYS(WAYS),
        .TAG (TAG)
    ) u_ways (
        .tag(addr[23:SB]), .valid(set_valid), .tags(set_tags), .ages(set_ages),
        .hit(hit), .way(way), .ages_used(ages_used)
    );

    // The line at hand: while flushing the one that is next, else the one that hits or is replaced. Between LOOK and
    // the allocation nothing changes which that is.
    reg  [LB:0]     i;
    /* verilator lint_off UNUSEDSIGNAL */ // a product of 32 bits whose upper ones are zero
    wire [31:0]     at_line = state == FLUSH ? {{31-LB{1'b0}}, i} : {{32-SB{1'b0}}, set}*WAYS + {29'd0, way};
    /* verilator lint_on UNUSEDSIGNAL */
    wire [LB-1:0]   here = at_line[LB-1:0];
    wire [SB-1:0]   here_set = state == FLUSH ? i[LB-1:LB-SB] : set;
    wire [BITS-1:0] here_data = array[here];
    wire            here_zero = zero[here];
    wire            here_dirty = valid[here] && dirty[here];
    wire [23:0]     here_addr = {tags[here], here_set};
    wire            flushed = i == LINES[LB:0];

    // --- who owns what ---

    wire        req_owned, here_owned;
    wire [23:0] req_entry, here_entry;
    wire [1:0]  req_position, here_position;
    wire [3:0]  here_legal;

    /* verilator lint_off PINCONNECTEMPTY */ // the number of a surface matters to disabling alone
    zcache_owner #(.SURFACES(SURFACES)) u_of_request (
        .enabled(enabled), .first(first), .last(last), .meta(meta), .four(four), .addr(addr),
        .owned(req_owned), .surface(), .entry(req_entry), .position(req_position), .legal()
    );
    zcache_owner #(.SURFACES(SURFACES)) u_of_line (
        .enabled(enabled), .first(first), .last(last), .meta(meta), .four(four), .addr(here_addr),
        .owned(here_owned), .surface(), .entry(here_entry), .position(here_position), .legal(here_legal)
    );

    // Disabling: the block at `at`, its line j.
    reg  [23:0] at;
    reg  [3:0]  bits;
    reg  [1:0]  j;
    wire [23:0] at_j = at + {22'd0, j};
    wire        j_owned;
    wire [2:0]  j_surface;
    wire [23:0] at_entry;
    wire [3:0]  at_legal;

    zcache_owner #(.SURFACES(SURFACES)) u_of_block (
        .enabled(enabled), .first(first), .last(last), .meta(meta), .four(four), .addr(at_j),
        .owned(j_owned), .surface(j_surface), .entry(), .position(), .legal()
    );
    zcache_entry #(.SURFACES(SURFACES)) u_of_at (
        .first(first), .meta(meta), .four(four), .surface(number), .addr(at),
        .entry(at_entry), .position(), .legal(at_legal)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    wire        clears = bits[j] && j_owned && j_surface == number;
    wire        last_j = j == (own_four ? 2'd3 : 2'd1);
    wire [24:0] at_next = {1'b0, at} + (own_four ? 25'd4 : 25'd2);
    wire        last_block = at_next > {1'b0, own_last};

    wire [3:0] got = fill_data[3:0];  // an entry of metadata

    // --- write-back ---

    reg        z, back_to_flush;
    reg [23:0] w_addr, w_entry;
    reg [1:0]  w_position;
    reg [3:0]  w_legal, entry;
    reg [BITS-1:0] w_data;

    wire here_z = here_owned && (here_zero || here_data == {BITS{1'b0}});
    wire writes_back = here_dirty && ((state == LOOK && status == 3'd0 && access && !hit) || (state == FLUSH && !flushed));
    wire bit_differs = got[w_position] != z;

    reg [3:0] entry_with_z;

    always @* begin
        entry_with_z = entry & w_legal;
        entry_with_z[w_position] = z;
    end

    // --- what goes to memory ---

    always @* begin
        mem_valid = 1'b0;
        mem_kind  = READ_LINE;
        mem_addr  = addr;
        mem_data  = {BITS{1'b0}};
        case (state)
            W_META: begin
                mem_valid = 1'b1;
                mem_kind  = READ_META;
                mem_addr  = w_entry;
            end
            W_STORE: begin
                mem_valid     = 1'b1;
                mem_kind      = WRITE_META;
                mem_addr      = w_entry;
                mem_data[3:0] = entry_with_z;
            end
            W_LINE: begin
                mem_valid = 1'b1;
                mem_kind  = WRITE_LINE;
                mem_addr  = w_addr;
                mem_data  = w_data;
            end
            M_READ: begin
                mem_valid = 1'b1;
                mem_kind  = READ_META;
                mem_addr  = req_entry;
            end
            L_READ: mem_valid = 1'b1;
            D_READ: begin
                mem_valid = 1'b1;
                mem_kind  = READ_META;
                mem_addr  = at_entry;
            end
            D_LINE: begin
                mem_valid = clears;
                mem_kind  = WRITE_LINE;
                mem_addr  = at_j;
            end
            D_STORE: begin
                mem_valid = 1'b1;
                mem_kind  = WRITE_META;
                mem_addr  = at_entry;
            end
            default: ;
        endcase
    end

    wire sent  = mem_valid && mem_ready;
    wire taken = fill_valid && fill_ready;

    assign req_ready  = state == IDLE;
    assign rsp_valid  = state == RSP;
    assign fill_ready = state == W_IN || state == M_IN || state == L_IN || state == D_IN;

    // --- loads and stores ---

    wire hits      = state == LOOK && status == 3'd0 && access && hit;
    wire by_store  = state == FILL && op == STORE && full;
    wire meta_zero = got[req_position];
    wire by_meta   = state == M_IN && taken && meta_zero;
    wire by_memory = state == L_IN && taken;
    wire allocates = by_store || by_meta || by_memory;
    wire served    = hits || allocates;

    wire            zero_now = hits ? here_zero : by_meta;
    wire [BITS-1:0] old = zero_now ? {BITS{1'b0}} : hits ? here_data : fill_data;
    wire            stores = served && op == STORE;
    wire            keeps = stores && zero_store && zero_now;
    wire            marks = stores && zero_store && full && !zero_now && req_owned;
    wire            writes = stores && !keeps && !marks;
    wire            fills = allocates && op == LOAD;
    wire            to_array = writes || (fills && !zero_now);

    always @(posedge clk) begin
        if (!rst) begin
            if (to_array) array[here] <= op == STORE ? (data & spread) | (old & ~spread) : fill_data;
            if (allocates) tags[here] <= addr[23:SB];
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            valid <= {LINES{1'b0}};
            for (n = 0; n < LINES; n = n + 1) ages[3*n +: 3] <= n[2:0] & (WAYS[2:0] - 3'd1);
        end else begin
            if (allocates) valid[here] <= 1'b1;
            else if (state == FLUSH && !flushed) valid[here] <= 1'b0;
            if (served) begin
                ages[{{32-SB{1'b0}}, set}*3*WAYS +: 3*WAYS] <= ages_used;
                zero[here]  <= (zero_now && !writes) || marks;
                dirty[here] <= writes || marks || (hits && dirty[here]);
            end
        end
    end

    // --- states ---

    always @(posedge clk) begin
        if (rst) begin
            state   <= IDLE;
            enabled <= {SURFACES{1'b0}};
            clean   <= 1'b1;
        end else begin
            case (state)
                IDLE: if (req_valid) state <= LOOK;
                LOOK: begin
                    if (status != 3'd0) state <= RSP;
                    else if (access) begin
                        clean <= 1'b0;
                        state <= hit ? RSP : !here_dirty ? FILL : here_owned ? W_META : W_LINE;
                    end else if (op == FLUSH_ALL) state <= FLUSH;
                    else state <= enable || !is_enabled ? RSP : D_READ;
                    if (status == 3'd0 && op == SURFACE && enable)
                        for (s = 0; s < SURFACES; s = s + 1) if (number == s[2:0]) enabled[s] <= 1'b1;
                end
                W_META: if (sent) state <= W_IN;
                W_IN: if (taken) state <= bit_differs ? W_STORE : !z ? W_LINE : back_to_flush ? FLUSH : FILL;
                W_STORE: if (sent) state <= !z ? W_LINE : back_to_flush ? FLUSH : FILL;
                W_LINE: if (sent) state <= back_to_flush ? FLUSH : FILL;
                FILL: state <= by_store ? RSP : req_owned ? M_READ : L_READ;
                M_READ: if (sent) state <= M_IN;
                M_IN: if (taken) state <= meta_zero ? RSP : L_READ;
                L_READ: if (sent) state <= L_IN;
                L_IN: if (taken) state <= RSP;
                FLUSH: begin
                    if (flushed) begin
                        clean <= 1'b1;
                        state <= RSP;
                    end else if (here_dirty) state <= here_owned ? W_META : W_LINE;
                end
                D_READ: if (sent) state <= D_IN;
                D_IN: if (taken) begin
                    if ((got & at_legal) != 4'd0) state <= D_LINE;
                    else state <= last_block ? RSP : D_READ;
                end
                D_LINE: if ((sent || !clears) && last_j) state <= D_STORE;
                D_STORE: if (sent) state <= last_block ? RSP : D_READ;
                default: if (rsp_ready) state <= IDLE;  // RSP
            endcase
            if (last_block && ((state == D_IN && taken && (got & at_legal) == 4'd0) ||
                               (state == D_STORE && sent)))
                for (s = 0; s < SURFACES; s = s + 1) if (number == s[2:0]) enabled[s] <= 1'b0;
        end
    end

    wire next_block = (state == D_IN && taken && (got & at_legal) == 4'd0) ||
                      (state == D_STORE && sent);

    always @(posedge clk) begin
        if (req_valid && req_ready) begin
            op       <= req_op;
            addr     <= req_addr;
            mask     <= req_mask;
            data     <= req_data;
            number   <= req_surface;
            enable   <= req_enable;
            block    <= req_lines;
            upto     <= req_last;
            metadata <= req_meta;
            rsp_tag  <= req_tag;
        end
        if (state == LOOK) begin
            i          <= {LB+1{1'b0}};
            at         <= own_first;
            rsp_status <= status;
            if (status == 3'd0 && op == SURFACE && enable) begin
                for (s = 0; s < SURFACES; s = s + 1) begin
                    if (number == s[2:0]) begin
                        first[24*s +: 24] <= addr;
                        last[24*s +: 24]  <= upto;
                        meta[24*s +: 24]  <= metadata;
                        four[s]           <= by_four;
                    end
                end
            end
        end
        if (state == FLUSH && !flushed) i <= i + {{LB{1'b0}}, 1'b1};
        if (writes_back) begin
            back_to_flush <= state == FLUSH;
            z             <= here_z;
            w_addr        <= here_addr;
            w_entry       <= here_entry;
            w_position    <= here_position;
            w_legal       <= here_legal;
            w_data        <= here_data;
        end
        if (taken) begin
            entry <= got;
            bits  <= got & at_legal;
            j     <= 2'd0;
        end
        if (state == D_LINE && (sent || !clears)) j <= j + 2'd1;
        if (next_block) at <= at_next[23:0];
        if (state == LOOK) rsp_data <= {BITS{1'b0}};
        if (served && op == LOAD) rsp_data <= old;
    end

    // --- counters ---

    wire load_hits = hits && op == LOAD;

    always @(posedge clk) begin
        if (rst) begin
            array_reads           <= 32'd0;
            array_reads_bypassed  <= 32'd0;
            array_writes          <= 32'd0;
            array_writes_bypassed <= 32'd0;
            mem_reads             <= 32'd0;
            mem_reads_bypassed    <= 32'd0;
            mem_writes            <= 32'd0;
            mem_writes_bypassed   <= 32'd0;
            meta_reads            <= 32'd0;
            meta_writes           <= 32'd0;
        end else begin
            array_reads           <= array_reads + {31'd0, (load_hits || writes_back) && !here_zero};
            array_reads_bypassed  <= array_reads_bypassed + {31'd0, (load_hits || writes_back) && here_zero};
            array_writes          <= array_writes + {31'd0, to_array};
            array_writes_bypassed <= array_writes_bypassed + {31'd0, keeps || marks || (fills && zero_now)};
            mem_reads             <= mem_reads + {31'd0, sent && mem_kind == READ_LINE};
            mem_reads_bypassed    <= mem_reads_bypassed + {31'd0, by_meta};
            mem_writes            <= mem_writes + {31'd0, sent && mem_kind == WRITE_LINE};
            mem_writes_bypassed   <= mem_writes_bypassed + {31'd0, writes_back && here_z};
            meta_reads            <= meta_reads + {31'd0, sent && mem_kind == READ_META};
            meta_writes           <= meta_writes + {31'd0, sent && mem_kind == WRITE_META};
        end
    end
endmodule

`default_nettype wire
