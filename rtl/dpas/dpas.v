`default_nettype none

// dpas - dot product accumulate systolic: D = C + A*B for rows of A (src2), C (src0) and D (dst), with
// B (src1) held in the array [systolic disaggregation ¶318 to ¶330].
module dpas #(
    // SIMD lanes, columns of D: 4, 8 or 16.
    parameter LANES = 8,
    // Physical layers of the array: 2, 4 or 8.
    parameter DEPTH = 4,
    // GPU generation whose arithmetic fused sums of floats follow: 0 none, 1 volta, 2 turing, 3 ampere, 4 ada,
    // 5 hopper, 6 blackwell.
    parameter PROFILE = 0,
    // Maximum systolic depth. 8: depths are 1, 2, 4 and 8; 64: any depth from 1 to 64.
    parameter MAX_SD = 8
) (
    input  wire                clk,
    input  wire                rst,  // synchronous, active high

    input  wire                cmd_valid,
    output wire                cmd_ready,
    input  wire [3:0]          cmd_src1_type,
    input  wire [3:0]          cmd_src2_type,
    input  wire [1:0]          cmd_acc_type,
    input  wire [(MAX_SD == 64 ? 6 : 3):0] cmd_sd,
    input  wire [3:0]          cmd_rc,
    input  wire [4:0]          cmd_exec_size,
    input  wire                cmd_saturate,
    input  wire                cmd_src0_null,
    input  wire                cmd_src0_scalar,
    input  wire [7:0]          cmd_tag,

    input  wire                src1_valid,
    output wire                src1_ready,
    input  wire [32*LANES-1:0] src1_data,

    input  wire                src0_valid,
    output wire                src0_ready,
    input  wire [32*LANES-1:0] src0_data,

    input  wire                src2_valid,
    output wire                src2_ready,
    input  wire [255:0]        src2_data,

    output wire                dst_valid,
    input  wire                dst_ready,
    output wire [32*LANES-1:0] dst_data,
    output wire [7:0]          dst_tag,
    output wire                dst_last,

    output wire                rsp_valid,
    input  wire                rsp_ready,
    output wire [7:0]          rsp_tag,
    output wire [2:0]          rsp_status
);

    generate
        if ((LANES != 4 && LANES != 8 && LANES != 16) || (DEPTH != 2 && DEPTH != 4 && DEPTH != 8))
        begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            dpas_needs_LANES_4_8_or_16_and_DEPTH_2_4_or_8 illegal ();
        end
        if (PROFILE < 0 || PROFILE > 6) begin : g_illegal_profile
            dpas_needs_PROFILE_0_to_6 illegal ();
        end
        if (MAX_SD != 8 && MAX_SD != 64) begin : g_illegal_max_sd
            dpas_needs_MAX_SD_8_or_64 illegal ();
        end
    endgenerate

    localparam SD_BITS = (MAX_SD == 64) ? 7 : 4;
    localparam PASSES = 8 / DEPTH;  // per octet
    localparam PASS_BITS = (MAX_SD == 64) ? 5 : 2;
    localparam SET_BITS = (PASSES == 1) ? 1 : (PASSES == 2) ? 2 : 3;
    localparam INFO_BITS = 3 + 1 + 1 + 1 + 1 + 3 + 8;

    wire             head_valid, head_pop, head_bank;
    wire [7:0]       head_tag;
    wire [2:0]       head_status, head_last_rep;
    wire [1:0]       head_format;
    wire             head_grouped, head_ops8, head_signed1, head_signed2, head_acc_signed;
    wire             head_saturate, head_src0_null, head_src0_scalar;
    wire [1:0]       head_pack2;
    wire [PASS_BITS-1:0] head_last_pass;
    wire [DEPTH-1:0] head_layers;
    wire [LANES-1:0] head_lanes;

    wire             load_valid, load_pop, load_bank, load_grouped, load_ops8, load_signed1;
    wire [SD_BITS-1:0] load_sd;
    wire [1:0]       load_format, load_pack1;

    dpas_queue #(
        .LANES(LANES), .DEPTH(DEPTH), .PROFILE(PROFILE), .SD_BITS(SD_BITS), .PASS_BITS(PASS_BITS)
    ) u_queue (
        .clk(clk), .rst(rst),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready),
        .cmd_src1_type(cmd_src1_type), .cmd_src2_type(cmd_src2_type), .cmd_acc_type(cmd_acc_type),
        .cmd_sd(cmd_sd), .cmd_rc(cmd_rc), .cmd_exec_size(cmd_exec_size),
        .cmd_saturate(cmd_saturate), .cmd_src0_null(cmd_src0_null),
        .cmd_src0_scalar(cmd_src0_scalar), .cmd_tag(cmd_tag),
        .head_valid(head_valid), .head_pop(head_pop), .head_tag(head_tag),
        .head_status(head_status), .head_bank(head_bank),
        .head_format(head_format), .head_grouped(head_grouped), .head_ops8(head_ops8),
        .head_signed1(head_signed1), .head_signed2(head_signed2), .head_pack2(head_pack2),
        .head_acc_signed(head_acc_signed), .head_saturate(head_saturate),
        .head_src0_null(head_src0_null), .head_src0_scalar(head_src0_scalar),
        .head_last_pass(head_last_pass), .head_layers(head_layers),
        .head_last_rep(head_last_rep), .head_lanes(head_lanes),
        .load_valid(load_valid), .load_pop(load_pop), .load_bank(load_bank), .load_sd(load_sd),
        .load_format(load_format), .load_grouped(load_grouped), .load_ops8(load_ops8),
        .load_signed1(load_signed1), .load_pack1(load_pack1)
    );

    wire [15:0] write, loaded, freed;

    dpas_src1 #(.SD_BITS(SD_BITS)) u_src1 (
        .clk(clk), .rst(rst),
        .src1_valid(src1_valid), .src1_ready(src1_ready),
        .load_valid(load_valid), .load_pop(load_pop), .load_bank(load_bank), .load_sd(load_sd),
        .load_pack1(load_pack1),
        .write(write), .loaded(loaded), .freed(freed)
    );

    wire                go, starved;
    wire [2*PASSES-1:0] loaded_first;
    wire                enter, enter_row, enter_first_pass, enter_octet, enter_last_pass, enter_last_row;
    wire [SET_BITS-1:0] enter_set;
    wire [2:0]          enter_rep;
    wire [38*DEPTH-1:0] enter_src2;

    wire                leave, leave_row, leave_last_pass, leave_last_row;
    wire                leave_saturate, leave_acc_signed;
    wire [2:0]          leave_rep, leave_status;
    wire [7:0]          leave_tag;

    // A packet with another pass to come leaves its partial sums behind.
    wire keep = leave & leave_row & ~leave_last_pass;

    dpas_issue #(.PASSES(PASSES), .SET_BITS(SET_BITS), .PASS_BITS(PASS_BITS)) u_issue (
        .clk(clk), .rst(rst),
        .head_valid(head_valid), .head_pop(head_pop), .head_error(head_status != 3'd0),
        .head_bank(head_bank), .head_src0_null(head_src0_null),
        .head_last_pass(head_last_pass), .head_last_rep(head_last_rep),
        .src2_valid(src2_valid), .src2_ready(src2_ready),
        .src0_valid(src0_valid), .src0_ready(src0_ready),
        .open(go & ~starved), .loaded(loaded_first), .keep(keep), .keep_rep(leave_rep),
        .enter(enter), .enter_row(enter_row), .enter_set(enter_set), .enter_rep(enter_rep),
        .enter_first_pass(enter_first_pass), .enter_octet(enter_octet),
        .enter_last_pass(enter_last_pass), .enter_last_row(enter_last_row)
    );

    // In all passes but the last, every layer serves a slice. An error marker has only a last pass, without layers.
    wire [DEPTH-1:0] enter_layers = enter_last_pass ? head_layers : {DEPTH{1'b1}};

    dpas_src2 #(.DEPTH(DEPTH)) u_src2 (
        .clk(clk),
        .src2_data(src2_data),
        .head_format(head_format), .head_grouped(head_grouped), .head_ops8(head_ops8),
        .head_signed2(head_signed2),
        .head_pack2(head_pack2),
        .enter_row(enter_row), .enter_rep(enter_rep), .enter_octet(enter_octet),
        .enter_last_pass(enter_last_pass), .enter_layers(enter_layers), .enter_src2(enter_src2)
    );

    wire [DEPTH-1:0]          layer_take, layer_add, layer_grouped;
    wire [DEPTH-1:0]          layer_ops8, layer_signed1, layer_signed2;
    wire [LANES*DEPTH-1:0]    layer_on;
    wire [2*DEPTH-1:0]        layer_format;
    wire [SET_BITS*DEPTH-1:0] layer_set;
    wire [38*(DEPTH-1)-1:0]   layer_src2;

    dpas_array #(
        .LANES(LANES), .DEPTH(DEPTH), .PASSES(PASSES), .SET_BITS(SET_BITS), .INFO_BITS(INFO_BITS)
    ) u_array (
        .clk(clk), .rst(rst),
        .go(go), .starved(starved),
        .enter(enter), .enter_row(enter_row), .enter_last_row(enter_last_row),
        .enter_set(enter_set), .enter_format(head_format),
        .enter_grouped(head_grouped), .enter_ops8(head_ops8),
        .enter_signed1(head_signed1), .enter_signed2(head_signed2),
        .enter_layers(enter_layers), .enter_lanes(head_lanes),
        .enter_info({enter_rep, enter_last_pass, enter_last_row, head_saturate, head_acc_signed,
                     head_status, head_tag}),
        .enter_src2(enter_src2[38*DEPTH-1:38]),
        .loaded(loaded), .freed(freed), .loaded_first(loaded_first),
        .layer_take(layer_take), .layer_add(layer_add), .layer_on(layer_on),
        .layer_format(layer_format), .layer_grouped(layer_grouped), .layer_ops8(layer_ops8),
        .layer_signed1(layer_signed1), .layer_signed2(layer_signed2),
        .layer_set(layer_set), .layer_src2(layer_src2),
        .leave(leave), .leave_row(leave_row),
        .leave_info({leave_rep, leave_last_pass, leave_last_row, leave_saturate, leave_acc_signed,
                     leave_status, leave_tag})
    );

    wire dst_write;

    dpas_lanes #(
        .LANES(LANES), .DEPTH(DEPTH), .PASSES(PASSES), .SET_BITS(SET_BITS), .ROUNDS(MAX_SD > DEPTH ? 1 : 0),
        .PROFILE(PROFILE)
    ) u_lanes (
        .clk(clk),
        .src1_data(src1_data), .load_format(load_format), .load_grouped(load_grouped),
        .load_ops8(load_ops8), .load_signed1(load_signed1), .load_pack1(load_pack1), .write(write),
        .src0_data(src0_data), .src0_null(head_src0_null), .src0_scalar(head_src0_scalar),
        .acc_signed(head_acc_signed), .first_pass(enter_first_pass), .enter_rep(enter_rep),
        .layer_take(layer_take), .layer_add(layer_add), .layer_on(layer_on),
        .layer_format(layer_format), .layer_grouped(layer_grouped), .layer_ops8(layer_ops8),
        .layer_signed1(layer_signed1), .layer_signed2(layer_signed2),
        .layer_set(layer_set),
        .first_src2(enter_src2[37:0]), .layer_src2(layer_src2),
        .keep(keep), .keep_rep(leave_rep),
        .leave_saturate(leave_saturate), .leave_acc_signed(leave_acc_signed),
        .dst_write(dst_write), .dst_data(dst_data)
    );

    dpas_exit u_exit (
        .clk(clk), .rst(rst), .go(go),
        .leave(leave), .leave_row(leave_row), .leave_last_pass(leave_last_pass),
        .leave_last_row(leave_last_row), .leave_status(leave_status), .leave_tag(leave_tag),
        .dst_write(dst_write),
        .dst_valid(dst_valid), .dst_ready(dst_ready), .dst_tag(dst_tag), .dst_last(dst_last),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_tag(rsp_tag), .rsp_status(rsp_status)
    );

endmodule

`default_nettype wire
