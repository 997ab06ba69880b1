`default_nettype none

// predicate_vector - the vector lanes and their pipe: operands in one cycle, results in the next, the retire
// record in the third. Longer operations hold the first stage: a load or store takes a cycle per lane, red a cycle
// per tree level, fdiv the cycles of its divider. LANES as in predicate.
module predicate_vector #(
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,

    output wire [4*LANES-1:0]  predicates,  // lane 0 in the lowest bits

    // The instruction that may issue.
    input  wire                issue,
    input  wire [7:0]          issue_pc,
    input  wire [5:0]          issue_op,
    input  wire [2:0]          issue_dk,
    input  wire [3:0]          issue_di,
    input  wire [LANES-1:0]    issue_mask,
    input  wire [2:0]          ak,
    input  wire [3:0]          ai,
    input  wire [31:0]         a_shared,
    input  wire [2:0]          bk,
    input  wire [3:0]          bi,
    input  wire [31:0]         b_shared,
    input  wire [2:0]          ck,
    input  wire [3:0]          ci,
    input  wire [31:0]         c_shared,
    input  wire                p_uniform,   // the predicate of sel is uniform
    input  wire                p_shared,
    input  wire [2:0]          issue_size,  // of ld and st: 0 word, 1 s8, 2 u8, 3 s16, 4 u16
    output wire [LANES-1:0]    bad_address, // lanes with a bad address, if this is a load or store

    // Destinations in flight.
    output reg                 v1,
    output reg  [2:0]          dk1,
    output reg  [3:0]          di1,
    output reg                 v2,
    output reg  [2:0]          dk2,
    output reg  [3:0]          di2,
    output reg                 v3,
    output reg  [2:0]          dk3,
    output reg  [3:0]          di3,

    // The first stage holds a multi-cycle instruction.
    output wire                hold,
    output wire                fault,       // the access is out of range or misaligned
    output wire                misaligned,  // with fault: the access is only misaligned
    output wire [7:0]          fault_pc,
    output wire                mem_valid,
    output wire                mem_write,
    output wire [4:0]          mem_lane,
    output wire [1:0]          mem_size,    // 0 byte, 1 half word, 2 word
    output wire [11:0]         mem_addr,
    output wire [31:0]         mem_data,
    input  wire [31:0]         mem_read,    // the word that contains the byte

    // The retire record, valid with v3.
    output reg  [7:0]          pc3,
    output reg  [LANES-1:0]    mask3,
    output reg  [LANES-1:0]    bits3,
    output reg  [32*LANES-1:0] data3,

    // Host access, while nothing runs.
    input  wire                host_write_r,
    input  wire                host_write_p,
    input  wire [3:0]          host_index,
    input  wire [4:0]          host_lane,
    input  wire [31:0]         host_data,
    output wire [32*LANES-1:0] host_r
);

    localparam [2:0] TO_R = 3'd1;
    localparam [2:0] TO_U = 3'd2;
    localparam [2:0] TO_P = 3'd3;

    localparam [5:0] FDIV = 6'd43;
    localparam [5:0] RED = 6'd45;
    localparam [5:0] READLANE = 6'd46;

    reg [7:0]       pc1, pc2;
    reg [5:0]       op1;
    reg [2:0]       ctype1, size1;
    reg [3:0]       cond1;
    reg [LANES-1:0] mask1, mask2, bits2, left;
    reg [32*LANES-1:0] data2, loaded;

    wire [32*LANES-1:0] y, addresses, stores, operands, divisors, quotients;
    wire [LANES-1:0]    flags, chosen;

    wire is_load = op1 == 6'd25;
    wire is_store = op1 == 6'd26;
    wire is_div = op1 == FDIV;
    wire is_red = op1 == RED;
    wire is_vote = op1 == 6'd19 || op1 == 6'd20 || op1 == 6'd21;

    // --- loads and stores, lanes ascending ---

    wire [LANES-1:0] rest;
    wire             none, few;
    wire [5:0]       lane;
    lowest_one #(.W(LANES)) u_left (.x(left), .index(lane), .rest(rest), .none(none), .few(few));

    localparam LB = $clog2(LANES);
    wire [LB-1:0] at = lane[LB-1:0];
    wire          unused_lane = |lane;
    wire [31:0]   address = addresses[{at, 5'd0} +: 32];

    wire          is_byte = size1 == 3'd1 || size1 == 3'd2;
    wire          is_half = size1 == 3'd3 || size1 == 3'd4;
    wire          accesses = v1 & (is_load | is_store);
    wire          outside = |address[31:12];
    wire          skewed = (|address[1:0] & ~is_byte & ~is_half) | (address[0] & is_half);

    assign hold = v1 & (is_load | is_store | is_div | is_red);
    assign fault = accesses & ~none & (outside | skewed);
    assign misaligned = ~outside;
    assign fault_pc = pc1;
    assign mem_valid = accesses & ~none & ~fault;
    assign mem_write = mem_valid & is_store;
    assign mem_lane = mem_valid ? lane[4:0] : 5'd0;
    assign mem_size = ~mem_valid ? 2'd0 : is_byte ? 2'd0 : is_half ? 2'd1 : 2'd2;
    assign mem_addr = mem_valid ? address[11:0] : 12'd0;

    wire [31:0] store = stores[{at, 5'd0} +: 32];
    assign mem_data = ~mem_write ? 32'd0
                    : is_byte    ? {24'd0, store[7:0]}
                    : is_half    ? {16'd0, store[15:0]}
                    :              store;

    wire [31:0] moved = mem_read >> {address[1:0], 3'd0};
    wire [31:0] load = (size1 == 3'd1) ? {{24{moved[7]}}, moved[7:0]}
                     : (size1 == 3'd2) ? {24'd0, moved[7:0]}
                     : (size1 == 3'd3) ? {{16{moved[15]}}, moved[15:0]}
                     : (size1 == 3'd4) ? {16'd0, moved[15:0]}
                     :                   moved;

    // --- red: uses the ALUs of the lanes, neighbours first, one tree level a cycle ---

    reg  [4:0]  level;     // one-hot: the level computed in this cycle
    wire [5:0]  step;
    wire [31:0] neutral;
    predicate_reduce reduce (.cond(cond1[2:0]), .ctype(ctype1), .op(step), .neutral(neutral));

    reg  [32*LANES/2-1:0] nodes;  // results of the previous level
    wire [32*LANES-1:0]   leaves;
    wire                  reduced = level[LB-1];

    // --- fdiv: all lanes at once ---

    wire [LANES-1:0] div_busy, div_done;
    reg              started;
    wire             divided = div_done[0];
    wire             unused_div = (|div_busy) | (|div_done);

    wire ends = v1 & (~hold | (accesses & (few | fault)) | (is_div & divided) | (is_red & reduced));
    wire [LANES-1:0] served = mask1 & ~(fault ? left : rest);

    // --- the stages ---

    wire             votes = |mask1;
    wire             voted = (op1 == 6'd19) ? &(~mask1 | chosen)
                           : (op1 == 6'd20) ? |(mask1 & chosen)
                           :                  ~|(mask1 & chosen);
    wire [LANES-1:0] one = {{(LANES-1){1'b0}}, 1'b1};
    wire             is_cross = is_vote | is_red | (op1 == READLANE);
    wire [LB-1:0]    from = divisors[LB-1:0];  // lane that readlane reads: b is the same in all lanes

    always @(posedge clk)
        if (rst) begin
            v1 <= 1'b0;
            v2 <= 1'b0;
            v3 <= 1'b0;
            started <= 1'b0;
            level <= 5'd1;
        end else begin
            started <= v1 & is_div & ~ends;
            level <= (v1 & is_red & ~ends) ? {level[3:0], 1'b0} : 5'd1;
            v1 <= issue | (v1 & ~ends);
            v2 <= ends;
            v3 <= v2;
        end

    integer i;
    always @(posedge clk) begin
        if (issue) begin
            pc1 <= issue_pc;
            op1 <= issue_op;
            dk1 <= issue_dk;
            di1 <= issue_di;
            ctype1 <= ck;
            cond1 <= ci;
            size1 <= issue_size;
            mask1 <= issue_mask;
            left <= issue_mask;
        end else left <= rest;
        if (mem_valid) loaded[{at, 5'd0} +: 32] <= load;
        nodes <= y[32*LANES/2-1:0];

        pc2 <= pc1;
        dk2 <= dk1;
        di2 <= di1;
        mask2 <= (dk1 == 3'd0) ? {LANES{1'b0}}
               : is_cross      ? one & {LANES{votes}}
               : is_load       ? served
               :                 mask1;
        bits2 <= (dk1 == TO_P) ? flags & mask1
               : is_vote       ? one & {LANES{votes & voted}}
               :                 {LANES{1'b0}};
        for (i = 0; i < LANES; i = i + 1)
            data2[32*i +: 32] <= (dk1 != TO_R)                 ? 32'd0
                               : is_div                        ? quotients[32*i +: 32] & {32{mask1[i]}}
                               : ~is_load                      ? y[32*i +: 32] & {32{mask1[i]}}
                               : ~served[i]                    ? 32'd0
                               : (mem_valid && at == i[LB-1:0]) ? load
                               :                                 loaded[32*i +: 32];
        if (dk1 == TO_U)
            data2[31:0] <= (is_red ? y[31:0] : operands[{from, 5'd0} +: 32]) & {32{votes}};

        pc3 <= pc2;
        dk3 <= dk2;
        di3 <= di2;
        mask3 <= mask2;
        bits3 <= bits2;
        data3 <= data2;
    end

    // --- the lanes ---

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wire [31:0] next_address;
            wire        hosted = host_lane == l;
            assign bad_address[l] = (|next_address[31:12]) |
                (|next_address[1:0] & (issue_size == 3'd0)) |
                (next_address[0] & (issue_size == 3'd3 || issue_size == 3'd4));
            wire        unused = |next_address[11:2];

            // Each level has half the nodes of the previous one, so the upper lanes have no pair in it.
            wire [31:0] pair_a, pair_b;
            if (l < LANES/4) begin : g_node
                assign pair_a = level[0] ? leaves[64*l +: 32] : nodes[64*l +: 32];
                assign pair_b = level[0] ? leaves[64*l+32 +: 32] : nodes[64*l+32 +: 32];
            end else if (l < LANES/2) begin : g_leaf
                assign pair_a = leaves[64*l +: 32];
                assign pair_b = leaves[64*l+32 +: 32];
            end else begin : g_none
                assign pair_a = 32'd0;
                assign pair_b = 32'd0;
            end
            assign leaves[32*l +: 32] = mask1[l] ? operands[32*l +: 32] : neutral;

            fp_div u_div (
                .clk(clk), .rst(rst), .start(v1 & is_div & ~started),
                .a(operands[32*l +: 32] & {32{is_div}}), .b(divisors[32*l +: 32] & {32{is_div}}),
                .busy(div_busy[l]), .done(div_done[l]), .result(quotients[32*l +: 32])
            );
            predicate_lane #(.INDEX(l)) u_lane (
                .clk(clk), .rst(rst), .p(predicates[4*l +: 4]),
                .ak(ak), .ai(ai), .a_shared(a_shared), .bk(bk), .bi(bi), .b_shared(b_shared),
                .ck(ck), .ci(ci), .c_shared(c_shared), .address(next_address),
                .issue(issue), .p_uniform(p_uniform), .p_shared(p_shared),
                .op(is_red ? step : op1), .ctype(ctype1), .cond(cond1),
                .other(is_red), .other_a(pair_a), .other_b(pair_b),
                .a1(operands[32*l +: 32]), .b1(divisors[32*l +: 32]),
                .y(y[32*l +: 32]), .flag(flags[l]), .chosen(chosen[l]),
                .held_address(addresses[32*l +: 32]), .store(stores[32*l +: 32]),
                .write_r((v3 & mask3[l] & (dk3 == TO_R)) | (host_write_r & hosted)),
                .write_p((v3 & mask3[l] & (dk3 == TO_P)) | host_write_p),
                .write_index(v3 ? di3 : host_index),
                .write_data(v3 ? data3[32*l +: 32] : host_data),
                .write_bit(v3 ? bits3[l] : host_data[l]),
                .host_index(host_index), .host_data(host_r[32*l +: 32])
            );
        end
    endgenerate

endmodule

`default_nettype wire
