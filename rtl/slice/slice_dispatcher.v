`default_nettype none

// slice_dispatcher - takes launches, divides the slice into places for groups of equal size, and starts groups in them.
// It requests a flush of the cache at the end of a launch, and surfaces.
module slice_dispatcher #(
    // Warps: 1, 2, 4, 8 or 16.
    parameter WARPS = 4,
    // Kilobytes of local memory: 4 to 64.
    parameter KB = 16,
    // Rows of the register file: 16 to 512.
    parameter ROWS = 256,
    // Barrier identifiers: 1 to 16.
    parameter BARRIERS = 16
) (
    input  wire             clk,
    input  wire             rst,

    input  wire             launch_valid,
    output wire             launch_ready,
    input  wire [11:0]      launch_entry,
    input  wire [12:0]      launch_length,
    input  wire             launch_sense,
    input  wire [31:0]      launch_limit,
    input  wire [31:0]      launch_groups,
    input  wire [4:0]       launch_warps,
    input  wire [10:0]      launch_local_lines,
    input  wire [9:0]       launch_rows,
    input  wire [4:0]       launch_bars,

    input  wire             surface_valid,
    output wire             surface_ready,
    input  wire [78:0]      surface,        // surface, enable, addr, lines, last, meta

    output wire             done_valid,
    input  wire             done_ready,
    output wire [3:0]       done_status,
    output reg  [3:0]       done_trap,
    output reg  [31:0]      done_group,
    output reg  [3:0]       done_warp,
    output reg  [4:0]       done_lane,
    output reg  [12:0]      done_pc,
    output reg  [31:0]      done_cycles,

    output reg  [2:0]       state,
    output reg  [WARPS-1:0] used,

    // To the core.
    output wire             start_valid,
    output wire [3:0]       start_first,
    output reg  [4:0]       start_warps,
    output reg  [11:0]      start_entry,
    output reg  [12:0]      start_length,
    output reg              start_sense,
    output reg  [31:0]      start_limit,
    output reg  [31:0]      start_group,
    output reg  [31:0]      start_groups,
    output wire [9:0]       start_local_base,
    output reg  [10:0]      start_local_lines,
    output wire [8:0]       start_row_base,
    output reg  [9:0]       start_rows,
    output wire [3:0]       start_bar_base,
    output reg  [4:0]       start_bars,

    // From the core.
    input  wire             end_valid,
    input  wire [3:0]       end_first,
    input  wire [31:0]      end_group,
    input  wire [3:0]       end_trap,
    input  wire [3:0]       end_warp,
    input  wire [4:0]       end_lane,
    input  wire [12:0]      end_pc,

    // To the gateway.
    output wire             cfg_valid,
    output wire [3:0]       cfg_id,
    output wire [8:0]       cfg_count,
    output wire [7:0]       cfg_first,

    // To the cache, and its answer.
    output wire             ask,
    input  wire             asked,
    output reg              ask_surface,    // 1: a surface, 0: a flush
    output reg  [78:0]      ask_what,
    input  wire             answered,
    input  wire [2:0]       answer_status,

    // Where the rows and the local memory of a warp's group begin.
    input  wire [3:0]       of_warp,
    output wire [8:0]       of_row_base,
    output wire [9:0]       of_local_base
);
    localparam [2:0] IDLE = 3'd0;
    localparam [2:0] SETUP = 3'd1;
    localparam [2:0] RUN = 3'd2;
    localparam [2:0] ASK = 3'd3;
    localparam [2:0] WAIT = 3'd4;
    localparam [2:0] DONE = 3'd5;

    localparam [11:0] ALL_LINES = {1'b0, KB[6:0], 4'd0};
    localparam [10:0] ALL_ROWS = ROWS[10:0];
    localparam [5:0]  ALL_BARS = BARRIERS[5:0];
    localparam [4:0]  ALL_WARPS = WARPS[4:0];

    assign surface_ready = state == IDLE;
    assign launch_ready = state == IDLE && !surface_valid;

    wire takes_surface = surface_valid && surface_ready;
    wire takes_launch = launch_valid && launch_ready;

    // --- checks of a launch ---

    reg [2:0] launch_error;
    always @* begin
        launch_error = 3'd0;
        if (launch_warps == 5'd0 || launch_warps > ALL_WARPS) launch_error = 3'd1;
        else if ({1'b0, launch_local_lines} > ALL_LINES) launch_error = 3'd2;
        else if ({1'b0, launch_rows} > ALL_ROWS) launch_error = 3'd3;
        else if ({1'b0, launch_bars} > ALL_BARS) launch_error = 3'd4;
    end

    // The warps of a place are rounded up to a power of two.
    reg [2:0] log_size;
    always @(posedge clk)
        if (takes_launch) begin
            start_entry <= launch_entry;
            start_length <= launch_length;
            start_sense <= launch_sense;
            start_limit <= launch_limit;
            start_groups <= launch_groups;
            start_warps <= launch_warps;
            start_local_lines <= launch_local_lines;
            start_rows <= launch_rows;
            start_bars <= launch_bars;
            log_size <= launch_warps > 5'd8 ? 3'd4 : launch_warps > 5'd4 ? 3'd3 : launch_warps > 5'd2 ? 3'd2
                      : launch_warps > 5'd1 ? 3'd1 : 3'd0;
        end

    // --- places ---

    reg  [4:0]  places;
    reg  [4:0]  bar;
    reg  [11:0] lines_sum;
    reg  [10:0] rows_sum;
    reg  [5:0]  bars_sum;

    // The sums with one more place.
    wire [11:0] lines_next = lines_sum + {1'b0, start_local_lines};
    wire [10:0] rows_next = rows_sum + {1'b0, start_rows};
    wire [5:0]  bars_next = bars_sum + {1'b0, start_bars};
    wire        full = places == ALL_WARPS >> log_size || lines_next > ALL_LINES || rows_next > ALL_ROWS ||
                       bars_next > ALL_BARS;

    wire sets_up = state == SETUP && !full;
    wire configures = sets_up && bar < start_bars;
    wire [4:0] bar_next = bar + {4'd0, configures};
    wire placed = sets_up && bar_next == start_bars;

    wire [8:0] first_slot = {4'd0, places} << log_size;
    wire [5:0] id = bars_sum + {1'b0, bar};

    assign cfg_valid = configures;
    assign cfg_id = id[3:0];
    assign cfg_count = {4'd0, start_warps};
    assign cfg_first = first_slot[7:0];

    always @(posedge clk)
        if (takes_launch) begin
            places <= 5'd0;
            bar <= 5'd0;
            lines_sum <= 12'd0;
            rows_sum <= 11'd0;
            bars_sum <= 6'd0;
        end else if (placed) begin
            places <= places + 5'd1;
            bar <= 5'd0;
            lines_sum <= lines_next;
            rows_sum <= rows_next;
            bars_sum <= bars_next;
        end else bar <= bar_next;

    // Bases of each place: local memory, rows, barrier identifiers.
    reg  [23*WARPS-1:0] bases;
    wire [WARPS-1:0]    there, open, start_hot, of_hot, end_hot;
    wire [22:0]         start_bases;
    /* verilator lint_off UNUSEDSIGNAL */ // messages do not name barrier identifiers
    wire [22:0]         of_bases;
    /* verilator lint_on UNUSEDSIGNAL */

    wire [3:0] of_place = of_warp >> log_size;
    wire [3:0] end_place = end_first >> log_size;

    genvar k;
    generate
        for (k = 0; k < WARPS; k = k + 1) begin : g_place
            localparam [4:0] INDEX = k;
            always @(posedge clk)
                if (placed && places == INDEX) bases[23*k +: 23] <= {lines_sum[9:0], rows_sum[8:0], bars_sum[3:0]};
            assign there[k] = places > INDEX;
            assign of_hot[k] = of_place == INDEX[3:0];
            assign end_hot[k] = end_valid && end_place == INDEX[3:0];
        end
    endgenerate

    core_mux #(.N(WARPS), .W(23)) u_of (.pick(of_hot), .in(bases), .out(of_bases));
    assign of_local_base = of_bases[22:13];
    assign of_row_base = of_bases[12:4];

    // --- groups ---

    assign open = there & ~used;

    wire [4:0] start_place;
    wire       any_open;
    wire       left = start_group != start_groups && done_trap == 4'd0;
    core_first #(.N(WARPS)) u_open (.x(open), .hot(start_hot), .index(start_place), .any(any_open));
    core_mux #(.N(WARPS), .W(23)) u_start (.pick(start_hot), .in(bases), .out(start_bases));

    wire [8:0] start_slot = {4'd0, start_place} << log_size;

    assign start_valid = state == RUN && left && any_open;
    assign start_first = start_slot[3:0];
    assign {start_local_base, start_row_base, start_bar_base} = start_bases;

    wire unused = &{1'b0, start_slot[8:4], first_slot[8], id[5:4]};

    always @(posedge clk)
        if (rst) used <= {WARPS{1'b0}};
        else if (takes_launch) used <= {WARPS{1'b0}};
        else used <= (used & ~end_hot) | (start_hot & {WARPS{start_valid}});

    always @(posedge clk)
        if (takes_launch) start_group <= 32'd0;
        else if (start_valid) start_group <= start_group + 32'd1;

    // --- the cache ---

    assign ask = state == ASK;
    always @(posedge clk)
        if (takes_surface) begin
            ask_surface <= 1'b1;
            ask_what <= surface;
        end else if (takes_launch) ask_surface <= 1'b0;

    // --- report of a launch ---

    reg  [2:0] launch_status, surface_status;
    wire       counts = state != IDLE && state != DONE;

    assign done_valid = state == DONE;
    assign done_status = ask_surface ? {|surface_status, surface_status}
                       : (done_trap != 4'd0) ? 4'd5 : {1'b0, launch_status};

    always @(posedge clk)
        if (takes_launch || takes_surface) begin
            launch_status <= launch_error;
            done_trap <= 4'd0;
            done_group <= 32'd0;
            done_warp <= 4'd0;
            done_lane <= 5'd0;
            done_pc <= 13'd0;
            done_cycles <= 32'd0;
        end else begin
            done_cycles <= done_cycles + {31'd0, counts};
            if (end_valid && done_trap == 4'd0 && end_trap != 4'd0) begin
                done_trap <= end_trap;
                done_group <= end_group;
                done_warp <= end_warp;
                done_lane <= end_lane;
                done_pc <= end_pc;
            end
        end

    always @(posedge clk)
        if (takes_surface) surface_status <= 3'd0;
        else if (state == WAIT && answered) surface_status <= answer_status;

    // --- state machine ---

    always @(posedge clk)
        if (rst) state <= IDLE;
        else
            case (state)
                IDLE:
                    if (takes_surface) state <= ASK;
                    else if (takes_launch) state <= launch_error != 3'd0 ? DONE : SETUP;
                SETUP: if (full) state <= RUN;
                RUN: if (!start_valid && ~|used) state <= ASK;
                ASK: if (asked) state <= WAIT;
                WAIT: if (answered) state <= DONE;
                DONE: if (done_ready) state <= IDLE;
                default: state <= IDLE;
            endcase

endmodule

`default_nettype wire
