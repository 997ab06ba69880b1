`default_nettype none

// bypass_word - which elements of a 32-bit word are not zero. Combinational.
module bypass_word (
    input  wire [1:0]  shift,    // it has 1 << shift elements: 2 integers, 1 floats of 16 bits, 0 f32
    input  wire [31:0] word,
    output wire [3:0]  nonzero   // 0 above the elements that there are
);

    // Of floats the sign does not count.
    wire [3:0] bytes = {|word[31:24], |word[23:16], |word[15:8], |word[7:0]};
    wire [1:0] halves = {|word[30:16], |word[14:0]};

    assign nonzero = (shift == 2'd2) ? bytes : (shift == 2'd1) ? {2'd0, halves} : {3'd0, |word[30:0]};

endmodule

`default_nettype wire
