`default_nettype none

// depthcull_gone - whether the bounds of its tile cull a primitive, so that it needs no record. Combinational.
// Parameters as in depthcull.
module depthcull_gone #(
    parameter TW = 8,
    parameter TH = 4,
    parameter FIXED = 0,
    parameter ZW = 32
) (
    input  wire             range_on, // the test is enabled
    input  wire             known,    // there are bounds: the tile has a record but no place in the cache
    input  wire [63:0]      bounds,   // {near, far} of each half, the left one in the low bits
    input  wire [2:0]       func,
    input  wire [TW*TH-1:0] mask,
    input  wire             unknown,  // the source is not finite
    input  wire [4*ZW-1:0]  box,      // ranges of the source over the boxes in the halves: {lmin, lmax, rmin, rmax}
    output wire             gone
);

    localparam PX = TW * TH;

    wire if_beyond = (func == 3'd1) | (func == 3'd2) | (func == 3'd3);
    wire if_before = (func == 3'd4) | (func == 3'd2) | (func == 3'd6);

    wire [PX-1:0] right;
    wire [1:0]    covered, out;
    genvar i, h;
    generate
        for (i = 0; i < PX; i = i + 1) begin : g_right
            assign right[i] = (i % TW) >= TW / 2;
        end

        for (h = 0; h < 2; h = h + 1) begin : g_half
            localparam AT = (h == 0) ? 2*ZW : 0;
            wire [15:0] near, far, least, most;

            assign {near, far} = bounds[32*h +: 32];
            depthcull_code #(.FIXED(FIXED), .ZW(ZW)) u_least (.z(box[AT + ZW +: ZW]), .code(least));
            depthcull_code #(.FIXED(FIXED), .ZW(ZW)) u_most (.z(box[AT +: ZW]), .code(most));
            assign covered[h] = |(mask & ((h == 0) ? ~right : right));
            assign out[h] = (if_beyond & (least > far)) | (if_before & (most < near));
        end
    endgenerate

    assign gone = range_on & known & ~unknown & (|covered) & (&(out | ~covered));

endmodule

`default_nettype wire
