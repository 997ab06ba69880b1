`default_nettype none

// core_groups - starts, traps and ends of all groups of warps. Parameters as in core.
module core_groups #(
    parameter WARPS = 4
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                start_valid,
    input  wire [3:0]          start_first,
    input  wire [4:0]          start_warps,
    input  wire [31:0]         start_limit,
    output wire [WARPS-1:0]    start,        // slots that are started
    output reg                 start_bad,

    input  wire [WARPS-1:0]    in_use,
    input  wire [WARPS-1:0]    running,
    input  wire [WARPS-1:0]    finished,
    input  wire [WARPS-1:0]    at_bar,
    input  wire [WARPS-1:0]    clean,        // warps with nothing in flight
    input  wire [4*WARPS-1:0]  firsts,
    input  wire [13*WARPS-1:0] pcs,
    input  wire [32*WARPS-1:0] groups,

    // Sources of traps, as in core_group.
    input  wire [WARPS-1:0]    at_issue,
    input  wire [3:0]          issue_code,
    input  wire [4:0]          issue_lane,
    input  wire [12:0]         issue_pc,
    input  wire [WARPS-1:0]    at_wb,
    input  wire [3:0]          wb_status,
    input  wire [WARPS-1:0]    at_reply,
    input  wire [3:0]          reply_status,
    input  wire [WARPS-1:0]    at_note,
    input  wire [3:0]          note_status,
    input  wire [11:0]         note_pc,
    input  wire [WARPS-1:0]    at_answer,
    input  wire [3:0]          answer_code,
    input  wire [4:0]          answer_lane,
    input  wire [11:0]         answer_pc,

    output wire [WARPS-1:0]    stop,         // warps whose group traps in this cycle
    output wire [WARPS-1:0]    trapped,      // warps whose group has trapped
    output wire [WARPS-1:0]    leave,        // warps whose group's end is taken

    output reg                 end_valid,
    input  wire                end_ready,
    output reg  [3:0]          end_first,
    output reg  [31:0]         end_group,
    output reg  [3:0]          end_trap,
    output reg  [3:0]          end_warp,
    output reg  [4:0]          end_lane,
    output reg  [12:0]         end_pc
);

    localparam [4:0] ALL = WARPS[4:0];

    // --- starts ---

    wire [4:0] room = (start_warps <= 5'd1) ? 5'd1
                    : (start_warps == 5'd2) ? 5'd2
                    : (start_warps <= 5'd4) ? 5'd4
                    : (start_warps <= 5'd8) ? 5'd8
                    :                         5'd16;
    wire [4:0] offset = {1'b0, start_first} & (room - 5'd1);
    wire [5:0] behind = {2'd0, start_first} + {1'b0, start_warps};
    wire [WARPS-1:0] range;
    wire good = start_warps != 5'd0 && behind <= {1'b0, ALL} && offset == 5'd0 && ~|(range & in_use);
    assign start = range & {WARPS{start_valid & good}};

    always @(posedge clk)
        if (rst) start_bad <= 1'b0;
        else start_bad <= start_valid & ~good;

    // --- groups, indexed by their first slot ---

    wire [WARPS-1:0]   stops, bads, over;
    wire [4*WARPS-1:0] traps, warps;
    wire [5*WARPS-1:0] lanes;
    wire [13*WARPS-1:0] trap_pcs;

    genvar f, w;
    generate
        for (f = 0; f < WARPS; f = f + 1) begin : g_group
            localparam [3:0] INDEX = f;
            wire [WARPS-1:0] member, joined;
            for (w = 0; w < WARPS; w = w + 1) begin : g_member
                assign joined[w] = firsts[4*w +: 4] == INDEX;
            end
            assign member = joined & in_use;
            assign bads[f] = traps[4*f +: 4] != 4'd0;
            assign over[f] = |member && ~|(member & running) && ~|(member & ~clean) && !(end_valid && end_first == INDEX);
            core_group #(.WARPS(WARPS)) u_group (
                .clk(clk), .rst(rst), .start(start[f] && start_first == INDEX), .start_limit(start_limit),
                .member(member), .running(running), .finished(finished), .at_bar(at_bar), .pcs(pcs),
                .at_issue(at_issue), .issue_code(issue_code), .issue_lane(issue_lane), .issue_pc(issue_pc),
                .at_wb(at_wb), .wb_status(wb_status), .at_reply(at_reply), .reply_status(reply_status),
                .at_note(at_note), .note_status(note_status), .note_pc(note_pc),
                .at_answer(at_answer), .answer_code(answer_code), .answer_lane(answer_lane), .answer_pc(answer_pc),
                .stops(stops[f]), .trap(traps[4*f +: 4]), .warp(warps[4*f +: 4]), .lane(lanes[5*f +: 5]),
                .pc(trap_pcs[13*f +: 13])
            );
        end

        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            localparam [5:0] INDEX = w;
            wire [WARPS-1:0] own;
            for (f = 0; f < WARPS; f = f + 1) begin : g_own
                localparam [3:0] FIRST = f;
                assign own[f] = firsts[4*w +: 4] == FIRST;
            end
            assign range[w] = {2'd0, start_first} < INDEX + 6'd1 && INDEX < behind;
            assign stop[w] = in_use[w] & |(own & stops);
            assign trapped[w] = |(own & bads);
            assign leave[w] = end_valid & end_ready & in_use[w] & (firsts[4*w +: 4] == end_first);
        end
    endgenerate

    // --- ends ---

    wire [WARPS-1:0] hot;
    wire [4:0]       index;
    wire             any;
    core_first #(.N(WARPS)) u_over (.x(over), .hot(hot), .index(index), .any(any));

    wire [31:0] group;
    wire [3:0]  trap, warp;
    wire [4:0]  lane;
    wire [12:0] pc;
    core_mux #(.N(WARPS), .W(32)) u_end_group (.pick(hot), .in(groups), .out(group));
    core_mux #(.N(WARPS), .W(4)) u_end_trap (.pick(hot), .in(traps), .out(trap));
    core_mux #(.N(WARPS), .W(4)) u_end_warp (.pick(hot), .in(warps), .out(warp));
    core_mux #(.N(WARPS), .W(5)) u_end_lane (.pick(hot), .in(lanes), .out(lane));
    core_mux #(.N(WARPS), .W(13)) u_end_pc (.pick(hot), .in(trap_pcs), .out(pc));
    wire unused = index[4];

    wire load = any & (~end_valid | end_ready);
    always @(posedge clk)
        if (rst) begin
            end_valid <= 1'b0;
            end_first <= 4'd0;
        end else begin
            if (load) end_valid <= 1'b1;
            else if (end_ready) end_valid <= 1'b0;
            if (load) end_first <= index[3:0];
        end

    always @(posedge clk)
        if (load) begin
            end_group <= group;
            end_trap <= trap;
            end_warp <= (trap == 4'd0) ? 4'd0 : warp - index[3:0];
            end_lane <= lane;
            end_pc <= pc;
        end

endmodule

`default_nettype wire
