`default_nettype none

// slice_turn - which of two offers goes through: the one that has its turn if both are there. An offer that waits
// keeps its place, and after a transfer it is the other's turn.
module slice_turn (
    input  wire clk,
    input  wire rst,
    input  wire first,     // the offers
    input  wire second,
    input  wire transfer,  // of what is chosen
    output wire chosen     // 1: the second one. It has a meaning if there is an offer
);

    reg turn;

    assign chosen = (first & second) ? turn : second;

    always @(posedge clk)
        if (rst) turn <= 1'b0;
        else if (first | second) turn <= chosen ^ transfer;

endmodule

`default_nettype wire
