`default_nettype none

// slice_words - the exclusive or of words, each rotated to the left by its number, so that two that change places are
// seen. Combinational.
module slice_words #(
    // At most 32.
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
