`default_nettype none

// depthcull_minmax - the least and the greatest of four depths, none of which is a NaN. Combinational.
module depthcull_minmax #(
    parameter FIXED = 0,
    parameter ZW = 32
) (
    input  wire [ZW-1:0] a,
    input  wire [ZW-1:0] b,
    input  wire [ZW-1:0] c,
    input  wire [ZW-1:0] d,
    output wire [ZW-1:0] low,
    output wire [ZW-1:0] high
);

    // An unsigned number that compares as the depth does; f32 depths have no -0.
    function [ZW-1:0] order;
        input [ZW-1:0] z;
        order = (FIXED == 0) ? {~z[ZW-1], z[ZW-2:0] ^ {(ZW-1){z[ZW-1]}}} : z;
    endfunction

    wire          ab = order(a) < order(b);
    wire          cd = order(c) < order(d);
    wire [ZW-1:0] low_ab = ab ? a : b;
    wire [ZW-1:0] low_cd = cd ? c : d;
    wire [ZW-1:0] high_ab = ab ? b : a;
    wire [ZW-1:0] high_cd = cd ? d : c;

    assign low = (order(low_ab) < order(low_cd)) ? low_ab : low_cd;
    assign high = (order(high_ab) < order(high_cd)) ? high_cd : high_ab;

endmodule

`default_nettype wire
