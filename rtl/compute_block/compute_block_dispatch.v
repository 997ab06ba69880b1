`default_nettype none

// compute_block_dispatch - accepts groups of messages round-robin, and gives the oldest one without a hazard to the
// array with the fewest messages, or to the mover if it is a move.
module compute_block_dispatch #(
    // Processing resources, 1..16.
    parameter PRS = 4,
    // Arrays, 1..4.
    parameter ARRAYS = 2,
    // Rows of the register file.
    parameter ROWS = 256
) (
    input  wire                   clk,
    input  wire                   rst,

    // From the queues.
    input  wire [PRS-1:0]         whole,
    input  wire [3*PRS-1:0]       n,
    input  wire [PRS*ROWS-1:0]    reads,
    input  wire [PRS*ROWS-1:0]    writes,
    input  wire [PRS-1:0]         is_end,
    input  wire [PRS-1:0]         is_move,

    // From the arrays: rows of unfinished messages, and number of messages held.
    input  wire [ARRAYS*ROWS-1:0] busy_reads,
    input  wire [ARRAYS*ROWS-1:0] busy_writes,
    input  wire [3*ARRAYS-1:0]    held,

    // From the mover: rows that it holds, and number of messages.
    input  wire [ROWS-1:0]        mover_reads,
    input  wire [ROWS-1:0]        mover_writes,
    input  wire [3:0]             mover_held,

    output reg  [PRS-1:0]         take,       // at most one
    output reg  [ARRAYS-1:0]      give,       // to this array; at most one
    output wire                   give_mover  // to the mover
);
    localparam [2:0] RING = 3'd4;
    localparam [3:0] MOVES = 4'd8;

    reg [PRS-1:0] accepted;
    reg [PRS-1:0] older [0:PRS-1];  // older[q][p]: p was accepted before q
    reg [PRS-1:0] meets [0:PRS-1];  // meets[q][p]: q and p conflict, if both are accepted
    reg [3:0]     rr;
    reg           going;
    reg [3:0]     going_pr;
    reg [1:0]     going_array;

    // --- accept: round-robin, the first eligible group from rr upwards ---

    wire [PRS-1:0] applies = whole & ~accepted;

    reg       accepts;
    reg [3:0] accept;
    integer   i;

    always @* begin
        accepts = 1'b0;
        accept  = 4'd0;
        for (i = PRS - 1; i >= 0; i = i - 1)
            if (applies[i]) begin
                accepts = 1'b1;
                accept  = i[3:0];
            end
        for (i = PRS - 1; i >= 0; i = i - 1)
            if (applies[i] && i[3:0] >= rr) accept = i[3:0];
    end

    // --- hazards ---

    reg [ROWS-1:0] all_reads, all_writes;
    integer        a;

    always @* begin
        all_reads  = mover_reads;
        all_writes = mover_writes;
        for (a = 0; a < ARRAYS; a = a + 1) begin
            all_reads  = all_reads | busy_reads[ROWS*a +: ROWS];
            all_writes = all_writes | busy_writes[ROWS*a +: ROWS];
        end
    end

    // The group accepted in this cycle. The rows of a group do not change until it is dispatched, so its conflicts are
    // computed once.
    reg [ROWS-1:0] new_reads, new_writes;
    reg [PRS-1:0]  accepts_one;
    integer        c;

    always @* begin
        new_reads  = {ROWS{1'b0}};
        new_writes = {ROWS{1'b0}};
        for (c = 0; c < PRS; c = c + 1) begin
            accepts_one[c] = accept == c[3:0];
            new_reads  = new_reads | ({ROWS{accept == c[3:0]}} & reads[ROWS*c +: ROWS]);
            new_writes = new_writes | ({ROWS{accept == c[3:0]}} & writes[ROWS*c +: ROWS]);
        end
    end

    wire           new_move = |(is_move & accepts_one);
    wire [PRS-1:0] clear, oldest, oldest_move, behind_move, meets_new;
    genvar         g;

    generate
        for (g = 0; g < PRS; g = g + 1) begin : g_pr
            wire [ROWS-1:0] r = reads[ROWS*g +: ROWS];
            wire [ROWS-1:0] w = writes[ROWS*g +: ROWS];
            wire            waits = |(accepted & older[g] & meets[g]);

            assign meets_new[g] = |((w & (new_reads | new_writes)) | (r & new_writes)) || (is_move[g] && new_move);
            assign clear[g] = accepted[g] && !waits && ~|((w & (all_reads | all_writes)) | (r & all_writes));
            assign oldest[g] = clear[g] && !is_move[g] && ~|(clear & ~is_move & older[g]);
            assign oldest_move[g] = clear[g] && is_move[g] && ~|(clear & is_move & older[g]);
            assign behind_move[g] = oldest[g] && |(oldest_move & older[g]);
        end
    endgenerate

    // --- the array, for a group that is not a move ---

    reg [2:0] size;  // messages of the chosen group
    integer   p;

    always @* begin
        size = 3'd0;
        for (p = 0; p < PRS; p = p + 1)
            if (oldest[p]) size = n[3*p +: 3];
    end

    reg       fits;
    reg [1:0] least;
    reg [2:0] least_held;
    integer   b;

    always @* begin
        fits       = 1'b0;
        least      = 2'd0;
        least_held = 3'd7;
        for (b = 0; b < ARRAYS; b = b + 1)
            if (RING - held[3*b +: 3] >= size && held[3*b +: 3] < least_held) begin
                fits       = 1'b1;
                least      = b[1:0];
                least_held = held[3*b +: 3];
            end
    end

    // --- the older of the two candidates ---

    wire by_array = |oldest && fits;
    wire by_mover = |oldest_move && mover_held != MOVES;

    assign give_mover = !going && by_mover && (!by_array || |behind_move);

    integer q;

    always @* begin
        take = {PRS{1'b0}};
        give = {ARRAYS{1'b0}};
        if (give_mover) begin
            take = oldest_move;
        end else if (going) begin
            for (q = 0; q < PRS; q = q + 1) take[q] = going_pr == q[3:0];
            for (q = 0; q < ARRAYS; q = q + 1) give[q] = going_array == q[1:0];
        end else if (by_array) begin
            take = oldest;
            for (q = 0; q < ARRAYS; q = q + 1) give[q] = least == q[1:0];
        end
    end

    wire ends = |(take & is_end);

    integer s, o;

    always @(posedge clk) begin
        if (rst) begin
            accepted <= {PRS{1'b0}};
            rr       <= 4'd0;
            going    <= 1'b0;
        end else begin
            if (accepts) rr <= accept == PRS[3:0] - 4'd1 ? 4'd0 : accept + 4'd1;
            for (s = 0; s < PRS; s = s + 1) begin
                if (accepts && accept == s[3:0]) accepted[s] <= 1'b1;
                else if (take[s] && is_end[s]) accepted[s] <= 1'b0;
            end
            if (|take) going <= !ends;
        end
    end

    always @(posedge clk) begin
        for (s = 0; s < PRS; s = s + 1) begin
            if (take[s] && !going) going_pr <= s[3:0];
            if (accepts && accept == s[3:0]) meets[s] <= meets_new;
            for (o = 0; o < PRS; o = o + 1)
                if (accepts && accept == s[3:0]) older[s][o] <= accepted[o];
                else if (accepts && accept == o[3:0]) older[s][o] <= 1'b0;
        end
        if (!going) going_array <= least;
    end
endmodule

`default_nettype wire
