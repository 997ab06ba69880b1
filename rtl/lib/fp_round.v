`default_nettype none

// fp_round - packs a sign, an exponent and any significand into an f32: normalises the significand as
// far as the exponent allows and rounds to nearest, ties to even. Overflow gives infinity.
// Combinational.
//
// It is one process, including the leading-zero count (lzc), so that in an event-driven simulator the
// result changes once per change of the operands, and downstream logic is evaluated once.
module fp_round #(
    // Width of the significand in bits, 26..63.
    parameter W = 52
) (
    input  wire         nan,
    input  wire         inf,  // ignored if nan is 1; sig is ignored if either is 1
    input  wire         sign,
    // The biased exponent of the significand's highest bit, less one.
    input  wire [8:0]   exp,
    // The lowest bit is sticky: it stands for all bits below it.
    input  wire [W-1:0] sig,
    output wire [31:0]  y
);

    generate
        if (W < 26 || W > 63) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            fp_round_needs_W_26_to_63 illegal ();
        end
    endgenerate

    // Leading-zero count: the ones appended below end it; each step keeps the half with the leading one.
    reg [63:0]  x64;
    reg [31:0]  x32;
    reg [15:0]  x16;
    reg [7:0]   x8;
    reg [3:0]   x4;
    reg [5:0]   zeros;

    reg [W-1:0] normal;
    reg         up;
    reg [31:0]  rounded;  // without the sign; the exponent has a carry bit
    reg [31:0]  result;

    always @* begin
        x64 = {sig, {(64-W){1'b1}}};
        zeros[5] = ~|x64[63:32];
        x32 = zeros[5] ? x64[31:0] : x64[63:32];
        zeros[4] = ~|x32[31:16];
        x16 = zeros[4] ? x32[15:0] : x32[31:16];
        zeros[3] = ~|x16[15:8];
        x8 = zeros[3] ? x16[7:0] : x16[15:8];
        zeros[2] = ~|x8[7:4];
        x4 = zeros[2] ? x8[3:0] : x8[7:4];
        zeros[1] = ~|x4[3:2];
        zeros[0] = ~(zeros[1] ? x4[1] : x4[3]);

        normal = sig << ((exp < {3'd0, zeros}) ? exp[5:0] : zeros);
        up = normal[W-25] & (normal[W-24] | |normal[W-26:0]);
        // If the top bit is 0, the result is subnormal or zero and has the exponent 0. A carry out of the
        // fraction increments the exponent.
        rounded = {(exp - {3'd0, zeros}) & {9{normal[W-1]}}, normal[W-2 -: 23]} +
            {8'd0, normal[W-1], 22'd0, up};

        result = nan                              ? 32'h7fc00000
               : (inf | rounded[31:23] >= 9'd255) ? {sign, 31'h7f800000}
               :                                    {sign, rounded[30:0]};
    end

    assign y = result;

    // It is implied: if no bit above x4[0] is a one, x4[0] is.
    wire unused = x4[0];

endmodule

`default_nettype wire
