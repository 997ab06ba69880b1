`default_nettype none

// depthcull_parts - ranges of the depths of a group, one for each part of it that lies in one half of the tile.
// Combinational. FIXED and ZW as in depthcull.
module depthcull_parts #(
    parameter FIXED = 0,
    parameter ZW = 32,
    parameter PART = 4,      // pixels per part
    parameter IN_GROUP = 1   // parts per group
) (
    input  wire [PART*IN_GROUP*ZW-1:0]   depths,
    output wire [IN_GROUP*(2+2*ZW)-1:0]  parts   // each {has a NaN, has a number, least, greatest}
);

    localparam HB = 2 + 2*ZW;
    localparam [31:0] NAN = 32'h7fc00000;

    genvar p, q;
    generate
        for (q = 0; q < IN_GROUP; q = q + 1) begin : g_part
            wire [PART*HB-1:0] each;
            for (p = 0; p < PART; p = p + 1) begin : g_depth
                wire [ZW-1:0] z = depths[ZW*(PART*q + p) +: ZW];
                wire          nan = FIXED == 0 && z == NAN[ZW-1:0];
                assign each[HB*p +: HB] = {nan, ~nan, z, z};
            end
            depthcull_span #(.FIXED(FIXED), .ZW(ZW), .PARTS(PART)) u_span (
                .parts(each), .takes({PART{1'b1}}), .span(parts[HB*q +: HB])
            );
        end
    endgenerate

endmodule

`default_nettype wire
