`default_nettype none

// core_uniform - uniform registers of a warp. If several writes hit one register in a cycle, the last in the order
// below wins.
module core_uniform (
    input  wire         clk,
    input  wire         rst,

    output reg  [511:0] u,          // U0 in the lowest bits

    input  wire         host_write,
    input  wire [3:0]   host_index,
    input  wire [31:0]  host_data,

    input  wire         rv_write,   // retiring vector instruction
    input  wire [3:0]   rv_index,
    input  wire [31:0]  rv_data,
    input  wire         rs_write,   // retiring scalar instruction
    input  wire [3:0]   rs_index,
    input  wire [31:0]  rs_data,
    input  wire         rm_write,   // value from outside
    input  wire [3:0]   rm_index,
    input  wire [31:0]  rm_data,
    input  wire         wb_low,     // result of a barrier
    input  wire         wb_high,
    input  wire [3:0]   wb_index,
    input  wire [63:0]  wb_data,
    input  wire         sum_write,  // sum of the barrier's predicates
    input  wire [3:0]   sum_index,
    input  wire [13:0]  sum_data,
    input  wire         msg_write,  // msg of another warp
    input  wire [3:0]   msg_index,
    input  wire [31:0]  msg_data
);

    initial u = 512'd0;

    wire [3:0] wb_next = wb_index + 4'd1;

    always @(posedge clk)
        if (~rst) begin
            if (host_write) u[{host_index, 5'd0} +: 32] <= host_data;
            if (rv_write) u[{rv_index, 5'd0} +: 32] <= rv_data;
            if (rs_write) u[{rs_index, 5'd0} +: 32] <= rs_data;
            if (rm_write) u[{rm_index, 5'd0} +: 32] <= rm_data;
            if (wb_low) u[{wb_index, 5'd0} +: 32] <= wb_data[31:0];
            if (wb_high) u[{wb_next, 5'd0} +: 32] <= wb_data[63:32];
            if (sum_write) u[{sum_index, 5'd0} +: 32] <= {18'd0, sum_data};
            if (msg_write) u[{msg_index, 5'd0} +: 32] <= msg_data;
        end

endmodule

`default_nettype wire
