`default_nettype none

// gateway_float - reduces the f32 values of a round, by slot: walks the tree a node a cycle, level by
// level. Started in cycle s it works in cycles s+1 to s+W and is done in the last of them.
module gateway_float #(
    // Thread slots, 4 to 256.
    parameter THREADS = 32
) (
    input  wire                       clk,
    input  wire                       rst,

    input  wire                       start,  // only when idle
    input  wire [6:0]                 what,   // {op, kind}
    input  wire [8:0]                 count,
    input  wire [THREADS-1:0]         threads,
    input  wire                       stop,   // idle in the next cycle, whatever is at work

    // The values of the slots 2i and 2i+1 of the round at work.
    output wire [$clog2(THREADS)-2:0] read_pair,
    input  wire [63:0]                read_even,
    input  wire [63:0]                read_odd,

    output wire                       idle,
    output wire                       done,
    output wire [63:0]                result
);

    localparam TB = $clog2(THREADS);
    localparam [TB:0] SLOTS = THREADS[TB:0];

    // WALK: a level of the tree. TREE: its root is known. DIVIDE. SQUARE: every value is replaced by the
    // square of its distance from the mean. STORE: a mean or variance is known.
    localparam [2:0] IDLE = 3'd0, WALK = 3'd1, TREE = 3'd2, DIVIDE = 3'd3, SQUARE = 3'd4, STORE = 3'd5;

    reg [2:0]         phase;
    reg [3:0]         op;
    reg               pair;
    reg [8:0]         n;
    reg [THREADS-1:0] present;
    reg               high;    // at work on the high half of a pair
    reg               second;  // the second tree of range or variance
    reg               leaves;  // the lowest level
    reg [TB:0]        step;    // cycles of this level, or of the squares, so far
    reg [TB:0]        nodes;   // of this level
    reg [31:0]        root, kept, low;

    wire op_sub = op == 4'd2;
    wire op_product = op == 4'd8;
    wire op_mean = op == 4'd9;
    wire op_variance = op == 4'd10;
    wire op_range = op == 4'd11;
    wire op_order = op == 4'd6 | op == 4'd7 | op_range;

    wire walking = phase == WALK;
    wire squaring = phase == SQUARE;

    // Operands are read in one cycle and used in the next.
    wire [TB-2:0] at = squaring ? step[TB-1:1] : step[TB-2:0];
    wire          from_nodes = ~squaring & (~leaves | (op_variance & second));
    wire [32:0]   node_even, node_odd;
    wire [32:0]   even = from_nodes ? node_even
                       : {present[{at, 1'b0}], high ? read_even[63:32] : read_even[31:0]};
    wire [32:0]   odd = from_nodes ? node_odd
                      : {present[{at, 1'b1}], high ? read_odd[63:32] : read_odd[31:0]};
    assign read_pair = at;

    reg        a_there, b_there, d_there;
    reg [31:0] a, b, d;

    always @(posedge clk)
        if (walking & step != nodes) begin
            {a_there, a} <= even;
            {b_there, b} <= odd;
        end else if (squaring & step < SLOTS) {a_there, a} <= step[0] ? odd : even;

    wire [31:0] sum, product, ordered, quotient, n_float;

    fp_add u_add (
        .sub(~walking),
        .a(walking | squaring ? a : op_range ? kept : 32'd0),
        .b(walking ? b : squaring ? kept : root),
        .y(sum)
    );
    fp_mul u_mul (.a(squaring ? d : a), .b(squaring ? d : b), .y(product));
    fp_minmax u_minmax (.max(op == 4'd7 | (op_range & ~second)), .a(a), .b(b), .y(ordered));
    fp_from_int u_from_int (.is_signed(1'b0), .x({23'd0, n}), .y(n_float));

    wire [31:0] both = op_product ? product : op_order ? ordered : sum;
    wire [31:0] node = (a_there & b_there) ? both : a_there ? a : b;

    wire unused_busy;
    wire divided;
    fp_div u_div (
        .clk(clk), .rst(rst | stop),
        .start(phase == TREE & (op_mean | op_variance)), .a(root), .b(n_float),
        .busy(unused_busy), .done(divided), .result(quotient)
    );

    always @(posedge clk)
        if (squaring) begin
            d_there <= a_there;
            d <= sum;
        end

    // A node of the tree is written one cycle after its operands are read, a square two.
    wire [TB-1:0] walked = step[TB-1:0] - 1'b1;
    wire [TB-1:0] squared = walked - 1'b1;

    gateway_nodes #(.NODES(THREADS)) u_nodes (
        .clk(clk),
        .write((walking & step != 0) | (squaring & step >= 2 & step < SLOTS + 2)),
        .write_node(walking ? walked : squared),
        .write_data(walking ? {a_there | b_there, node} : {d_there, product}),
        .read_pair(at), .read_even(node_even), .read_odd(node_odd)
    );

    wire level_end = walking & step == nodes;
    wire square_end = squaring & step == SLOTS + 2;

    // The end of a round, or of the low half of a pair.
    wire        final_tree = phase == TREE & ~op_mean & ~op_variance & (~op_range | second);
    wire        finish = final_tree | phase == STORE;
    wire        again = pair & ~high;
    wire [31:0] raw = (op_sub | op_range) ? sum : root;
    wire        nan = &raw[30:23] & |raw[22:0];
    wire [31:0] value = (phase == STORE) ? kept : nan ? 32'h7fc00000 : raw;

    assign idle = phase == IDLE;
    assign done = finish & ~again;
    assign result = pair ? {value, low} : {32'd0, value};

    wire begin_tree = (idle & start) | (phase == TREE & op_range & ~second) | square_end |
                      (finish & again);

    always @(posedge clk)
        if (rst | stop) phase <= IDLE;
        else if (begin_tree) phase <= WALK;
        else
            case (phase)
                WALK: if (level_end & nodes[0]) phase <= TREE;
                TREE: phase <= (op_mean | op_variance) ? DIVIDE : IDLE;
                DIVIDE: if (divided) phase <= (op_variance & ~second) ? SQUARE : STORE;
                STORE: phase <= IDLE;
                default: ;
            endcase

    always @(posedge clk) begin
        if (idle & start) begin
            op <= what[6:3];
            pair <= what[2:0] == 3'd7;
            n <= count;
            present <= threads;
        end

        if (idle | finish) begin
            high <= ~idle;
            second <= 1'b0;
        end else if (begin_tree) second <= 1'b1;

        if (begin_tree) begin
            step <= {(TB+1){1'b0}};
            nodes <= SLOTS >> 1;
            leaves <= 1'b1;
        end else if (level_end) begin
            step <= {(TB+1){1'b0}};
            nodes <= nodes >> 1;
            leaves <= 1'b0;
        end else if (walking | squaring) step <= step + 1'b1;
        else step <= {(TB+1){1'b0}};

        if (level_end) root <= node;
        if (phase == TREE) kept <= root;
        else if (divided) kept <= quotient;
        if (finish) low <= value;
    end

endmodule

`default_nettype wire
