`default_nettype none

// core_host - the host port: decodes its requests, and holds the constants and the read data. Parameters as in core.
module core_host #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   idle,       // no warp is in use

    input  wire                   host_valid,
    output wire                   host_ready,
    input  wire [3:0]             host_op,
    input  wire [2:0]             host_space,
    input  wire [3:0]             host_index,  // the low bits of host_addr
    input  wire [3:0]             host_warp,
    input  wire [4:0]             host_lane,
    input  wire [31:0]            host_data,

    output reg                    rdata_valid,
    input  wire                   rdata_ready,
    output reg  [63:0]            rdata_data,

    output wire                   write,
    output wire                   clear,      // clears the counters
    output wire                   own_warp,   // host_warp exists
    output reg  [511:0]           constant,

    // What is at the address: the word, and the register in all lanes of the warp.
    input  wire [63:0]            word,
    input  wire [32*LANES-1:0]    r,
    // State of all warps.
    input  wire [512*WARPS-1:0]   us,
    input  wire [4*LANES*WARPS-1:0] ps,
    input  wire [4*WARPS-1:0]     ups
);

    localparam [4:0] ALL_WARPS = WARPS[4:0];
    localparam [5:0] ALL_LANES = LANES[5:0];
    localparam LB = $clog2(LANES);

    assign host_ready = idle & (~rdata_valid | rdata_ready);
    wire take = host_valid & host_ready;
    wire read = take & (host_op == 4'd2);
    assign write = take & (host_op == 4'd1);
    assign clear = take & (host_op == 4'd4);
    assign own_warp = {1'b0, host_warp} < ALL_WARPS;

    initial constant = 512'd0;
    always @(posedge clk)
        if (write & ~rst & (host_space == 3'd1)) constant[{host_index, 5'd0} +: 32] <= host_data;

    wire [WARPS-1:0]   of_host;
    wire [511:0]       u;
    wire [4*LANES-1:0] p;
    wire [3:0]         up;
    wire [LANES-1:0]   bits;
    core_mux #(.N(WARPS), .W(512)) u_u (.pick(of_host), .in(us), .out(u));
    core_mux #(.N(WARPS), .W(4*LANES)) u_p (.pick(of_host), .in(ps), .out(p));
    core_mux #(.N(WARPS), .W(4)) u_up (.pick(of_host), .in(ups), .out(up));
    genvar i;
    generate
        for (i = 0; i < WARPS; i = i + 1) begin : g_of_host
            localparam [3:0] INDEX = i;
            assign of_host[i] = host_warp == INDEX;
        end
        for (i = 0; i < LANES; i = i + 1) begin : g_bits
            wire [3:0] own = p[4*i +: 4];
            assign bits[i] = own[host_index[1:0]];
        end
    endgenerate

    reg [63:0] found;
    always @*
        case (host_space)
            3'd0: found = word;
            3'd1: found = {32'd0, constant[{host_index, 5'd0} +: 32]};
            3'd2: found = (own_warp && {1'b0, host_lane} < ALL_LANES) ? {32'd0, r[{host_lane[LB-1:0], 5'd0} +: 32]} : 64'd0;
            3'd3: found = {32'd0, u[{host_index, 5'd0} +: 32]};
            3'd4: found = {{(64-LANES){1'b0}}, bits};
            3'd5: found = {63'd0, up[host_index[1:0]]};
            default: found = 64'd0;
        endcase

    always @(posedge clk)
        if (rst) rdata_valid <= 1'b0;
        else if (read) rdata_valid <= 1'b1;
        else if (rdata_ready) rdata_valid <= 1'b0;

    always @(posedge clk)
        if (read) rdata_data <= found;

endmodule

`default_nettype wire
