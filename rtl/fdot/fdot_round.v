`default_nettype none

// fdot_round - normalises sum * 2^(exp - 508 - 25), rounds it to f32, to f32 with 13 fraction bits (both
// toward zero) or to f16 (to nearest, ties to even), and packs it. Combinational.
module fdot_round #(
    // Width of the two's complement sum in bits: 30 to 34.
    parameter W = 34
) (
    input  wire         nan,
    input  wire         plus_inf,   // there is one among the terms
    input  wire         minus_inf,
    input  wire [9:0]   exp,
    input  wire [W-1:0] sum,
    input  wire [1:0]   out,        // 0, 3: f32, 1: f16, 2: e8m13
    output reg  [31:0]  y
);

    localparam M = W - 1;  // bits of the magnitude

    wire         sign = sum[W-1];
    wire [M-1:0] magnitude = (sum[M-1:0] ^ {M{sign}}) + {{(M-1){1'b0}}, sign};
    wire [5:0]   zeros;

    lzc #(.W(M)) u_lzc (.x(magnitude), .count(zeros));

    // The sum is at least -2^M + 1, so its magnitude fits. Offsets to the biased exponent of its leading one.
    localparam [11:0] F32 = 12'd508 + 12'd25 - 12'd127 - M + 12'd1;
    localparam [11:0] F16 = 12'd508 + 12'd25 - 12'd15 - M + 12'd1;

    reg         half, lost, up, too_large;
    reg [11:0]  biased, below;
    reg [4:0]   down;
    reg [M-1:0] normal, placed;
    reg [7:0]   field;
    reg [15:0]  rounded;

    always @* begin
        half = out == 2'd1;
        biased = {2'd0, exp} - {6'd0, zeros} - (half ? F16 : F32);
        normal = magnitude << zeros;

        // Below the smallest normal exponent, 1, bits are shifted out; a shift of more than 31 counts as 31.
        below = 12'd1 - biased;
        down = below[11] ? 5'd0 : below[4:0] | {5{|below[10:5]}};
        placed = normal >> down;
        lost = |(normal & ~({M{1'b1}} << down));

        // Only f16 is rounded up; a carry out of the fraction increments the exponent.
        up = placed[M-12] & (placed[M-11] | |placed[M-13:0] | lost);
        rounded = {placed[M-1] ? biased[5:0] : 6'd0, placed[M-2 -: 10]} + {15'd0, up};
        field = placed[M-1] ? biased[7:0] : 8'd0;
        too_large = ~biased[11] & (half ? |biased[10:5] | rounded[14:10] == 5'd31 | rounded[15]
                                        : biased >= 12'd255);
        if (nan | (plus_inf & minus_inf)) y = half ? 32'h7fff : 32'h7fffffff;
        else if (plus_inf | minus_inf | (too_large & |magnitude))
            y = half ? {16'd0, plus_inf ? 1'b0 : minus_inf | sign, 15'h7c00}
                     : {plus_inf ? 1'b0 : minus_inf | sign, 31'h7f800000};
        else if (half) y = {16'd0, sign & |rounded, rounded[14:0]};
        else begin
            y = {sign, field, placed[M-2 -: 23]};
            if (out == 2'd2) y[9:0] = 10'd0;
            if (y[30:0] == 31'd0) y[31] = 1'b0;
        end
    end

endmodule

`default_nettype wire
