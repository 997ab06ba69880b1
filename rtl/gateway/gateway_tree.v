`default_nettype none

// gateway_tree - tracks which nodes of the tree of a float round are formed, and which can be. A node with two
// children is named by the slot at which its right child begins: 1 to THREADS-1, each once.
module gateway_tree #(
    // Thread slots, 4 to 256.
    parameter THREADS = 32,
    // Nodes that the adders take per cycle, 1 to 16.
    parameter ALUS = 4
) (
    input  wire               clk,
    input  wire               rst,

    // A message.
    input  wire               open,     // it opens a round
    input  wire               floats,   // the round is one of floats
    input  wire               arrive,   // it opens or joins a round
    input  wire               last,     // and is the last of the round
    input  wire [THREADS-1:0] slot,     // slot of the sender, one-hot
    input  wire [THREADS-1:0] outside,  // slots outside the group, valid with open

    input  wire               stop,     // an abort

    // The adders.
    input  wire               serve,    // the adders take the nodes in `picked`, or a step of the squares
    input  wire [THREADS-1:0] picked,
    input  wire               land,     // what the adders took is ready in the next cycle
    input  wire [THREADS-1:0] landed,
    input  wire [4:0]         land_nodes,
    input  wire               land_squares, // the last step of the squares

    // The mean of a variance is known.
    input  wire               again,
    input  wire [8:0]         members,

    output wire               want,     // a node or a step can be taken
    output wire [THREADS-1:0] ready,
    output reg                squaring,
    output reg  [8:0]         step,     // next step of the squares
    output wire               rooted,   // the root is ready in the next cycle
    output reg                second    // the mean is known
);

    localparam LEVELS = $clog2(THREADS);
    localparam STEPS = (THREADS + ALUS - 1) / ALUS;

    reg               active;
    reg [THREADS-1:0] leaves;  // leaves that have arrived
    reg [THREADS-1:0] absent;  // leaves that are absent, unless they have arrived
    reg [THREADS-1:0] taken, formed;
    reg [8:0]         alive;   // subtrees that are formed and not yet joined: arrivals less nodes formed

    // A node of level l is at the slot at which it begins, a multiple of 2^l. Bits at other slots are meaningless.
    genvar l;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : g_level
            wire [THREADS-1:0] none, there, able;
            if (l == 0) begin : g_leaf
                assign none = absent & ~leaves;
                assign there = leaves;
                assign able = {THREADS{1'b0}};
            end else begin : g_node
                wire [THREADS-1:0] none_right = g_level[l-1].none >> (1 << (l - 1));
                wire [THREADS-1:0] there_right = g_level[l-1].there >> (1 << (l - 1));
                wire [THREADS-1:0] both = g_level[l-1].there & there_right;
                assign none = g_level[l-1].none & none_right;
                assign there = (g_level[l-1].there & none_right) | (g_level[l-1].none & there_right) |
                               (both & (formed >> (1 << (l - 1))));
                assign able = g_level[l-1].able | ((both & starts(l)) << (1 << (l - 1)));
            end
        end
    endgenerate

    // Multiples of 2^level.
    function [THREADS-1:0] starts(input integer level);
        integer i;
        begin
            starts = {THREADS{1'b0}};
            for (i = 0; i < THREADS; i = i + 1) starts[i] = (i >> level) << level == i;
        end
    endfunction

    assign ready = g_level[LEVELS].able & ~taken;
    assign want = active & ~stop & (squaring ? step != STEPS[8:0] : |ready);

    wire       squares = ~open & (again | (squaring & ~(land & land_squares)));
    wire [8:0] joined = alive + {8'd0, arrive} - (land ? {4'd0, land_nodes} : 9'd0);

    assign rooted = (open | joined == 9'd1) & ~squares;

    always @(posedge clk)
        if (rst) active <= 1'b0;
        else if (open) active <= floats;
        else if (stop) active <= 1'b0;

    always @(posedge clk) begin
        squaring <= squares;
        if (open) second <= 1'b0;
        else if (again) second <= 1'b1;

        if (again) step <= 9'd0;
        else if (serve & squaring) step <= step + 9'd1;

        alive <= open ? 9'd1 : again ? members : joined;

        if (arrive) leaves <= (open ? {THREADS{1'b0}} : leaves) | slot;
        if (arrive & last) absent <= {THREADS{1'b1}};
        else if (open) absent <= outside;

        if (open | again) begin
            taken <= {THREADS{1'b0}};
            formed <= {THREADS{1'b0}};
        end else begin
            if (serve) taken <= taken | picked;
            if (land) formed <= formed | landed;
        end
    end

    wire unused = &{g_level[LEVELS].none, g_level[LEVELS].there};

endmodule

`default_nettype wire
