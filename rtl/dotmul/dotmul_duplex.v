`default_nettype none

// dotmul_duplex - the conventional design that dotmul is measured against
// [BR 102020019666 ¶246, Fig 20B]. Combinational. It has the ports of dotmul and gives the same p for every input.
//
// b is not reversed: the wanted products lie on the diagonal, each with a different weight, so the
// tree keeps them in K fields of 2N bits and a second adder sums the fields.
module dotmul_duplex #(
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

    localparam W = 2 * N * K;    // width of the result and of every node of the tree
    localparam T = K * K;        // number of products, the leaves of the tree
    localparam F = (K + 1) * N;  // width of the dot product

    // A field is a product of two elements, so it is signed if either element is.
    wire field_signed = a_signed | b_signed;

    genvar i, m;
    generate
        if (N < 2 || N > 16 || K < 2 || K > 8 || N * K > 32) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            dotmul_duplex_needs_N_2_to_16_K_2_to_8_and_N_times_K_up_to_32 illegal ();
        end

        // Elements with a sign bit prepended: in conventional mode, only the top element of a signed
        // operand is signed; in dot mode, every element is.
        for (i = 0; i < K; i = i + 1) begin : g_element
            wire signed [N:0] x =
                {a_signed & (dot | (i == K-1)) & a[N*i+N-1], a[N*i +: N]};
            wire signed [N:0] y =
                {b_signed & (dot | (i == K-1)) & b[N*i+N-1], b[N*i +: N]};
        end

        // The tree, indexed as a heap: node m adds nodes 2m and 2m+1, nodes T to 2T-1 are the products and
        // node 1 is the root. The loop counts down so that a node is declared before it is used.
        for (m = 2*T - 1; m >= 1; m = m - 1) begin : g_node
            wire [W-1:0] sum;
            if (m >= T) begin : g_product
                localparam I = (m - T) / K;
                localparam J = (m - T) % K;
                wire signed [2*N+1:0] product = g_element[I].x * g_element[J].y;
                wire [W-1:0] term = {{(W-2*N-2){product[2*N+1]}}, product} << (N * (I + J));
                if (I == J) begin : g_diagonal
                    // In dot mode, the sign extension ends at the boundary of the field, so that no field
                    // disturbs the one above it.
                    localparam [W-1:0] FIELD = {{(W-2*N){1'b0}}, {(2*N){1'b1}}} << (2 * N * I);
                    assign sum = dot ? term & FIELD : term;
                end else begin : g_gated
                    assign sum = dot ? {W{1'b0}} : term;
                end
            end else begin : g_add
                assign sum = g_node[2*m].sum + g_node[2*m+1].sum;
            end
        end
    endgenerate

    wire [W-1:0] tree = g_node[1].sum;

    // The second adder sums the fields of the tree; it is a heap, too.
    generate
        for (m = 2*K - 1; m >= 1; m = m - 1) begin : g_field
            wire [F-1:0] sum;
            if (m >= K) begin : g_extend
                wire [2*N-1:0] field = tree[2*N*(m-K) +: 2*N];
                assign sum = {{(F-2*N){field_signed & field[2*N-1]}}, field};
            end else begin : g_add
                assign sum = g_field[2*m].sum + g_field[2*m+1].sum;
            end
        end
    endgenerate

    assign p = dot ? {g_field[1].sum, {((K-1)*N){1'b0}}} : tree;

endmodule

`default_nettype wire
