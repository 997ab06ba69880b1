`default_nettype none

// predicate - a SIMT core slice: a warp of LANES threads with per-lane predicates, uniform predicates for the
// whole warp, and a scalar unit beside the lanes [ES 2777827 ¶49 to ¶107].
module predicate #(
    // Threads of the warp: 4, 8, 16 or 32.
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,  // synchronous, active high

    input  wire                host_valid,
    output wire                host_ready,
    input  wire [3:0]          host_op,
    input  wire [2:0]          host_space,
    input  wire [9:0]          host_addr,
    input  wire [4:0]          host_lane,
    input  wire [63:0]         host_data,

    output reg                 rdata_valid,
    input  wire                rdata_ready,
    output reg  [63:0]         rdata_data,

    output wire                busy,
    output wire                done,
    output reg  [3:0]          trap,
    output reg  [11:0]         trap_pc,
    output reg  [11:0]         pc,
    output reg  [LANES-1:0]    active,
    output wire [3:0]          depth,
    output reg  [1:0]          issue,

    output wire                rv_valid,
    output wire [7:0]          rv_pc,
    output wire [6:0]          rv_dst,
    output wire [LANES-1:0]    rv_mask,
    output wire [LANES-1:0]    rv_pred,
    output wire [32*LANES-1:0] rv_data,

    output wire                rs_valid,
    output wire [7:0]          rs_pc,
    output wire [6:0]          rs_dst,
    output wire                rs_mask,
    output wire [31:0]         rs_data,

    output wire                mem_valid,
    output wire                mem_write,
    output wire [4:0]          mem_lane,
    output wire [1:0]          mem_size,
    output wire [11:0]         mem_addr,
    output wire [31:0]         mem_data,

    output reg  [31:0]         n_pred,
    output reg  [31:0]         n_uniform,
    output reg  [31:0]         n_scalar,
    output reg  [31:0]         n_vector,
    output reg  [31:0]         n_pairs,
    output reg  [31:0]         n_disabled,
    output reg  [31:0]         n_bra_uniform,
    output reg  [31:0]         n_bra_divergent,
    output reg  [31:0]         n_stalls
);

    generate
        if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            predicate_needs_LANES_4_8_16_or_32 illegal ();
        end
    endgenerate

    localparam [5:0] BRA = 6'd22;
    localparam [5:0] SSY = 6'd23;
    localparam [5:0] JOIN = 6'd24;
    localparam [5:0] LD = 6'd25;
    localparam [5:0] ST = 6'd26;
    localparam [5:0] EXIT = 6'd27;
    localparam [5:0] SEL = 6'd13;

    localparam [3:0] NO_TRAP = 4'd0;
    localparam [3:0] ILLEGAL = 4'd1;
    localparam [3:0] BAD_UNIFORM = 4'd2;
    localparam [3:0] OVERFLOW = 4'd3;
    localparam [3:0] UNDERFLOW = 4'd4;
    localparam [3:0] BEYOND = 4'd5;
    localparam [3:0] OUT_OF_RANGE = 4'd6;
    localparam [3:0] LIMIT = 4'd7;
    localparam [3:0] MISALIGNED = 4'd8;

    // --- the warp ---

    reg             running, finished, sense, limited;
    reg [8:0]       length;
    reg [15:0]      left;  // cycles until the limit
    reg [LANES-1:0] exited;
    reg [3:0]       up;

    wire v1, v2, v3, s1, s2;
    wire [2:0] vdk1, vdk2, vdk3, sdk1, sdk2;
    wire [3:0] vdi1, vdi2, vdi3, sdi1, sdi2;
    wire [4*LANES-1:0] predicates;
    wire       hold_v, hold_s, fault, misaligned;
    wire [7:0] fault_pc;

    assign busy = running | v1 | v2 | v3 | s1 | s2;
    assign done = finished & ~busy;

    // --- host ---

    assign host_ready = ~busy & (~rdata_valid | rdata_ready);
    wire host_take = host_valid & host_ready;
    wire host_write = host_take & (host_op == 4'd1);
    wire host_read = host_take & (host_op == 4'd2);
    wire start = host_take & (host_op == 4'd3) & (trap == NO_TRAP);
    wire host_clear = host_take & (host_op == 4'd4);

    // --- memories ---

    reg [63:0] program_memory [0:255];
    reg [31:0] data_memory [0:1023];
    reg [511:0] uniform, constant;
    integer i;
    initial begin
        for (i = 0; i < 256; i = i + 1) program_memory[i] = 64'd0;
        for (i = 0; i < 1024; i = i + 1) data_memory[i] = 32'd0;
        uniform = 512'd0;
        constant = 512'd0;
    end

    wire [11:0] next_pc = pc + 12'd1;
    wire [63:0] word1 = program_memory[busy ? pc[7:0] : host_addr[7:0]];
    wire [63:0] word2 = program_memory[next_pc[7:0]];
    wire [31:0] data_word = data_memory[busy ? mem_addr[11:2] : host_addr];

    wire [3:0]  mem_bytes = ((mem_size == 2'd0) ? 4'b0001 : (mem_size == 2'd1) ? 4'b0011 : 4'b1111) << mem_addr[1:0];
    wire [31:0] mem_word = mem_data << {mem_addr[1:0], 3'd0};

    always @(posedge clk) begin
        if (host_write & ~rst & (host_space == 3'd0)) program_memory[host_addr[7:0]] <= host_data;
        if (mem_write & ~rst) begin
            if (mem_bytes[0]) data_memory[mem_addr[11:2]][7:0] <= mem_word[7:0];
            if (mem_bytes[1]) data_memory[mem_addr[11:2]][15:8] <= mem_word[15:8];
            if (mem_bytes[2]) data_memory[mem_addr[11:2]][23:16] <= mem_word[23:16];
            if (mem_bytes[3]) data_memory[mem_addr[11:2]][31:24] <= mem_word[31:24];
        end else if (host_write & ~rst & (host_space == 3'd6)) data_memory[host_addr] <= host_data[31:0];
    end

    // --- the two next instructions ---

    wire [5:0]  op1, op2;
    wire [2:0]  gk1, dk1, ak1, bk1, ck1, gk2, dk2, ak2, bk2, ck2;
    wire [1:0]  gi1, gi2;
    wire [3:0]  di1, ai1, bi1, ci1, di2, ai2, bi2, ci2;
    wire [31:0] low1, high1, low2, high2;
    wire [11:0] target1, target2;
    wire        legal1, bad1, scalar1, legal2, bad2, scalar2;
    wire [39:0] names1, names2;

    predicate_decode u_decode1 (
        .word(word1), .op(op1), .gk(gk1), .gi(gi1), .dk(dk1), .di(di1), .ak(ak1), .ai(ai1), .bk(bk1),
        .bi(bi1), .ck(ck1), .ci(ci1), .low(low1), .high(high1), .target(target1),
        .legal(legal1), .bad_uniform(bad1), .scalar(scalar1), .names(names1)
    );
    predicate_decode u_decode2 (
        .word(word2), .op(op2), .gk(gk2), .gi(gi2), .dk(dk2), .di(di2), .ak(ak2), .ai(ai2), .bk(bk2),
        .bi(bi2), .ck(ck2), .ci(ci2), .low(low2), .high(high2), .target(target2),
        .legal(legal2), .bad_uniform(bad2), .scalar(scalar2), .names(names2)
    );

    // Hazards: destinations in flight, and for the second instruction also the destination of the first.
    wire [4:0] waits1, waits2;
    wire       on_first;
    predicate_clash u_wait1_v1 (.names(names1), .valid(v1), .dk(vdk1), .di(vdi1), .clash(waits1[0]));
    predicate_clash u_wait1_v2 (.names(names1), .valid(v2), .dk(vdk2), .di(vdi2), .clash(waits1[1]));
    predicate_clash u_wait1_v3 (.names(names1), .valid(v3), .dk(vdk3), .di(vdi3), .clash(waits1[2]));
    predicate_clash u_wait1_s1 (.names(names1), .valid(s1), .dk(sdk1), .di(sdi1), .clash(waits1[3]));
    predicate_clash u_wait1_s2 (.names(names1), .valid(s2), .dk(sdk2), .di(sdi2), .clash(waits1[4]));
    predicate_clash u_wait2_v1 (.names(names2), .valid(v1), .dk(vdk1), .di(vdi1), .clash(waits2[0]));
    predicate_clash u_wait2_v2 (.names(names2), .valid(v2), .dk(vdk2), .di(vdi2), .clash(waits2[1]));
    predicate_clash u_wait2_v3 (.names(names2), .valid(v3), .dk(vdk3), .di(vdi3), .clash(waits2[2]));
    predicate_clash u_wait2_s1 (.names(names2), .valid(s1), .dk(sdk1), .di(sdi1), .clash(waits2[3]));
    predicate_clash u_wait2_s2 (.names(names2), .valid(s2), .dk(sdk2), .di(sdi2), .clash(waits2[4]));
    predicate_clash u_on_first (.names(names2), .valid(1'b1), .dk(dk1), .di(di1), .clash(on_first));

    // --- guards ---

    wire flip1 = (gk1 == 3'd2 || gk1 == 3'd4) ^ sense;
    wire flip2 = (gk2 == 3'd2 || gk2 == 3'd4) ^ sense;
    wire by_p1 = gk1 == 3'd1 || gk1 == 3'd2;
    wire by_p2 = gk2 == 3'd1 || gk2 == 3'd2;
    wire by_up1 = gk1 == 3'd3 || gk1 == 3'd4;
    wire by_up2 = gk2 == 3'd3 || gk2 == 3'd4;
    wire true1 = ~by_up1 | (up[gi1] ^ flip1);  // for guards that do not differ between lanes
    wire true2 = ~by_up2 | (up[gi2] ^ flip2);
    wire [LANES-1:0] mask1, mask2;             // lanes that execute

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_guard
            wire [3:0] p = predicates[4*l +: 4];
            assign mask1[l] = active[l] & (by_p1 ? p[gi1] ^ flip1 : true1);
            assign mask2[l] = active[l] & (by_p2 ? p[gi2] ^ flip2 : true2);
        end
    endgenerate

    // --- control flow: of the first instruction, else of the second ---

    wire control1 = op1 == BRA || op1 == SSY || op1 == JOIN || op1 == EXIT;
    wire control2 = op2 == BRA || op2 == SSY || op2 == JOIN || op2 == EXIT;
    wire [5:0]       cop = control1 ? op1 : op2;
    wire [LANES-1:0] c_mask = control1 ? mask1 : mask2;
    wire [11:0]      c_pc = control1 ? pc : next_pc;
    wire [11:0]      c_target = control1 ? target1 : target2;
    wire [11:0]      c_next = c_pc + 12'd1;

    wire [LANES-1:0] not_taken = active & ~c_mask;
    wire             diverges = cop == BRA && |c_mask && |not_taken;
    wire             forward = c_target > c_pc;
    wire             pushes = cop == SSY || diverges;
    wire [LANES-1:0] now_exited = exited | ((cop == EXIT) ? c_mask : {LANES{1'b0}});

    wire             live;
    wire [11:0]      live_pc;
    wire [LANES-1:0] live_mask;
    wire             overflow = pushes & depth[3];
    wire             underflow = cop == JOIN && ~live;

    // --- issue ---

    wire             can = running & ~hold_v & ~hold_s;
    wire             expired = limited & (left == 16'd0);
    wire             beyond = pc >= {3'd0, length};
    wire             stops1 = control1 & (overflow | underflow);
    wire             issue1 = can & ~expired & ~beyond & legal1 & ~bad1 & ~|waits1 & ~stops1;
    wire [LANES-1:0] bad_address;
    wire             memory1 = op1 == LD || op1 == ST;
    wire             faults1 = memory1 & |(mask1 & bad_address);
    wire             issue2 = issue1 & ~control1 & (next_pc < {3'd0, length}) & legal2 & ~bad2 &
        (scalar1 ^ scalar2) & ~|waits2 & ~on_first & ~(control2 & (overflow | underflow)) & ~faults1;

    wire issue_s = scalar1 ? issue1 : issue2;
    wire issue_v = scalar1 ? issue2 : issue1;

    wire [3:0] new_trap = expired                           ? LIMIT
                        : beyond                            ? BEYOND
                        : ~legal1                           ? ILLEGAL
                        : bad1                              ? BAD_UNIFORM
                        : (|waits1)                         ? NO_TRAP
                        : (control1 & overflow)             ? OVERFLOW
                        : (control1 & underflow)            ? UNDERFLOW
                        :                                     NO_TRAP;
    wire       traps = can & (new_trap != NO_TRAP);

    wire controls = (control1 & issue1) | (control2 & issue2);
    wire exits = controls & (cop == EXIT) & ~|(active & ~c_mask);
    wire pops = controls & ((cop == JOIN) | (exits & live));
    wire ends = exits & ~live;

    predicate_stack #(.LANES(LANES)) u_stack (
        .clk(clk), .rst(rst), .depth(depth), .clear(start | ends),
        .push(controls & pushes), .push_pc((cop == SSY || !forward) ? c_target : c_next),
        .push_mask((cop == SSY) ? active : forward ? not_taken : c_mask),
        .exited(now_exited), .live(live), .live_pc(live_pc), .live_mask(live_mask), .pop(pops)
    );

    always @(posedge clk)
        if (rst) begin
            running <= 1'b0;
            finished <= 1'b0;
            pc <= 12'd0;
            active <= {LANES{1'b0}};
            exited <= {LANES{1'b0}};
            trap <= NO_TRAP;
            trap_pc <= 12'd0;
            length <= 9'd0;
            sense <= 1'b0;
            limited <= 1'b0;
            left <= 16'd0;
            issue <= 2'd0;
        end else begin
            issue <= {issue_v, issue_s};
            if (running & (left != 16'd0)) left <= left - 16'd1;
            if (issue1) pc <= issue2 ? pc + 12'd2 : next_pc;
            if (controls)
                case (cop)
                    BRA:
                        if (diverges) begin
                            active <= forward ? c_mask : not_taken;
                            pc <= forward ? c_target : c_next;
                        end else pc <= ~|not_taken ? c_target : c_next;
                    EXIT: begin
                        exited <= now_exited;
                        active <= exits ? (live ? live_mask : {LANES{1'b0}}) : active & ~c_mask;
                        pc <= ends ? c_pc : exits ? live_pc : c_next;
                    end
                    JOIN: begin
                        active <= live_mask;
                        pc <= live_pc;
                    end
                    default: pc <= c_next;
                endcase
            if (ends) begin
                running <= 1'b0;
                finished <= 1'b1;
            end
            if (traps) begin
                running <= 1'b0;
                trap <= new_trap;
                trap_pc <= pc;
            end
            if (fault) begin
                running <= 1'b0;
                trap <= misaligned ? MISALIGNED : OUT_OF_RANGE;
                trap_pc <= {4'd0, fault_pc};
            end
            if (start) begin
                running <= 1'b1;
                finished <= 1'b0;
                pc <= 12'd0;
                active <= {LANES{1'b1}};
                exited <= {LANES{1'b0}};
                length <= (host_data[8:0] > 9'd256) ? 9'd256 : host_data[8:0];
                sense <= host_data[9];
                left <= host_data[31:16];
                limited <= |host_data[31:16];
            end
            if (host_clear) begin
                finished <= 1'b0;
                trap <= NO_TRAP;
                trap_pc <= 12'd0;
            end
        end

    // --- the units ---

    wire [31:0] va, vb, vc, sa, sb, sc;
    wire [2:0]  vak = scalar1 ? ak2 : ak1;
    wire [2:0]  vbk = scalar1 ? bk2 : bk1;
    wire [2:0]  vck = scalar1 ? ck2 : ck1;
    wire [3:0]  vai = scalar1 ? ai2 : ai1;
    wire [3:0]  vbi = scalar1 ? bi2 : bi1;
    wire [3:0]  vci = scalar1 ? ci2 : ci1;
    wire [31:0] vlow = scalar1 ? low2 : low1;
    wire [31:0] vhigh = scalar1 ? high2 : high1;
    wire [5:0]  vop = scalar1 ? op2 : op1;
    wire [3:0]  vdi = scalar1 ? di2 : di1;
    wire [LANES-1:0] vmask = scalar1 ? mask2 : mask1;
    wire [2:0]  sck = scalar1 ? ck1 : ck2;
    wire [3:0]  sci = scalar1 ? ci1 : ci2;
    wire [31:0] slow = scalar1 ? low1 : low2;
    wire [31:0] shigh = scalar1 ? high1 : high2;

    localparam [127:0] ALONE = {32'd1, 32'd0, 32'd1, 32'd0};  // groups, group, warps, warp

    predicate_operand u_va (
        .kind(vak), .number(vai), .uniform(uniform), .constant(constant), .special(ALONE), .low(vlow), .high(vhigh), .value(va)
    );
    predicate_operand u_vb (
        .kind(vbk), .number(vbi), .uniform(uniform), .constant(constant), .special(ALONE), .low(vlow), .high(vhigh), .value(vb)
    );
    predicate_operand u_vc (
        .kind(vck), .number(vci), .uniform(uniform), .constant(constant), .special(ALONE), .low(vlow), .high(vhigh), .value(vc)
    );
    predicate_operand u_sa (
        .kind(scalar1 ? ak1 : ak2), .number(scalar1 ? ai1 : ai2),
        .uniform(uniform), .constant(constant), .special(ALONE), .low(slow), .high(shigh), .value(sa)
    );
    predicate_operand u_sb (
        .kind(scalar1 ? bk1 : bk2), .number(scalar1 ? bi1 : bi2),
        .uniform(uniform), .constant(constant), .special(ALONE), .low(slow), .high(shigh), .value(sb)
    );
    predicate_operand u_sc (
        .kind(sck), .number(sci), .uniform(uniform), .constant(constant), .special(ALONE), .low(slow), .high(shigh), .value(sc)
    );

    wire [LANES-1:0]    mask3, bits3;
    wire [32*LANES-1:0] data3, host_r;
    wire [7:0]          pc3, spc2;
    wire                smask2;
    wire [31:0]         sdata2;

    predicate_vector #(.LANES(LANES)) u_vector (
        .clk(clk), .rst(rst), .predicates(predicates),
        .issue(issue_v), .issue_pc(scalar1 ? next_pc[7:0] : pc[7:0]), .issue_op(vop),
        .issue_dk(scalar1 ? dk2 : dk1), .issue_di(vdi), .issue_mask(vmask),
        .ak(vak), .ai(vai), .a_shared(va), .bk(vbk), .bi(vbi), .b_shared(vb),
        .ck(vck), .ci(vci), .c_shared(vc),
        .p_uniform(vop == SEL && vck == 3'd2), .p_shared(up[vci[1:0]]),
        .issue_size((vop == ST) ? vdi[2:0] : vci[2:0]), .bad_address(bad_address),
        .v1(v1), .dk1(vdk1), .di1(vdi1), .v2(v2), .dk2(vdk2), .di2(vdi2), .v3(v3), .dk3(vdk3), .di3(vdi3),
        .hold(hold_v), .fault(fault), .misaligned(misaligned), .fault_pc(fault_pc),
        .mem_valid(mem_valid), .mem_write(mem_write), .mem_lane(mem_lane), .mem_size(mem_size), .mem_addr(mem_addr),
        .mem_data(mem_data), .mem_read(data_word),
        .pc3(pc3), .mask3(mask3), .bits3(bits3), .data3(data3),
        .host_write_r(host_write & (host_space == 3'd2)), .host_write_p(host_write & (host_space == 3'd4)),
        .host_index(host_addr[3:0]), .host_lane(host_lane), .host_data(host_data[31:0]), .host_r(host_r)
    );

    predicate_scalar u_scalar (
        .clk(clk), .rst(rst),
        .issue(issue_s), .issue_pc(scalar1 ? pc[7:0] : next_pc[7:0]), .issue_op(scalar1 ? op1 : op2),
        .issue_dk(scalar1 ? dk1 : dk2), .issue_di(scalar1 ? di1 : di2), .issue_ctype(sck),
        .issue_cond(sci), .issue_true(scalar1 ? true1 : true2),
        .issue_a(sa), .issue_b(sb), .issue_c(sc), .issue_p(up[sci[1:0]]),
        .hold(hold_s), .v1(s1), .dk1(sdk1), .di1(sdi1), .v2(s2), .dk2(sdk2), .di2(sdi2),
        .pc2(spc2), .mask2(smask2), .data2(sdata2)
    );

    // --- shared registers ---

    wire s_writes_u = s2 & smask2 & (sdk2 == 3'd2);
    wire s_writes_up = s2 & smask2 & (sdk2 == 3'd4);
    wire v_writes_u = v3 & mask3[0] & (vdk3 == 3'd2);
    wire v_writes_up = v3 & mask3[0] & (vdk3 == 3'd4);

    always @(posedge clk)
        if (~rst) begin
            if (s_writes_u) uniform[{sdi2, 5'd0} +: 32] <= sdata2;
            if (v_writes_u) uniform[{vdi3, 5'd0} +: 32] <= data3[31:0];
            if (host_write & (host_space == 3'd3)) uniform[{host_addr[3:0], 5'd0} +: 32] <= host_data[31:0];
            if (host_write & (host_space == 3'd1)) constant[{host_addr[3:0], 5'd0} +: 32] <= host_data[31:0];
        end

    always @(posedge clk)
        if (rst) up <= 4'd0;
        else begin
            if (s_writes_up) up[sdi2[1:0]] <= sdata2[0];
            if (v_writes_up) up[vdi3[1:0]] <= bits3[0];
            if (host_write & (host_space == 3'd5)) up[host_addr[1:0]] <= host_data[0];
        end

    // --- read-out ---

    wire [LANES-1:0] host_p;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_host
            wire [3:0] p = predicates[4*l +: 4];
            assign host_p[l] = p[host_addr[1:0]];
        end
    endgenerate

    localparam [5:0] ALL_LANES = LANES[5:0];
    localparam LB = $clog2(LANES);
    reg [63:0] found;
    always @*
        case (host_space)
            3'd0: found = word1;
            3'd1: found = {32'd0, constant[{host_addr[3:0], 5'd0} +: 32]};
            3'd2: found = ({1'b0, host_lane} < ALL_LANES) ? {32'd0, host_r[{host_lane[LB-1:0], 5'd0} +: 32]} : 64'd0;
            3'd3: found = {32'd0, uniform[{host_addr[3:0], 5'd0} +: 32]};
            3'd4: found = {{(64-LANES){1'b0}}, host_p};
            3'd5: found = {63'd0, up[host_addr[1:0]]};
            3'd6: found = {32'd0, data_word};
            default: found = 64'd0;
        endcase

    always @(posedge clk)
        if (rst) rdata_valid <= 1'b0;
        else if (host_read) rdata_valid <= 1'b1;
        else if (rdata_ready) rdata_valid <= 1'b0;

    always @(posedge clk)
        if (host_read) rdata_data <= found;

    // --- retire records ---

    assign rv_valid = v3;
    assign rv_pc = pc3 & {8{v3}};
    assign rv_dst = (v3 && vdk3 != 3'd0) ? {vdk3, vdi3} : 7'd0;
    assign rv_mask = mask3 & {LANES{v3}};
    assign rv_pred = bits3 & {LANES{v3}};
    assign rv_data = data3 & {(32*LANES){v3}};
    assign rs_valid = s2;
    assign rs_pc = spc2 & {8{s2}};
    assign rs_dst = (s2 && sdk2 != 3'd0) ? {sdk2, sdi2} : 7'd0;
    assign rs_mask = smask2 & s2;
    assign rs_data = sdata2 & {32{s2}};

    // --- counters ---

    wire [31:0] n_active, n_executing;
    predicate_count #(.W(LANES)) u_active (.x(active), .n(n_active));
    predicate_count #(.W(LANES)) u_executing (.x(vmask), .n(n_executing));

    wire v_by_p = scalar1 ? by_p2 : by_p1;
    wire v_by_up = scalar1 ? by_up2 : by_up1;
    wire s_by_up = scalar1 ? by_up1 : by_up2;
    wire branches = controls & (cop == BRA);

    always @(posedge clk)
        if (rst | start) begin
            n_pred <= 32'd0;
            n_uniform <= 32'd0;
            n_scalar <= 32'd0;
            n_vector <= 32'd0;
            n_pairs <= 32'd0;
            n_disabled <= 32'd0;
            n_bra_uniform <= 32'd0;
            n_bra_divergent <= 32'd0;
            n_stalls <= 32'd0;
        end else begin
            if (issue_v & v_by_p) n_pred <= n_pred + n_active;
            n_uniform <= n_uniform + {31'd0, issue_v & v_by_up} + {31'd0, issue_s & s_by_up};
            n_scalar <= n_scalar + {31'd0, issue_s};
            n_vector <= n_vector + {31'd0, issue_v};
            n_pairs <= n_pairs + {31'd0, issue2};
            if (issue_v) n_disabled <= n_disabled + LANES - n_executing;
            n_bra_uniform <= n_bra_uniform + {31'd0, branches & ~diverges};
            n_bra_divergent <= n_bra_divergent + {31'd0, branches & diverges};
            n_stalls <= n_stalls + {31'd0, running & ~issue1};
        end

endmodule

`default_nettype wire
