`default_nettype none

// fp_round - makes an f32 of a sign, an exponent and any significand: normalises the significand as
// far as the exponent allows, rounds to nearest, ties to even, and packs. What is too large is
// infinity. Combinational.
//
// One process, the leading-zero count (lzc) included, so that in an event-driven simulator the result
// changes once for each change of the operands, and what is behind it runs once.
module fp_round #(
    // Bits of the significand, 26..63.
    parameter W = 52
) (
    input  wire         nan,
    input  wire         inf,  // counts if nan is 0, the significand if both are
    input  wire         sign,
    // The biased exponent of the significand's highest bit, less one.
    input  wire [8:0]   exp,
    // The lowest bit stands for all below it.
    input  wire [W-1:0] sig,
    output wire [31:0]  y
);

    generate
        if (W < 26 || W > 63) begin : g_illegal
            // There is no such module: its name is the message that stops elaboration.
            fp_round_needs_W_26_to_63 illegal ();
        end
    endgenerate

    // The leading-zero count: the ones below stop it; each step keeps the half with the highest one.
    reg [63:0]  x64;
    reg [31:0]  x32;
    reg [15:0]  x16;
    reg [7:0]   x8;
    reg [3:0]   x4;
    reg [5:0]   zeros;

    reg [W-1:0] normal;
    reg         up;
    reg [31:0]  rounded;  // without a sign, with a carry
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
        // Without a highest bit it is a subnormal or zero, and the exponent 0. A carry out of the
        // fraction goes where it belongs.
        rounded = {(exp - {3'd0, zeros}) & {9{normal[W-1]}}, normal[W-2 -: 23]} +
            {8'd0, normal[W-1], 22'd0, up};

        result = nan                              ? 32'h7fc00000
               : (inf | rounded[31:23] >= 9'd255) ? {sign, 31'h7f800000}
               :                                    {sign, rounded[30:0]};
    end

    assign y = result;

    // If no bit above it is a one, it is.
    wire unused = x4[0];

endmodule

`default_nettype wire
