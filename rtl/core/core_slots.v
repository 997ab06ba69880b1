`default_nettype none

// core_slots - requests of each warp to one memory: eight slots per warp, used in turn, each with context for the answer.
// WARPS as in core.
module core_slots #(
    parameter WARPS = 4,
    // Bits of context that are kept of a request.
    parameter W = 40
) (
    input  wire               clk,
    input  wire               rst,

    input  wire [WARPS-1:0]   start,      // these warps begin again with slot 0

    // A request takes the next slot of a warp.
    input  wire               take,
    input  wire [3:0]         take_warp,
    input  wire [W-1:0]       take_what,
    output wire [2:0]         next,       // next slot of that warp
    output wire               next_busy,

    // An answer frees a slot.
    input  wire               free,
    input  wire [3:0]         free_warp,
    input  wire [2:0]         free_slot,
    output wire               known,      // the slot is busy
    output wire [W-1:0]       what,

    output wire [WARPS-1:0]   any,        // warps with a busy slot

    // Whether ask_warp has a busy slot with target ask_target; the target is the low seven bits of the context.
    input  wire [3:0]         ask_warp,
    input  wire [6:0]         ask_target,
    output wire               still
);

    localparam AW = 3 + $clog2(WARPS);

    reg [W-1:0]       kept [0:8*WARPS-1];
    reg [8*WARPS-1:0] busy;
    reg [3*WARPS-1:0] turns;

    wire [6:0] at_take = {take_warp, next};
    wire [6:0] at_free = {free_warp, free_slot};
    wire       unused = &{1'b0, at_take, at_free};
    localparam [4:0] ALL = WARPS[4:0];

    assign known = ({1'b0, free_warp} < ALL) & busy[at_free[AW-1:0]];
    assign what = kept[at_free[AW-1:0]];
    assign next_busy = busy[at_take[AW-1:0]];

    wire [7:0]       same [0:WARPS-1];
    wire [WARPS-1:0] asked, taking, stills;
    assign still = |(stills & asked);
    core_mux #(.N(WARPS), .W(3)) u_next (.pick(taking), .in(turns), .out(next));

    genvar w, s;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            localparam [3:0] INDEX = w;
            assign any[w] = |busy[8*w +: 8];
            assign asked[w] = ask_warp == INDEX;
            assign taking[w] = take_warp == INDEX;
            for (s = 0; s < 8; s = s + 1) begin : g_slot
                reg [6:0] target;
                wire      here = take & taking[w] & (next == s);
                assign same[w][s] = busy[8*w + s] & (target == ask_target);
                always @(posedge clk)
                    if (here) target <= take_what[6:0];
            end
            assign stills[w] = |same[w];
        end
    endgenerate

    integer i;
    always @(posedge clk)
        if (rst) begin
            busy <= {8*WARPS{1'b0}};
            turns <= {3*WARPS{1'b0}};
        end else begin
            if (free & known) busy[at_free[AW-1:0]] <= 1'b0;
            if (take) begin
                busy[at_take[AW-1:0]] <= 1'b1;
                for (i = 0; i < WARPS; i = i + 1)
                    if (taking[i]) turns[3*i +: 3] <= next + 3'd1;
            end
            for (i = 0; i < WARPS; i = i + 1)
                if (start[i]) turns[3*i +: 3] <= 3'd0;
        end

    always @(posedge clk)
        if (take) kept[at_take[AW-1:0]] <= take_what;

endmodule

`default_nettype wire
