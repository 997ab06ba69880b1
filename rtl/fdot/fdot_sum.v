`default_nettype none

// fdot_sum - the exact sum of N 28-bit terms in two's complement, in one tree. Combinational.
module fdot_sum #(
    parameter N = 33,
    // Width of the sum in bits: 28 + ceil(log2 N).
    parameter W = 34
) (
    input  wire [28*N-1:0] x,
    output wire [W-1:0]    y
);

    // Indexed as a heap: node m adds nodes 2m and 2m+1, nodes N to 2N-1 are the terms, node 1 is the root.
    genvar m;
    generate
        for (m = 2*N - 1; m >= 1; m = m - 1) begin : g_node
            reg [W-1:0] sum;
            if (m >= N) begin : g_term
                always @* sum = {{(W-28){x[28*(m-N)+27]}}, x[28*(m-N) +: 28]};
            end else begin : g_add
                always @* sum = g_node[2*m].sum + g_node[2*m+1].sum;
            end
        end
    endgenerate

    assign y = g_node[1].sum;

endmodule

`default_nettype wire
