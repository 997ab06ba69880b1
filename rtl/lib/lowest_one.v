`default_nettype none

// lowest_one - finds the lowest one of a vector. Combinational.
module lowest_one #(
    // Bits of the vector, 2..64.
    parameter W = 32
) (
    input  wire [W-1:0] x,
    output wire [5:0]   index,  // of the lowest one; 0 if there is none
    output wire [W-1:0] rest,   // x without it
    output wire         none,   // there is no one in x
    output wire         few     // there is at most one
);

    generate
        if (W < 2 || W > 64) begin : g_illegal
            // There is no such module: its name is the message that stops elaboration.
            lowest_one_needs_W_2_to_64 illegal ();
        end
    endgenerate

    // Borrowing from the lowest one clears it and sets all below it.
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
