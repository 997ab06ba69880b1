`default_nettype none

// axis_fifo_ram - memory with one write port and one asynchronous read port. It starts with zeros,
// as the memories of an FPGA do.
module axis_fifo_ram #(
    parameter WIDTH   = 8,
    parameter ADDRESS = 4
) (
    input  wire               clk,
    input  wire               we,
    input  wire [ADDRESS-1:0] wr_address,
    input  wire [WIDTH-1:0]   wr_data,
    input  wire [ADDRESS-1:0] rd_address,
    output wire [WIDTH-1:0]   rd_data
);

    reg [WIDTH-1:0] mem [0:(1<<ADDRESS)-1];

    integer i;
    initial
        for (i = 0; i < (1 << ADDRESS); i = i + 1) mem[i] = 0;

    always @(posedge clk)
        if (we) mem[wr_address] <= wr_data;

    assign rd_data = mem[rd_address];

endmodule

`default_nettype wire
