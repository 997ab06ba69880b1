`default_nettype none

// zcache_metas - the metadata cache: its lines, which of them is replaced next, and what is prefetched.
// METAS and LINE as in zcache.
module zcache_metas #(
    parameter METAS = 4,
    parameter LINE  = 64,
    parameter NB    = 17  // bits of the number of a metadata line
) (
    input  wire              clk,
    input  wire              rst,
    output wire              idle,      // nothing is being fetched or written, or waits to be prefetched
    input  wire              mem_free,

    // LOOK.
    input  wire [23:0]       look_entry,
    output wire              look_there,
    output wire [3:0]        look_bits,
    input  wire              ahead,     // at the edge: the next line of metadata will be needed

    // The head of the order, or a surface that is being disabled.
    input  wire              needs,     // it needs this entry
    input  wire [23:0]       entry,
    output wire              there,
    output wire [3:0]        bits,
    input  wire              fetches,   // fetch the entry if it is not there
    input  wire              change,    // at the edge: its bit at `position` becomes `value`
    input  wire [1:0]        position,
    input  wire              value,

    // All metadata goes to memory, one line per cycle.
    input  wire              store,
    input  wire [3:0]        store_at,
    output wire              stored,

    // To memory.
    output wire              prefetches,
    output wire              sends,
    output wire              send_write,
    output wire [NB-1:0]     send_number,
    output wire [8*LINE-1:0] send_data,
    output wire [2:0]        send_at,

    // Replies.
    input  wire [5:0]        reply_at,
    output wire              under_way,
    input  wire              reply,
    input  wire [8*LINE-1:0] reply_data
);
    localparam BITS = 8 * LINE;
    localparam PB   = 24 - NB;                   // bits of the index of an entry in its line
    localparam IB   = $clog2(METAS);
    localparam [2:0] LAST = METAS[2:0] - 3'd1;

    reg [METAS-1:0]    valid, fetching, writing, dirty;
    reg [NB*METAS-1:0] numbers;
    reg [BITS-1:0]     data [0:METAS-1];
    reg [2:0]          next;
    reg                wanted;    // the line `want` is to be prefetched
    reg [NB-1:0]       want;

    // --- search ---

    wire [NB-1:0] look_number = look_entry[23:PB];
    wire [NB-1:0] number      = entry[23:PB];

    reg       l_there, e_there, e_pending, w_there;
    /* verilator lint_off UNUSEDSIGNAL */ // the largest cache has eight lines
    reg [2:0] l_at;
    /* verilator lint_on UNUSEDSIGNAL */
    reg [2:0] e_at;
    integer   i;

    always @* begin
        l_there   = 1'b0;
        l_at      = 3'd0;
        e_there   = 1'b0;
        e_pending = 1'b0;
        e_at      = 3'd0;
        w_there   = 1'b0;
        for (i = 0; i < METAS; i = i + 1) begin
            if (valid[i] && numbers[NB*i +: NB] == look_number) begin
                l_there = 1'b1;
                l_at    = i[2:0];
            end
            if (valid[i] && numbers[NB*i +: NB] == number) begin
                e_there = 1'b1;
                e_at    = i[2:0];
            end
            if ((fetching[i] || writing[i]) && numbers[NB*i +: NB] == number) e_pending = 1'b1;
            if ((valid[i] || fetching[i] || writing[i]) && numbers[NB*i +: NB] == want) w_there = 1'b1;
        end
    end

    wire [BITS-1:0] l_data = data[l_at[IB-1:0]];
    wire [BITS-1:0] e_data = data[e_at[IB-1:0]];

    assign look_there = l_there;
    assign look_bits  = l_data[{look_entry[PB-1:0], 2'd0} +: 4];
    assign there      = e_there;
    assign bits       = e_data[{entry[PB-1:0], 2'd0} +: 4];

    wire [BITS-1:0] one = {{BITS-1{1'b0}}, 1'b1} << {entry[PB-1:0], position};
    wire            differs = bits[position] != value;

    // --- the line that is replaced next ---

    reg       n_moves, n_dirty, s_dirty;
    integer   k;

    always @* begin
        n_moves = 1'b0;
        n_dirty = 1'b0;
        s_dirty = 1'b0;
        for (k = 0; k < METAS; k = k + 1) begin
            if (next == k[2:0]) begin
                n_moves = fetching[k] || writing[k];
                n_dirty = valid[k] && dirty[k];
            end
            if (store_at == k[3:0]) s_dirty = valid[k] && dirty[k];
        end
    end

    wire refuses   = w_there || n_moves || n_dirty || (needs && e_there && e_at == next);
    assign prefetches = wanted && !refuses && mem_free;

    wire fetch     = fetches && !there && mem_free && !prefetches && !e_pending && !n_moves;
    wire new_line  = prefetches || (fetch && !n_dirty);
    wire evicts    = fetch && n_dirty;
    wire writes    = store && s_dirty && mem_free;

    assign stored      = !s_dirty || mem_free;
    assign sends       = new_line || evicts || writes;
    assign send_write  = evicts || writes;
    assign send_at     = writes ? store_at[2:0] : next;
    assign send_data   = data[send_at[IB-1:0]];

    reg [NB-1:0] old_number;

    always @* begin : p_old
        integer j;
        old_number = {NB{1'b0}};
        for (j = 0; j < METAS; j = j + 1)
            if (send_at == j[2:0]) old_number = numbers[NB*j +: NB];
    end

    assign send_number = send_write ? old_number : prefetches ? want : number;

    // --- replies ---

    reg r_fetching, r_writing;

    always @* begin : p_reply
        integer j;
        r_fetching = 1'b0;
        r_writing  = 1'b0;
        for (j = 0; j < METAS; j = j + 1) begin
            if (reply_at == j[5:0]) begin
                r_fetching = fetching[j];
                r_writing  = writing[j];
            end
        end
    end

    assign under_way = r_fetching || r_writing;
    assign idle = !wanted && (fetching | writing) == {METAS{1'b0}};

    // --- registers ---

    always @(posedge clk) begin
        if (reply && r_fetching) data[reply_at[IB-1:0]] <= reply_data;
        if (change && differs) data[e_at[IB-1:0]] <= e_data ^ one;
    end

    always @(posedge clk) begin : p_states
        integer j;
        if (rst) begin
            valid    <= {METAS{1'b0}};
            fetching <= {METAS{1'b0}};
            writing  <= {METAS{1'b0}};
            next     <= 3'd0;
            wanted   <= 1'b0;
        end else begin
            for (j = 0; j < METAS; j = j + 1) begin
                if (reply && reply_at == j[5:0]) begin
                    valid[j]    <= fetching[j];
                    fetching[j] <= 1'b0;
                    writing[j]  <= 1'b0;
                end
                if (new_line && next == j[2:0]) begin
                    valid[j]    <= 1'b0;
                    fetching[j] <= 1'b1;
                end
                if (send_write && send_at == j[2:0]) begin
                    valid[j]   <= 1'b0;
                    writing[j] <= 1'b1;
                end
                if (store && stored && store_at == j[3:0]) valid[j] <= 1'b0;
            end
            if (new_line) next <= next == LAST ? 3'd0 : next + 3'd1;
            if (wanted ? refuses || mem_free : ahead) wanted <= !wanted;
        end
    end

    always @(posedge clk) begin : p_fields
        integer j;
        for (j = 0; j < METAS; j = j + 1) begin
            if (new_line && next == j[2:0]) begin
                numbers[NB*j +: NB] <= send_number;
                dirty[j]            <= 1'b0;
            end
            if (change && differs && e_at == j[2:0]) dirty[j] <= 1'b1;
        end
        if (!wanted && ahead) want <= look_number + {{NB-1{1'b0}}, 1'b1};
    end
endmodule

`default_nettype wire
