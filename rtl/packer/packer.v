`default_nettype none

// packer - compresses and expands packed data, and makes the mask of non-zero elements [systolic disaggregation
// ¶353 to ¶365].
//
// Two pipeline stages: stage 1 holds the command, stage 2 the result.
module packer #(
    // Width of a packed vector in bits: 128, 256 or 512.
    parameter VBITS = 256
) (
    input  wire             clk,
    input  wire             rst,  // synchronous, active high

    input  wire             cmd_valid,
    output wire             cmd_ready,
    input  wire [1:0]       cmd_op,
    input  wire [2:0]       cmd_width,
    input  wire [6:0]       cmd_n,
    input  wire             cmd_is_float,
    input  wire [VBITS-1:0] cmd_src,
    input  wire [VBITS-1:0] cmd_ctl,
    input  wire [VBITS-1:0] cmd_dst,
    input  wire [7:0]       cmd_tag,

    output wire             res_valid,
    input  wire             res_ready,
    output reg  [VBITS-1:0] res_data,
    output reg  [6:0]       res_count,
    output reg  [1:0]       res_status,
    output reg  [7:0]       res_tag
);
    localparam [6:0] BYTES = VBITS[9:3];
    localparam [1:0] EXPAND = 2'd1, MASK = 2'd2, NONE = 2'd3;

    generate
        if (VBITS != 128 && VBITS != 256 && VBITS != 512) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            packer_needs_VBITS_128_256_or_512 illegal ();
        end
    endgenerate

    reg             v1, v2;
    reg [1:0]       op;
    reg [2:0]       width;
    reg [6:0]       n;
    reg             is_float;
    reg [VBITS-1:0] src, ctl, dst;
    reg [7:0]       tag;

    wire free2 = ~v2 | res_ready;
    wire free1 = ~v1 | free2;

    assign cmd_ready = free1;
    assign res_valid = v2;

    // One set of lanes per element width; the width of the command selects one.
    wire [VBITS-1:0]   moved     [0:3];
    wire [6:0]         n_moved   [0:3];
    wire [VBITS/8-1:0] nonzero   [0:3];
    wire [6:0]         n_nonzero [0:3];

    genvar g;
    generate
        for (g = 0; g < 4; g = g + 1) begin : g_width
            packer_lanes #(
                .VBITS(VBITS),
                .BITS (8 << g)
            ) u_lanes (
                .expand(op == EXPAND), .is_float(is_float), .n(n), .src(src), .ctl(ctl), .dst(dst),
                .moved(moved[g]), .n_moved(n_moved[g]), .nonzero(nonzero[g]), .n_nonzero(n_nonzero[g])
            );
        end
    endgenerate

    wire [1:0] w = width[1:0];
    wire [6:0] most = BYTES >> w;

    reg [1:0] status;

    always @* begin
        status = 2'd0;
        if (op == NONE) status = 2'd1;
        else if (width[2]) status = 2'd2;
        else if (n > most) status = 2'd3;
    end

    // The mask is a control vector: one byte per element.
    wire [VBITS/8-1:0] ones = nonzero[w];
    wire [VBITS-1:0]   mask;

    generate
        for (g = 0; g < VBITS / 8; g = g + 1) begin : g_mask
            assign mask[8*g +: 8] = {7'd0, ones[g]};
        end
    endgenerate

    always @(posedge clk) begin
        if (rst) begin
            v1 <= 1'b0;
            v2 <= 1'b0;
        end else begin
            if (free2) v2 <= v1;
            if (free1) v1 <= cmd_valid;
        end
    end

    always @(posedge clk) begin
        if (free1) begin
            op       <= cmd_op;
            width    <= cmd_width;
            n        <= cmd_n;
            is_float <= cmd_is_float;
            src      <= cmd_src;
            ctl      <= cmd_ctl;
            dst      <= cmd_dst;
            tag      <= cmd_tag;
        end
        if (free2) begin
            res_data   <= status != 2'd0 ? dst : op == MASK ? mask : moved[w];
            res_count  <= status != 2'd0 ? 7'd0 : op == MASK ? n_nonzero[w] : n_moved[w];
            res_status <= status;
            res_tag    <= tag;
        end
    end
endmodule

`default_nettype wire
