`default_nettype none

// compute_block_survivors - slices of a message that are nonzero in both operands; all slices if it is not sparse
// [systolic disaggregation ¶336, ¶339]. Combinational.
module compute_block_survivors (
    input  wire        sparse,
    input  wire [6:0]  sd,
    input  wire [63:0] map1,
    input  wire [63:0] map2,
    output wire [63:0] slices,
    output reg  [6:0]  n
);
    wire [63:0] all = ~(64'hffff_ffff_ffff_ffff << sd);

    assign slices = sparse ? all & map1 & map2 : all;

    integer i;

    always @* begin
        n = 7'd0;
        for (i = 0; i < 64; i = i + 1) n = n + {6'd0, slices[i]};
    end
endmodule

`default_nettype wire
