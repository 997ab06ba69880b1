`default_nettype none

// core_warp - state of a warp: its position, what it waits for, its predicates and uniform registers; and whether
// its next instruction can issue. Parameters as in core.
module core_warp #(
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,

    // Start of its group; start_place: its number in the group.
    input  wire                start,
    input  wire [3:0]          start_first,
    input  wire [3:0]          start_place,
    input  wire [4:0]          start_warps,
    input  wire [11:0]         start_entry,
    input  wire [12:0]         start_length,
    input  wire                start_sense,
    input  wire [31:0]         start_group,
    input  wire [31:0]         start_groups,
    input  wire [9:0]          start_local_base,
    input  wire [10:0]         start_local_lines,
    input  wire [8:0]          start_row_base,
    input  wire [9:0]          start_rows,
    input  wire [3:0]          start_bar_base,
    input  wire [4:0]          start_bars,
    input  wire                leave,        // the end of its group was taken
    input  wire                stop,         // its group traps

    output reg                 in_use,
    output reg                 running,
    output reg                 finished,
    output reg  [12:0]         pc,
    output reg  [LANES-1:0]    active,
    output reg  [LANES-1:0]    exited,
    output reg  [4*LANES-1:0]  p,            // predicates, lane 0 in the lowest bits
    output reg  [3:0]          up,
    output wire [511:0]        u,
    output reg  [3:0]          first,
    output reg  [3:0]          place,
    output reg  [4:0]          warps,
    output reg  [12:0]         length,
    output reg                 sense,
    output reg  [31:0]         group,
    output reg  [31:0]         groups,
    output reg  [9:0]          local_base,
    output reg  [10:0]         local_lines,
    output reg  [8:0]          row_base,
    output reg  [9:0]          rows,
    output reg  [3:0]          bar_base,
    output reg  [4:0]          bars,
    output reg  [3:0]          gen,

    // The next instruction.
    input  wire [63:0]         word,
    input  wire [511:0]        constant,
    input  wire                global_free,
    input  wire                local_free,
    input  wire                gate_free,
    input  wire                off_free,
    input  wire [4:0]          no_place,     // bits as in core_wait
    input  wire                at_global,    // it has accesses in flight in memory
    input  wire                at_local,
    output wire                ready,
    output wire [3:0]          lost_to,      // if it runs but is not ready, why: {barrier, memory, array, hazard}
    output wire [39:0]         under_way,

    // Issue.
    input  wire                issue,
    input  wire [12:0]         next_pc,
    input  wire [LANES-1:0]    next_active,
    input  wire [LANES-1:0]    next_exited,
    input  wire                next_ends,
    input  wire [4:0]          next_hold,
    input  wire [39:0]         set_pipe,
    input  wire [39:0]         set_memory,
    input  wire [39:0]         set_array,
    input  wire                enters,       // it enters a barrier
    input  wire [3:0]          enters_id,
    input  wire [10:0]         enters_regs,  // {result to a U, result has 64 bits, sum to a U, U of result, U of sum}
    input  wire                sends,        // it sends a message that will be noted
    input  wire                keeps,        // dpas with keep; closes: dpas without it
    input  wire                closes,
    input  wire                wants,        // row.get or pack
    input  wire [11:0]         wants_pc,
    input  wire [3:0]          wants_di,
    input  wire [LANES-1:0]    wants_mask,
    input  wire [15:0]         receives,     // number of writes that recv consumes
    output reg  [15:0]         sent_messages,
    output reg  [3:0]          seq,

    // Barriers, and writes by other warps.
    input  wire                gate_taken,   // its barrier message is transferred
    input  wire                wb,
    input  wire [3:0]          wb_id,
    input  wire                wb_member,
    input  wire [63:0]         wb_result,
    input  wire [13:0]         wb_sum,
    input  wire [3:0]          wb_status,
    input  wire                reply,        // for this warp
    input  wire [3:0]          reply_status,
    input  wire [3:0]          reply_id,
    input  wire [7:0]          reply_reg,
    input  wire [31:0]         reply_data,
    input  wire                forwards,     // a msg to this warp leaves
    input  wire                asks,         // its abort is requested
    output reg                 at_bar,
    output reg                 sent,
    output reg                 asked,
    output reg  [3:0]          bar_id,
    output wire                wb_bad,
    output wire                reply_bad,
    output wire                expects,      // a write by msg is in flight

    // Messages.
    input  wire                note,         // for this warp
    input  wire [7:0]          note_tag,
    input  wire [3:0]          note_status,
    output wire                note_bad,
    output wire [11:0]         note_pc,
    input  wire                value,        // for this warp
    output reg                 wanted,
    output reg  [11:0]         wanted_pc,
    output reg  [3:0]          wanted_di,
    output reg  [LANES-1:0]    wanted_mask,
    input  wire                dropped,
    output reg                 open,

    // Register writes.
    input  wire                host_u,
    input  wire                host_p,
    input  wire                host_up,
    input  wire [3:0]          host_index,
    input  wire [31:0]         host_data,
    input  wire                rv,           // for this warp
    input  wire                rv_counts,
    input  wire [2:0]          rv_dk,
    input  wire [3:0]          rv_di,
    input  wire [LANES-1:0]    rv_mask,
    input  wire [LANES-1:0]    rv_bits,
    input  wire [31:0]         rv_data,
    input  wire                rs,
    input  wire                rs_counts,
    input  wire [2:0]          rs_dk,
    input  wire [3:0]          rs_di,
    input  wire                rs_mask,
    input  wire [31:0]         rs_data,
    input  wire                rm,
    input  wire [39:0]         rm_register,
    input  wire                rm_of_array,
    input  wire                rm_last,      // no other value for that register is in flight
    input  wire                rm_write_u,
    input  wire [3:0]          rm_di,
    input  wire [31:0]         rm_data
);

    localparam [2:0] TO_U = 3'd2;
    localparam [2:0] TO_P = 3'd3;
    localparam [2:0] TO_UP = 3'd4;
    localparam [3:0] FORWARD = 4'd8;  // status of a reply that carries a write

    reg [4:0]  hold;
    reg [15:0] arrived, coming;
    reg        bar_to_u, bar_wide, bar_to_sum;
    reg [3:0]  bar_di, bar_sum;

    // --- the next instruction ---

    wire [5:0]  op;
    wire [2:0]  gk, dk, ak, bk, ck;
    wire [1:0]  gi;
    wire [3:0]  di, ai, bi, ci;
    wire [31:0] low, high, a;
    wire [11:0] target;
    wire        legal, bad_uniform, scalar, control, memory, is_local, alone, outside;
    wire [39:0] uses, makes;

    core_decode u_decode (
        .word(word), .op(op), .gk(gk), .gi(gi), .dk(dk), .di(di), .ak(ak), .ai(ai), .bk(bk), .bi(bi), .ck(ck), .ci(ci),
        .low(low), .high(high), .target(target), .legal(legal), .bad_uniform(bad_uniform), .scalar(scalar),
        .uses(uses), .makes(makes), .control(control), .memory(memory), .is_local(is_local), .alone(alone),
        .outside(outside)
    );
    predicate_operand u_a (
        .kind(ak), .number(ai), .uniform(u), .constant(constant),
        .special({groups, group, 27'd0, warps, 28'd0, place}), .low(low), .high(high), .value(a)
    );
    wire unused = &{1'b0, bk, bi, dk, di, ck, target, makes, control, alone};

    wire             holds;
    wire [LANES-1:0] mask;
    core_guard #(.LANES(LANES)) u_guard (
        .gk(gk), .gi(gi), .sense(sense), .active(active), .p(p), .up(up), .holds(holds), .mask(mask)
    );
    wire idle = outside & (scalar ? ~holds : ~|mask);

    wire by_barrier, by_memory, by_array, by_place;
    core_wait u_wait (
        .op(op), .scalar(scalar), .memory(memory), .is_local(is_local), .idle(idle), .ci(ci), .a(a),
        .global_free(global_free), .local_free(local_free), .gate_free(gate_free), .off_free(off_free),
        .no_place(no_place), .at_global(at_global), .at_local(at_local), .arrived(arrived), .sent(sent_messages),
        .seq(seq), .wanted(wanted),
        .by_barrier(by_barrier), .by_memory(by_memory), .by_array(by_array), .by_place(by_place)
    );

    wire [39:0] in_pipe, in_memory, in_array;
    assign under_way = in_pipe | in_memory | in_array;

    wire held = hold != 5'd0;
    wire traps = pc >= length || ~legal || bad_uniform;
    wire pending = |(uses & under_way);
    assign ready = running & ~at_bar & ~held & (traps | ~(pending | by_barrier | by_memory | by_array | by_place));

    assign lost_to = at_bar              ? 4'b1000
                   : held                ? 4'b0001
                   : |(uses & in_memory) ? 4'b0100
                   : |(uses & in_array)  ? 4'b0010
                   : |(uses & in_pipe)   ? 4'b0001
                   : by_barrier          ? 4'b1000
                   : by_memory           ? 4'b0100
                   : by_array            ? 4'b0010
                   :                       4'b0001;

    // --- registers in flight ---

    localparam [39:0] ONE = 40'd1;
    wire [39:0] rv_register = (rv_dk == 3'd1) ? ONE << {2'd0, rv_di}
                            : (rv_dk == TO_U) ? ONE << {2'd1, rv_di}
                            : (rv_dk == TO_P) ? ONE << {4'b1000, rv_di[1:0]}
                            :                   ONE << {4'b1001, rv_di[1:0]};
    wire [39:0] rs_register = (rs_dk == TO_U) ? ONE << {2'd1, rs_di} : ONE << {4'b1001, rs_di[1:0]};

    core_score u_score (
        .clk(clk), .rst(rst), .in_pipe(in_pipe), .in_memory(in_memory), .in_array(in_array),
        .set_pipe(set_pipe & {40{issue}}), .set_memory(set_memory & {40{issue}}), .set_array(set_array & {40{issue}}),
        .clear_pipe((rv_register & {40{rv & rv_counts}}) | (rs_register & {40{rs & rs_counts}})),
        .clear_memory(rm_register & {40{rm & rm_last & ~rm_of_array}}),
        .clear_array(rm_register & {40{rm & rm_of_array}})
    );

    // --- barriers, writes by other warps, messages ---

    wire wb_mine = wb & wb_member & at_bar & sent & (wb_id == bar_id);
    wire wb_good = wb_mine & (wb_status == 4'd0);
    wire reply_here = reply & (reply_status == FORWARD) & in_use & (reply_reg[7:4] == gen);
    assign wb_bad = wb_mine & (wb_status != 4'd0);
    assign reply_bad = reply & (reply_status != FORWARD) & at_bar & sent & (reply_id == bar_id);
    assign expects = coming != 16'd0;

    wire note_here = note & sent_messages[note_tag[3:0]] & (note_tag[7:4] == 4'd0);
    assign note_bad = note_here & (note_status != 4'd0);

    reg [11:0] message_pcs [0:15];
    assign note_pc = message_pcs[note_tag[3:0]];
    always @(posedge clk)
        if (issue & sends) message_pcs[seq] <= wants_pc;

    // --- state ---

    always @(posedge clk)
        if (rst) begin
            in_use <= 1'b0;
            running <= 1'b0;
            finished <= 1'b0;
            pc <= 13'd0;
            active <= {LANES{1'b0}};
            exited <= {LANES{1'b0}};
            gen <= 4'd0;
            hold <= 5'd0;
        end else if (start) begin
            in_use <= 1'b1;
            running <= 1'b1;
            finished <= 1'b0;
            pc <= {1'b0, start_entry};
            active <= {LANES{1'b1}};
            exited <= {LANES{1'b0}};
            gen <= gen + 4'd1;
            hold <= 5'd0;
        end else begin
            hold <= issue ? next_hold : held ? hold - 5'd1 : 5'd0;
            if (issue) begin
                pc <= next_pc;
                active <= next_active;
                exited <= next_exited;
                if (next_ends) finished <= 1'b1;
            end
            if (stop | (issue & next_ends)) running <= 1'b0;
            if (leave) in_use <= 1'b0;
        end

    always @(posedge clk)
        if (rst | start) begin
            at_bar <= 1'b0;
            sent <= 1'b0;
            asked <= 1'b0;
            arrived <= 16'd0;
            coming <= 16'd0;
            sent_messages <= 16'd0;
            seq <= 4'd0;
            open <= 1'b0;
            wanted <= 1'b0;
        end else begin
            if (gate_taken) sent <= 1'b1;
            if (asks) asked <= 1'b1;
            if (wb_mine | reply_bad) at_bar <= 1'b0;
            if (issue & enters) begin
                at_bar <= 1'b1;
                sent <= 1'b0;
                asked <= 1'b0;
            end
            arrived <= arrived + {15'd0, reply_here} - (issue ? receives : 16'd0);
            coming <= coming + {15'd0, forwards} - {15'd0, reply_here & expects};
            if (note_here) sent_messages[note_tag[3:0]] <= 1'b0;
            if (issue & sends) begin
                sent_messages[seq] <= 1'b1;
                seq <= seq + 4'd1;
            end
            if (dropped | (issue & closes)) open <= 1'b0;
            if (issue & keeps) open <= 1'b1;
            if (value) wanted <= 1'b0;
            if (issue & wants) wanted <= 1'b1;
        end

    always @(posedge clk) begin
        if (issue & enters) begin
            bar_id <= enters_id;
            {bar_to_u, bar_wide, bar_to_sum, bar_di, bar_sum} <= enters_regs;
        end
        if (issue & wants) begin
            wanted_pc <= wants_pc;
            wanted_di <= wants_di;
            wanted_mask <= wants_mask;
        end
    end

    always @(posedge clk)
        if (rst) begin
            first <= 4'd0;
            place <= 4'd0;
            warps <= 5'd0;
            length <= 13'd0;
            sense <= 1'b0;
            group <= 32'd0;
            groups <= 32'd0;
            local_base <= 10'd0;
            local_lines <= 11'd0;
            row_base <= 9'd0;
            rows <= 10'd0;
            bar_base <= 4'd0;
            bars <= 5'd0;
        end else if (start) begin
            first <= start_first;
            place <= start_place;
            warps <= start_warps;
            length <= start_length;
            sense <= start_sense;
            group <= start_group;
            groups <= start_groups;
            local_base <= start_local_base;
            local_lines <= start_local_lines;
            row_base <= start_row_base;
            rows <= start_rows;
            bar_base <= start_bar_base;
            bars <= start_bars;
        end

    // --- predicates and uniform registers ---

    integer l;
    always @(posedge clk)
        if (rst) p <= {4*LANES{1'b0}};
        else
            for (l = 0; l < LANES; l = l + 1) begin
                if (host_p) p[4*l + {30'd0, host_index[1:0]}] <= host_data[l];
                if (rv & (rv_dk == TO_P) & rv_mask[l]) p[4*l + {30'd0, rv_di[1:0]}] <= rv_bits[l];
            end

    always @(posedge clk)
        if (rst) up <= 4'd0;
        else begin
            if (host_up) up[host_index[1:0]] <= host_data[0];
            if (rv & rv_mask[0] & (rv_dk == TO_UP)) up[rv_di[1:0]] <= rv_bits[0];
            if (rs & rs_mask & (rs_dk == TO_UP)) up[rs_di[1:0]] <= rs_data[0];
        end

    core_uniform u_uniform (
        .clk(clk), .rst(rst), .u(u),
        .host_write(host_u), .host_index(host_index), .host_data(host_data),
        .rv_write(rv & rv_mask[0] & (rv_dk == TO_U)), .rv_index(rv_di), .rv_data(rv_data),
        .rs_write(rs & rs_mask & (rs_dk == TO_U)), .rs_index(rs_di), .rs_data(rs_data),
        .rm_write(rm & rm_write_u), .rm_index(rm_di), .rm_data(rm_data),
        .wb_low(wb_good & bar_to_u), .wb_high(wb_good & bar_to_u & bar_wide), .wb_index(bar_di), .wb_data(wb_result),
        .sum_write(wb_good & bar_to_sum), .sum_index(bar_sum), .sum_data(wb_sum),
        .msg_write(reply_here), .msg_index(reply_reg[3:0]), .msg_data(reply_data)
    );

endmodule

`default_nettype wire
