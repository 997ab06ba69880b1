`default_nettype none

// slice_turn - arbiter of two offers: if both are present, the one whose turn it is goes first. An offer that waits
// keeps its turn; after a transfer, the turn passes to the other one.
module slice_turn (
    input  wire clk,
    input  wire rst,
    input  wire first,     // the offers
    input  wire second,
    input  wire transfer,  // the chosen offer is transferred
    output wire chosen     // 1: the second offer. Meaningful only if there is an offer
);

    reg turn;

    assign chosen = (first & second) ? turn : second;

    always @(posedge clk)
        if (rst) turn <= 1'b0;
        else if (first | second) turn <= chosen ^ transfer;

endmodule

`default_nettype wire
