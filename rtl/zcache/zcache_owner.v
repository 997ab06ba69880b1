`default_nettype none

// zcache_owner - the surface that a line belongs to, and where its bit of metadata is [systolic disaggregation
// ¶376]. Combinational.
module zcache_owner #(
    // Surfaces, 1..8.
    parameter SURFACES = 8
) (
    input  wire [SURFACES-1:0]    enabled,
    input  wire [24*SURFACES-1:0] first,
    input  wire [24*SURFACES-1:0] last,
    input  wire [24*SURFACES-1:0] meta,
    input  wire [SURFACES-1:0]    four,     // four lines in a codec block, else two
    input  wire [23:0]            addr,
    output reg                    owned,
    output reg  [2:0]             surface,  // the lowest-numbered one that has the line
    output wire [23:0]            entry,    // address of its metadata
    output wire [1:0]             position, // of its bit there
    output wire [3:0]             legal     // bits that an entry of the surface has
);
    integer s;

    always @* begin
        owned   = 1'b0;
        surface = 3'd0;
        for (s = SURFACES - 1; s >= 0; s = s - 1) begin
            if (enabled[s] && first[24*s +: 24] <= addr && addr <= last[24*s +: 24]) begin
                owned   = 1'b1;
                surface = s[2:0];
            end
        end
    end

    zcache_entry #(.SURFACES(SURFACES)) u_entry (
        .first(first), .meta(meta), .four(four), .surface(surface), .addr(addr),
        .entry(entry), .position(position), .legal(legal)
    );
endmodule

`default_nettype wire
