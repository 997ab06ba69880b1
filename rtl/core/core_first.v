`default_nettype none

// core_first - the lowest set bit of a vector, one-hot and as an index. Combinational.
// N is the width of the vector, at most 32.
module core_first #(
    parameter N = 4
) (
    input  wire [N-1:0] x,
    output wire [N-1:0] hot,
    output reg  [4:0]   index,  // 0 if there is none
    output wire         any
);

    assign any = |x;
    assign hot = x & (~x + {{(N-1){1'b0}}, 1'b1});

    integer i;
    always @* begin
        index = 5'd0;
        for (i = 0; i < N; i = i + 1) index = index | (i[4:0] & {5{hot[i]}});
    end

endmodule

`default_nettype wire
