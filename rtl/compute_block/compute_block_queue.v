`default_nettype none

// compute_block_queue - queue of one processing resource, which checks its messages and forms groups: single messages,
// chains, and markers for messages in error. Entry 0 is the head.
module compute_block_queue #(
    // Messages that the queue holds: 2, 3 or 4.
    parameter QUEUE = 4,
    // Rows of the register file.
    parameter ROWS = 256,
    // Bits of a message in the format of the arrays.
    parameter BITS = 171
) (
    input  wire            clk,
    input  wire            rst,

    input  wire            put,          // a message arrives
    input  wire [BITS-1:0] put_message,
    input  wire [ROWS-1:0] put_reads,
    input  wire [ROWS-1:0] put_writes,
    input  wire            put_move,     // it is for the mover
    input  wire [3:0]      put_own,      // status of the message by itself
    input  wire            put_keep,
    input  wire            put_chain,
    input  wire [1:0]      put_acc_type,
    input  wire [3:0]      put_rc,
    output wire            room,

    input  wire            take,         // the head leaves
    output wire            whole,        // the group of the head is complete
    output wire [2:0]      n,            // messages in that group
    output wire [ROWS-1:0] reads,        // rows of all its messages
    output wire [ROWS-1:0] writes,
    output wire [BITS-1:0] message,
    output wire [ROWS-1:0] head_reads,
    output wire [ROWS-1:0] head_writes,
    output wire            is_end,
    output wire            is_move,      // the head is a move without error
    output wire [3:0]      error         // status if the head is a marker, else 0
);
    localparam [2:0] FULL = QUEUE[2:0];

    reg [BITS-1:0]  messages [0:3];
    reg [ROWS-1:0]  read     [0:3];
    reg [ROWS-1:0]  write    [0:3];
    reg [3:0]       status   [0:3];
    reg [3:0]       ends, moves;
    reg [2:0]       count, stored;
    reg             open;
    reg [3:0]       bad;
    reg [1:0]       last_acc_type;
    reg [3:0]       last_rc;

    assign room = count < FULL || stored == FULL;
    assign whole = count > stored;
    assign message = messages[0];
    assign head_reads = read[0];
    assign head_writes = write[0];
    assign is_end = ends[0];
    assign is_move = moves[0];
    assign error = status[0];

    // Entries of the head's group, provided that it is complete.
    wire two   = !ends[0];
    wire three = two && !ends[1];
    wire four  = three && !ends[2];

    assign n      = 3'd1 + {2'd0, two} + {2'd0, three} + {2'd0, four};
    assign reads  = read[0] | ({ROWS{two}} & read[1]) | ({ROWS{three}} & read[2]) | ({ROWS{four}} & read[3]);
    assign writes = write[0] | ({ROWS{two}} & write[1]) | ({ROWS{three}} & write[2]) | ({ROWS{four}} & write[3]);

    wire breaks = put_chain != open || stored == FULL ||
                  (open && stored != 3'd0 && (put_acc_type != last_acc_type || put_rc != last_rc));

    wire [3:0] st = bad != 4'd0 ? bad : put_own != 4'd0 ? put_own : breaks ? 4'd8 : 4'd0;
    wire       good = st == 4'd0;
    wire       enters = put && (good || !put_keep);
    wire [2:0] cut = put && !good ? stored : 3'd0;
    wire [2:0] left = count - {2'd0, take} - cut;

    integer k;

    always @(posedge clk) begin
        if (rst) begin
            count  <= 3'd0;
            stored <= 3'd0;
            open   <= 1'b0;
            bad    <= 4'd0;
        end else begin
            count <= left + {2'd0, enters};
            if (put) begin
                open   <= put_keep;
                stored <= good && put_keep ? stored + 3'd1 : 3'd0;
                bad    <= put_keep ? st : 4'd0;
            end
        end
    end

    always @(posedge clk) begin
        if (put && good) begin
            last_acc_type <= put_acc_type;
            last_rc       <= put_rc;
        end
        if (take)
            for (k = 0; k < 3; k = k + 1) begin
                messages[k] <= messages[k+1];
                read[k]     <= read[k+1];
                write[k]    <= write[k+1];
                status[k]   <= status[k+1];
                ends[k]     <= ends[k+1];
                moves[k]    <= moves[k+1];
            end
        for (k = 0; k < 4; k = k + 1)
            if (enters && left == k[2:0]) begin
                messages[k] <= put_message;
                read[k]     <= good ? put_reads : {ROWS{1'b0}};
                write[k]    <= good ? put_writes : {ROWS{1'b0}};
                status[k]   <= st;
                ends[k]     <= !put_keep;
                moves[k]    <= good && put_move;
            end
    end
endmodule

`default_nettype wire
