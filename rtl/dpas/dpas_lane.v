`default_nettype none

// dpas_lane - one lane from end to end: its src1 slices, the initial partial sum, a unit at each layer,
// the sums kept between passes, and the result. Control is outside the lane and common
// to all lanes.
module dpas_lane #(
    // Physical layers, 2, 4 or 8.
    parameter DEPTH = 4,
    // Slices of an octet that a layer serves, one per pass: 8/DEPTH.
    parameter PASSES = 2,
    // Width of a set number in bits: log2(2*PASSES).
    parameter SET_BITS = 2,
    // 1: commands can have more slices than there are layers, so sums are kept between passes. 0: they cannot.
    parameter ROUNDS = 1,
    // Arithmetic of fused sums of floats: 0 none, otherwise the number of an fdot profile plus one.
    parameter PROFILE = 0
) (
    input  wire                      clk,

    // The lane's dword of a src1 row, what it holds, and the slices (8*bank + slice) to write.
    input  wire [31:0]               src1,
    input  wire [1:0]                load_format,
    input  wire                      load_grouped,
    input  wire                      load_ops8,
    input  wire                      load_signed1,
    input  wire [1:0]                load_pack1,
    input  wire [15:0]               write,

    // The packet that enters: it starts with the lane's dword of src0, or lane 0's; from its second pass
    // on, with the kept sum.
    input  wire [31:0]               src0,
    input  wire [31:0]               src0_lane0,
    input  wire                      src0_null,
    input  wire                      src0_scalar,
    input  wire                      acc_signed,
    input  wire                      first_pass,
    input  wire [2:0]                enter_rep,

    // For each layer. take: a packet moves into the first stage; add: into the second; on: the lane
    // multiplies; then the modes and operands of the packet on its way to the first stage. Layer 0 sees
    // the pins of src2; its slice is a separate vector so that the other layers do not depend on them.
    input  wire [DEPTH-1:0]          layer_take,
    input  wire [DEPTH-1:0]          layer_add,
    input  wire [DEPTH-1:0]          layer_on,
    input  wire [2*DEPTH-1:0]        layer_format,
    input  wire [DEPTH-1:0]          layer_grouped,
    input  wire [DEPTH-1:0]          layer_ops8,
    input  wire [DEPTH-1:0]          layer_signed1,
    input  wire [DEPTH-1:0]          layer_signed2,
    input  wire [SET_BITS*DEPTH-1:0] layer_set,
    input  wire [37:0]               first_src2,  // for layer 0
    input  wire [38*(DEPTH-1)-1:0]   layer_src2,  // for layers 1 and up

    // The packet in the last slot: its sum is kept for another pass, or is the result.
    input  wire                      keep,
    input  wire [2:0]                keep_rep,
    input  wire                      leave_saturate,
    input  wire                      leave_acc_signed,
    output wire [31:0]               result
);

    genvar m, l, k;

    // A row holds slice s at place s % 4.
    generate
        for (m = 0; m < 4; m = m + 1) begin : g_place
            wire [31:0] low = (load_pack1 == 2'd0) ? src1
                            : (load_pack1 == 2'd1) ? {16'h0000, src1[16*(m%2) +: 16]}
                            :                        {24'h000000, src1[8*m +: 8]};
            wire [31:0] slice;
            dpas_widen u_widen (
                .ops8(load_ops8), .pack(load_pack1), .is_signed(load_signed1),
                .data(low), .slice(slice)
            );
        end
    endgenerate

    // A row of 16-bit floats holds one slice, so one converter serves all places.
    wire [37:0] halves;
    dpas_halves u_halves (.f16(load_format[1]), .data(src1), .slice(halves));

    // A group takes its elements unconverted, as the places hold them.
    wire converted = ^load_format & ~load_grouped;

    wire [33:0] leave_acc = g_layer[DEPTH-1].acc;

    // src0 extended by the type of the accumulator [systolic disaggregation ¶326, ¶330].
    wire [31:0] c = src0_null ? 32'h00000000 : src0_scalar ? src0_lane0 : src0;
    wire [33:0] first_acc = {{2{acc_signed & c[31]}}, c};
    wire [33:0] enter_acc;

    generate
        if (ROUNDS != 0) begin : g_kept
            reg [33:0] sums [0:7];
            always @(posedge clk)
                if (keep) sums[keep_rep] <= leave_acc;
            // A partial sum that leaves the array in this cycle is not stored yet.
            assign enter_acc = first_pass                       ? first_acc
                             : (keep & (keep_rep == enter_rep)) ? leave_acc
                             :                                    sums[enter_rep];
        end else begin : g_one_pass
            wire unused = &{first_pass, enter_rep, keep, keep_rep};
            assign enter_acc = first_acc;
        end

        for (l = 0; l < DEPTH; l = l + 1) begin : g_layer
            wire [33:0] acc_in, acc;
            wire [37:0] src2;
            if (l == 0) begin : g_first
                assign acc_in = enter_acc;
                assign src2 = first_src2;
            end else begin : g_later
                assign acc_in = g_layer[l-1].acc;
                assign src2 = layer_src2[38*(l-1) +: 38];
            end

            // Slices are numbered by bank and position in the octet, words by set.
            wire [2*PASSES-1:0]  put;
            wire [38*PASSES-1:0] put_data;
            for (k = 0; k < 2*PASSES; k = k + 1) begin : g_word
                localparam SLICE = (k % PASSES) * DEPTH + l;
                assign put[k] = write[(k / PASSES) * 8 + SLICE];
                if (k < PASSES) begin : g_data
                    assign put_data[38*k +: 38] =
                        converted ? halves : {6'd0, g_place[SLICE%4].slice};
                end
            end

            wire [37:0] slice1;
            dpas_bank #(.PASSES(PASSES), .SET_BITS(SET_BITS)) u_bank (
                .clk(clk), .write(put), .write_data(put_data),
                .set(layer_set[SET_BITS*l +: SET_BITS]), .slice(slice1)
            );

            dpas_unit #(.PROFILE(PROFILE)) u_unit (
                .clk(clk),
                .take(layer_take[l]), .on(layer_on[l]),
                .format(layer_format[2*l +: 2]), .grouped(layer_grouped[l]), .ops8(layer_ops8[l]),
                .signed1(layer_signed1[l]), .signed2(layer_signed2[l]),
                .src1(slice1), .src2(src2), .acc_in(acc_in),
                .add(layer_add[l]), .acc(acc)
            );
        end
    endgenerate

    // The exact sum is clamped once, here; never between layers or passes.
    wire fits = leave_acc_signed ? (&leave_acc[33:31] | ~|leave_acc[33:31]) : ~|leave_acc[33:32];
    // The limits are 0x80000000 or 0x7fffffff for s32, 0 or 0xffffffff for u32.
    wire [31:0] limit = {leave_acc[33] ^ ~leave_acc_signed, {31{~leave_acc[33]}}};
    assign result = (leave_saturate & ~fits) ? limit : leave_acc[31:0];

endmodule

`default_nettype wire
