`default_nettype none

// gateway_member - the lowest slot of a set at or above a given slot. Combinational.
module gateway_member #(
    // Thread slots, 4 to 256.
    parameter THREADS = 32
) (
    input  wire [THREADS-1:0]         set,
    input  wire [$clog2(THREADS)-1:0] from,
    output wire [$clog2(THREADS)-1:0] slot  // 0 if there is none
);

    // Slots whose number has bit bit_index set.
    function [THREADS-1:0] with_bit(input integer bit_index);
        integer i;
        begin
            with_bit = {THREADS{1'b0}};
            for (i = 0; i < THREADS; i = i + 1) with_bit[i] = (i >> bit_index) % 2 == 1;
        end
    endfunction

    wire [THREADS-1:0] on = set & ({THREADS{1'b1}} << from);
    wire [THREADS-1:0] hot = on & (~on + {{(THREADS-1){1'b0}}, 1'b1});

    genvar b;
    generate
        for (b = 0; b < $clog2(THREADS); b = b + 1) begin : g_bit
            localparam [THREADS-1:0] WITH = with_bit(b);
            assign slot[b] = |(hot & WITH);
        end
    endgenerate

endmodule

`default_nettype wire
