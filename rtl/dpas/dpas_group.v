`default_nettype none

// dpas_group - adds a slice of floats to the partial sum as one group of a matrix unit: the products and
// the sum are shifted to the greatest exponent among them, truncated, added in one tree and rounded once.
// It has two register stages, as dpas_unit has: the operands, then the aligned terms. They load only when
// there is something to compute.
module dpas_group #(
    // Arithmetic to follow: the number of an fdot profile.
    parameter [2:0] PROFILE = 3'd0
) (
    input  wire        clk,

    // First stage.
    input  wire        load,
    input  wire [1:0]  format,  // 1 bf16, 2 f16: two elements; 3 f32 as tf32: one element
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [31:0] c,

    // Second stage: the slice loaded before moves on.
    input  wire        add,
    output wire [31:0] y  // for the slice that moved on last
);

    localparam N = 3;   // terms: two products and the sum
    localparam W = 30;  // bits of their sum

    reg [1:0]  held_format;
    reg [31:0] held_a, held_b, held_c;

    always @(posedge clk)
        if (load) begin
            held_format <= format;
            held_a <= a;
            held_b <= b;
            held_c <= c;
        end

    // The format codes of fdot: 0 f16, 1 bf16, 2 tf32.
    wire       tf32 = &held_format;
    wire [2:0] element = {1'b0, tf32, held_format == 2'd1};

    // f16, bf16 and tf32 of a profile keep the same number of fraction bits.
    wire [1:0] cut;
    wire       rule_known, rule_scaled;
    wire [5:0] rule_group;
    fdot_rule u_rule (
        .profile(PROFILE), .a_format(3'd0), .b_format(3'd0), .out(2'd0),
        .known(rule_known), .group(rule_group), .cut(cut), .scaled(rule_scaled)
    );

    wire [N-1:0]    sign, inf, nan;
    wire [10*N-1:0] exp;
    wire [27*N-1:0] sig;

    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : g_product
            wire [21:0] product;
            fdot_product #(.S(11)) u_product (
                .on(i == 0 || !tf32),
                .a_format(element), .a8(8'd0), .a16(held_a[16*i +: 16]), .a32(held_a[31:13]),
                .b_format(element), .b8(8'd0), .b16(held_b[16*i +: 16]), .b32(held_b[31:13]),
                .scale(9'd254),
                .sign(sign[i]), .exp(exp[10*i +: 10]), .sig(product), .inf(inf[i]), .nan(nan[i])
            );
            assign sig[27*i +: 27] = {product, 5'd0};
        end
    endgenerate

    wire [23:0] addend;
    fdot_addend u_addend (
        .half(1'b0), .c(held_c),
        .sign(sign[2]), .exp(exp[20 +: 10]), .sig(addend), .inf(inf[2]), .nan(nan[2])
    );
    assign sig[54 +: 27] = {1'b0, addend, 2'd0};

    wire [9:0]      greatest;
    wire [28*N-1:0] term;

    fdot_greatest #(.N(N)) u_greatest (.x(exp), .y(greatest));

    generate
        for (i = 0; i < N; i = i + 1) begin : g_align
            fdot_align u_align (
                .sign(sign[i]), .exp(exp[10*i +: 10]), .sig(sig[27*i +: 27]),
                .greatest(greatest), .cut(cut), .term(term[28*i +: 28])
            );
        end
    endgenerate

    reg [28*N-1:0] held_term;
    reg [9:0]      held_exp;
    reg            any_nan, plus_inf, minus_inf;

    always @(posedge clk)
        if (add) begin
            held_term <= term;
            held_exp <= greatest;
            any_nan <= |nan;
            plus_inf <= |(inf & ~sign);
            minus_inf <= |(inf & sign);
        end

    wire [W-1:0] sum;
    fdot_sum #(.N(N), .W(W)) u_sum (.x(held_term), .y(sum));

    fdot_round #(.W(W)) u_round (
        .nan(any_nan), .plus_inf(plus_inf), .minus_inf(minus_inf),
        .exp(held_exp), .sum(sum), .out(2'd0), .y(y)
    );

    wire unused = &{rule_known, rule_scaled, rule_group};

endmodule

`default_nettype wire
