`default_nettype none

// zcache_mshrs - misses and write-backs in flight, and the order in which they go to memory. An MSHR may have a line
// part, which is a miss with up to 4 requests, and a victim part, which is a line that is written back.
// MSHRS and LINE as in zcache.
module zcache_mshrs #(
    parameter MSHRS = 4,
    parameter LINE  = 64,
    parameter LB    = 6,   // bits of a line number in the cache
    parameter RB    = 592  // bits of a request
) (
    input  wire              clk,
    input  wire              rst,
    output wire              idle,

    // LOOK: its address, and what the MSHRs know of it.
    input  wire [23:0]       addr,
    output reg               match,      // a line part has this address
    output reg  [5:0]        match_mshr,
    output reg               match_room,
    output wire [LB-1:0]     match_line,
    output reg               leaving,    // it is the address of a victim
    output wire              full,       // no MSHR is free
    input  wire              joins,       // at the edge, like all inputs below
    input  wire              miss,
    input  wire              back,       // a victim, with or without a miss
    input  wire [RB-1:0]     request,
    input  wire [LB-1:0]     line,       // line that the miss will fill
    input  wire              full_store,
    input  wire              owned,      // the line of the miss is owned; its metadata
    input  wire [23:0]       entry,
    input  wire [1:0]        position,
    input  wire [23:0]       v_addr,     // the victim
    input  wire [8*LINE-1:0] v_data,
    input  wire              v_zero,
    input  wire              v_owned,
    input  wire [23:0]       v_entry,
    input  wire [1:0]        v_position,

    // The head of the order.
    output wire              head,
    output wire [5:0]        head_mshr,
    output wire              head_back,  // its victim is still to be decided
    output wire              head_line,  // it has a line part
    output wire              head_waits, // the line is being written back
    output wire              head_full,
    output wire              head_owned, // of the victim that is to be decided, else of the line
    output wire [23:0]       head_entry,
    output wire [1:0]        head_position,
    output wire [23:0]       head_addr,
    output wire [8*LINE-1:0] head_data,  // data of the victim
    output wire              head_zero,
    input  wire              decided,
    input  wire              sends,      // the victim is written
    input  wire              reads,      // the line is read
    input  wire              leaves,     // the head leaves the order

    // SERVE.
    input  wire [5:0]        serve_mshr,
    input  wire [1:0]        serve_at,
    output wire [RB-1:0]     serve_request,
    output wire [LB-1:0]     serve_line,
    output wire              serve_last, // no request follows
    output wire              serve_owned,
    input  wire              finishes,

    // Replies.
    input  wire [5:0]        reply_mshr,
    output wire              reading,
    output wire              writing,
    input  wire              read_done,
    input  wire              back_done
);
    localparam IB   = MSHRS > 1 ? $clog2(MSHRS) : 1;
    localparam BITS = 8 * LINE;
    localparam QB   = $clog2(4 * MSHRS);  // bits of a request number

    function [QB-1:0] request_at(input [IB-1:0] mshr, input [1:0] at);
        /* verilator lint_off UNUSEDSIGNAL */ // with one MSHR there is one bit too many
        reg [IB+1:0] wide;
        /* verilator lint_on UNUSEDSIGNAL */
        begin
            wide = {mshr, at};
            request_at = wide[QB-1:0];
        end
    endfunction

    reg [MSHRS-1:0]    lines, undecided, sent, read;
    reg [24*MSHRS-1:0] addrs, v_addrs;
    reg [3*MSHRS-1:0]  counts;

    // --- search ---

    integer i;

    always @* begin
        match      = 1'b0;
        match_mshr = 6'd0;
        match_room = 1'b0;
        leaving    = 1'b0;
        for (i = 0; i < MSHRS; i = i + 1) begin
            if (lines[i] && addrs[24*i +: 24] == addr) begin
                match      = 1'b1;
                match_mshr = i[5:0];
                match_room = !counts[3*i+2];
            end
            if ((undecided[i] || sent[i]) && v_addrs[24*i +: 24] == addr) leaving = 1'b1;
        end
    end

    reg [MSHRS-1:0] used;
    reg [5:0]       free;

    always @* begin : p_free
        integer k;
        used = lines | undecided | sent;
        free = 6'd0;
        for (k = MSHRS - 1; k >= 0; k = k - 1) begin
            if (finishes && serve_mshr == k[5:0]) used[k] = undecided[k] || sent[k];
            if (!used[k]) free = k[5:0];
        end
    end

    assign full = &used;
    assign idle = (lines | undecided | sent) == {MSHRS{1'b0}};

    // --- fields that do not change while an MSHR is in use ---

    reg [RB-1:0]   requests [0:4*MSHRS-1];
    reg [LB-1:0]   place    [0:MSHRS-1];
    reg [27:0]     of_line  [0:MSHRS-1];  // full store, owned, entry, position
    reg [27:0]     of_back  [0:MSHRS-1];  // zero, owned, entry, position
    reg [BITS-1:0] v_datas  [0:MSHRS-1];

    wire [IB-1:0] take = joins ? match_mshr[IB-1:0] : free[IB-1:0];
    reg  [1:0]    take_at;  // index of the request in its MSHR

    always @* begin : p_at
        integer k;
        take_at = 2'd0;
        for (k = 0; k < MSHRS; k = k + 1)
            if (joins && match_mshr == k[5:0]) take_at = counts[3*k +: 2];
    end

    always @(posedge clk) begin
        if (joins || miss) requests[request_at(take, take_at)] <= request;
        if (miss) begin
            place[take]   <= line;
            of_line[take] <= {full_store, owned, entry, position};
        end
        if (back) begin
            of_back[take] <= {v_zero, v_owned, v_entry, v_position};
            v_datas[take] <= v_data;
        end
    end

    assign match_line    = place[match_mshr[IB-1:0]];
    assign serve_line    = place[serve_mshr[IB-1:0]];
    assign serve_request = requests[request_at(serve_mshr[IB-1:0], serve_at)];
    assign serve_owned   = of_line[serve_mshr[IB-1:0]][26];

    // --- order ---

    reg  [5:0] order [0:MSHRS-1];
    reg  [5:0] first, last;
    reg  [6:0] waiting;
    wire       enters = miss || back;

    always @(posedge clk) begin
        if (rst) begin
            first   <= 6'd0;
            last    <= 6'd0;
            waiting <= 7'd0;
        end else begin
            if (enters) begin
                order[last[IB-1:0]] <= free;
                last <= {1'b0, last} == MSHRS[6:0] - 7'd1 ? 6'd0 : last + 6'd1;
            end
            if (leaves) first <= {1'b0, first} == MSHRS[6:0] - 7'd1 ? 6'd0 : first + 6'd1;
            waiting <= waiting + {6'd0, enters} - {6'd0, leaves};
        end
    end

    assign head      = waiting != 7'd0;
    assign head_mshr = order[first[IB-1:0]];

    reg           h_back;
    wire [IB-1:0] h = head_mshr[IB-1:0];
    wire [27:0]   h_of_back = of_back[h];
    wire [27:0]   h_of_line = of_line[h];
    wire [26:0]   head_of = h_back ? h_of_back[26:0] : h_of_line[26:0];
    reg           h_line, h_waits, serve_is_last, is_read, is_sent;
    reg  [23:0]   h_addr, h_v_addr;

    always @* begin : p_head
        integer k;
        h_back   = 1'b0;
        h_line   = 1'b0;
        h_addr   = 24'd0;
        h_v_addr = 24'd0;
        h_waits  = 1'b0;
        for (k = 0; k < MSHRS; k = k + 1) begin
            if (head_mshr == k[5:0]) begin
                h_back   = undecided[k];
                h_line   = lines[k];
                h_addr   = addrs[24*k +: 24];
                h_v_addr = v_addrs[24*k +: 24];
            end
        end
        for (k = 0; k < MSHRS; k = k + 1)
            if (sent[k] && v_addrs[24*k +: 24] == h_addr) h_waits = 1'b1;
    end

    assign head_back     = h_back;
    assign head_line     = h_line;
    assign head_waits    = h_waits;
    assign head_addr     = h_back ? h_v_addr : h_addr;
    assign head_full     = h_of_line[27];
    assign head_owned    = head_of[26];
    assign head_entry    = head_of[25:2];
    assign head_position = head_of[1:0];
    assign head_data     = v_datas[h];
    assign head_zero     = h_of_back[27];

    // --- states ---

    always @* begin : p_served
        integer k;
        serve_is_last = 1'b0;
        is_read       = 1'b0;
        is_sent       = 1'b0;
        for (k = 0; k < MSHRS; k = k + 1) begin
            if (serve_mshr == k[5:0]) serve_is_last = counts[3*k +: 3] == {1'b0, serve_at} + 3'd1;
            if (reply_mshr == k[5:0]) begin
                is_read = read[k];
                is_sent = sent[k];
            end
        end
    end

    assign serve_last = serve_is_last;
    assign reading    = is_read;
    assign writing    = is_sent;

    always @(posedge clk) begin : p_states
        integer k;
        if (rst) begin
            lines     <= {MSHRS{1'b0}};
            undecided <= {MSHRS{1'b0}};
            sent      <= {MSHRS{1'b0}};
            read      <= {MSHRS{1'b0}};
        end else begin
            for (k = 0; k < MSHRS; k = k + 1) begin
                if (finishes && serve_mshr == k[5:0]) lines[k] <= 1'b0;
                if (enters && free == k[5:0]) begin
                    lines[k]     <= miss;
                    undecided[k] <= back;
                end
                if (head_mshr == k[5:0]) begin
                    if (decided) undecided[k] <= 1'b0;
                    if (sends) sent[k] <= 1'b1;
                    if (reads) read[k] <= 1'b1;
                end
                if (reply_mshr == k[5:0]) begin
                    if (read_done) read[k] <= 1'b0;
                    if (back_done) sent[k] <= 1'b0;
                end
            end
        end
    end

    always @(posedge clk) begin : p_fields
        integer k;
        for (k = 0; k < MSHRS; k = k + 1) begin
            if (enters && free == k[5:0]) begin
                if (miss) addrs[24*k +: 24] <= addr;
                if (back) v_addrs[24*k +: 24] <= v_addr;
                counts[3*k +: 3] <= 3'd1;
            end
            if (joins && match_mshr == k[5:0]) counts[3*k +: 3] <= counts[3*k +: 3] + 3'd1;
        end
    end
endmodule

`default_nettype wire
