// Two AXI4 buses of which the names tell them apart, push and pop, a valid that nobody answers.
module bridge #(parameter IDW = 2) (
    input  wire           aclk,
    input  wire           areset,
    input  wire           s_axi_arvalid,
    output wire           s_axi_arready,
    input  wire [31:0]    s_axi_araddr,
    input  wire [IDW-1:0] s_axi_arid,
    input  wire [7:0]     s_axi_arlen,
    output wire           m_axi_arvalid,
    input  wire           m_axi_arready,
    output wire [31:0]    m_axi_araddr,
    output wire [IDW-1:0] m_axi_arid,
    output wire [7:0]     m_axi_arlen,
    input  wire           log_push,
    input  wire [7:0]     log_push_data,
    output wire           log_full,
    input  wire           log_pop,
    output reg  [7:0]     log_pop_data,
    output wire           log_empty,
    output wire           log_almost_full,
    output reg            event_vld,
    output reg  [3:0]     event_code,
    input  wire           irq_req,
    output reg            irq_ack
);
    reg [1:0] count;

    assign m_axi_arvalid = s_axi_arvalid;
    assign s_axi_arready = m_axi_arready;
    assign m_axi_araddr  = s_axi_araddr;
    assign m_axi_arid    = s_axi_arid;
    assign m_axi_arlen   = s_axi_arlen;
    assign log_full      = count == 1;
    assign log_empty     = count == 0;
    assign log_almost_full = count == 0;
    always @(posedge aclk)
        if (areset) begin
            count     <= 0;
            event_vld <= 0;
            irq_ack   <= 0;
        end else begin
            if (log_push && log_empty) begin
                count        <= 1;
                log_pop_data <= log_push_data;
            end else if (log_pop && log_full) count <= 0;
            event_vld  <= log_push && log_full;
            event_code <= log_push_data[3:0];
            irq_ack    <= irq_req;
        end
endmodule
