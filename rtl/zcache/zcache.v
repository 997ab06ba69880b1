`default_nettype none

// zcache - a non-blocking write-back cache that never moves lines of zeros [systolic disaggregation ¶366 to ¶377].
//
// LOOK holds the request that is looked up; SERVE holds a line that has arrived. Both answer through the rsp register.
module zcache #(
    // Sets: 2, 4, 8, ... 256.
    parameter SETS = 16,
    // Lines in a set: 1, 2, 4 or 8.
    parameter WAYS = 4,
    // Bytes in a line: 16, 32 or 64.
    parameter LINE = 64,
    // Address ranges with a surface state, 1..8.
    parameter SURFACES = 8,
    // Misses and write-backs in flight, 1..64.
    parameter MSHRS = 4,
    // Lines of metadata in the cache, 2..8.
    parameter METAS = 4
) (
    input  wire              clk,
    input  wire              rst,  // synchronous, active high

    input  wire              req_valid,
    output wire              req_ready,
    input  wire [3:0]        req_op,
    input  wire [23:0]       req_addr,
    input  wire [LINE-1:0]   req_mask,
    input  wire [8*LINE-1:0] req_data,
    input  wire [3:0]        req_word,
    input  wire [2:0]        req_surface,
    input  wire              req_enable,
    input  wire [2:0]        req_lines,
    input  wire [23:0]       req_last,
    input  wire [23:0]       req_meta,
    input  wire [7:0]        req_tag,

    input  wire              fill_valid,
    output wire              fill_ready,
    input  wire [8*LINE-1:0] fill_data,
    input  wire [7:0]        fill_tag,

    output reg               mem_valid,
    input  wire              mem_ready,
    output reg  [1:0]        mem_kind,
    output reg  [23:0]       mem_addr,
    output reg  [8*LINE-1:0] mem_data,
    output reg  [7:0]        mem_tag,

    output reg               rsp_valid,
    input  wire              rsp_ready,
    output reg  [8*LINE-1:0] rsp_data,
    output reg  [2:0]        rsp_status,
    output reg  [7:0]        rsp_tag,

    output wire [31:0]       hits,
    output wire [31:0]       misses,
    output wire [31:0]       joins,
    output wire [31:0]       meta_hits,
    output wire [31:0]       meta_misses,
    output wire [31:0]       array_reads,
    output wire [31:0]       array_reads_bypassed,
    output wire [31:0]       array_writes,
    output wire [31:0]       array_writes_bypassed,
    output wire [31:0]       mem_reads,
    output wire [31:0]       mem_reads_bypassed,
    output wire [31:0]       mem_writes,
    output wire [31:0]       mem_writes_bypassed,
    output wire [31:0]       meta_reads,
    output wire [31:0]       meta_writes,
    output wire [31:0]       mem_waits
);
    localparam BITS  = 8 * LINE;
    localparam LINES = SETS * WAYS;
    localparam SB    = $clog2(SETS);
    localparam LB    = $clog2(LINES);
    localparam PB    = $clog2(LINE) + 1;  // bits of the index of an entry in a line of metadata
    localparam NB    = 24 - PB;           // bits of the number of such a line
    localparam RB    = 16 + LINE + BITS;  // bits of a request of a miss

    generate
        if (SETS != 2 && SETS != 4 && SETS != 8 && SETS != 16 && SETS != 32 && SETS != 64 && SETS != 128 &&
            SETS != 256) begin : g_sets
            // No such module exists: its name is the error message that stops elaboration.
            zcache_needs_SETS_2_to_256_a_power_of_two illegal ();
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
        if (MSHRS < 1 || MSHRS > 64) begin : g_mshrs
            zcache_needs_MSHRS_1_to_64 illegal ();
        end
        if (METAS < 2 || METAS > 8) begin : g_metas
            zcache_needs_METAS_2_to_8 illegal ();
        end
    endgenerate

    localparam [3:0] LOAD = 4'd0, STORE = 4'd1, FENCE = 4'd2, FADD = 4'd13, FLUSH = 4'd14, SURFACE = 4'd15;
    localparam [1:0] OF_READ = 2'd0, OF_BACK = 2'd1, OF_META = 2'd2, OF_ZEROS = 2'd3;

    wire rsp_free = !rsp_valid || rsp_ready;
    wire mem_free = !mem_valid || mem_ready;

    // --- LOOK ---

    reg            look_valid, clean;
    reg [3:0]      op;
    reg [23:0]     addr, upto, metadata;
    reg [LINE-1:0] mask;
    reg [BITS-1:0] data;
    reg [3:0]      word;
    reg [2:0]      number, block;
    reg            enable;
    reg [7:0]      tag;
    reg [1:0]      phase;  // cycle of fadd

    wire look_leaves;

    assign req_ready = !look_valid || look_leaves;

    wire begins = req_valid && req_ready;

    always @(posedge clk)
        if (rst) look_valid <= 1'b0;
        else if (begins) look_valid <= 1'b1;
        else if (look_leaves) look_valid <= 1'b0;

    always @(posedge clk) begin
        if (begins) begin
            op       <= req_op;
            addr     <= req_addr;
            mask     <= req_mask;
            data     <= req_data;
            word     <= req_word;
            number   <= req_surface;
            enable   <= req_enable;
            block    <= req_lines;
            upto     <= req_last;
            metadata <= req_meta;
            tag      <= req_tag;
        end
    end

    wire atomic     = op > FENCE && op < FLUSH;
    wire access     = op == LOAD || op == STORE || atomic;
    wire bad_word   = atomic && {1'b0, word} >= LINE[6:2];
    wire good       = look_valid && access && !bad_word;
    wire full_store = op == STORE && (&mask);

    // --- surfaces ---

    wire [SURFACES-1:0]    enabled, four;
    wire [24*SURFACES-1:0] first, last, meta;
    wire [2:0]             surface_status;
    wire                   disables, own_four, surface_done;
    wire [23:0]            own_first, own_last;

    zcache_surfaces #(.SURFACES(SURFACES)) u_surfaces (
        .clk(clk), .rst(rst), .change(surface_done), .number(number), .enable(enable), .lines(block),
        .from(addr), .upto(upto), .metadata(metadata), .clean(clean), .status(surface_status),
        .disables(disables), .own_first(own_first), .own_last(own_last), .own_four(own_four),
        .enabled(enabled), .first(first), .last(last), .meta(meta), .four(four)
    );

    wire        owned;
    wire [23:0] entry;
    wire [1:0]  position;
    wire [22:0] behind;

    /* verilator lint_off PINCONNECTEMPTY */ // the number of the surface is not needed, nor the entries after the victim's
    zcache_owner #(.SURFACES(SURFACES)) u_owner (
        .enabled(enabled), .first(first), .last(last), .meta(meta), .four(four), .addr(addr),
        .owned(owned), .surface(), .entry(entry), .position(position), .behind(behind)
    );

    // The victim, or a line of a surface that is being disabled.
    wire [23:0] other_addr;
    wire        other_owned;
    wire [2:0]  other_surface;
    wire [23:0] other_entry;
    wire [1:0]  other_position;

    zcache_owner #(.SURFACES(SURFACES)) u_other (
        .enabled(enabled), .first(first), .last(last), .meta(meta), .four(four), .addr(other_addr),
        .owned(other_owned), .surface(other_surface), .entry(other_entry), .position(other_position), .behind()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    // --- steps of a flush, and of disabling a surface ---

    wire        quiet, steps_done, scans, scanned, sweeps, stores, meta_stored, meta_there;
    /* verilator lint_off UNUSEDSIGNAL */ // a line number needs fewer bits except in the largest cache
    wire [11:0] step_i;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [23:0] sweep_at, sweep_entry;
    wire [3:0]  marked, meta_bits;
    wire        flush = op == FLUSH;
    wire        sweep = op == SURFACE && surface_status == 3'd0 && disables;

    zcache_steps #(.LINES(LINES), .METAS(METAS)) u_steps (
        .clk(clk), .begins(begins), .goes(look_valid && (flush || sweep)), .flush(flush), .quiet(quiet),
        .scans(scans), .i(step_i), .scanned(scanned), .sweeps(sweeps), .at(sweep_at), .first(own_first),
        .last(own_last), .four(own_four), .there(meta_there), .bits(meta_bits), .marked(marked),
        .stores(stores), .stored(meta_stored), .done(steps_done)
    );

    /* verilator lint_off PINCONNECTEMPTY */ // the lowest set bit gives the position
    zcache_entry #(.SURFACES(SURFACES)) u_sweep_entry (
        .first(first), .meta(meta), .four(four), .surface(number), .addr(sweep_at), .entry(sweep_entry),
        .position()
    );
    /* verilator lint_on PINCONNECTEMPTY */

    wire [1:0] lowest = marked[0] ? 2'd0 : marked[1] ? 2'd1 : marked[2] ? 2'd2 : 2'd3;
    wire       sweep_bit = sweeps && meta_there && marked != 4'd0;
    wire       sweep_mine = other_owned && other_surface == number;
    reg  [5:0] zeros;  // writes of zeros that have no reply yet
    wire       sends_zeros = sweep_bit && sweep_mine && mem_free && zeros != 6'd63;
    wire       sweep_clears = sends_zeros || (sweep_bit && !sweep_mine);

    // --- the lines ---

    wire            hit, none, here_dirty, here_zero;
    wire [LB-1:0]   here;
    wire [23:0]     here_addr;
    wire [BITS-1:0] here_data;
    wire            put, pend, look_writes, look_dirties, look_marks, look_zero, used;
    wire [2:0]      used_way;
    wire [BITS-1:0] look_now, look_answer;
    wire            finishes, serve_dirty, serve_zero;
    wire [LB-1:0]   serve_line;
    /* verilator lint_off UNUSEDSIGNAL */ // the set is that of the address
    wire [LB-1:0]   match_line;
    /* verilator lint_on UNUSEDSIGNAL */
    wire [BITS-1:0] serve_now;

    zcache_lines #(.SETS(SETS), .WAYS(WAYS), .LINE(LINE), .SB(SB), .LB(LB)) u_lines (
        .clk(clk), .rst(rst), .addr(addr), .scan(scans), .number(step_i[LB-1:0]), .hit(hit), .none(none),
        .here(here), .here_dirty(here_dirty), .here_zero(here_zero), .here_addr(here_addr),
        .here_data(here_data), .used(used), .used_way(used_way), .put(put),
        .put_dirty(look_dirties || (hit && here_dirty)), .put_zero(look_zero), .put_write(look_writes),
        .put_data(look_now), .pend(pend), .drop(scans && scanned), .come(finishes), .come_line(serve_line),
        .come_dirty(serve_dirty), .come_zero(serve_zero), .come_data(serve_now)
    );

    assign other_addr = sweeps ? {sweep_at[23:2], sweep_at[1:0] | lowest} : here_addr;

    // --- outcome of an access ---

    wire       match, match_room, leaving, mshrs_full;
    wire [5:0] match_mshr, serve_mshr;
    wire       look_there;
    wire [3:0] look_bits;

    wire joining = good && match && match_room && !(finishes && serve_mshr == match_mshr);
    wire hitting = good && !match && hit;
    wire missing = good && !match && !hit && !none;
    wire by_meta = owned && !atomic && look_there && look_bits[position];
    wire quick   = missing && !here_dirty && !leaving && (full_store || by_meta);
    wire taking  = missing && !quick && !mshrs_full;

    // All other operations are answered at once, when quiet, or after the last step.
    wire answerable = op == FENCE ? quiet : flush || sweep ? steps_done : op == SURFACE;
    wire look_wants = look_valid && (bad_word || (hitting && (op != FADD || phase == 2'd3)) || quick ||
                                     (!access && answerable));
    wire serve_wants, serve_answers, look_answers;

    assign look_leaves = look_answers || joining || taking;

    always @(posedge clk) begin
        if (begins) phase <= 2'd0;
        else if (hitting && op == FADD && phase != 2'd3) phase <= phase + 2'd1;
    end

    zcache_apply #(.LINE(LINE)) u_apply (
        .clk(clk), .phase(phase), .op(op), .mask(mask), .data(data), .word(word), .old(here_data),
        .zero(hit ? here_zero : !full_store), .owned(owned), .now(look_now), .now_zero(look_zero),
        .writes(look_writes), .dirties(look_dirties), .marks(look_marks), .answer(look_answer)
    );

    wire done = look_answers && good;  // a hit or a quick miss

    assign put  = done;
    assign pend = taking;
    assign used = done || joining || taking;

    generate
        if (WAYS == 1) begin : g_one_way
            assign used_way = 3'd0;
        end else begin : g_ways_used
            localparam WB = LB - SB;
            wire [WB-1:0] way_used = joining ? match_line[WB-1:0] : here[WB-1:0];
            if (WB == 3) begin : g_eight
                assign used_way = way_used;
            end else begin : g_fewer
                assign used_way = {{3-WB{1'b0}}, way_used};
            end
        end
    endgenerate

    assign scanned = !here_dirty || !mshrs_full;

    wire back = (taking && here_dirty) || (scans && here_dirty && !mshrs_full);

    always @(posedge clk)
        if (rst) clean <= 1'b1;
        else if (joining || taking || done) clean <= 1'b0;
        else if (look_answers && flush) clean <= 1'b1;

    assign surface_done = look_answers && op == SURFACE && surface_status == 3'd0;

    // --- misses and write-backs in flight ---

    wire            mshrs_idle, head, head_back, head_line, head_waits, head_full, head_owned, head_zero;
    wire [5:0]      head_mshr;
    wire [23:0]     head_entry, head_addr;
    wire [1:0]      head_position, serve_at;
    wire [BITS-1:0] head_data;
    wire            decided, sends_back, sends_read, head_leaves;
    wire [RB-1:0]   serve_request;
    wire            serve_last, serve_owned, reading, writing, read_done, back_done;

    zcache_mshrs #(.MSHRS(MSHRS), .LINE(LINE), .LB(LB), .RB(RB)) u_mshrs (
        .clk(clk), .rst(rst), .idle(mshrs_idle), .addr(addr), .match(match), .match_mshr(match_mshr),
        .match_room(match_room), .match_line(match_line), .leaving(leaving), .full(mshrs_full), .joins(joining),
        .miss(taking), .back(back), .request({op, word, tag, mask, data}), .line(here), .full_store(full_store),
        .owned(owned), .entry(entry), .position(position), .v_addr(here_addr), .v_data(here_data),
        .v_zero(here_zero), .v_owned(other_owned), .v_entry(other_entry), .v_position(other_position),
        .head(head), .head_mshr(head_mshr), .head_back(head_back), .head_line(head_line), .head_waits(head_waits),
        .head_full(head_full), .head_owned(head_owned), .head_entry(head_entry), .head_position(head_position),
        .head_addr(head_addr), .head_data(head_data), .head_zero(head_zero), .decided(decided), .sends(sends_back),
        .reads(sends_read), .leaves(head_leaves), .serve_mshr(serve_mshr), .serve_at(serve_at),
        .serve_request(serve_request), .serve_line(serve_line), .serve_last(serve_last), .serve_owned(serve_owned),
        .finishes(finishes), .reply_mshr(fill_tag[5:0]), .reading(reading), .writing(writing),
        .read_done(read_done), .back_done(back_done)
    );

    // --- metadata ---

    wire            metas_idle, prefetches, meta_sends, meta_write, meta_under_way, meta_reply;
    wire [NB-1:0]   meta_number;
    wire [BITS-1:0] meta_data;
    wire [2:0]      meta_at;
    wire            head_needs = head && head_owned && (head_back || !head_full);
    wire            head_is_zero = head_owned && (head_zero || head_data == {BITS{1'b0}});
    wire            missed = (taking || (done && !hit)) && owned && !full_store;
    wire [PB-1:0]   place = entry[PB-1:0];
    wire [22:0]     to_next = {{23-PB{1'b0}}, ~place} + 23'd1;  // entries from this one to the next line of metadata
    wire            asks_ahead = missed && look_there && place[PB-1] && behind >= to_next;

    zcache_metas #(.METAS(METAS), .LINE(LINE), .NB(NB)) u_metas (
        .clk(clk), .rst(rst), .idle(metas_idle), .mem_free(mem_free), .look_entry(entry), .look_there(look_there),
        .look_bits(look_bits), .ahead(asks_ahead), .needs(head_needs), .entry(sweeps ? sweep_entry : head_entry),
        .there(meta_there), .bits(meta_bits), .fetches(sweeps || (head_needs && (head_back || !head_waits))),
        .change(sweep_clears || (decided && head_owned)), .position(sweeps ? lowest : head_position),
        .value(!sweeps && head_is_zero), .store(stores), .store_at(step_i[3:0]), .stored(meta_stored),
        .prefetches(prefetches), .sends(meta_sends), .send_write(meta_write), .send_number(meta_number),
        .send_data(meta_data), .send_at(meta_at), .reply_at(fill_tag[5:0]), .under_way(meta_under_way),
        .reply(meta_reply), .reply_data(fill_data)
    );

    // --- the head of the order ---

    wire mem_goes   = mem_free && !prefetches;
    wire decides    = head && head_back && (!head_owned || meta_there);
    wire turns      = head && !head_back && !head_waits;  // the line part is next
    wire zero_line  = head_owned && meta_there && meta_bits[head_position];
    wire ready_line = turns && (head_full || zero_line);
    wire serve_free, head_serves;

    assign sends_back  = decides && !head_is_zero && mem_goes;
    assign decided     = sends_back || (decides && head_is_zero);
    assign head_serves = ready_line && serve_free && !fill_valid;
    assign sends_read  = turns && !ready_line && (!head_owned || meta_there) && mem_goes;
    assign head_leaves = (decided && !head_line) || head_serves || sends_read;

    // --- replies ---

    assign fill_ready = serve_free;

    wire       taken = fill_valid && fill_ready;
    wire [1:0] of = fill_tag[7:6];

    assign read_done  = taken && of == OF_READ && reading;
    assign back_done  = taken && of == OF_BACK && writing;
    assign meta_reply = taken && of == OF_META && meta_under_way;
    wire   zeros_done = taken && fill_tag == {OF_ZEROS, 6'd0} && zeros != 6'd0;

    always @(posedge clk)
        if (rst) zeros <= 6'd0;
        else zeros <= zeros + {5'd0, sends_zeros} - {5'd0, zeros_done};

    assign quiet = mshrs_idle && metas_idle && !mem_valid && zeros == 6'd0;

    // --- SERVE ---

    wire [3:0]      serve_op, serve_word;
    wire [7:0]      serve_tag;
    wire [LINE-1:0] serve_mask;
    wire [BITS-1:0] serve_data, serve_answer;

    assign {serve_op, serve_word, serve_tag, serve_mask, serve_data} = serve_request;

    zcache_serve #(.LINE(LINE)) u_serve (
        .clk(clk), .rst(rst), .free(serve_free), .come(read_done || head_serves),
        .come_mshr(read_done ? fill_tag[5:0] : head_mshr), .come_data(read_done ? fill_data : {BITS{1'b0}}),
        .come_zero(!read_done && !head_full), .mshr(serve_mshr), .at(serve_at), .op(serve_op), .mask(serve_mask),
        .data(serve_data), .word(serve_word), .owned(serve_owned), .last(serve_last), .wants(serve_wants),
        .answers(serve_answers), .answer(serve_answer), .finishes(finishes), .now_dirty(serve_dirty),
        .now_zero(serve_zero), .now(serve_now)
    );

    // --- answers ---

    reg [3:0] passed;  // answers of LOOK while SERVE waits

    assign serve_answers = rsp_free && serve_wants && (!look_wants || (&passed));
    assign look_answers  = rsp_free && look_wants && !serve_answers;

    always @(posedge clk)
        if (rst || !serve_wants || serve_answers) passed <= 4'd0;
        else if (look_answers) passed <= passed + 4'd1;

    always @(posedge clk)
        if (rst) rsp_valid <= 1'b0;
        else if (look_answers || serve_answers) rsp_valid <= 1'b1;
        else if (rsp_ready) rsp_valid <= 1'b0;

    always @(posedge clk) begin
        if (look_answers) begin
            rsp_data   <= good ? look_answer : {BITS{1'b0}};
            rsp_status <= bad_word ? 3'd1 : op == SURFACE ? surface_status : 3'd0;
            rsp_tag    <= tag;
        end
        if (serve_answers) begin
            rsp_data   <= serve_answer;
            rsp_status <= 3'd0;
            rsp_tag    <= serve_tag;
        end
    end

    // --- requests to memory ---

    wire sends = meta_sends || sends_back || sends_read || sends_zeros;

    always @(posedge clk)
        if (rst) mem_valid <= 1'b0;
        else if (sends) mem_valid <= 1'b1;
        else if (mem_ready) mem_valid <= 1'b0;

    always @(posedge clk) begin
        if (sends) begin
            mem_kind <= {meta_sends, meta_sends ? meta_write : !sends_read};
            mem_addr <= meta_sends ? {{PB{1'b0}}, meta_number} : sends_zeros ? other_addr : head_addr;
            mem_data <= meta_sends && meta_write ? meta_data : sends_back ? head_data : {BITS{1'b0}};
            mem_tag  <= meta_sends ? {OF_META, 3'd0, meta_at}
                      : sends_zeros ? {OF_ZEROS, 6'd0}
                      : {1'b0, sends_back, head_mshr};
        end
    end

    // --- counters ---

    wire counted = look_answers && good;
    wire reads_array = (counted && hit && op != STORE) || back;
    wire sent = mem_valid && mem_ready;

    zcache_counters #(.N(16)) u_counters (
        .clk(clk), .rst(rst),
        .one({
            mem_valid && !mem_ready,
            sent && mem_kind == 2'd3,
            sent && mem_kind == 2'd2,
            decided && head_is_zero,
            sent && mem_kind == 2'd1,
            counted && !hit && !full_store,
            sent && mem_kind == 2'd0,
            counted && (look_marks || (op == LOAD && !hit)),
            counted && look_writes,
            reads_array && here_zero,
            reads_array && !here_zero,
            missed && !look_there,
            missed && look_there,
            joining,
            taking || (counted && !hit),
            counted && hit
        }),
        .other({5'd0, head_serves && zero_line && !head_full, 1'b0, finishes && serve_zero, finishes && !serve_zero, 7'd0}),
        .value({mem_waits, meta_writes, meta_reads, mem_writes_bypassed, mem_writes, mem_reads_bypassed, mem_reads,
                array_writes_bypassed, array_writes, array_reads_bypassed, array_reads, meta_misses, meta_hits,
                joins, misses, hits})
    );
endmodule

`default_nettype wire
