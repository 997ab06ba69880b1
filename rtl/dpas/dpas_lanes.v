`default_nettype none

// dpas_lanes - the lanes side by side, and the register for the row of their results. The ports are those
// of dpas_lane, for all lanes.
module dpas_lanes #(
    // SIMD lanes, 4, 8 or 16.
    parameter LANES = 8,
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

    input  wire [32*LANES-1:0]       src1_data,
    input  wire [1:0]                load_format,
    input  wire                      load_grouped,
    input  wire                      load_ops8,
    input  wire                      load_signed1,
    input  wire [1:0]                load_pack1,
    input  wire [15:0]               write,

    input  wire [32*LANES-1:0]       src0_data,
    input  wire                      src0_null,
    input  wire                      src0_scalar,
    input  wire                      acc_signed,
    input  wire                      first_pass,
    input  wire [2:0]                enter_rep,

    input  wire [DEPTH-1:0]          layer_take,
    input  wire [DEPTH-1:0]          layer_add,
    input  wire [LANES*DEPTH-1:0]    layer_on,  // LANES bits per layer
    input  wire [2*DEPTH-1:0]        layer_format,
    input  wire [DEPTH-1:0]          layer_grouped,
    input  wire [DEPTH-1:0]          layer_ops8,
    input  wire [DEPTH-1:0]          layer_signed1,
    input  wire [DEPTH-1:0]          layer_signed2,
    input  wire [SET_BITS*DEPTH-1:0] layer_set,
    input  wire [37:0]               first_src2,  // for layer 0
    input  wire [38*(DEPTH-1)-1:0]   layer_src2,  // for layers 1 and up

    input  wire                      keep,
    input  wire [2:0]                keep_rep,
    input  wire                      leave_saturate,
    input  wire                      leave_acc_signed,

    input  wire                      dst_write,  // the packet in the last slot is a row of the result
    output reg  [32*LANES-1:0]       dst_data
);

    genvar n, l;
    generate
        for (n = 0; n < LANES; n = n + 1) begin : g_lane
            wire [DEPTH-1:0] on;
            for (l = 0; l < DEPTH; l = l + 1) begin : g_layer
                assign on[l] = layer_on[LANES*l + n];
            end

            wire [31:0] result;
            dpas_lane #(
                .DEPTH(DEPTH), .PASSES(PASSES), .SET_BITS(SET_BITS), .ROUNDS(ROUNDS), .PROFILE(PROFILE)
            ) u_lane (
                .clk(clk),
                .src1(src1_data[32*n +: 32]), .load_format(load_format),
                .load_grouped(load_grouped), .load_ops8(load_ops8), .load_signed1(load_signed1), .load_pack1(load_pack1), .write(write),
                .src0(src0_data[32*n +: 32]), .src0_lane0(src0_data[31:0]),
                .src0_null(src0_null), .src0_scalar(src0_scalar), .acc_signed(acc_signed),
                .first_pass(first_pass), .enter_rep(enter_rep),
                .layer_take(layer_take), .layer_add(layer_add), .layer_on(on),
                .layer_format(layer_format), .layer_grouped(layer_grouped), .layer_ops8(layer_ops8),
                .layer_signed1(layer_signed1), .layer_signed2(layer_signed2),
                .layer_set(layer_set),
                .first_src2(first_src2), .layer_src2(layer_src2),
                .keep(keep), .keep_rep(keep_rep), .leave_saturate(leave_saturate),
                .leave_acc_signed(leave_acc_signed), .result(result)
            );

            always @(posedge clk)
                if (dst_write) dst_data[32*n +: 32] <= result;
        end
    endgenerate

endmodule

`default_nettype wire
