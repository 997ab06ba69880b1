`default_nettype none

// fdot_greatest - the greatest of N unsigned 10-bit numbers. Combinational.
module fdot_greatest #(
    parameter N = 33
) (
    input  wire [10*N-1:0] x,
    output wire [9:0]      y
);

    // Indexed as a heap: node m has children 2m and 2m+1, nodes N to 2N-1 are the numbers, node 1 is the root.
    genvar m;
    generate
        for (m = 2*N - 1; m >= 1; m = m - 1) begin : g_node
            reg [9:0] value;
            if (m >= N) begin : g_leaf
                always @* value = x[10*(m-N) +: 10];
            end else begin : g_max
                always @*
                    value = g_node[2*m].value > g_node[2*m+1].value ? g_node[2*m].value
                                                                     : g_node[2*m+1].value;
            end
        end
    endgenerate

    assign y = g_node[1].value;

endmodule

`default_nettype wire
