`default_nettype none

// dpas_unit - one lane of one layer [systolic disaggregation ¶324 to ¶329]: four multipliers, and the
// two register stages of a layer. The first stage holds the sum of the products, the second adds it to
// the partial sum that travels from layer to layer.
module dpas_unit (
    input  wire        clk,

    // First stage: a packet moves in. With on, the lane multiplies; otherwise it only passes the
    // partial sum.
    input  wire        take,
    input  wire        on,
    // The slice holds eight elements of 4 bits (dot mode), otherwise four of 8 bits.
    input  wire        ops8,
    input  wire        signed1,
    input  wire        signed2,
    input  wire [31:0] src1,
    input  wire [31:0] src2,
    input  wire [33:0] acc_in,

    // Second stage: the packet of the first moves in.
    input  wire        add,
    output reg  [33:0] acc
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

    // 19 bits hold four products of 8 by 8 bits of either signedness.
    wire has_sign = signed1 | signed2;
    wire [18:0] total = {{3{has_sign & p0[15]}}, p0} + {{3{has_sign & p1[15]}}, p1}
                      + {{3{has_sign & p2[15]}}, p2} + {{3{has_sign & p3[15]}}, p3};

    // In dot mode p has the weight 16: the element size times K-1.
    wire [18:0] sum = ops8 ? {{4{total[18]}}, total[18:4]} : total;

    reg [18:0] products;
    reg [33:0] carried;

    always @(posedge clk)
        if (take) begin
            products <= on ? sum : 19'd0;
            carried <= acc_in;
        end

    always @(posedge clk)
        if (add) acc <= carried + {{15{products[18]}}, products};

endmodule

`default_nettype wire
