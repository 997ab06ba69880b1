// Parameters of many types; widths that depend on several.
module typed #(
    parameter int          LANES  = 4,
    parameter int          BITS   = 8,
    parameter int          DEPTH  = 16,
    parameter string       NAME   = "typed",
    parameter              STYLE  = "FAST",
    parameter real         RATE   = 1.5,
    parameter logic [63:0] SEED   = 64'h0123_4567_89ab_cdef,
    parameter int          OFFSET = -3,
    parameter logic [3:0]  TAG    = 4'd9
) (
    input  logic                    clk,
    input  logic                    rst,
    input  logic                    op_valid,
    output logic                    op_ready,
    input  logic [LANES*BITS-1:0]   op_lanes,
    input  logic [LANES*BITS/8-1:0] op_keep,
    input  logic [$clog2(DEPTH):0]  op_level,
    input  logic [$clog2(DEPTH)-1:0] op_index,
    input  logic [LANES+BITS-1:0]   op_sum,
    input  logic [2*BITS+1:0]       op_twice,
    output logic                    res_valid,
    output logic [LANES-1:0]        res_parity,
    output logic [$bits(op_lanes)+DEPTH-1:0] res_odd
);
    assign op_ready = 1'b1;
    assign res_odd  = {DEPTH'(TAG + OFFSET), op_lanes ^ SEED[0]};
    always_ff @(posedge clk)
        if (rst) begin
            res_valid  <= 1'b0;
            res_parity <= '0;
        end else begin
            res_valid <= op_valid;
            for (int i = 0; i < LANES; ++i) res_parity[i] <= ^op_lanes[i*BITS +: BITS];
        end
    wire unused = &{1'b0, op_keep, op_level, op_index, op_sum, op_twice};
endmodule
