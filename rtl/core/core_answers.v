`default_nettype none

// core_answers - round-robin arbiter for the answers of global memory, of local memory and of other blocks. It takes one
// answer per cycle and holds it in the next cycle in the output register, whose value is written at the end of that cycle.
// Parameters as in core.
module core_answers #(
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                mem_valid,
    output wire                mem_ready,
    input  wire [511:0]        mem_data,
    input  wire [2:0]          mem_status,
    input  wire                mem_foreign,  // its tag belongs to no warp
    input  wire                mem_known,    // its slot is busy
    input  wire [3:0]          mem_warp,
    input  wire [6*LANES+LANES+1+3+12+7-1:0] mem_what,  // as core_global made it

    input  wire                local_valid,
    output wire                local_ready,
    input  wire [32*LANES-1:0] local_data,
    input  wire [LANES-1:0]    local_error,
    input  wire                local_foreign,
    input  wire                local_known,
    input  wire [3:0]          local_warp,
    input  wire [LANES+3+12+7-1:0] local_what,

    input  wire                value_valid,
    output wire                value_ready,
    input  wire [32*LANES-1:0] value_data,
    input  wire [3:0]          value_status,
    input  wire                value_known,  // the warp is waiting for it
    input  wire [3:0]          value_warp,
    input  wire [11:0]         value_pc,
    input  wire [3:0]          value_di,
    input  wire [LANES-1:0]    value_mask,

    output wire                mem_take,     // answers a request in flight
    output wire                local_take,
    output wire                value_take,

    // An error, in the cycle of the transfer.
    output wire                bad,
    output wire                bad_message,  // from another block, not from memory
    output wire [3:0]          bad_warp,
    output wire [4:0]          bad_lane,
    output wire [11:0]         bad_pc,

    // The output register.
    output reg                 rm_valid,
    output reg                 rm_of_array,
    output reg  [3:0]          rm_warp,
    output reg  [11:0]         rm_pc,
    output reg  [6:0]          rm_dst,
    output reg  [LANES-1:0]    rm_mask,
    output reg  [32*LANES-1:0] rm_data
);

    localparam [2:0] TO_R = 3'd1;

    // --- arbitration ---

    reg [1:0] turn;
    assign mem_ready = turn == 2'd0 || (turn == 2'd1 && ~local_valid && ~value_valid) || (turn == 2'd2 && ~value_valid);
    assign local_ready = turn == 2'd1 || (turn == 2'd2 && ~value_valid && ~mem_valid) || (turn == 2'd0 && ~mem_valid);
    assign value_ready = turn == 2'd2 || (turn == 2'd0 && ~mem_valid && ~local_valid) || (turn == 2'd1 && ~local_valid);

    always @(posedge clk)
        if (rst) turn <= 2'd0;
        else if (mem_valid & mem_ready) turn <= 2'd1;
        else if (local_valid & local_ready) turn <= 2'd2;
        else if (value_valid & value_ready) turn <= 2'd0;

    assign mem_take = mem_valid & mem_ready & mem_known & ~mem_foreign;
    assign local_take = local_valid & local_ready & local_known & ~local_foreign;
    assign value_take = value_valid & value_ready & value_known;

    // --- context kept of the requests ---

    wire [6*LANES-1:0] lows;
    wire [LANES-1:0]   mem_lanes, local_lanes;
    wire               atomic;
    wire [2:0]         mem_type, local_type;
    wire [11:0]        mem_pc, local_pc;
    wire [6:0]         mem_dst, local_dst;
    assign {lows, mem_lanes, atomic, mem_type, mem_pc, mem_dst} = mem_what;
    assign {local_lanes, local_type, local_pc, local_dst} = local_what;

    // --- errors ---

    wire [LANES-1:0] unused_mem_hot, unused_error_hot;
    wire [4:0]       mem_lane, error_lane;
    wire             unused_mem_any, wrong;
    core_first #(.N(LANES)) u_mem_lane (.x(mem_lanes), .hot(unused_mem_hot), .index(mem_lane), .any(unused_mem_any));
    core_first #(.N(LANES)) u_error_lane (.x(local_error), .hot(unused_error_hot), .index(error_lane), .any(wrong));
    wire unused = &{1'b0, unused_mem_hot, unused_error_hot, unused_mem_any};

    assign bad = (mem_take && mem_status != 3'd0) || (local_take && wrong) || (value_take && value_status != 4'd0);
    assign bad_message = value_take;
    assign bad_warp = mem_take ? mem_warp : local_take ? local_warp : value_warp;
    assign bad_lane = mem_take ? mem_lane : local_take ? error_lane : {1'b0, value_status};
    assign bad_pc = mem_take ? mem_pc : local_take ? local_pc : value_pc;

    // --- values ---

    wire [6:0]          dst = mem_take ? mem_dst : local_take ? local_dst : {TO_R, value_di};
    wire [LANES-1:0]    lanes = mem_take ? mem_lanes : local_take ? local_lanes : value_mask;
    wire [LANES-1:0]    mask = (dst[6:4] == 3'd0) ? {LANES{1'b0}} : lanes;
    wire [32*LANES-1:0] values;

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            // An aligned load stays within one word, so the word is shifted and not the line.
            wire [5:0]  at = lows[6*l +: 6];
            wire [31:0] line_word = atomic ? mem_data[31:0] : mem_data[{at[5:2], 5'd0} +: 32] >> {at[1:0], 3'd0};
            wire [31:0] raw = mem_take ? line_word : local_data[32*l +: 32];
            wire [31:0] extended;
            core_extend u_extend (
                .size(mem_take ? (atomic ? 3'd0 : mem_type) : local_type), .x(raw), .y(extended)
            );
            assign values[32*l +: 32] = (value_take ? value_data[32*l +: 32] : extended) & {32{mask[l]}};
        end
    endgenerate

    always @(posedge clk)
        if (rst) rm_valid <= 1'b0;
        else rm_valid <= mem_take | local_take | value_take;

    always @(posedge clk) begin
        rm_of_array <= value_take;
        rm_warp <= bad_warp;
        rm_pc <= bad_pc;
        rm_dst <= (dst[6:4] == 3'd0) ? 7'd0 : dst;
        rm_mask <= mask;
        rm_data <= values;
    end

endmodule

`default_nettype wire
