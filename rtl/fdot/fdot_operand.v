`default_nettype none

// fdot_operand - splits an element into its fields. A finite element is sig * 2^(exp - 127), subnormal or
// not, with the binary point just below the highest bit of sig; a zero has exponent -126 in every format.
// Combinational.
module fdot_operand #(
    // Width of the significand in bits: 11, or 4 if elements have 8 bits or fewer.
    parameter S = 11
) (
    input  wire [2:0]   format,
    input  wire [7:0]   x8,   // e4m3, e5m2; e2m1 in the low half
    input  wire [15:0]  x16,  // f16, bf16
    input  wire [18:0]  x32,  // tf32, the 19 bits in use

    output wire         sign,
    output wire [7:0]   exp,  // 1..254
    output wire [S-1:0] sig,
    output wire         zero,
    output wire         inf,
    output wire         nan
);

    localparam [2:0] F16 = 3'd0;
    localparam [2:0] BF16 = 3'd1;
    localparam [2:0] TF32 = 3'd2;
    localparam [2:0] E4M3 = 3'd3;
    localparam [2:0] E5M2 = 3'd4;

    reg        negative, top, number, all;
    reg [7:0]  field, rebias;
    reg [9:0]  fraction;

    always @* begin
        number = 1'b0;  // the all-ones exponent is not reserved
        all = 1'b0;     // all bits below the sign are ones, in e4m3
        case (format)
            F16: {negative, field, fraction, top, rebias} =
                {x16[15], 3'd0, x16[14:0], &x16[14:10], 8'd112};
            BF16: {negative, field, fraction, top, rebias} =
                {x16[15], x16[14:0], 3'd0, &x16[14:7], 8'd0};
            TF32: {negative, field, fraction, top, rebias} =
                {x32[18], x32[17:0], &x32[17:10], 8'd0};
            E4M3: begin
                {negative, field, fraction, top, rebias} =
                    {x8[7], 4'd0, x8[6:0], 7'd0, 1'b0, 8'd120};
                number = 1'b1;
                all = &x8[6:0];
            end
            E5M2: {negative, field, fraction, top, rebias} =
                {x8[7], 3'd0, x8[6:0], 8'd0, &x8[6:2], 8'd112};
            default: begin  // e2m1
                {negative, field, fraction, top, rebias} =
                    {x8[3], 6'd0, x8[2:0], 9'd0, 1'b0, 8'd126};
                number = 1'b1;
            end
        endcase
    end

    wire        normal = |field;
    wire [10:0] full = {normal, fraction};

    assign sign = negative;
    assign zero = ~|full;
    assign exp = zero ? 8'd1 : field + rebias + {7'd0, ~normal};
    assign sig = full[10 -: S];
    assign inf = top & ~|fraction;
    assign nan = number ? all : top & |fraction;

    wire unused = ^full;  // with S = 4, the low bits of the significand are zeros

endmodule

`default_nettype wire
