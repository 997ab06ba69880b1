`default_nettype none

// gateway_nodes - the nodes of the level of the tree at work, in the banks of even and odd nodes. Each is
// {present, value}.
module gateway_nodes #(
    // Nodes, 4 to 256.
    parameter NODES = 32
) (
    input  wire                       clk,

    input  wire                       write,
    input  wire [$clog2(NODES)-1:0]   write_node,
    input  wire [32:0]                write_data,

    input  wire [$clog2(NODES)-2:0]   read_pair,  // nodes 2i and 2i+1
    output wire [32:0]                read_even,
    output wire [32:0]                read_odd
);

    localparam BITS = $clog2(NODES);

    reg [32:0] even [0:NODES/2-1];
    reg [32:0] odd  [0:NODES/2-1];

    integer i;
    initial
        for (i = 0; i < NODES / 2; i = i + 1) begin
            even[i] = 33'd0;
            odd[i] = 33'd0;
        end

    always @(posedge clk)
        if (write) begin
            if (write_node[0]) odd[write_node[BITS-1:1]] <= write_data;
            else even[write_node[BITS-1:1]] <= write_data;
        end

    assign read_even = even[read_pair];
    assign read_odd = odd[read_pair];

endmodule

`default_nettype wire
