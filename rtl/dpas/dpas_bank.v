`default_nettype none

// dpas_bank - the src1 slices that one lane uses at one layer, of both banks: words 0 up are those of
// the passes of bank 0, the rest those of bank 1.
module dpas_bank #(
    // Slices of an octet that a layer serves, one a pass.
    parameter PASSES = 2,
    // Bits of a word number, log2(2*PASSES).
    parameter SET_BITS = 2
) (
    input  wire                 clk,
    input  wire [2*PASSES-1:0]  write,       // a bit a word
    input  wire [38*PASSES-1:0] write_data,  // a slice a pass, for either bank
    input  wire [SET_BITS-1:0]  set,
    output wire [37:0]          slice
);

    reg [37:0] words [0:2*PASSES-1];

    integer k;
    always @(posedge clk)
        if (|write)
            for (k = 0; k < 2*PASSES; k = k + 1)
                if (write[k]) words[k] <= write_data[38*(k%PASSES) +: 38];

    assign slice = words[set];

endmodule

`default_nettype wire
