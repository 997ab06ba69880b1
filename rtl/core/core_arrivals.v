`default_nettype none

// core_arrivals - takes answers from outside to the registers of the warps that wait for them. Parameters as in core.
module core_arrivals #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   mem_rsp_valid,
    output wire                   mem_rsp_ready,
    input  wire [511:0]           mem_rsp_data,
    input  wire [2:0]             mem_rsp_status,
    input  wire [4:0]             mem_rsp_of,    // tag[7:3]: bit above the warp, and the warp; tag[2:0] is the slot
    output wire                   mem_take,      // answers a request in flight
    input  wire                   mem_known,     // from core_requests
    input  wire [6*LANES+LANES+1+3+12+7-1:0] mem_what,

    input  wire                   local_rsp_valid,
    output wire                   local_rsp_ready,
    input  wire [32*LANES-1:0]    local_rsp_data,
    input  wire [LANES-1:0]       local_rsp_error,
    input  wire [4:0]             local_rsp_of,    // tag[7:3]: bit above the warp, and the warp; tag[2:0] is the slot
    output wire                   local_take,
    input  wire                   local_known,
    input  wire [LANES+3+12+7-1:0] local_what,

    input  wire                   value_valid,
    output wire                   value_ready,
    input  wire [3:0]             value_pr,
    input  wire [3:0]             value_status,
    input  wire [32*LANES-1:0]    value_data,
    output wire [WARPS-1:0]       value_to,      // one-hot: the warp that wanted the value
    // What each warp wants.
    input  wire [WARPS-1:0]       wanted,
    input  wire [12*WARPS-1:0]    wanted_pcs,
    input  wire [4*WARPS-1:0]     wanted_dis,
    input  wire [LANES*WARPS-1:0] wanted_masks,

    // An error of a warp, in the cycle of the transfer.
    output wire [WARPS-1:0]       bad,
    output wire                   bad_message,   // from another block, not from memory
    output wire [4:0]             bad_lane,
    output wire [11:0]            bad_pc,

    // The register write at the end of this cycle.
    output wire                   rm_valid,
    output wire                   rm_of_array,
    output wire [3:0]             rm_warp,
    output wire [11:0]            rm_pc,
    output wire [6:0]             rm_dst,
    output wire [LANES-1:0]       rm_mask,
    output wire [32*LANES-1:0]    rm_data,
    output wire [39:0]            rm_register    // the destination as a set of registers
);

    wire                bad_any, value_known, value_take;
    wire [3:0]          bad_warp, value_di, warp;
    wire [11:0]         value_pc, pc;
    wire [LANES-1:0]    value_mask, mask;
    wire [WARPS-1:0]    value_of;
    wire [6:0]          dst;
    wire [32*LANES-1:0] data;

    core_answers #(.LANES(LANES)) u_answers (
        .clk(clk), .rst(rst),
        .mem_valid(mem_rsp_valid), .mem_ready(mem_rsp_ready), .mem_data(mem_rsp_data), .mem_status(mem_rsp_status),
        .mem_foreign(mem_rsp_of[4]), .mem_known(mem_known), .mem_warp(mem_rsp_of[3:0]), .mem_what(mem_what),
        .local_valid(local_rsp_valid), .local_ready(local_rsp_ready), .local_data(local_rsp_data),
        .local_error(local_rsp_error), .local_foreign(local_rsp_of[4]), .local_known(local_known),
        .local_warp(local_rsp_of[3:0]), .local_what(local_what),
        .value_valid(value_valid), .value_ready(value_ready), .value_data(value_data), .value_status(value_status),
        .value_known(value_known), .value_warp(value_pr), .value_pc(value_pc), .value_di(value_di), .value_mask(value_mask),
        .mem_take(mem_take), .local_take(local_take), .value_take(value_take),
        .bad(bad_any), .bad_message(bad_message), .bad_warp(bad_warp), .bad_lane(bad_lane), .bad_pc(bad_pc),
        .rm_valid(rm_valid), .rm_of_array(rm_of_array), .rm_warp(warp), .rm_pc(pc), .rm_dst(dst), .rm_mask(mask), .rm_data(data)
    );
    core_mux #(.N(WARPS), .W(1)) u_known (.pick(value_of), .in(wanted), .out(value_known));
    core_mux #(.N(WARPS), .W(12)) u_pc (.pick(value_of), .in(wanted_pcs), .out(value_pc));
    core_mux #(.N(WARPS), .W(4)) u_di (.pick(value_of), .in(wanted_dis), .out(value_di));
    core_mux #(.N(WARPS), .W(LANES)) u_mask (.pick(value_of), .in(wanted_masks), .out(value_mask));

    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_of
            localparam [3:0] INDEX = w;
            assign value_of[w] = value_pr == INDEX;
            assign value_to[w] = value_take & value_of[w];
            assign bad[w] = bad_any && bad_warp == INDEX;
        end
    endgenerate

    assign rm_warp = warp & {4{rm_valid}};
    assign rm_pc = pc & {12{rm_valid}};
    assign rm_dst = dst & {7{rm_valid}};
    assign rm_mask = mask & {LANES{rm_valid}};
    assign rm_data = data & {(32*LANES){rm_valid}};

    wire        to_u = rm_dst[6:4] == 3'd2;
    wire [39:0] one_register = 40'd1;
    assign rm_register = (rm_dst[6:4] == 3'd0) ? 40'd0 : one_register << {1'b0, to_u, rm_dst[3:0]};

endmodule

`default_nettype wire
