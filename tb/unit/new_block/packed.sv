// Types of a package on the boundary: a packed struct, an enumeration.
package packed_types;
    typedef enum logic [1:0] {NOP, ADD, SUB} op_t;
    typedef struct packed {
        logic [7:0] a;
        logic [7:0] b;
        op_t        op;
    } request_t;
endpackage

module packed_top import packed_types::*; (
    input  wire        clk,
    input  wire        rst,
    input  wire        req_valid,
    output wire        req_ready,
    input  request_t   req_body,
    output logic       rsp_valid,
    output logic [8:0] rsp_sum,
    output op_t        rsp_op
);
    assign req_ready = 1'b1;
    always_ff @(posedge clk)
        if (rst) begin
            rsp_valid <= 1'b0;
            rsp_op    <= NOP;
        end else begin
            rsp_valid <= req_valid;
            rsp_sum   <= req_body.op == SUB ? req_body.a - req_body.b : req_body.a + req_body.b;
            rsp_op    <= req_body.op;
        end
endmodule
