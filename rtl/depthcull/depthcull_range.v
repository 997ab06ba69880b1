`default_nettype none

// depthcull_range - test 1, range: how two ranges compare. Combinational. Parameters as in depthcull.
module depthcull_range #(
    parameter FIXED = 0,
    parameter ZW = 32
) (
    input  wire [ZW-1:0] source_min,
    input  wire [ZW-1:0] source_max,
    input  wire [ZW-1:0] dest_min,
    input  wire [ZW-1:0] dest_max,
    output wire [3:0]    facts  // {LE, LT, GE, GT}
);

    wire signed [ZW:0] smin, smax, dmin, dmax;
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_smin (.x(source_min), .key(smin));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_smax (.x(source_max), .key(smax));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_dmin (.x(dest_min), .key(dmin));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_dmax (.x(dest_max), .key(dmax));

    assign facts = {smax <= dmin, smax < dmin, smin >= dmax, smin > dmax};

endmodule

`default_nettype wire
