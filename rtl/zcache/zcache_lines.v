`default_nettype none

// zcache_lines - tags, marks and data of the lines. LOOK reads and changes one line; SERVE can write another line in
// the same cycle. A line has the number set * WAYS + way. SETS, WAYS and LINE as in zcache.
module zcache_lines #(
    parameter SETS = 16,
    parameter WAYS = 4,
    parameter LINE = 64,
    parameter SB   = 4,  // bits of a set number, and of a line number
    parameter LB   = 6
) (
    input  wire              clk,
    input  wire              rst,

    // Lookup by LOOK.
    input  wire [23:0]       addr,
    input  wire              scan,      // look at the line with number `number` instead of the address
    input  wire [LB-1:0]     number,
    output wire              hit,
    output wire              none,      // no line can be evicted
    output wire [LB-1:0]     here,      // the line, or the one to be evicted for it
    output wire              here_dirty,
    output wire              here_zero,
    output wire [23:0]       here_addr,
    output wire [8*LINE-1:0] here_data,

    // Changes by LOOK at the clock edge.
    input  wire              used,      // a way in the set of the address is used
    input  wire [2:0]        used_way,
    input  wire              put,       // `here` becomes a valid line with these marks
    input  wire              put_dirty,
    input  wire              put_zero,
    input  wire              put_write, // and with these data
    input  wire [8*LINE-1:0] put_data,
    input  wire              pend,      // `here` becomes pending: it waits for the line
    input  wire              drop,      // `here` becomes invalid

    // Changes by SERVE at the clock edge.
    input  wire              come,
    input  wire [LB-1:0]     come_line,
    input  wire              come_dirty,
    input  wire              come_zero,
    input  wire [8*LINE-1:0] come_data
);
    localparam BITS  = 8 * LINE;
    localparam LINES = SETS * WAYS;
    localparam TAG   = 24 - SB;

    wire [SB-1:0] set = scan ? number[LB-1 -: SB] : addr[SB-1:0];

    reg [LINES-1:0] valid, pending;
    reg [BITS-1:0]  array [0:LINES-1];
    integer         n;

    initial
        for (n = 0; n < LINES; n = n + 1) array[n] = {BITS{1'b0}};

    // --- the set ---

    wire [WAYS-1:0]     set_valid   = valid[set*WAYS +: WAYS];
    wire [WAYS-1:0]     set_pending = pending[set*WAYS +: WAYS];
    wire [TAG*WAYS-1:0] tags;
    wire [WAYS-1:0]     dirty, zero;
    wire [3*WAYS-1:0]   ages, ages_used;
    wire [2:0]          way, victim;
    wire [2:0]          line_way;   // way of `here`
    wire [2:0]          come_way;
    wire [SB-1:0]       come_set = come_line[LB-1 -: SB];

    zcache_ways #(.WAYS(WAYS), .TAG(TAG)) u_ways (
        .tag(addr[23:SB]), .valid(set_valid), .pending(set_pending), .tags(tags), .ages(ages),
        .hit(hit), .way(way), .none(none), .victim(victim)
    );

    zcache_ages #(.WAYS(WAYS)) u_ages (.ages(ages), .way(used_way), .used(ages_used));

    generate
        if (WAYS == 1) begin : g_one
            wire unused = &{way, victim};
            assign line_way = 3'd0;
            assign come_way = 3'd0;
            assign here     = set;
        end else begin : g_several
            localparam WB = LB - SB;
            wire [2:0] number_way, come_wide;
            if (WB == 3) begin : g_eight
                assign number_way = number[2:0];
                assign come_wide  = come_line[2:0];
            end else begin : g_fewer
                assign number_way = {{3-WB{1'b0}}, number[WB-1:0]};
                assign come_wide  = {{3-WB{1'b0}}, come_line[WB-1:0]};
            end
            assign line_way = scan ? number_way : hit ? way : victim;
            assign come_way = come_wide;
            assign here     = {set, line_way[WB-1:0]};
        end
    endgenerate

    // --- ways: tag, dirty, zero and age ---

    genvar w;
    generate
        for (w = 0; w < WAYS; w = w + 1) begin : g_way
            localparam [2:0] W = w;

            reg [TAG-1:0] tag_of [0:SETS-1];
            reg [1:0]     marks  [0:SETS-1];  // dirty, zero
            reg [2:0]     age    [0:SETS-1];  // XOR W, so that all ages differ at the start
            integer       k;

            initial
                for (k = 0; k < SETS; k = k + 1) begin
                    tag_of[k] = {TAG{1'b0}};
                    marks[k]  = 2'd0;
                    age[k]    = 3'd0;
                end

            assign tags[TAG*w +: TAG] = tag_of[set];
            assign {dirty[w], zero[w]} = marks[set];
            assign ages[3*w +: 3] = age[set] ^ W;

            always @(posedge clk) begin
                if (!rst && (put || pend) && line_way == W) begin
                    tag_of[set] <= addr[23:SB];
                    marks[set]  <= {put_dirty, put_zero};
                end
                if (!rst && come && come_way == W) marks[come_set] <= {come_dirty, come_zero};
                if (!rst && used) age[set] <= ages_used[3*w +: 3] ^ W;
            end
        end
    endgenerate

    // --- the line ---

    reg [TAG-1:0] here_tag;
    reg           is_dirty, is_zero;
    integer       h;

    always @* begin
        here_tag = {TAG{1'b0}};
        is_dirty = 1'b0;
        is_zero  = 1'b0;
        for (h = 0; h < WAYS; h = h + 1) begin
            if (line_way == h[2:0]) begin
                here_tag = tags[TAG*h +: TAG];
                is_dirty = dirty[h];
                is_zero  = zero[h];
            end
        end
    end

    assign here_dirty = valid[here] & is_dirty;
    assign here_zero  = is_zero;
    assign here_addr  = {here_tag, set};
    assign here_data  = array[here];

    always @(posedge clk) begin
        if (!rst && put && put_write) array[here] <= put_data;
        if (!rst && come && !come_zero) array[come_line] <= come_data;
    end

    always @(posedge clk) begin
        if (rst) begin
            valid   <= {LINES{1'b0}};
            pending <= {LINES{1'b0}};
        end else begin
            if (put) valid[here] <= 1'b1;
            if (pend || drop) valid[here] <= 1'b0;
            if (pend) pending[here] <= 1'b1;
            if (come) begin
                valid[come_line]   <= 1'b1;
                pending[come_line] <= 1'b0;
            end
        end
    end
endmodule

`default_nettype wire
