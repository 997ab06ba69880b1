`default_nettype none

// slm_word - the answer of a lane, taken from the word that its bank reads. Combinational.
module slm_word #(
    // Number of banks, 8, 16 or 32, and bits of a bank number.
    parameter BANKS = 16,
    parameter BB = 4
) (
    input  wire [32*BANKS-1:0] olds,
    input  wire [BB-1:0]       bank,
    input  wire [1:0]          size,
    input  wire [1:0]          at,
    output wire [31:0]         y
);

    wire [31:0] old = olds[{bank, 5'd0} +: 32];
    wire [31:0] low = old >> {at, 3'd0};  // for an atomic, at is 0 and the size is a word

    assign y = {low[31:16] & {16{size[1]}}, low[15:8] & {8{|size}}, low[7:0]};

endmodule

`default_nettype wire
