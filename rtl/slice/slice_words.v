`default_nettype none

// slice_words - the exclusive or of words. Combinational.
module slice_words #(
    parameter WORDS = 1
) (
    input  wire [32*WORDS-1:0] words,
    output reg  [31:0]         sum
);

    integer i;
    always @* begin
        sum = 32'd0;
        for (i = 0; i < WORDS; i = i + 1) sum = sum ^ words[32*i +: 32];
    end

endmodule

`default_nettype wire
