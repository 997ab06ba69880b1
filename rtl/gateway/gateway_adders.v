`default_nettype none

// gateway_adders - the values of float rounds, and the adders that form tree nodes from them. A subtree's value is
// at the slot of its lowest member. A node taken in cycle s is written at the end of cycle s+2.
module gateway_adders #(
    // Width of an identifier in bits.
    parameter ID_BITS = 4,
    // Thread slots, 4 to 256.
    parameter THREADS = 32,
    // Nodes taken per cycle, 1 to 16.
    parameter ALUS = 4
) (
    input  wire                            clk,
    input  wire                            rst,

    // A value arrives.
    input  wire                            write,
    input  wire [ID_BITS-1:0]              write_id,
    input  wire [$clog2(THREADS)-1:0]      write_slot,
    input  wire [63:0]                     write_data,

    // Nodes of a round, or a step of its squares.
    input  wire [ID_BITS-1:0]              id,
    input  wire [3:0]                      op,
    input  wire [THREADS-1:0]              threads,
    input  wire [ALUS-1:0]                 lanes,
    input  wire [ALUS*$clog2(THREADS)-1:0] nodes,
    input  wire                            squares,
    input  wire [8:0]                      step,
    input  wire [31:0]                     mean,

    // done: a value is written; if several are, the outputs show that of the lowest lane.
    output wire                            done,
    output wire [ID_BITS-1:0]              done_id,
    output reg  [63:0]                     done_value,
    output reg  [63:0]                     done_least
);

    localparam TB = $clog2(THREADS);
    localparam AB = ID_BITS + TB;
    localparam WORDS = 1 << AB;
    localparam [12:0] LANES = ALUS[12:0];
    localparam [12:0] SLOTS = THREADS[12:0];

    // values: the trees. others: the second tree of a range, or the values as they arrived.
    reg [63:0] values [0:WORDS-1];
    reg [63:0] others [0:WORDS-1];

    reg [ID_BITS-1:0] id1, id2;
    reg [3:0]         op1, op2;
    reg               square1, square2;
    reg [ALUS-1:0]    lanes1, lanes2;
    reg [ALUS*TB-1:0] at1, at2;

    wire [ALUS-1:0]    begun;
    wire [ALUS*TB-1:0] at;
    wire [ALUS*64-1:0] node, least;

    genvar k;
    generate
        for (k = 0; k < ALUS; k = k + 1) begin : g_lane
            localparam [12:0] LANE = k[12:0];
            wire [TB-1:0] right = nodes[TB*k +: TB];
            wire [TB-1:0] left_at, right_at;
            gateway_member #(.THREADS(THREADS)) u_left (
                .set(threads), .from(right & (right - 1'b1)), .slot(left_at)
            );
            gateway_member #(.THREADS(THREADS)) u_right (.set(threads), .from(right), .slot(right_at));

            wire [12:0]   square_slot = {4'd0, step} * LANES + LANE;
            wire [TB-1:0] square_at = square_slot[TB-1:0];

            assign begun[k] = squares ? square_slot < SLOTS & threads[square_at] : lanes[k];
            assign at[TB*k +: TB] = squares ? square_at : left_at;

            wire [63:0] left = squares ? others[{id, square_at}] : values[{id, left_at}];
            wire [63:0] second = squares ? {32'd0, mean} : values[{id, right_at}];
            wire [63:0] left_least = others[{id, left_at}];
            wire [63:0] right_least = others[{id, right_at}];

            gateway_half u_low (
                .clk(clk), .op(op), .square(squares),
                .a(left[31:0]), .b(second[31:0]),
                .a_least(left_least[31:0]), .b_least(right_least[31:0]),
                .op_late(op2), .square_late(square2),
                .node(node[64*k +: 32]), .least(least[64*k +: 32])
            );
            gateway_half u_high (
                .clk(clk), .op(op), .square(squares),
                .a(left[63:32]), .b(second[63:32]),
                .a_least(left_least[63:32]), .b_least(right_least[63:32]),
                .op_late(op2), .square_late(square2),
                .node(node[64*k+32 +: 32]), .least(least[64*k+32 +: 32])
            );
        end
    endgenerate

    always @(posedge clk)
        if (rst) begin
            lanes1 <= {ALUS{1'b0}};
            lanes2 <= {ALUS{1'b0}};
        end else begin
            lanes1 <= begun;
            lanes2 <= lanes1;
        end

    always @(posedge clk) begin
        {id2, id1} <= {id1, id};
        {op2, op1} <= {op1, op};
        {square2, square1} <= {square1, squares};
        {at2, at1} <= {at1, at};
    end

    integer j;
    always @(posedge clk) begin
        for (j = 0; j < ALUS; j = j + 1)
            if (lanes2[j]) begin
                values[{id2, at2[TB*j +: TB]}] <= node[64*j +: 64];
                if (op2 == 4'd11) others[{id2, at2[TB*j +: TB]}] <= least[64*j +: 64];
            end
        if (write) begin
            values[{write_id, write_slot}] <= write_data;
            others[{write_id, write_slot}] <= write_data;
        end
    end

    assign done = |lanes2;
    assign done_id = id2;

    integer m;
    always @* begin
        done_value = 64'd0;
        done_least = 64'd0;
        for (m = ALUS - 1; m >= 0; m = m - 1)
            if (lanes2[m]) begin
                done_value = node[64*m +: 64];
                done_least = least[64*m +: 64];
            end
    end

endmodule

`default_nettype wire
