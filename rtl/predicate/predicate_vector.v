`default_nettype none

// predicate_vector - the vector lanes and their pipe: operands in one cycle, results in the next, the retire
// record in the third. A load or store stays in the first stage, a lane a cycle.
module predicate_vector #(
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,

    output wire [4*LANES-1:0]  predicates,  // those of lane 0 lowest

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
    input  wire                p_uniform,   // the predicate of sel is a uniform one
    input  wire                p_shared,
    output wire [LANES-1:0]    out_of_range, // the address that a load or store would have

    // Destinations under way.
    output reg                 v1,
    output reg  [2:0]          dk1,
    output reg  [3:0]          di1,
    output reg                 v2,
    output reg  [2:0]          dk2,
    output reg  [3:0]          di2,
    output reg                 v3,
    output reg  [2:0]          dk3,
    output reg  [3:0]          di3,

    // The first stage has a load or store.
    output wire                hold,
    output wire                fault,       // its address is out of range
    output wire [7:0]          fault_pc,
    output wire                mem_valid,
    output wire                mem_write,
    output wire [4:0]          mem_lane,
    output wire [9:0]          mem_addr,
    output wire [31:0]         mem_data,
    input  wire [31:0]         mem_read,

    // The retire record, while v3.
    output reg  [7:0]          pc3,
    output reg  [LANES-1:0]    mask3,
    output reg  [LANES-1:0]    bits3,
    output reg  [32*LANES-1:0] data3,

    // The host, while nothing runs.
    input  wire                host_write_r,
    input  wire                host_write_p,
    input  wire [3:0]          host_index,
    input  wire [4:0]          host_lane,
    input  wire [31:0]         host_data,
    output wire [32*LANES-1:0] host_r
);

    localparam [2:0] TO_R = 3'd1;
    localparam [2:0] TO_P = 3'd3;

    reg [7:0]       pc1, pc2;
    reg [5:0]       op1;
    reg [2:0]       ctype1, cond1;
    reg [LANES-1:0] mask1, mask2, bits2, left;
    reg [32*LANES-1:0] data2, loaded;

    wire [32*LANES-1:0] y, addresses, stores;
    wire [LANES-1:0]    flags, chosen;

    wire is_load = op1 == 6'd25;
    wire is_store = op1 == 6'd26;
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

    assign hold = v1 & (is_load | is_store);
    assign fault = hold & ~none & (|address[31:10]);
    assign fault_pc = pc1;
    assign mem_valid = hold & ~none & ~fault;
    assign mem_write = mem_valid & is_store;
    assign mem_lane = mem_valid ? lane[4:0] : 5'd0;
    assign mem_addr = mem_valid ? address[9:0] : 10'd0;
    assign mem_data = mem_write ? stores[{at, 5'd0} +: 32] : 32'd0;

    wire ends = v1 & (~hold | few | fault);  // the first stage
    wire [LANES-1:0] served = mask1 & ~(fault ? left : rest);

    // --- the stages ---

    wire             votes = |mask1;
    wire             voted = (op1 == 6'd19) ? &(~mask1 | chosen)
                           : (op1 == 6'd20) ? |(mask1 & chosen)
                           :                  ~|(mask1 & chosen);
    wire [LANES-1:0] one = {{(LANES-1){1'b0}}, 1'b1};

    always @(posedge clk)
        if (rst) begin
            v1 <= 1'b0;
            v2 <= 1'b0;
            v3 <= 1'b0;
        end else begin
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
            cond1 <= ci[2:0];
            mask1 <= issue_mask;
            left <= issue_mask;
        end else left <= rest;
        if (mem_valid) loaded[{at, 5'd0} +: 32] <= mem_read;

        pc2 <= pc1;
        dk2 <= dk1;
        di2 <= di1;
        mask2 <= (dk1 == 3'd0) ? {LANES{1'b0}}
               : is_vote       ? one & {LANES{votes}}
               : is_load       ? served
               :                 mask1;
        bits2 <= (dk1 == TO_P) ? flags & mask1
               : is_vote       ? one & {LANES{votes & voted}}
               :                 {LANES{1'b0}};
        for (i = 0; i < LANES; i = i + 1)
            data2[32*i +: 32] <= (dk1 != TO_R)                 ? 32'd0
                               : ~is_load                      ? y[32*i +: 32] & {32{mask1[i]}}
                               : ~served[i]                    ? 32'd0
                               : (mem_valid && at == i[LB-1:0]) ? mem_read
                               :                                 loaded[32*i +: 32];

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
            assign out_of_range[l] = |next_address[31:10];
            wire        unused = |next_address[9:0];
            predicate_lane #(.INDEX(l)) u_lane (
                .clk(clk), .rst(rst), .p(predicates[4*l +: 4]),
                .ak(ak), .ai(ai), .a_shared(a_shared), .bk(bk), .bi(bi), .b_shared(b_shared),
                .ck(ck), .ci(ci), .c_shared(c_shared), .address(next_address),
                .issue(issue), .p_uniform(p_uniform), .p_shared(p_shared),
                .op(op1), .ctype(ctype1), .cond(cond1),
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
