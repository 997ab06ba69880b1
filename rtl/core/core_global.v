`default_nettype none

// core_global - the global-memory unit: turns one instruction into requests. Each request serves the lowest remaining lane
// and, unless it is an atomic, all lanes in the same line. Parameters as in core.
module core_global #(
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
    output wire                free,          // the unit is empty, or transfers its last request
    output reg                 valid,
    output reg  [3:0]          warp,
    output wire [6:0]          target,      // destination of its instruction

    output wire                mem_valid,
    input  wire                mem_ready,
    output wire [3:0]          mem_op,
    output wire [23:0]         mem_addr,
    output reg  [63:0]         mem_mask,
    output reg  [511:0]        mem_data,
    output wire [3:0]          mem_word,

    // Slot of the request.
    input  wire                slot_busy,
    output wire                take,
    output wire [6*LANES+LANES+1+3+12+7-1:0] take_what  // {low addresses, lanes, atomic, type, pc, target}
);

    localparam [3:0] CAS = 4'd12;

    reg [11:0]         pc;
    reg [2:0]          dk, size;
    reg [3:0]          di, op;
    reg [LANES-1:0]    left;
    reg [32*LANES-1:0] addr, b, c;

    wire atomic = op >= 4'd3;
    assign target = {dk, di};

    // --- the lanes of the line ---

    wire [LANES-1:0]   lowest, same;
    wire [4:0]         lane;
    wire               any;
    wire [31:0]        at, operand, second;
    core_first #(.N(LANES)) u_lowest (.x(left), .hot(lowest), .index(lane), .any(any));
    core_mux #(.N(LANES), .W(32)) u_at (.pick(lowest), .in(addr), .out(at));
    core_mux #(.N(LANES), .W(32)) u_operand (.pick(lowest), .in(b), .out(operand));
    core_mux #(.N(LANES), .W(32)) u_second (.pick(lowest), .in(c), .out(second));
    wire unused = &{1'b0, lane, any, at[31:30], at[1:0]};

    wire [6*LANES-1:0] lows;
    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            assign same[l] = addr[32*l+6 +: 24] == at[29:6];
            assign lows[6*l +: 6] = addr[32*l +: 6];
        end
    endgenerate
    wire [LANES-1:0] served = atomic ? lowest : left & same;
    wire             last = left == served;

    // --- the request ---

    assign mem_valid = valid & ~slot_busy;
    assign mem_op = op;
    assign mem_addr = at[29:6];
    assign mem_word = atomic ? at[5:2] : 4'd0;
    assign take = mem_valid & mem_ready;
    assign take_what = {lows, served, atomic, size, pc, dk, di};
    assign free = ~valid | (take & last);

    // Bytes of a store: a higher lane overwrites a lower one.
    wire [3:0] bytes = (size == 3'd0) ? 4'b1111 : (size <= 3'd2) ? 4'b0001 : 4'b0011;
    integer i, k;
    always @* begin
        mem_mask = 64'd0;
        mem_data = 512'd0;
        if (op == 4'd1) begin
            for (i = 0; i < LANES; i = i + 1)
                for (k = 0; k < 4; k = k + 1)
                    if (served[i] & bytes[k]) begin
                        mem_mask[addr[32*i +: 6] + k[5:0]] = 1'b1;
                        mem_data[{addr[32*i +: 6] + k[5:0], 3'd0} +: 8] = c[32*i + 8*k +: 8];
                    end
        end else if (atomic) begin
            mem_data[31:0] = (op == CAS) ? second : operand;
            mem_data[63:32] = (op == CAS) ? operand : 32'd0;
        end
    end

    always @(posedge clk)
        if (rst) valid <= 1'b0;
        else valid <= enter | ~free;

    always @(posedge clk)
        if (enter) begin
            warp <= enter_warp;
            pc <= enter_pc;
            dk <= enter_dk;
            di <= enter_di;
            size <= enter_type;
            op <= enter_op;
            left <= enter_mask;
            addr <= enter_addr;
            b <= enter_b;
            c <= enter_c;
        end else if (take) left <= left & ~served;

endmodule

`default_nettype wire
