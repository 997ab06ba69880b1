`default_nettype none

// core_local - the local-memory unit: sends all lanes of one instruction as one request. Parameters as in core.
module core_local #(
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,

    // An instruction enters.
    input  wire                enter,
    input  wire [3:0]          enter_warp,
    input  wire [11:0]         enter_pc,
    input  wire [2:0]          enter_dk,
    input  wire [3:0]          enter_di,
    input  wire [2:0]          enter_type,    // encoded as ci of ld
    input  wire [3:0]          enter_op,      // 0 load, 1 store, else the atomic operation
    input  wire [LANES-1:0]    enter_mask,
    input  wire [32*LANES-1:0] enter_addr,
    input  wire [32*LANES-1:0] enter_b,       // operand of an atomic
    input  wire [32*LANES-1:0] enter_c,       // data of st and cas
    input  wire [9:0]          enter_base,    // base of the group's memory, in units of 64 bytes
    output wire                free,          // the unit is empty, or transfers its request
    output reg                 valid,
    output reg  [3:0]          warp,
    output wire [6:0]          target,      // destination of its instruction

    output wire                local_valid,
    input  wire                local_ready,
    output reg  [3:0]          local_op,
    output reg  [1:0]          local_size,
    output reg  [LANES-1:0]    local_enable,
    output reg  [32*LANES-1:0] local_addr,
    output reg  [32*LANES-1:0] local_data,
    output reg  [32*LANES-1:0] local_compare,

    // Slot of the request.
    input  wire                slot_busy,
    output wire                take,
    output wire [LANES+3+12+7-1:0] take_what  // {lanes, type, pc, target}
);

    localparam [3:0] STORE = 4'd1;
    localparam [3:0] CAS = 4'd12;

    reg [11:0] pc;
    reg [2:0]  dk, size;
    reg [3:0]  di;

    assign target = {dk, di};
    assign local_valid = valid & ~slot_busy;
    assign take = local_valid & local_ready;
    assign take_what = {local_enable, size, pc, dk, di};
    assign free = ~valid | take;

    wire        bytes = enter_type == 3'd1 || enter_type == 3'd2;
    wire        halves = enter_type == 3'd3 || enter_type == 3'd4;
    wire [31:0] kept = bytes ? 32'h000000ff : halves ? 32'h0000ffff : 32'hffffffff;

    always @(posedge clk)
        if (rst) valid <= 1'b0;
        else valid <= enter | ~free;

    integer i;
    always @(posedge clk)
        if (enter) begin
            warp <= enter_warp;
            pc <= enter_pc;
            dk <= enter_dk;
            di <= enter_di;
            size <= enter_type;
            local_op <= enter_op;
            local_size <= bytes ? 2'd0 : halves ? 2'd1 : 2'd2;
            local_enable <= enter_mask;
            for (i = 0; i < LANES; i = i + 1) begin
                local_addr[32*i +: 32] <= enter_mask[i] ? enter_addr[32*i +: 32] + {16'd0, enter_base, 6'd0} : 32'd0;
                local_data[32*i +: 32] <= ~enter_mask[i] || enter_op == 4'd0     ? 32'd0
                                        : enter_op == STORE                      ? enter_c[32*i +: 32] & kept
                                        : enter_op == CAS                        ? enter_c[32*i +: 32]
                                        :                                          enter_b[32*i +: 32];
                local_compare[32*i +: 32] <= (enter_mask[i] && enter_op == CAS) ? enter_b[32*i +: 32] : 32'd0;
            end
        end

endmodule

`default_nettype wire
