`default_nettype none

// core_mux - selects one of N values of W bits by a one-hot vector; 0 if no bit is set. Combinational.
module core_mux #(
    parameter N = 4,
    parameter W = 8
) (
    input  wire [N-1:0]   pick,
    input  wire [N*W-1:0] in,
    output reg  [W-1:0]   out
);

    integer i;
    always @* begin
        out = {W{1'b0}};
        for (i = 0; i < N; i = i + 1) out = out | (in[W*i +: W] & {W{pick[i]}});
    end

endmodule

`default_nettype wire
