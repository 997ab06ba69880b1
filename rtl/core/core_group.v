`default_nettype none

// core_group - limit and trap of a group of warps; a group is identified by the slot of its first warp.
// Parameters as in core.
module core_group #(
    parameter WARPS = 4
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                start,
    input  wire [31:0]         start_limit,

    input  wire [WARPS-1:0]    member,
    input  wire [WARPS-1:0]    running,
    input  wire [WARPS-1:0]    finished,
    input  wire [WARPS-1:0]    at_bar,
    input  wire [13*WARPS-1:0] pcs,

    // Sources of traps in this cycle: issue, an answer of the gateway, a note, an answer to a request.
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

    output wire                stops,  // the group traps in this cycle
    output reg  [3:0]          trap,
    output reg  [3:0]          warp,
    output reg  [4:0]          lane,
    output reg  [12:0]         pc
);

    localparam [3:0] LIMIT = 4'd7;
    localparam [3:0] INCOMPLETE = 4'd10;
    localparam [3:0] REFUSED = 4'd11;
    localparam [3:0] MESSAGE = 4'd13;

    reg        limited;
    reg [31:0] left;

    wire [WARPS-1:0] runs = member & running;
    wire             none = trap == 4'd0;
    wire             expired = limited && left == 32'd0 && |runs;
    wire             stuck = |(member & finished) && |runs && ~|(runs & ~at_bar);

    wire by_issue = |(at_issue & member);
    wire by_wb = |(at_wb & member);
    wire by_reply = |(at_reply & member);
    wire by_note = |(at_note & member);
    wire by_answer = |(at_answer & member);
    assign stops = none & (by_issue | by_wb | by_reply | by_note | by_answer | stuck | expired);

    // The warp that traps; the lowest of several.
    wire [WARPS-1:0] whose = by_issue  ? at_issue & member
                           : by_wb     ? at_wb & member
                           : by_reply  ? at_reply & member
                           : by_note   ? at_note & member
                           : by_answer ? at_answer & member
                           :             runs;
    wire [WARPS-1:0] hot;
    wire [4:0]       index;
    wire             any;
    core_first #(.N(WARPS)) u_whose (.x(whose), .hot(hot), .index(index), .any(any));
    wire unused = &{1'b0, any, index[4]};

    wire [12:0] own;
    core_mux #(.N(WARPS), .W(13)) u_own (.pick(hot), .in(pcs), .out(own));
    wire        steps_back = by_wb | by_reply | |(hot & at_bar);
    wire [12:0] own_pc = steps_back ? own - 13'd1 : own;

    always @(posedge clk)
        if (rst) begin
            trap <= 4'd0;
            warp <= 4'd0;
            lane <= 5'd0;
            pc <= 13'd0;
            limited <= 1'b0;
            left <= 32'd0;
        end else if (start) begin
            trap <= 4'd0;
            warp <= 4'd0;
            lane <= 5'd0;
            pc <= 13'd0;
            limited <= |start_limit;
            left <= start_limit;
        end else if (stops) begin
            trap <= by_issue             ? issue_code
                  : (by_wb | by_reply)   ? REFUSED
                  : by_note              ? MESSAGE
                  : by_answer            ? answer_code
                  : stuck                ? INCOMPLETE
                  :                        LIMIT;
            warp <= index[3:0];
            lane <= by_issue  ? issue_lane
                  : by_wb     ? {1'b0, wb_status}
                  : by_reply  ? {1'b0, reply_status}
                  : by_note   ? {1'b0, note_status}
                  : by_answer ? answer_lane
                  :             5'd0;
            pc <= by_issue                        ? issue_pc
                : (by_note & ~by_wb & ~by_reply)  ? {1'b0, note_pc}
                : (by_answer & ~by_wb & ~by_reply) ? {1'b0, answer_pc}
                :                                   own_pc;
        end else if (none && |runs) left <= left - 32'd1;

endmodule

`default_nettype wire
