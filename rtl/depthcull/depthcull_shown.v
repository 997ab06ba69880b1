`default_nettype none

// depthcull_shown - planes that the selected pixels of a tile show. Combinational. Parameters as in depthcull.
module depthcull_shown #(
    parameter PX = 32,
    parameter PLANES = 4,
    parameter IB = 2
) (
    input  wire [PX*IB-1:0]  shows,   // plane that each pixel shows
    input  wire [PX-1:0]     pixels,  // selected pixels
    output reg  [PLANES-1:0] shown
);

    integer i;
    always @* begin
        shown = {PLANES{1'b0}};
        for (i = 0; i < PX; i = i + 1)
            if (pixels[i]) shown[shows[IB*i +: IB]] = 1'b1;
    end

endmodule

`default_nettype wire
