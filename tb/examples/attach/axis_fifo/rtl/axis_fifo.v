`default_nettype none

// axis_fifo - an AXI-Stream FIFO. The memory has byte enables, and a null byte (tkeep low) is not
// written: at the output, a null byte has the previous contents of the memory.
module axis_fifo #(
    parameter DATA_WIDTH = 32,  // 8 or more, a multiple of 8
    parameter DEPTH      = 16   // beats, a power of two
) (
    input  wire                    aclk,
    input  wire                    aresetn,

    input  wire [DATA_WIDTH-1:0]   s_axis_tdata,
    input  wire [DATA_WIDTH/8-1:0] s_axis_tkeep,
    input  wire                    s_axis_tlast,
    input  wire                    s_axis_tvalid,
    output wire                    s_axis_tready,

    output wire [DATA_WIDTH-1:0]   m_axis_tdata,
    output wire [DATA_WIDTH/8-1:0] m_axis_tkeep,
    output wire                    m_axis_tlast,
    output wire                    m_axis_tvalid,
    input  wire                    m_axis_tready
);

    localparam A = $clog2(DEPTH);
    localparam K = DATA_WIDTH / 8;

    reg [A:0] head, tail;

    wire full  = head == {~tail[A], tail[A-1:0]};
    wire write = s_axis_tvalid & ~full;
    wire read  = m_axis_tready & m_axis_tvalid;

    assign s_axis_tready = ~full;
    assign m_axis_tvalid = head != tail;

    genvar i;
    generate
        for (i = 0; i < K; i = i + 1) begin : g_lane
            axis_fifo_ram #(.WIDTH(8), .ADDRESS(A)) u_data (
                .clk(aclk), .we(write & s_axis_tkeep[i]),
                .wr_address(head[A-1:0]), .wr_data(s_axis_tdata[8*i +: 8]),
                .rd_address(tail[A-1:0]), .rd_data(m_axis_tdata[8*i +: 8])
            );
        end
    endgenerate

    axis_fifo_ram #(.WIDTH(K + 1), .ADDRESS(A)) u_side (
        .clk(aclk), .we(write),
        .wr_address(head[A-1:0]), .wr_data({s_axis_tlast, s_axis_tkeep}),
        .rd_address(tail[A-1:0]), .rd_data({m_axis_tlast, m_axis_tkeep})
    );

    always @(posedge aclk)
        if (!aresetn) begin
            head <= 0;
            tail <= 0;
        end else begin
            if (write) head <= head + 1'b1;
            if (read)  tail <= tail + 1'b1;
        end

endmodule

`default_nettype wire
