`default_nettype none

// zcache_counters - N packed 32-bit counters. Each adds one for each of its two input bits that is set.
module zcache_counters #(
    parameter N = 16
) (
    input  wire            clk,
    input  wire            rst,
    input  wire [N-1:0]    one,
    input  wire [N-1:0]    other,
    output reg  [32*N-1:0] value
);
    always @(posedge clk) begin : p_count
        integer i;
        if (rst) value <= {32*N{1'b0}};
        else
            for (i = 0; i < N; i = i + 1)
                value[32*i +: 32] <= value[32*i +: 32] + {31'd0, one[i]} + {31'd0, other[i]};
    end
endmodule

`default_nettype wire
