`default_nettype none

// fp_add - f32 a+b or a-b. Combinational.
module fp_add (
    input  wire        sub,  // a-b
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire [31:0] y
);

    reg         swap, subtract, lost, stays_normal, other_normal;
    reg  [31:0] b_signed, stays, other;
    reg  [7:0]  distance;
    reg  [4:0]  count;
    reg  [26:0] moves, moved;

    // The inputs of the rounder.
    reg         nan, inf, sign;
    reg  [7:0]  exp;
    reg  [27:0] sum;

    always @* begin
        // The operand with the larger magnitude stays; the other is shifted right to align with it. Three
        // bits below are enough: when more than three are shifted out, at most one leading bit cancels.
        b_signed = {b[31] ^ sub, b[30:0]};
        swap = a[30:0] < b[30:0];
        stays = swap ? b_signed : a;
        other = swap ? a : b_signed;

        stays_normal = |stays[30:23];
        other_normal = |other[30:23];
        exp = {stays[30:24], stays[23] | ~stays_normal};
        distance = exp - {other[30:24], other[23] | ~other_normal};
        count = distance[4:0] | {5{|distance[7:5]}};
        moves = {other_normal, other[22:0], 3'd0};
        lost = |(moves & ~({27{1'b1}} << count));
        moved = (moves >> count) | {26'd0, lost};

        subtract = stays[31] ^ other[31];
        sum = {1'b0, stays_normal, stays[22:0], 3'd0} + ({1'b0, moved} ^ {28{subtract}}) +
            {27'd0, subtract};
        sign = stays[31] & ~(subtract & ~|sum);  // x + (-x) is +0

        // A NaN has a larger magnitude than infinity, so if there is a NaN, it stays.
        inf = &stays[30:23];
        nan = inf & (|stays[22:0] | (&other[30:23] & subtract));
    end

    fp_round #(.W(28)) u_round (
        .nan(nan), .inf(inf), .sign(sign), .exp({1'b0, exp}), .sig(sum), .y(y)
    );

endmodule

`default_nettype wire
