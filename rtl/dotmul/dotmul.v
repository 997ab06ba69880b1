`default_nettype none

// dotmul - one multiplier with two modes [BR 102020019666 ¶244 to ¶257]. Combinational.
//
// K*K products of one element of a and one of b feed one adder tree. The same products and the same
// tree give either the wide product of a and b (dot = 0, equation 3) or the dot product of their
// elements (dot = 1, equation 4).
module dotmul #(
    // Width of an element in bits, 2..16.
    parameter N = 4,
    // Elements per operand, 2..8; N*K is at most 32.
    parameter K = 2
) (
    input  wire [N*K-1:0]   a,
    input  wire [N*K-1:0]   b,
    // 0: p = a * b. 1: p = (sum of a_i * b_i) at bit (K-1)*N, zeros below.
    input  wire             dot,
    // The operand (dot = 0) or each of its elements (dot = 1) is two's complement.
    input  wire             a_signed,
    input  wire             b_signed,
    output wire [2*N*K-1:0] p
);

    localparam W = 2 * N * K;  // width of the result and of every node of the tree
    localparam T = K * K;      // number of products, the leaves of the tree

    genvar i, m;
    generate
        if (N < 2 || N > 16 || K < 2 || K > 8 || N * K > 32) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            dotmul_needs_N_2_to_16_K_2_to_8_and_N_times_K_up_to_32 illegal ();
        end

        // Elements with a sign bit prepended. In conventional mode, only the top element of a signed operand
        // is signed; in dot mode, every element is. Because the products include the sign, the sign
        // corrections stay inside the one tree.
        for (i = 0; i < K; i = i + 1) begin : g_element
            wire signed [N:0] x =
                {a_signed & (dot | (i == K-1)) & a[N*i+N-1], a[N*i +: N]};

            // The reversing multiplexers [¶250, ¶251]: with b reversed, the wanted products fall on
            // the anti-diagonal, where all have the same weight.
            wire        [N-1:0] e = dot ? b[N*(K-1-i) +: N] : b[N*i +: N];
            wire signed [N:0]   y = {b_signed & (dot | (i == K-1)) & e[N-1], e};
        end

        // One tree, indexed as a heap: node m adds nodes 2m and 2m+1, nodes T to 2T-1 are the products and
        // node 1 is the root. The loop counts down so that a node is declared before it is used. The nodes
        // are processes because an event-driven simulator evaluates a process once where it would evaluate
        // a continuous assignment once for each product that changes.
        for (m = 2*T - 1; m >= 1; m = m - 1) begin : g_node
            reg [W-1:0] sum;
            if (m >= T) begin : g_product
                localparam I = (m - T) / K;
                localparam J = (m - T) % K;
                wire signed [2*N+1:0] product = g_element[I].x * g_element[J].y;
                if (I + J == K-1) begin : g_kept
                    always @*
                        sum = {{(W-2*N-2){product[2*N+1]}}, product} << (N * (I + J));
                end else begin : g_gated  // dot mode zeroes products off the anti-diagonal [¶255]
                    always @*
                        sum = dot ? {W{1'b0}}
                                  : {{(W-2*N-2){product[2*N+1]}}, product} << (N * (I + J));
                end
            end else begin : g_add
                always @*
                    sum = g_node[2*m].sum + g_node[2*m+1].sum;
            end
        end
    endgenerate

    assign p = g_node[1].sum;

endmodule

`default_nettype wire
