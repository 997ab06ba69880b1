`default_nettype none

// gateway_pick - picks the first of a set of nodes: lowest level first, then lowest index. Combinational. A node
// is named by the slot at which its right child begins, so a node of level l is at an odd multiple of
// 2^(l-1).
module gateway_pick #(
    // Thread slots, 4 to 256.
    parameter THREADS = 32
) (
    input  wire [THREADS-1:0]         set,
    output wire                       found,
    output wire [$clog2(THREADS)-1:0] node,  // 0 if the set is empty
    output wire [THREADS-1:0]         rest   // the set without that node
);

    localparam LEVELS = $clog2(THREADS);

    function [THREADS-1:0] nodes(input integer level);
        integer i;
        begin
            nodes = {THREADS{1'b0}};
            for (i = 1; i < THREADS; i = i + 1) nodes[i] = (i >> (level - 1)) % 2 == 1 && i % (1 << (level - 1)) == 0;
        end
    endfunction

    // Slots whose number has bit bit_index set.
    function [THREADS-1:0] with_bit(input integer bit_index);
        integer i;
        begin
            with_bit = {THREADS{1'b0}};
            for (i = 0; i < THREADS; i = i + 1) with_bit[i] = (i >> bit_index) % 2 == 1;
        end
    endfunction

    // From the highest level down: the nodes of the lowest level that has any.
    genvar l;
    generate
        for (l = 1; l <= LEVELS; l = l + 1) begin : g_level
            localparam [THREADS-1:0] HERE = nodes(l);
            wire [THREADS-1:0] here = set & HERE;
            wire [THREADS-1:0] lowest;
            if (l == LEVELS) begin : g_root
                assign lowest = here;
            end else begin : g_inner
                assign lowest = |here ? here : g_level[l+1].lowest;
            end
        end
    endgenerate

    wire [THREADS-1:0] level = g_level[1].lowest;
    wire [THREADS-1:0] hot = level & (~level + {{(THREADS-1){1'b0}}, 1'b1});

    genvar b;
    generate
        for (b = 0; b < LEVELS; b = b + 1) begin : g_bit
            localparam [THREADS-1:0] WITH = with_bit(b);
            assign node[b] = |(hot & WITH);
        end
    endgenerate

    assign found = |set;
    assign rest = set & ~hot;

endmodule

`default_nettype wire
