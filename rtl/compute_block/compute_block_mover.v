`default_nettype none

// compute_block_mover - moves rows between lines of memory and the register file: a line a cycle, sixteen in flight
// [systolic disaggregation ¶349, ¶350].
//
// Pointers into the ring count up; a pointer that equals `tail` has no move.
module compute_block_mover #(
    // Dwords of a row: 4, 8 or 16.
    parameter LANES = 8,
    // Rows of the register file.
    parameter ROWS = 256
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                give,
    input  wire [3:0]          give_pr,
    input  wire [7:0]          give_tag,
    input  wire [109:0]        give_move,    // as packed by compute_block_move
    input  wire [ROWS-1:0]     give_reads,
    input  wire [ROWS-1:0]     give_writes,

    output wire [ROWS-1:0]     held_reads,
    output wire [ROWS-1:0]     held_writes,
    output wire [3:0]          held,
    output wire                idle,

    output wire [8:0]          read_row,     // first row of an item
    input  wire [511:0]        read_data,    // that row and those after it

    output reg                 line_valid,
    input  wire                line_ready,
    output reg                 line_write,
    output wire [31:0]         line_addr,
    output wire [63:0]         line_mask,
    output reg  [511:0]        line_data,
    output wire [7:0]          line_tag,

    input  wire                line_rsp_valid,
    input  wire [511:0]        line_rsp_data,
    input  wire                line_rsp_error,
    input  wire [7:0]          line_rsp_tag,

    output wire [2:0]          write_rows,   // number of rows to write, from write_row on
    output wire [8:0]          write_row,
    output wire [511:0]        write_data,

    output wire                map_write,
    output wire [8:0]          map_row,
    output wire [63:0]         map,

    output wire                note_valid,
    input  wire                note_taken,
    output wire [3:0]          note_pr,
    output wire [7:0]          note_tag,
    output wire                note_failed
);
    reg [3:0]      prs    [0:7];
    reg [7:0]      tags   [0:7];
    reg [109:0]    moves  [0:7];
    reg [ROWS-1:0] reads  [0:7];
    reg [ROWS-1:0] writes [0:7];
    reg [6:0]      left   [0:7];  // items that memory has yet to answer
    reg [7:0]      failed;
    reg [63:0]     maps   [0:7];  // maps being generated
    reg [3:0]      tail, next, done, note;

    assign held = tail - note;
    assign idle = done == tail;

    // --- rows that are held ---

    wire [3:0] to_send = tail - next;
    wire [3:0] to_end  = tail - done;
    wire [7:0] sends, ends;  // slots whose move is not sent yet, not done yet
    genvar     g;

    generate
        for (g = 0; g < 8; g = g + 1) begin : g_slot
            localparam [2:0] SLOT = g;

            wire [2:0] from_next = SLOT - next[2:0];
            wire [2:0] from_done = SLOT - done[2:0];

            assign sends[g] = {1'b0, from_next} < to_send;
            assign ends[g]  = {1'b0, from_done} < to_end;
        end
    endgenerate

    assign held_reads =
        ({ROWS{sends[0]}} & reads[0]) | ({ROWS{sends[1]}} & reads[1]) | ({ROWS{sends[2]}} & reads[2]) |
        ({ROWS{sends[3]}} & reads[3]) | ({ROWS{sends[4]}} & reads[4]) | ({ROWS{sends[5]}} & reads[5]) |
        ({ROWS{sends[6]}} & reads[6]) | ({ROWS{sends[7]}} & reads[7]);
    assign held_writes =
        ({ROWS{ends[0]}} & writes[0]) | ({ROWS{ends[1]}} & writes[1]) | ({ROWS{ends[2]}} & writes[2]) |
        ({ROWS{ends[3]}} & writes[3]) | ({ROWS{ends[4]}} & writes[4]) | ({ROWS{ends[5]}} & writes[5]) |
        ({ROWS{ends[6]}} & writes[6]) | ({ROWS{ends[7]}} & writes[7]);

    // --- send: item k of the move at `next` ---

    wire        drain, narrow;
    wire [2:0]  per;
    wire [6:0]  items;
    wire [5:0]  row_step;
    wire [8:0]  first_row;
    wire [31:0] first_addr, addr_step;
    reg  [6:0]  k;
    reg  [8:0]  item_row;   // for item k, unless k is 0
    reg  [31:0] item_addr;

    assign {drain, narrow, per, items, row_step, first_row, first_addr, addr_step} = moves[next[2:0]][109:19];

    wire        first = k == 7'd0;
    wire        last  = k == items - 7'd1;
    wire [8:0]  row   = first ? first_row : item_row;
    /* verilator lint_off UNUSEDSIGNAL */ // items are whole dwords of a line
    wire [31:0] addr  = first ? first_addr : item_addr;
    /* verilator lint_on UNUSEDSIGNAL */

    wire [15:0]  dwords;
    wire [511:0] placed;
    wire         may;
    wire [3:0]   free;
    wire         forms = (!line_valid || line_ready) && next != tail && may;

    wire         known, was_write;
    wire [2:0]   was_slot;
    wire [8:0]   was_row;
    wire [2:0]   was_per;
    wire [3:0]   was_at;

    assign read_row = row;

    compute_block_line #(.LANES(LANES)) u_line (
        .per(per), .narrow(narrow), .at(addr[5:2]), .rows(read_data), .dwords(dwords), .line(placed), .from(was_at),
        .answer(line_rsp_data), .filled(write_data)
    );

    compute_block_tags #(.BITS(19)) u_tags (
        .clk(clk), .rst(rst), .write(drain), .line(addr[31:6]), .dwords(dwords),
        .info({next[2:0], row, per, addr[5:2]}), .may(may), .free(free), .send(forms), .answer(line_rsp_valid),
        .answer_tag(line_rsp_tag), .known(known), .was_write(was_write),
        .was_info({was_slot, was_row, was_per, was_at})
    );

    reg [25:0] line_number;
    reg [15:0] line_dwords;
    reg [3:0]  line_number_tag;

    assign line_addr = {line_number, 6'd0};
    assign line_tag  = {4'd0, line_number_tag};

    generate
        for (g = 0; g < 16; g = g + 1) begin : g_mask
            assign line_mask[4*g +: 4] = {4{line_dwords[g]}};
        end
    endgenerate

    always @(posedge clk) begin
        if (rst) line_valid <= 1'b0;
        else if (!line_valid || line_ready) line_valid <= forms;
        if (forms) begin
            line_write      <= drain;
            line_number     <= addr[31:6];
            line_dwords     <= drain ? dwords : 16'd0;
            line_data       <= drain ? placed : 512'd0;
            line_number_tag <= free;
            item_row        <= row + {3'd0, row_step};
            item_addr       <= addr + addr_step;
        end
    end

    // --- answers ---

    assign write_rows = known && !was_write && !line_rsp_error ? was_per : 3'd0;
    assign write_row  = was_row;

    // --- maps ---

    wire [1:0]  item_pack;
    wire        item_operand, item_floats, item_halves;
    wire [3:0]  item_rc;
    wire [8:0]  item_first;
    wire [63:0] item_map;  // meaningful only if the move generates a map

    assign {item_operand, item_pack, item_floats, item_halves, item_rc} = moves[was_slot][8:0];
    assign item_first = moves[was_slot][91:83];

    compute_block_map #(.LANES(LANES)) u_map (
        .per(was_per), .data(write_data), .row(was_row - item_first), .operand(item_operand), .pack(item_pack),
        .floats(item_floats), .halves(item_halves), .rc(item_rc), .map(item_map)
    );

    wire finishes = done != tail && left[done[2:0]] == 7'd0;
    wire generates;

    assign {generates, map_row} = moves[done[2:0]][18:9];

    assign map_write = finishes && generates && !failed[done[2:0]];
    assign map       = maps[done[2:0]];

    // --- pointers ---

    assign note_valid  = note != done;
    assign note_pr     = prs[note[2:0]];
    assign note_tag    = tags[note[2:0]];
    assign note_failed = failed[note[2:0]];

    integer s;

    always @(posedge clk) begin
        if (rst) begin
            tail <= 4'd0;
            next <= 4'd0;
            done <= 4'd0;
            note <= 4'd0;
            k    <= 7'd0;
        end else begin
            if (give) tail <= tail + 4'd1;
            if (forms) k <= last ? 7'd0 : k + 7'd1;
            if (forms && last) next <= next + 4'd1;
            if (finishes) done <= done + 4'd1;
            if (note_taken) note <= note + 4'd1;
        end
        for (s = 0; s < 8; s = s + 1) begin
            if (give && tail[2:0] == s[2:0]) begin
                prs[s]    <= give_pr;
                tags[s]   <= give_tag;
                moves[s]  <= give_move;
                reads[s]  <= give_reads;
                writes[s] <= give_writes;
                left[s]   <= give_move[104:98];
                failed[s] <= 1'b0;
                maps[s]   <= 64'd0;
            end else if (known && was_slot == s[2:0]) begin
                left[s] <= left[s] - 7'd1;
                if (line_rsp_error) failed[s] <= 1'b1;
                else maps[s] <= maps[s] | item_map;
            end
        end
    end
endmodule

`default_nettype wire
