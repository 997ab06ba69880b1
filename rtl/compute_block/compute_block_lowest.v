`default_nettype none

// compute_block_lowest - indices of the lowest set bits of a map, and the map without them. Combinational.
module compute_block_lowest #(
    // Number of bits to find.
    parameter COUNT = 8
) (
    input  wire [63:0]         map,
    output reg  [COUNT-1:0]    there,    // bit i: the map has more than i set bits
    output reg  [6*COUNT-1:0]  numbers,  // 0 for a bit that does not exist
    output reg  [64*COUNT-1:0] rests     // rest i: the map without its lowest i+1 bits
);
    reg [63:0] left, one;
    integer    i;

    always @* begin
        left = map;
        for (i = 0; i < COUNT; i = i + 1) begin
            one               = left & (~left + 64'd1);
            left              = left & ~one;
            there[i]          = |one;
            rests[64*i +: 64] = left;
            numbers[6*i +: 6] = {
                |(one & 64'hffff_ffff_0000_0000), |(one & 64'hffff_0000_ffff_0000), |(one & 64'hff00_ff00_ff00_ff00),
                |(one & 64'hf0f0_f0f0_f0f0_f0f0), |(one & 64'hcccc_cccc_cccc_cccc), |(one & 64'haaaa_aaaa_aaaa_aaaa)
            };
        end
    end
endmodule

`default_nettype wire
