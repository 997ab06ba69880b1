`default_nettype none

// bypass_word - finds the elements of a 32-bit word that are not zero. Combinational.
module bypass_word (
    input  wire [1:0]  shift,    // log2 of the number of elements in a word: 2 for bytes, 1 for 16-bit floats, 0 for f32
    input  wire [31:0] word,
    output wire [3:0]  nonzero   // 0 beyond the last element
);

    // The sign of a float is ignored.
    wire [3:0] bytes = {|word[31:24], |word[23:16], |word[15:8], |word[7:0]};
    wire [1:0] halves = {|word[30:16], |word[14:0]};

    assign nonzero = (shift == 2'd2) ? bytes : (shift == 2'd1) ? {2'd0, halves} : {3'd0, |word[30:0]};

endmodule

`default_nettype wire
