`default_nettype none

// dpas_unit - one lane of one layer [systolic disaggregation ¶324 to ¶329]: four multipliers for
// integers, two fmas for floats, the group adder for floats, and the two register stages of a layer.
//
// Integers: the first stage holds the sum of the products; the second adds it to the partial sum that
// travels from layer to layer. Floats: each stage holds the operands of an fma, whose result goes to
// the next stage or to the next layer. For a group, see dpas_group.
module dpas_unit #(
    // Arithmetic of fused sums of floats: 0 none, otherwise the number of an fdot profile plus one.
    parameter PROFILE = 0
) (
    input  wire        clk,

    // First stage. take: a packet moves in. on: the lane multiplies; otherwise it only passes on the
    // partial sum.
    input  wire        take,
    input  wire        on,
    // 0 integers; 1 bf16 or 2 f16: two elements, as dpas_halves gives them; 3 f32: one element.
    input  wire [1:0]  format,
    // The slice is a group; its elements are unconverted.
    input  wire        grouped,
    // 1: the slice holds eight elements of 4 bits (dot mode); 0: four of 8 bits.
    input  wire        ops8,
    input  wire        signed1,
    input  wire        signed2,
    input  wire [37:0] src1,
    input  wire [37:0] src2,
    input  wire [33:0] acc_in,

    // Second stage. add: the packet of the first stage moves in.
    input  wire        add,
    output wire [33:0] acc
);

    wire [15:0] p0, p1, p2, p3;

    dotmul #(.N(4), .K(2)) u_mul0 (
        .a(src2[7:0]), .b(src1[7:0]), .dot(ops8), .a_signed(signed2), .b_signed(signed1), .p(p0));
    dotmul #(.N(4), .K(2)) u_mul1 (
        .a(src2[15:8]), .b(src1[15:8]), .dot(ops8), .a_signed(signed2), .b_signed(signed1), .p(p1));
    dotmul #(.N(4), .K(2)) u_mul2 (
        .a(src2[23:16]), .b(src1[23:16]), .dot(ops8), .a_signed(signed2), .b_signed(signed1), .p(p2));
    dotmul #(.N(4), .K(2)) u_mul3 (
        .a(src2[31:24]), .b(src1[31:24]), .dot(ops8), .a_signed(signed2), .b_signed(signed1), .p(p3));

    // 19 bits hold the sum of four 8x8-bit products, signed or unsigned.
    wire has_sign = signed1 | signed2;
    wire [18:0] total = {{3{has_sign & p0[15]}}, p0} + {{3{has_sign & p1[15]}}, p1}
                      + {{3{has_sign & p2[15]}}, p2} + {{3{has_sign & p3[15]}}, p3};

    // In dot mode, p holds the sum from bit 4 up: the element size times K-1.
    wire [18:0] sum = ops8 ? {{4{total[18]}}, total[18:4]} : total;

    // The lane multiplies a slice of floats, one product after the other.
    wire floats = on & |format & ~grouped;
    wire f32 = &format;

    // First stage.
    reg  [18:0] products;
    reg  [33:0] carried;
    reg  [18:0] high1, high2;  // the second element of both slices
    reg         fused;         // the packet takes the result of fma0
    reg         pair;          // and there is a second product
    wire [31:0] y0;

    always @(posedge clk)
        if (take) begin
            products <= (on & ~|format) ? sum : 19'd0;
            carried <= acc_in;
            fused <= floats;
            pair <= floats & ~f32;
        end

    always @(posedge clk)
        if (take & floats & ~f32) begin
            high1 <= src1[37:19];
            high2 <= src2[37:19];
        end

    dpas_fma u_fma0 (
        .clk(clk), .load(take & floats),
        .a(f32 ? src1[31:0] : {src1[18:0], 13'd0}), .b(f32 ? src2[31:0] : {src2[18:0], 13'd0}),
        .c(acc_in[31:0]), .y(y0)
    );

    // Second stage.
    reg  [33:0] sent;
    reg         fused_pair;  // the packet takes the result of fma1
    wire [31:0] y1;

    always @(posedge clk)
        if (add) begin
            sent <= fused ? {2'd0, y0} : carried + {{15{products[18]}}, products};
            fused_pair <= pair;
        end

    dpas_fma u_fma1 (
        .clk(clk), .load(add & pair),
        .a({high1, 13'd0}), .b({high2, 13'd0}), .c(y0), .y(y1)
    );

    generate
        if (PROFILE != 0) begin : g_group
            localparam [2:0] CODE = PROFILE[2:0] - 3'd1;
            wire        group = on & |format & grouped;
            reg         group_taken, group_sent;  // the packet in the stage takes the sum of the group
            wire [31:0] sum_of_group;

            always @(posedge clk)
                if (take) group_taken <= group;

            always @(posedge clk)
                if (add) group_sent <= group_taken;

            dpas_group #(.PROFILE(CODE)) u_group (
                .clk(clk), .load(take & group), .format(format),
                .a(src2[31:0]), .b(src1[31:0]), .c(acc_in[31:0]),
                .add(add & group_taken), .y(sum_of_group)
            );

            assign acc = group_sent ? {2'd0, sum_of_group} : fused_pair ? {2'd0, y1} : sent;
        end else begin : g_no_group
            assign acc = fused_pair ? {2'd0, y1} : sent;
        end
    endgenerate

endmodule

`default_nettype wire
