`default_nettype none

// dpas_decode - decodes a command: its status, and what the rest of the block needs to know about its
// types and sizes. No other module of dpas knows the type codes. Combinational.
module dpas_decode #(
    // SIMD lanes, 4, 8 or 16.
    parameter LANES = 8,
    // Physical layers, 2, 4 or 8.
    parameter DEPTH = 4,
    // Arithmetic of fused sums of floats: 0 none, otherwise the number of an fdot profile plus one.
    parameter PROFILE = 0,
    // Width of sd in bits. 4: sd is 1, 2, 4 or 8; 7: sd is 1 to 64.
    parameter SD_BITS = 4,
    // Width of a pass number in bits.
    parameter PASS_BITS = 2
) (
    input  wire [3:0]       src1_type,
    input  wire [3:0]       src2_type,
    input  wire [1:0]       acc_type,
    input  wire [SD_BITS-1:0] sd,
    input  wire [3:0]       rc,
    input  wire [4:0]       exec_size,
    input  wire             saturate,

    // 0 good, 1 types, 2 sd, 3 rc, 4 exec_size, 5 saturate with floats: the first that applies. The
    // other outputs are meaningful only if status is 0.
    output wire [2:0]       status,
    // 0 integers, 1 bf16, 2 f16, 3 f32. A slice has one element of f32, or two of the 16-bit floats.
    output wire [1:0]       format,
    // The products of a slice of floats are summed as one group.
    output wire             grouped,
    // 1: a slice of integers has eight elements of up to 4 bits; 0: four elements of up to 8 bits.
    output wire             ops8,
    output wire             signed1,
    output wire             signed2,
    // log2 of the number of slices in 32 bits: 0, 1 or 2.
    output wire [1:0]       pack1,
    output wire [1:0]       pack2,
    output wire             acc_signed,
    // Number of passes through the array, less one.
    output wire [PASS_BITS-1:0] last_pass,
    // Layers that serve a slice in the last pass; in earlier passes, all layers do.
    output wire [DEPTH-1:0] layers,
    // The slices occupy an odd number of octets, the last of which may be partly filled.
    output wire             odd_octets,
    // Number of repeats, less one.
    output wire [2:0]       last_rep,
    // Lanes that take part [systolic disaggregation ¶325].
    output wire [LANES-1:0] lanes
);

    localparam [3:0] S8 = 4'd5;   // the last integer type; type/2 is log2 of its width in bits, less one
    localparam [3:0] F32 = 4'd8;  // the last float type, after bf16 and f16
    localparam [1:0] ACC_U32 = 2'd1;  // s32 is 0
    localparam [1:0] ACC_F32 = 2'd2;
    localparam [1:0] ACC_FUSED = 2'd3;

    // A float type pairs only with itself.
    wire integers = (src1_type <= S8) & (src2_type <= S8);
    wire floats = (src1_type > S8) & (src1_type <= F32) & (src1_type == src2_type);

    // The profile has an operation for this pair of types; meaningful for floats only.
    wire has_group;
    generate
        if (PROFILE != 0) begin : g_profile
            localparam [2:0] CODE = PROFILE[2:0] - 3'd1;
            // The format codes of fdot: 0 f16, 1 bf16, 2 tf32.
            wire [2:0] element = {1'b0, src1_type[3], ~src1_type[3] & ~src1_type[0]};
            wire [5:0] group;
            wire [1:0] cut;
            wire       scaled;
            fdot_rule u_rule (
                .profile(CODE), .a_format(element), .b_format(element), .out(2'd0),
                .known(has_group), .group(group), .cut(cut), .scaled(scaled)
            );
            wire unused = &{group, cut, scaled};
        end else begin : g_none
            assign has_group = 1'b0;
        end
    endgenerate

    assign grouped = floats & (acc_type == ACC_FUSED) & has_group;

    wire types_good = (integers & (acc_type <= ACC_U32)) | (floats & (acc_type == ACC_F32)) | grouped;
    wire sd_good;
    generate
        if (SD_BITS == 4) begin : g_powers
            assign sd_good = (sd == 4'd1) | (sd == 4'd2) | (sd == 4'd4) | (sd == 4'd8);
        end else begin : g_all
            assign sd_good = (sd != 7'd0) & (sd <= 7'd64);
        end
    endgenerate
    wire rc_good = (rc != 4'd0) & (rc <= 4'd8);
    wire exec_good = (exec_size != 5'd0) & (exec_size <= LANES[4:0]);

    assign status = !types_good         ? 3'd1
                  : !sd_good            ? 3'd2
                  : !rc_good            ? 3'd3
                  : !exec_good          ? 3'd4
                  : (floats & saturate) ? 3'd5
                  :                       3'd0;

    assign format = floats ? src1_type[1:0] - 2'd1 : 2'd0;

    assign ops8 = ~src1_type[2] & ~src2_type[2];
    assign signed1 = src1_type[0];
    assign signed2 = src2_type[0];
    assign acc_signed = acc_type == 2'd0;

    // A slice of eight 4-bit or four 8-bit elements fills 32 bits; halving the element width doubles the
    // number of slices in 32 bits. A slice of floats always fills 32 bits.
    assign pack1 = floats ? 2'd0 : (ops8 ? 2'd1 : 2'd2) - src1_type[2:1];
    assign pack2 = floats ? 2'd0 : (ops8 ? 2'd1 : 2'd2) - src2_type[2:1];

    // The last slice: its pass and the layer that serves it.
    localparam LAYER_BITS = $clog2(DEPTH);
    localparam [6:0] ONE_SLICE = 7'd1;
    wire [6:0] last_slice = {{(7-SD_BITS){1'b0}}, sd} - ONE_SLICE;
    wire [6:0] last_of_all = last_slice >> LAYER_BITS;
    assign last_pass = last_of_all[PASS_BITS-1:0];
    wire unused_passes = &last_of_all;
    assign layers = ~({{(DEPTH-1){1'b1}}, 1'b0} << last_slice[LAYER_BITS-1:0]);
    assign odd_octets = ~last_slice[3];
    assign last_rep = rc[2:0] - 3'd1;
    assign lanes = ~({LANES{1'b1}} << exec_size);

endmodule

`default_nettype wire
