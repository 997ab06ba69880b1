`default_nettype none

// depthcull_span - the least and the greatest of some depths, any of which may be a NaN, combined from parts of the
// same format. Combinational. PARTS is their number; FIXED and ZW as in depthcull.
module depthcull_span #(
    parameter FIXED = 0,
    parameter ZW = 32,
    parameter PARTS = 8
) (
    input  wire [PARTS*(2+2*ZW)-1:0] parts,  // each {has a NaN, has a number, least, greatest}
    input  wire [PARTS-1:0]          takes,  // parts that are combined
    output wire [2+2*ZW-1:0]         span
);

    localparam HB = 2 + 2*ZW;

    // Maps a depth to an unsigned number of the same order; f32 depths have no -0.
    function [ZW-1:0] order;
        input [ZW-1:0] z;
        order = (FIXED == 0) ? {~z[ZW-1], z[ZW-2:0] ^ {(ZW-1){z[ZW-1]}}} : z;
    endfunction

    reg          nan, any;
    reg [ZW-1:0] least, most, low, high;
    integer      i;
    always @* begin
        nan = 1'b0;
        any = 1'b0;
        least = {ZW{1'b0}};
        most = {ZW{1'b0}};
        low = {ZW{1'b0}};
        high = {ZW{1'b0}};
        for (i = 0; i < PARTS; i = i + 1)
            if (takes[i]) begin
                high = parts[HB*i +: ZW];
                low = parts[HB*i + ZW +: ZW];
                if (parts[HB*i + HB - 1]) nan = 1'b1;
                if (parts[HB*i + HB - 2]) begin
                    if (!any || order(low) < order(least)) least = low;
                    if (!any || order(high) > order(most)) most = high;
                    any = 1'b1;
                end
            end
    end

    assign span = {nan, any, least, most};

endmodule

`default_nettype wire
