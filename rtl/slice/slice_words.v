`default_nettype none

// slice_words - exclusive or of words, each rotated left by its index, so that words that swap places are
// detected. Combinational.
module slice_words #(
    // Number of words, at most 32.
    parameter WORDS = 1
) (
    input  wire [32*WORDS-1:0] words,
    output reg  [31:0]         sum
);

    integer i;
    always @* begin
        sum = 32'd0;
        for (i = 0; i < WORDS; i = i + 1)
            sum = sum ^ (words[32*i +: 32] << i | words[32*i +: 32] >> (32 - i));
    end

endmodule

`default_nettype wire
