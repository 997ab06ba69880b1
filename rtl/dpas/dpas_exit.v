`default_nettype none

// dpas_exit - the output registers except dst_data, and go, which freezes the array while an output
// stalls.
module dpas_exit (
    input  wire       clk,
    input  wire       rst,

    output wire       go,

    // The packet that leaves in this cycle; leave_row: it is a repeat, not an error marker.
    input  wire       leave,
    input  wire       leave_row,
    input  wire       leave_last_pass,
    input  wire       leave_last_row,
    input  wire [2:0] leave_status,
    input  wire [7:0] leave_tag,
    // The packet is a row of the result: the lanes write dst_data in this cycle.
    output wire       dst_write,

    output reg        dst_valid,
    input  wire       dst_ready,
    output reg  [7:0] dst_tag,
    output reg        dst_last,

    output reg        rsp_valid,
    input  wire       rsp_ready,
    output reg  [7:0] rsp_tag,
    output reg  [2:0] rsp_status
);

    assign go = (~dst_valid | dst_ready) & (~rsp_valid | rsp_ready);

    assign dst_write = leave & leave_row & leave_last_pass;
    wire to_rsp = leave & (~leave_row | (leave_last_pass & leave_last_row));

    always @(posedge clk)
        if (rst) begin
            dst_valid <= 1'b0;
            rsp_valid <= 1'b0;
        end else if (go) begin
            dst_valid <= dst_write;
            rsp_valid <= to_rsp;
        end else begin
            // Frozen by the other port: an output that has been taken must not be offered again.
            if (dst_ready) dst_valid <= 1'b0;
            if (rsp_ready) rsp_valid <= 1'b0;
        end

    always @(posedge clk)
        if (dst_write) begin
            dst_tag <= leave_tag;
            dst_last <= leave_last_row;
        end

    always @(posedge clk)
        if (to_rsp) begin
            rsp_tag <= leave_tag;
            rsp_status <= leave_status;
        end

endmodule

`default_nettype wire
