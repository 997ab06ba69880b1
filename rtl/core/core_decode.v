`default_nettype none

// core_decode - decodes an instruction of the core: its fields, the registers that it reads and writes, and its
// class. Combinational.
//
// Registers are bits of a vector of 40: R0 to R15, U0 to U15, P0 to P3, UP0 to UP3.
module core_decode (
    input  wire [63:0] word,

    output wire [5:0]  op,
    output wire [2:0]  gk,
    output wire [1:0]  gi,
    output wire [2:0]  dk,
    output wire [3:0]  di,
    output wire [2:0]  ak,
    output wire [3:0]  ai,
    output wire [2:0]  bk,
    output wire [3:0]  bi,
    output wire [2:0]  ck,
    output wire [3:0]  ci,
    output wire [31:0] low,
    output wire [31:0] high,
    output wire [11:0] target,
    output wire        legal,
    output wire        bad_uniform,
    output wire        scalar,

    output wire [39:0] uses,     // registers that must not be in flight when it issues
    output wire [39:0] makes,    // its destinations
    output wire        control,  // bra, ssy, join, exit
    output wire        memory,   // ld, st, ldu, atom
    output wire        is_local, // with memory: accesses local memory
    output wire        alone,    // 49 to 57: never issues as one of a pair
    output wire        outside   // 25, 26, 47 to 57: idle unless its guard holds
);

    localparam [39:0] ONE = 40'd1;

    wire [39:0] names;
    predicate_decode #(.CORE(1)) u_decode (
        .word(word), .op(op), .gk(gk), .gi(gi), .dk(dk), .di(di), .ak(ak), .ai(ai), .bk(bk), .bi(bi), .ck(ck), .ci(ci),
        .low(low), .high(high), .target(target), .legal(legal), .bad_uniform(bad_uniform), .scalar(scalar), .names(names)
    );

    // A name is {used, kind, number}; guard, destination and three sources make five names.
    wire [39:0] bits [0:4];
    genvar i;
    generate
        for (i = 0; i < 5; i = i + 1) begin : g_name
            wire       used = names[8*i + 7];
            wire [2:0] kind = names[8*i + 4 +: 3];
            wire [3:0] number = names[8*i +: 4];
            wire [5:0] at = (kind == 3'd1) ? {2'd0, number}
                          : (kind == 3'd2) ? {2'd1, number}
                          : (kind == 3'd3) ? {4'b1000, number[1:0]}
                          :                  {4'b1001, number[1:0]};
            assign bits[i] = used ? ONE << at : 40'd0;
        end
    endgenerate

    wire        is_bar = op == 6'd50;
    wire        wide = low[7:4] >= 4'd3 && low[7:4] <= 4'd7;
    wire [3:0]  di_next = di + 4'd1;
    wire [39:0] upper = (is_bar & wide) ? ONE << {2'd1, di_next} : 40'd0;
    wire [39:0] sum = (is_bar & low[13]) ? ONE << {2'd1, low[17:14]} : 40'd0;
    wire [39:0] by = (is_bar && low[3:0] == 4'd15) ? ONE << {2'd1, low[21:18]} : 40'd0;
    wire [39:0] counted = (is_bar & low[10]) ? ONE << {4'b1000, low[12:11]} : 40'd0;

    assign makes = bits[3] | upper | sum;
    assign uses = bits[0] | bits[1] | bits[2] | bits[4] | by | counted | makes;

    assign control = op == 6'd22 || op == 6'd23 || op == 6'd24 || op == 6'd27;
    assign memory = op == 6'd25 || op == 6'd26 || op == 6'd47 || op == 6'd48;
    assign is_local = (op == 6'd48) ? low[4] : (op == 6'd26) ? di[3] : ci[3];
    assign alone = op >= 6'd49;
    assign outside = op == 6'd25 || op == 6'd26 || op >= 6'd47;

endmodule

`default_nettype wire
