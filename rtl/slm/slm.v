`default_nettype none

// slm - shared local memory with atomics [US 12393444 ¶161].
//
// One request is in service at a time. For a vector, each bank serves one waiting lane per cycle (for a load, with
// all lanes that read the same word), or one per four cycles for fadd; the request leaves when no lane waits. The
// words read are gathered for the answer. A line takes one cycle if each of its words has a bank, and two otherwise.
module slm #(
    // Capacity in kilobytes: 4, 8, 16, 32 or 64.
    parameter KB = 16,
    // Banks: 8, 16 or 32.
    parameter BANKS = 16,
    // Lanes of a vector: 4, 8, 16 or 32.
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,  // synchronous, active high

    input  wire                req_valid,
    output wire                req_ready,
    input  wire [3:0]          req_op,
    input  wire [1:0]          req_size,
    input  wire [LANES-1:0]    req_enable,
    input  wire [32*LANES-1:0] req_addr,
    input  wire [32*LANES-1:0] req_data,
    input  wire [32*LANES-1:0] req_compare,
    input  wire [7:0]          req_tag,

    input  wire                line_valid,
    output wire                line_ready,
    input  wire                line_write,
    input  wire [31:0]         line_addr,
    input  wire [63:0]         line_mask,
    input  wire [511:0]        line_data,
    input  wire [7:0]          line_tag,

    output reg                 rsp_valid,
    input  wire                rsp_ready,
    output reg  [32*LANES-1:0] rsp_data,
    output reg  [LANES-1:0]    rsp_error,
    output reg  [7:0]          rsp_tag,

    output reg                 line_rsp_valid,
    input  wire                line_rsp_ready,
    output reg  [511:0]        line_rsp_data,
    output reg                 line_rsp_error,
    output reg  [7:0]          line_rsp_tag
);

    localparam AB   = $clog2(KB) + 10;       // bits of an address within memory
    localparam WB   = AB - 2;                // bits of a word number
    localparam BB   = $clog2(BANKS);         // bits of a bank number
    localparam RB   = WB - BB;               // bits of a row number
    localparam ROWS = KB * 256 / BANKS;

    localparam [3:0] LOAD = 4'd0, STORE = 4'd1, FENCE = 4'd2, FADD = 4'd13;

    generate
        if (KB != 4 && KB != 8 && KB != 16 && KB != 32 && KB != 64) begin : g_illegal_kb
            // No such module exists: its name is the error message that stops elaboration.
            slm_needs_KB_4_8_16_32_64 illegal ();
        end
        if (BANKS != 8 && BANKS != 16 && BANKS != 32) begin : g_illegal_banks
            slm_needs_BANKS_8_16_32 illegal ();
        end
        if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_illegal_lanes
            slm_needs_LANES_4_8_16_32 illegal ();
        end
    endgenerate

    // --- acceptance ---

    reg busy;       // a request is in service
    reg of_line;    // the request came from the line port
    reg turn_line;  // if both ports offer a request, the line port is next

    wire last;      // last cycle of service
    wire out_free = of_line ? ~line_rsp_valid | line_rsp_ready : ~rsp_valid | rsp_ready;
    wire leaves = busy & last & out_free;
    wire room = ~busy | leaves;

    assign req_ready = room & ~(line_valid & turn_line);
    assign line_ready = room & ~(req_valid & ~turn_line);

    wire take = req_valid & req_ready;
    wire take_line = line_valid & line_ready;

    always @(posedge clk)
        if (rst) begin
            busy <= 1'b0;
            turn_line <= 1'b0;
        end else begin
            if (take | take_line) begin
                busy <= 1'b1;
                turn_line <= take;
            end else if (leaves) busy <= 1'b0;
        end

    always @(posedge clk)
        if (take | take_line) of_line <= take_line;

    // --- the request in service ---

    reg [3:0]          op;
    reg [1:0]          size;
    reg [LANES-1:0]    waiting, error;  // lanes still to make their access; lanes in error, which make none
    reg [AB*LANES-1:0] addr;
    reg [32*LANES-1:0] data, compare;
    reg [7:0]          tag;

    reg                l_write, l_error;
    reg [AB-7:0]       l_line;  // line number
    reg [63:0]         l_mask;
    reg [511:0]        l_data;
    reg [7:0]          l_tag;

    wire [LANES-1:0] wrong;
    wire [LANES-1:0] counts = req_enable & {LANES{req_op != FENCE}};
    wire [LANES-1:0] served;  // lanes served in this cycle
    wire             vector_moves;

    genvar i, b;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_check
            slm_check #(.AB(AB)) u_check (
                .op(req_op), .size(req_size), .high(req_addr[32*i+AB +: 32-AB]),
                .low(req_addr[32*i +: 2]), .error(wrong[i])
            );
        end
    endgenerate

    always @(posedge clk) begin : p_request
        integer j;
        if (take) begin
            op <= req_op;
            size <= req_size;
            error <= counts & wrong;
            for (j = 0; j < LANES; j = j + 1) addr[AB*j +: AB] <= req_addr[32*j +: AB];
            data <= req_data;
            compare <= req_compare;
            tag <= req_tag;
        end
        if (take) waiting <= counts & ~wrong;
        else if (vector_moves) waiting <= waiting & ~served;
        if (take_line) begin
            l_write <= line_write;
            l_error <= |line_addr[5:0] | |line_addr[31:AB];
            l_line <= line_addr[AB-1:6];
            l_mask <= line_mask;
            l_data <= line_data;
            l_tag <= line_tag;
        end
    end

    // --- cycles of service ---

    reg  [1:0] phase;  // cycle of fadd, or half of a line
    wire       turn_ends = op != FADD | &phase;  // the bank serves the next lane after this cycle
    wire       vector_last = ~|waiting | (turn_ends & ~|(waiting & ~served));
    wire       line_last = BANKS != 8 || l_error || phase[0];

    assign last = of_line ? line_last : vector_last;

    wire moves = busy & (~last | out_free);  // the accesses of this cycle take effect, except under reset
    assign vector_moves = moves & ~of_line & turn_ends;

    always @(posedge clk)
        if (take | take_line) phase <= 2'd0;
        else if (busy & ~last) phase <= phase + 2'd1;

    // --- banks ---

    wire [32*BANKS-1:0]    olds;
    wire [LANES*BANKS-1:0] served_by;
    wire [511:0]           line_olds;

    generate
        for (b = 0; b < BANKS; b = b + 1) begin : g_bank
            wire          none, half;
            wire [RB-1:0] v_row, l_row;
            wire [1:0]    at;
            wire [31:0]   v_data, v_compare, w_data;
            wire [3:0]    w_bytes;

            slm_queue #(.LANES(LANES), .WB(WB), .BB(BB), .BANK(b)) u_queue (
                .load(op == LOAD), .waiting(waiting), .addr(addr), .data(data), .compare(compare),
                .served(served_by[LANES*b +: LANES]), .none(none), .row(v_row), .at(at),
                .data_of(v_data), .compare_of(v_compare)
            );

            // Row of the line in this bank, whether the bank holds a word of the line (half), and that word.
            if (BANKS == 8) begin : g_two
                assign half = 1'b1;
                assign l_row = {l_line, phase[0]};
                assign w_data = phase[0] ? l_data[32*(b+8) +: 32] : l_data[32*b +: 32];
                assign w_bytes = phase[0] ? l_mask[4*(b+8) +: 4] : l_mask[4*b +: 4];
            end else if (BANKS == 16) begin : g_all
                assign half = 1'b1;
                assign l_row = l_line;
                assign w_data = l_data[32*b +: 32];
                assign w_bytes = l_mask[4*b +: 4];
            end else begin : g_half
                assign half = l_line[0] == (b >= 16);
                assign l_row = l_line[AB-7:1];
                assign w_data = l_data[32*(b%16) +: 32];
                assign w_bytes = l_mask[4*(b%16) +: 4];
            end

            wire [3:0] v_bytes = {{2{size[1]}}, |size, 1'b1} << at;
            wire       write = of_line ? moves & l_write & ~l_error & half
                                       : vector_moves & ~none & op != LOAD;

            slm_bank #(.ROWS(ROWS), .RB(RB)) u_bank (
                .clk(clk), .rst(rst), .write(write), .row(of_line ? l_row : v_row),
                .bytes(of_line ? w_bytes : v_bytes), .op(of_line ? STORE : op), .phase(phase),
                .data(of_line ? w_data : v_data << {at, 3'd0}), .compare(v_compare),
                .old(olds[32*b +: 32])
            );
        end
        if (BANKS == 32) begin : g_line_half
            assign line_olds = l_line[0] ? olds[1023:512] : olds[511:0];
        end else if (BANKS == 16) begin : g_line_all
            assign line_olds = olds;
        end else begin : g_line_two
            reg [255:0] low;
            always @(posedge clk) if (of_line & ~phase[0]) low <= olds;
            assign line_olds = {olds, low};
        end
    endgenerate

    // --- answers ---

    wire [32*LANES-1:0] words;   // the words gathered so far, with those of this cycle
    reg  [32*LANES-1:0] gathered;

    generate
        for (i = 0; i < LANES; i = i + 1) begin : g_lane
            wire [BANKS-1:0] by;
            for (b = 0; b < BANKS; b = b + 1) begin : g_by
                assign by[b] = served_by[LANES*b + i];
            end
            assign served[i] = |by;

            wire [31:0] read;
            slm_word #(.BANKS(BANKS), .BB(BB)) u_word (
                .olds(olds), .bank(addr[AB*i+2 +: BB]), .size(size), .at(addr[AB*i +: 2]), .y(read)
            );
            assign words[32*i +: 32] = served[i] & op != STORE ? read : gathered[32*i +: 32];
        end
    endgenerate

    always @(posedge clk) begin
        if (take) gathered <= {32*LANES{1'b0}};
        else if (vector_moves) gathered <= words;
        if (leaves & ~of_line) begin
            rsp_data <= words;
            rsp_error <= error;
            rsp_tag <= tag;
        end
        if (leaves & of_line) begin
            line_rsp_data <= line_olds & {512{~l_write & ~l_error}};
            line_rsp_error <= l_error;
            line_rsp_tag <= l_tag;
        end
    end

    always @(posedge clk)
        if (rst) begin
            rsp_valid <= 1'b0;
            line_rsp_valid <= 1'b0;
        end else begin
            if (leaves & ~of_line) rsp_valid <= 1'b1;
            else if (rsp_ready) rsp_valid <= 1'b0;
            if (leaves & of_line) line_rsp_valid <= 1'b1;
            else if (line_rsp_ready) line_rsp_valid <= 1'b0;
        end

endmodule

`default_nettype wire
