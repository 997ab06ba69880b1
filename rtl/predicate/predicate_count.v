`default_nettype none

// predicate_count - population count of x. Combinational. W is the width of x.
module predicate_count #(
    parameter W = 8
) (
    input  wire [W-1:0] x,
    output reg  [31:0]  n
);

    integer i;
    always @* begin
        n = 32'd0;
        for (i = 0; i < W; i = i + 1) n = n + {31'd0, x[i]};
    end

endmodule

`default_nettype wire
