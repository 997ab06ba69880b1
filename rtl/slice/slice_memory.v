`default_nettype none

// slice_memory - cache and local memory, with the logic between them and their users: the paths from and to the core, the
// port of the cache, and the mover, which accesses both [US 12393444 ¶160, ¶161; systolic disaggregation ¶349, ¶350].
// Parameters as in slice.
module slice_memory #(
    parameter WARPS = 4,
    parameter LANES = 8,
    parameter KB = 16,
    parameter BANKS = 16,
    parameter SETS = 128,
    parameter WAYS = 4,
    parameter SURFACES = 8,
    parameter MSHRS = 16,
    parameter METAS = 4,
    // Cycles from the core to the cache and back.
    parameter DISTANCE = 0
) (
    input  wire                clk,
    input  wire                rst,

    // The core.
    input  wire                core_valid,
    output wire                core_ready,
    input  wire [3:0]          core_op,
    input  wire [23:0]         core_addr,
    input  wire [63:0]         core_mask,
    input  wire [511:0]        core_data,
    input  wire [3:0]          core_word,
    input  wire [7:0]          core_tag,

    output wire                core_rsp_valid,
    input  wire                core_rsp_ready,
    output wire [511:0]        core_rsp_data,
    output wire [2:0]          core_rsp_status,
    output wire [7:0]          core_rsp_tag,

    input  wire                local_valid,
    output wire                local_ready,
    input  wire [3:0]          local_op,
    input  wire [1:0]          local_size,
    input  wire [LANES-1:0]    local_enable,
    input  wire [32*LANES-1:0] local_addr,
    input  wire [32*LANES-1:0] local_data,
    input  wire [32*LANES-1:0] local_compare,
    input  wire [7:0]          local_tag,

    output wire                local_rsp_valid,
    input  wire                local_rsp_ready,
    output wire [32*LANES-1:0] local_rsp_data,
    output wire [LANES-1:0]    local_rsp_error,
    output wire [7:0]          local_rsp_tag,

    // The mover.
    input  wire                line_valid,
    output wire                line_ready,
    input  wire                line_write,
    /* verilator lint_off UNUSEDSIGNAL */ // global addresses have 30 bits, and lines are aligned
    input  wire [31:0]         line_addr,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [63:0]         line_mask,
    input  wire [511:0]        line_data,
    input  wire [7:0]          line_tag,

    output wire                line_rsp_valid,
    input  wire                line_rsp_ready,
    output wire [511:0]        line_rsp_data,
    output wire                line_rsp_error,
    output wire [7:0]          line_rsp_tag,

    // The dispatcher.
    input  wire                ask,
    input  wire                ask_surface,
    input  wire [78:0]         ask_what,
    output wire                asked,
    output wire                answered,
    output wire [2:0]          answer_status,

    // Memory.
    output wire                mem_valid,
    input  wire                mem_ready,
    output wire [1:0]          mem_kind,
    output wire [23:0]         mem_addr,
    output wire [511:0]        mem_data,
    output wire [7:0]          mem_tag,

    input  wire                fill_valid,
    output wire                fill_ready,
    input  wire [511:0]        fill_data,
    input  wire [7:0]          fill_tag,

    output wire [511:0]        counters,    // of zcache, in the order of its pins, the first pin lowest

    output wire [32:0]         saw_local_rsp,
    output wire [32:0]         saw_local_line,
    output wire [32:0]         saw_cache
);
    localparam PLACES = 8 * WARPS;
    localparam BACK = DISTANCE / 2;
    localparam TO = DISTANCE - BACK;

    // --- from the core ---

    wire         way_valid, way_ready;
    wire [3:0]   way_op, way_word;
    wire [23:0]  way_addr;
    wire [63:0]  way_mask;
    wire [511:0] way_data;
    wire [7:0]   way_tag;

    slice_way #(.WIDTH(616), .DELAY(TO), .PLACES(PLACES)) u_to (
        .clk(clk), .rst(rst), .in_valid(core_valid), .in_ready(core_ready),
        .in_data({core_op, core_addr, core_mask, core_data, core_word, core_tag}),
        .out_valid(way_valid), .out_ready(way_ready),
        .out_data({way_op, way_addr, way_mask, way_data, way_word, way_tag})
    );

    // --- the port of the cache ---

    localparam [7:0] OF_DISPATCHER = 8'd192;
    localparam [3:0] FLUSH = 4'd14;
    localparam [3:0] SURFACE = 4'd15;

    wire is_local = line_addr[31];
    wire line_global = line_valid & ~is_local;
    wire req_ready, by_mover;
    wire others = way_valid | line_global;
    wire req_valid = others | ask;
    wire from_way = others & ~by_mover;
    wire from_mover = others & by_mover;

    slice_turn u_port (
        .clk(clk), .rst(rst), .first(way_valid), .second(line_global), .transfer(req_ready), .chosen(by_mover)
    );

    assign way_ready = from_way & req_ready;
    assign asked = ask & ~others & req_ready;

    wire [3:0]   req_op = from_way ? way_op : from_mover ? {3'd0, line_write} : ask_surface ? SURFACE : FLUSH;
    wire [78:0]  what = (!others && ask_surface) ? ask_what : 79'd0;
    wire [23:0]  req_addr = from_way ? way_addr : from_mover ? line_addr[29:6] : what[74:51];
    wire [63:0]  req_mask = from_way ? way_mask : from_mover ? line_mask : 64'd0;
    wire [511:0] req_data = from_way ? way_data : from_mover ? line_data : 512'd0;
    wire [3:0]   req_word = from_way ? way_word : 4'd0;
    wire [7:0]   req_tag = from_way ? way_tag : from_mover ? {4'b1000, line_tag[3:0]} : OF_DISPATCHER;

    wire         rsp_valid, rsp_ready;
    wire [511:0] rsp_data;
    wire [2:0]   rsp_status;
    wire [7:0]   rsp_tag;

    zcache #(
        .SETS(SETS), .WAYS(WAYS), .LINE(64), .SURFACES(SURFACES), .MSHRS(MSHRS), .METAS(METAS)
    ) u_zcache (
        .clk(clk), .rst(rst), .req_valid(req_valid), .req_ready(req_ready), .req_op(req_op), .req_addr(req_addr),
        .req_mask(req_mask), .req_data(req_data), .req_word(req_word), .req_surface(what[78:76]), .req_enable(what[75]),
        .req_lines(what[50:48]), .req_last(what[47:24]), .req_meta(what[23:0]), .req_tag(req_tag),
        .fill_valid(fill_valid), .fill_ready(fill_ready), .fill_data(fill_data), .fill_tag(fill_tag),
        .mem_valid(mem_valid), .mem_ready(mem_ready), .mem_kind(mem_kind), .mem_addr(mem_addr), .mem_data(mem_data),
        .mem_tag(mem_tag), .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_data(rsp_data), .rsp_status(rsp_status),
        .rsp_tag(rsp_tag), .hits(counters[31:0]), .misses(counters[63:32]), .joins(counters[95:64]),
        .meta_hits(counters[127:96]), .meta_misses(counters[159:128]), .array_reads(counters[191:160]),
        .array_reads_bypassed(counters[223:192]), .array_writes(counters[255:224]),
        .array_writes_bypassed(counters[287:256]), .mem_reads(counters[319:288]), .mem_reads_bypassed(counters[351:320]),
        .mem_writes(counters[383:352]), .mem_writes_bypassed(counters[415:384]), .meta_reads(counters[447:416]),
        .meta_writes(counters[479:448]), .mem_waits(counters[511:480])
    );

    // --- answers of the cache, by requester ---

    wire to_core = ~rsp_tag[7];
    wire to_mover = rsp_tag[7:6] == 2'd2;
    wire to_dispatcher = rsp_tag[7:6] == 2'd3;
    wire back_ready, by_local;
    wire line_cached = rsp_valid & to_mover;

    assign rsp_ready = to_core ? back_ready : to_mover ? ~by_local & line_rsp_ready : 1'b1;
    assign answered = rsp_valid & to_dispatcher;
    assign answer_status = rsp_status;

    slice_way #(.WIDTH(523), .DELAY(BACK), .PLACES(PLACES)) u_back (
        .clk(clk), .rst(rst), .in_valid(rsp_valid & to_core), .in_ready(back_ready),
        .in_data({rsp_data, rsp_status, rsp_tag}), .out_valid(core_rsp_valid), .out_ready(core_rsp_ready),
        .out_data({core_rsp_data, core_rsp_status, core_rsp_tag})
    );

    // --- local memory ---

    wire         slm_line_valid = line_valid & is_local;
    wire         slm_line_ready, slm_rsp_valid, slm_rsp_error;
    wire [511:0] slm_rsp_data;
    wire [7:0]   slm_rsp_tag;

    assign line_ready = is_local ? slm_line_ready : from_mover & req_ready;

    slm #(.KB(KB), .BANKS(BANKS), .LANES(LANES)) u_slm (
        .clk(clk), .rst(rst), .req_valid(local_valid), .req_ready(local_ready), .req_op(local_op), .req_size(local_size),
        .req_enable(local_enable), .req_addr(local_addr), .req_data(local_data), .req_compare(local_compare),
        .req_tag(local_tag), .line_valid(slm_line_valid), .line_ready(slm_line_ready), .line_write(line_write),
        .line_addr({1'b0, line_addr[30:0]}), .line_mask(line_mask), .line_data(line_data), .line_tag(line_tag),
        .rsp_valid(local_rsp_valid), .rsp_ready(local_rsp_ready), .rsp_data(local_rsp_data),
        .rsp_error(local_rsp_error), .rsp_tag(local_rsp_tag), .line_rsp_valid(slm_rsp_valid),
        .line_rsp_ready(by_local & line_rsp_ready), .line_rsp_data(slm_rsp_data), .line_rsp_error(slm_rsp_error),
        .line_rsp_tag(slm_rsp_tag)
    );

    // --- answers to the mover ---

    slice_turn u_line (
        .clk(clk), .rst(rst), .first(line_cached), .second(slm_rsp_valid), .transfer(line_rsp_ready), .chosen(by_local)
    );

    assign line_rsp_valid = line_cached | slm_rsp_valid;
    assign line_rsp_data = by_local ? slm_rsp_data : rsp_data;
    assign line_rsp_error = by_local ? slm_rsp_error : |rsp_status;
    assign line_rsp_tag = by_local ? slm_rsp_tag : {4'd0, rsp_tag[3:0]};

    // --- observation ---

    localparam [15:0] VECTOR = {6'd0, LANES[4:0], 5'd0};
    localparam [15:0] MASK = LANES[15:0];

    slice_fold #(.FIELDS(3), .BITS(33*LANES+8), .WIDTHS({16'd8, MASK, VECTOR})) u_saw_local_rsp (
        .transfer(local_rsp_valid & local_rsp_ready), .payload({local_rsp_tag, local_rsp_error, local_rsp_data}),
        .fold(saw_local_rsp)
    );
    slice_fold #(.FIELDS(3), .BITS(521), .WIDTHS({16'd8, 16'd1, 16'd512})) u_saw_local_line (
        .transfer(slm_rsp_valid & by_local & line_rsp_ready), .payload({slm_rsp_tag, slm_rsp_error, slm_rsp_data}),
        .fold(saw_local_line)
    );
    slice_fold #(.FIELDS(3), .BITS(523), .WIDTHS({16'd8, 16'd3, 16'd512})) u_saw_cache (
        .transfer(rsp_valid & rsp_ready), .payload({rsp_tag, rsp_status, rsp_data}), .fold(saw_cache)
    );

endmodule

`default_nettype wire
