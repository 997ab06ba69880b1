`default_nettype none

// depthcull_test - the depth test of a pixel. Combinational. Parameters as in depthcull.
module depthcull_test #(
    parameter FIXED = 0,
    parameter ZW = 32
) (
    input  wire [2:0]    func,
    input  wire [ZW-1:0] source,
    input  wire [ZW-1:0] dest,
    output wire          pass
);

    wire signed [ZW:0] s, d;
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_s (.x(source), .key(s));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_d (.x(dest), .key(d));

    wire nan;
    generate
        if (FIXED == 0) begin : g_f32
            assign nan = ((&source[30:23]) & (|source[22:0])) | ((&dest[30:23]) & (|dest[22:0]));
        end else begin : g_fixed
            assign nan = 1'b0;
        end
    endgenerate

    // never, less, equal, lequal, greater, notequal, gequal, always: bit 0 less, bit 1 equal, bit 2 greater.
    wire less = ~nan & (s < d);
    wire equal = ~nan & (s == d);
    wire more = ~nan & (s > d);
    assign pass = (func[0] & less) | (func[1] & equal) | (func[2] & more) |
        (nan & (func == 3'd5 || func == 3'd7));

endmodule

`default_nettype wire
