`default_nettype none

// fdot - one group of a fused dot product, d = c + sum of a_i * b_i: the products and c are shifted to the
// greatest exponent among them, truncated, added in one tree and rounded once.
//
// Four pipeline stages: products; greatest exponent and alignment; sum; rounding. All advance in the
// cycles in which op_ready is 1. Throughput is one group per cycle.
module fdot #(
    // Maximum number of products in a group: 4, 8, 16 or 32.
    parameter K = 32
) (
    input  wire                          clk,
    input  wire                          rst,  // synchronous, active high

    input  wire                          op_valid,
    output wire                          op_ready,
    input  wire [(K < 8 ? 32*K : 256)-1:0] op_a,
    input  wire [(K < 8 ? 32*K : 256)-1:0] op_b,
    input  wire [31:0]                   op_c,
    input  wire [7:0]                    op_a_scale,
    input  wire [7:0]                    op_b_scale,
    input  wire [2:0]                    op_profile,
    input  wire [2:0]                    op_a_format,
    input  wire [2:0]                    op_b_format,
    input  wire [1:0]                    op_output,
    input  wire [7:0]                    op_tag,

    output wire                          res_valid,
    input  wire                          res_ready,
    output reg  [31:0]                   res_value,
    output reg  [7:0]                    res_tag,
    output reg  [1:0]                    res_status
);

    localparam N = K + 1;  // terms
    localparam W = K == 4 ? 31 : K == 8 ? 32 : K == 16 ? 33 : 34;  // bits of their sum

    generate
        if (K != 4 && K != 8 && K != 16 && K != 32) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            fdot_needs_K_4_8_16_or_32 illegal ();
        end
    endgenerate

    // --- movement ---

    reg [4:1] valid;  // one bit per stage; the last one is res
    wire      move = ~valid[4] | res_ready;

    assign op_ready = move;
    assign res_valid = valid[4];

    always @(posedge clk)
        if (rst) valid <= 4'd0;
        else if (move) valid <= {valid[3:1], op_valid};

    // --- stage 1: products ---

    wire       known, scaled;
    wire [5:0] group;
    wire [1:0] cut;

    fdot_rule u_rule (
        .profile(op_profile), .a_format(op_a_format), .b_format(op_b_format), .out(op_output),
        .known(known), .group(group), .cut(cut), .scaled(scaled)
    );

    wire [1:0] status = ~known ? 2'd1 : group > K[5:0] ? 2'd2 : 2'd0;
    wire [8:0] scale = scaled ? {1'b0, op_a_scale} + {1'b0, op_b_scale} : 9'd254;
    wire       scale_nan = scaled & (&op_a_scale | &op_b_scale);

    wire [N-1:0]    sign, inf, nan;
    wire [10*N-1:0] exp;
    wire [27*N-1:0] sig;

    genvar i;
    generate
        for (i = 0; i < K; i = i + 1) begin : g_product
            wire [7:0]  a8, b8;
            wire [15:0] a16, b16;
            wire [18:0] a32, b32;
            wire [21:0] product;

            // An operand holds up to 8 elements of 32 bits, 16 of 16 bits or 32 of 8 bits.
            if (K >= 16) begin : g_8
                assign a8 = op_a[8*i +: 8];
                assign b8 = op_b[8*i +: 8];
            end else begin : g_no_8  // no group of 8-bit elements is that short
                assign a8 = 8'd0;
                assign b8 = 8'd0;
            end
            if (i < 16) begin : g_16
                assign a16 = op_a[16*i +: 16];
                assign b16 = op_b[16*i +: 16];
            end else begin : g_no_16
                assign a16 = 16'd0;
                assign b16 = 16'd0;
            end
            if (i < 8) begin : g_32
                assign a32 = op_a[32*i+13 +: 19];
                assign b32 = op_b[32*i+13 +: 19];
            end else begin : g_no_32
                assign a32 = 19'd0;
                assign b32 = 19'd0;
            end

            localparam [5:0] I = i;
            fdot_product #(.S(i < 16 ? 11 : 4)) u_product (
                .on(I < group),
                .a_format(op_a_format), .a8(a8), .a16(a16), .a32(a32),
                .b_format(op_b_format), .b8(b8), .b16(b16), .b32(b32), .scale(scale),
                .sign(sign[i]), .exp(exp[10*i +: 10]), .sig(product), .inf(inf[i]), .nan(nan[i])
            );
            assign sig[27*i +: 27] = {product, 5'd0};
        end
    endgenerate

    wire [23:0] addend;
    fdot_addend u_addend (
        .half(op_output[0]), .c(op_c),
        .sign(sign[K]), .exp(exp[10*K +: 10]), .sig(addend), .inf(inf[K]), .nan(nan[K])
    );
    assign sig[27*K +: 27] = {1'b0, addend, 2'd0};

    wire unused = ^{op_a, op_b};  // short groups leave some bits unused, and so does tf32

    // Travels with a group: out, cut, status, tag; and the flags that decide the result if a term is not finite.
    reg [N-1:0]    p_sign;
    reg [10*N-1:0] p_exp;
    reg [27*N-1:0] p_sig;
    reg [1:0]      p_out, p_cut, p_status;
    reg [7:0]      p_tag;
    reg            p_nan, p_plus, p_minus;

    // A rejected group leaves the data registers unchanged: only its status and tag move on.
    always @(posedge clk)
        if (op_valid & move & status == 2'd0) begin
            p_sign <= sign;
            p_exp <= exp;
            p_sig <= sig;
            p_nan <= |nan | scale_nan;
            p_plus <= |(inf & ~sign);
            p_minus <= |(inf & sign);
            p_out <= op_output;
            p_cut <= cut;
        end

    always @(posedge clk)
        if (op_valid & move) begin
            p_status <= status;
            p_tag <= op_tag;
        end

    // --- stage 2: alignment ---

    wire [9:0]      greatest;
    wire [28*N-1:0] term;

    fdot_greatest #(.N(N)) u_greatest (.x(p_exp), .y(greatest));

    generate
        for (i = 0; i < N; i = i + 1) begin : g_align
            fdot_align u_align (
                .sign(p_sign[i]), .exp(p_exp[10*i +: 10]), .sig(p_sig[27*i +: 27]),
                .greatest(greatest), .cut(p_cut), .term(term[28*i +: 28])
            );
        end
    endgenerate

    reg [28*N-1:0] t_term;
    reg [9:0]      t_exp;
    reg [1:0]      t_out, t_status;
    reg [7:0]      t_tag;
    reg            t_nan, t_plus, t_minus;

    always @(posedge clk)
        if (valid[1] & move) begin
            t_term <= term;
            t_exp <= greatest;
            t_nan <= p_nan;
            t_plus <= p_plus;
            t_minus <= p_minus;
            t_out <= p_out;
            t_status <= p_status;
            t_tag <= p_tag;
        end

    // --- stage 3: the sum ---

    wire [W-1:0] sum;
    fdot_sum #(.N(N), .W(W)) u_sum (.x(t_term), .y(sum));

    reg [W-1:0] s_sum;
    reg [9:0]   s_exp;
    reg [1:0]   s_out, s_status;
    reg [7:0]   s_tag;
    reg         s_nan, s_plus, s_minus;

    always @(posedge clk)
        if (valid[2] & move) begin
            s_sum <= sum;
            s_exp <= t_exp;
            s_nan <= t_nan;
            s_plus <= t_plus;
            s_minus <= t_minus;
            s_out <= t_out;
            s_status <= t_status;
            s_tag <= t_tag;
        end

    // --- stage 4: normalisation and rounding ---

    wire [31:0] value;
    fdot_round #(.W(W)) u_round (
        .nan(s_nan), .plus_inf(s_plus), .minus_inf(s_minus),
        .exp(s_exp), .sum(s_sum), .out(s_out), .y(value)
    );

    always @(posedge clk)
        if (valid[3] & move) begin
            res_value <= s_status == 2'd0 ? value : 32'd0;
            res_tag <= s_tag;
            res_status <= s_status;
        end

endmodule

`default_nettype wire
