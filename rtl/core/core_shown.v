`default_nettype none

// core_shown - reports in the next cycle what issued, with the new state of the warp. Parameters as in core.
module core_shown #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   v,      // a vector instruction issues; s: a scalar one
    input  wire                   s,
    input  wire [3:0]             warp,
    input  wire [11:0]            pc,

    // State of all warps.
    input  wire [13*WARPS-1:0]    pcs,
    input  wire [LANES*WARPS-1:0] actives,
    input  wire [4*WARPS-1:0]     depths,

    output reg  [1:0]             issue,
    output wire [3:0]             issue_warp,
    output wire [11:0]            issue_pc,
    output wire [12:0]            issue_next,
    output wire [LANES-1:0]       issue_active,
    output wire [3:0]             issue_depth
);

    reg  [3:0]       issued_warp;
    reg  [11:0]      issued_pc;
    wire [WARPS-1:0] issued;
    wire             shows = issue != 2'd0;

    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_issued
            localparam [3:0] INDEX = w;
            assign issued[w] = shows && issued_warp == INDEX;
        end
    endgenerate
    core_mux #(.N(WARPS), .W(13)) u_next (.pick(issued), .in(pcs), .out(issue_next));
    core_mux #(.N(WARPS), .W(LANES)) u_active (.pick(issued), .in(actives), .out(issue_active));
    core_mux #(.N(WARPS), .W(4)) u_depth (.pick(issued), .in(depths), .out(issue_depth));
    assign issue_warp = issued_warp & {4{shows}};
    assign issue_pc = issued_pc & {12{shows}};

    always @(posedge clk)
        if (rst) issue <= 2'd0;
        else issue <= {v, s};

    always @(posedge clk) begin
        issued_warp <= warp;
        issued_pc <= pc;
    end

endmodule

`default_nettype wire
