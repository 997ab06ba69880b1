`default_nettype none

// zcache_entry - address and position of the metadata of a line in a given surface. Combinational.
module zcache_entry #(
    // Surfaces, 1..8.
    parameter SURFACES = 8
) (
    input  wire [24*SURFACES-1:0] first,
    input  wire [24*SURFACES-1:0] meta,
    input  wire [SURFACES-1:0]    four,
    input  wire [2:0]             surface,
    input  wire [23:0]            addr,
    output wire [23:0]            entry,
    output wire [1:0]             position
);
    reg [23:0] own_first, own_meta;
    reg        own_four;
    integer    s;

    always @* begin
        own_first = 24'd0;
        own_meta  = 24'd0;
        own_four  = 1'b0;
        for (s = 0; s < SURFACES; s = s + 1) begin
            if (surface == s[2:0]) begin
                own_first = first[24*s +: 24];
                own_meta  = meta[24*s +: 24];
                own_four  = four[s];
            end
        end
    end

    wire [23:0] offset = addr - own_first;

    assign entry    = own_meta + (own_four ? offset >> 2 : offset >> 1);
    assign position = {own_four & addr[1], addr[0]};
endmodule

`default_nettype wire
