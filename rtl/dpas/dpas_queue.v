`default_nettype none

// dpas_queue - accepts the commands: decodes them, assigns a bank of src1 slices to each good one, and
// queues them for the issue and for the loader.
module dpas_queue #(
    // SIMD lanes, 4, 8 or 16.
    parameter LANES = 8,
    // Physical layers, 2, 4 or 8.
    parameter DEPTH = 4,
    // Arithmetic of fused sums of floats: 0 none, otherwise the number of an fdot profile plus one.
    parameter PROFILE = 0,
    // Width of sd in bits, as in dpas_decode.
    parameter SD_BITS = 4,
    // Width of a pass number in bits.
    parameter PASS_BITS = 2
) (
    input  wire             clk,
    input  wire             rst,

    input  wire             cmd_valid,
    output wire             cmd_ready,
    input  wire [3:0]       cmd_src1_type,
    input  wire [3:0]       cmd_src2_type,
    input  wire [1:0]       cmd_acc_type,
    input  wire [SD_BITS-1:0] cmd_sd,
    input  wire [3:0]       cmd_rc,
    input  wire [4:0]       cmd_exec_size,
    input  wire             cmd_saturate,
    input  wire             cmd_src0_null,
    input  wire             cmd_src0_scalar,
    input  wire [7:0]       cmd_tag,

    // The oldest command with packets to issue. The fields are those of dpas_decode.
    output wire             head_valid,
    input  wire             head_pop,
    output wire [7:0]       head_tag,
    output wire [2:0]       head_status,
    output wire             head_bank,
    output wire [1:0]       head_format,
    output wire             head_grouped,
    output wire             head_ops8,
    output wire             head_signed1,
    output wire             head_signed2,
    output wire [1:0]       head_pack2,
    output wire             head_acc_signed,
    output wire             head_saturate,
    output wire             head_src0_null,
    output wire             head_src0_scalar,
    output wire [PASS_BITS-1:0] head_last_pass,
    output wire [DEPTH-1:0] head_layers,
    output wire [2:0]       head_last_rep,
    output wire [LANES-1:0] head_lanes,

    // The oldest good command with src1 rows to load.
    output wire             load_valid,
    input  wire             load_pop,
    output wire             load_bank,
    output wire [SD_BITS-1:0] load_sd,
    output wire [1:0]       load_format,
    output wire             load_grouped,
    output wire             load_ops8,
    output wire             load_signed1,
    output wire [1:0]       load_pack1
);

    wire [2:0]       status;
    wire             grouped, ops8, signed1, signed2, acc_signed, odd_octets;
    wire [1:0]       format, pack1, pack2;
    wire [PASS_BITS-1:0] last_pass;
    wire [DEPTH-1:0] layers;
    wire [2:0]       last_rep;
    wire [LANES-1:0] lanes;

    dpas_decode #(
        .LANES(LANES), .DEPTH(DEPTH), .PROFILE(PROFILE), .SD_BITS(SD_BITS), .PASS_BITS(PASS_BITS)
    ) u_decode (
        .src1_type(cmd_src1_type), .src2_type(cmd_src2_type), .acc_type(cmd_acc_type),
        .sd(cmd_sd), .rc(cmd_rc), .exec_size(cmd_exec_size),
        .saturate(cmd_saturate),
        .status(status), .format(format), .grouped(grouped), .ops8(ops8), .signed1(signed1), .signed2(signed2),
        .pack1(pack1), .pack2(pack2), .acc_signed(acc_signed),
        .last_pass(last_pass), .layers(layers), .odd_octets(odd_octets), .last_rep(last_rep), .lanes(lanes)
    );

    wire push = cmd_valid & cmd_ready;
    wire good = status == 3'd0;
    wire full;
    assign cmd_ready = ~full;

    // The octets of good commands alternate between the banks.
    reg bank;
    always @(posedge clk)
        if (rst) bank <= 1'b0;
        else if (push & good & odd_octets) bank <= ~bank;

    localparam HEAD_WIDTH = 8 + 3 + 13 + PASS_BITS + DEPTH + 3 + LANES;

    fifo #(.WIDTH(HEAD_WIDTH), .SIZE(2)) u_heads (
        .clk(clk), .rst(rst),
        .push(push),
        .push_data({cmd_tag, status, bank, format, grouped, ops8, signed1, signed2, pack2,
                    acc_signed, cmd_saturate, cmd_src0_null, cmd_src0_scalar,
                    last_pass & {PASS_BITS{good}}, layers & {DEPTH{good}}, last_rep, lanes}),
        .full(full),
        .pop(head_pop), .valid(head_valid),
        .head({head_tag, head_status, head_bank, head_format, head_grouped, head_ops8, head_signed1,
               head_signed2, head_pack2, head_acc_signed, head_saturate, head_src0_null, head_src0_scalar,
               head_last_pass, head_layers, head_last_rep, head_lanes})
    );

    // A command can leave the queue above while src1 rows are still to come: its last packet may enter the
    // array when only slice 0 is loaded. The loader therefore has its own queue. No packet of the next good
    // command can enter before that command's slice 0 is loaded, that is, before the loader has finished
    // the first command. So the loader has to hold at most one such command and the two queued above.
    wire unused_load_full;
    fifo #(.WIDTH(1 + SD_BITS + 2 + 1 + 1 + 1 + 2), .SIZE(3)) u_loads (
        .clk(clk), .rst(rst),
        .push(push & good),
        .push_data({bank, cmd_sd, format, grouped, ops8, signed1, pack1}),
        .full(unused_load_full),
        .pop(load_pop), .valid(load_valid),
        .head({load_bank, load_sd, load_format, load_grouped, load_ops8, load_signed1, load_pack1})
    );

endmodule

`default_nettype wire
