`default_nettype none

// fdot_addend - c, an f32 or an f16, in the form of a product: sig * 2^(exp - 508), with the binary point of
// sig just below its highest bit. Combinational.
module fdot_addend (
    input  wire        half,  // c is an f16
    input  wire [31:0] c,

    output wire        sign,
    output wire [9:0]  exp,
    output wire [23:0] sig,
    output wire        inf,
    output wire        nan
);

    wire [7:0]  field = half ? {3'd0, c[14:10]} : c[30:23];
    wire [22:0] fraction = half ? {c[9:0], 13'd0} : c[22:0];
    wire        normal = |field;
    wire        top = half ? &c[14:10] : &c[30:23];

    assign sign = half ? c[15] : c[31];
    assign sig = {normal, fraction};
    assign exp = ~|sig ? 10'd382
               :         {2'd0, field} + {9'd0, ~normal} + (half ? 10'd493 : 10'd381);
    assign inf = top & ~|fraction;
    assign nan = top & |fraction;

endmodule

`default_nettype wire
