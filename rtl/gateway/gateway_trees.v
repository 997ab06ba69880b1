`default_nettype none

// gateway_trees - the trees of all identifiers; selects what the adders take in each cycle, and from which tree.
module gateway_trees #(
    // Barrier identifiers, 1 to 16.
    parameter BARRIERS = 16,
    // Thread slots, 4 to 256.
    parameter THREADS = 32,
    // Nodes that the adders take per cycle, 1 to 16.
    parameter ALUS = 4
) (
    input  wire                            clk,
    input  wire                            rst,

    // A good message: its identifier, one-hot, or zero.
    input  wire [BARRIERS-1:0]             taken,
    input  wire                            open,     // the identifier already has a round
    input  wire                            floats,   // the round is one of floats
    input  wire                            last,
    input  wire [$clog2(THREADS)-1:0]      slot,
    input  wire [8:0]                      count,
    input  wire                            placed,   // the group is in the slots from `first` on
    input  wire [7:0]                      first,

    input  wire [BARRIERS-1:0]             stop,     // identifiers that are aborted in this cycle

    input  wire [BARRIERS-1:0]             again,    // the mean of a variance is known
    input  wire [8:0]                      members,  // of its round

    output wire [BARRIERS-1:0]             rooted,   // the root is ready in the next cycle
    output wire [BARRIERS-1:0]             second,   // the mean is known

    // What the adders take: one node per lane, or a step of the squares.
    output wire                            squares,
    output wire [8:0]                      step,
    output wire [3:0]                      serve_id,
    output wire [ALUS-1:0]                 lanes,    // lanes that take a node
    output wire [ALUS*$clog2(THREADS)-1:0] nodes
);

    localparam B = BARRIERS;
    localparam T = THREADS;
    localparam TB = $clog2(T);
    localparam [T-1:0] ONE = 1;

    wire [T-1:0] slot_hot = ONE << slot;
    wire [T-1:0] group = ~({T{1'b1}} << count) << first;
    wire [T-1:0] outside = ~group & {T{placed}};
    wire [B-1:0] opens = taken & {B{~open}};

    wire [B-1:0]   want, squaring, hot;
    wire [B*T-1:0] ready;
    wire [B*9-1:0] steps;

    // What was taken one and two cycles ago.
    reg [B-1:0] hot1, hot2;
    reg [T-1:0] picked1, picked2;
    reg [4:0]   nodes1, nodes2;
    reg         squared1, squared2;

    wire [T-1:0] picked;

    genvar i;
    generate
        for (i = 0; i < B; i = i + 1) begin : g_tree
            gateway_tree #(.THREADS(T), .ALUS(ALUS)) u_tree (
                .clk(clk), .rst(rst),
                .open(opens[i]), .floats(floats), .arrive(taken[i]), .last(last),
                .slot(slot_hot), .outside(outside), .stop(stop[i]),
                .serve(hot[i]), .picked(picked),
                .land(hot2[i]), .landed(picked2), .land_nodes(nodes2), .land_squares(squared2),
                .again(again[i]), .members(members),
                .want(want[i]), .ready(ready[T*i +: T]), .squaring(squaring[i]),
                .step(steps[9*i +: 9]), .rooted(rooted[i]), .second(second[i])
            );
        end
    endgenerate

    // Row i: the identifiers whose rounds were opened before that of identifier i.
    reg [B*B-1:0] earlier;

    integer k;
    always @(posedge clk)
        for (k = 0; k < B; k = k + 1)
            if (rst) earlier[B*k +: B] <= {B{1'b0}};
            else if (opens[k]) earlier[B*k +: B] <= ~opens;
            else earlier[B*k +: B] <= earlier[B*k +: B] & ~opens;

    gateway_oldest #(.BARRIERS(B)) u_serve (
        .set(want), .earlier(earlier), .hot(hot), .id(serve_id)
    );

    reg [T-1:0] row;
    reg [8:0]   row_step;
    always @* begin
        row = {T{1'b0}};
        row_step = 9'd0;
        for (k = 0; k < B; k = k + 1) begin
            row = row | (ready[T*k +: T] & {T{hot[k] & ~squaring[k]}});
            row_step = row_step | (steps[9*k +: 9] & {9{hot[k]}});
        end
    end

    assign squares = |(hot & squaring);
    assign step = row_step;

    wire [T-1:0] rest [0:ALUS];
    assign rest[0] = row;
    generate
        for (i = 0; i < ALUS; i = i + 1) begin : g_pick
            gateway_pick #(.THREADS(T)) u_pick (
                .set(rest[i]), .found(lanes[i]), .node(nodes[TB*i +: TB]), .rest(rest[i+1])
            );
        end
    endgenerate
    assign picked = row & ~rest[ALUS];

    reg [4:0] number;
    always @* begin
        number = 5'd0;
        for (k = 0; k < ALUS; k = k + 1) number = number + {4'd0, lanes[k]};
    end

    localparam STEPS = (T + ALUS - 1) / ALUS;
    localparam [8:0] LAST_STEP = STEPS[8:0] - 9'd1;

    always @(posedge clk)
        if (rst) begin
            hot1 <= {B{1'b0}};
            hot2 <= {B{1'b0}};
        end else begin
            hot1 <= hot;
            hot2 <= hot1;
        end

    always @(posedge clk) begin
        {picked2, picked1} <= {picked1, picked};
        {nodes2, nodes1} <= {nodes1, number};
        {squared2, squared1} <= {squared1, squares & row_step == LAST_STEP};
    end

endmodule

`default_nettype wire
