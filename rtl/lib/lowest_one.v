`default_nettype none

// lowest_one - finds the lowest set bit of a vector. Combinational.
module lowest_one #(
    // Width of the vector in bits, 2..64.
    parameter W = 32
) (
    input  wire [W-1:0] x,
    output wire [5:0]   index,  // of the lowest set bit; 0 if x is zero
    output wire [W-1:0] rest,   // x with that bit cleared
    output wire         none,   // x is zero
    output wire         few     // at most one bit of x is set
);

    generate
        if (W < 2 || W > 64) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            lowest_one_needs_W_2_to_64 illegal ();
        end
    endgenerate

    // Subtracting 1 clears the lowest set bit and sets all bits below it.
    assign rest = x & (x - {{(W-1){1'b0}}, 1'b1});
    assign none = ~|x;
    assign few = ~|rest;

    // Bit b of the index is the OR of the bits of a one-hot vector whose own index has bit b.
    wire [63:0] hot = {{(64-W){1'b0}}, x & ~rest};
    assign index = {
        |(hot & 64'hffffffff00000000), |(hot & 64'hffff0000ffff0000), |(hot & 64'hff00ff00ff00ff00),
        |(hot & 64'hf0f0f0f0f0f0f0f0), |(hot & 64'hcccccccccccccccc), |(hot & 64'haaaaaaaaaaaaaaaa)
    };

endmodule

`default_nettype wire
