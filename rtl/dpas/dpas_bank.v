`default_nettype none

// dpas_bank - the src1 slices of both banks that one lane uses at one layer: the low PASSES words belong to
// bank 0, one word per pass, the rest to bank 1.
module dpas_bank #(
    // Slices of an octet that a layer serves, one per pass.
    parameter PASSES = 2,
    // Width of a word number in bits: log2(2*PASSES).
    parameter SET_BITS = 2
) (
    input  wire                 clk,
    input  wire [2*PASSES-1:0]  write,       // one bit per word
    input  wire [38*PASSES-1:0] write_data,  // one slice per pass, for either bank
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
