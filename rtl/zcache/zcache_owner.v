`default_nettype none

// zcache_owner - the surface that a line belongs to, and the location of its metadata bit [systolic disaggregation
// ¶376]. Combinational.
module zcache_owner #(
    // Surfaces, 1..8.
    parameter SURFACES = 8
) (
    input  wire [SURFACES-1:0]    enabled,
    input  wire [24*SURFACES-1:0] first,
    input  wire [24*SURFACES-1:0] last,
    input  wire [24*SURFACES-1:0] meta,
    input  wire [SURFACES-1:0]    four,     // a codec block has four lines, else two
    input  wire [23:0]            addr,
    output reg                    owned,
    output reg  [2:0]             surface,  // the lowest-numbered one that contains the line
    output wire [23:0]            entry,    // address of its metadata
    output wire [1:0]             position, // of its bit in the entry
    output reg  [22:0]            behind    // entries of the surface after this one
);
    /* verilator lint_off UNUSEDSIGNAL */ // a codec block has at least two lines
    reg [23:0] lines;
    /* verilator lint_on UNUSEDSIGNAL */
    integer    s;

    always @* begin
        owned   = 1'b0;
        surface = 3'd0;
        behind  = 23'd0;
        lines   = 24'd0;
        for (s = SURFACES - 1; s >= 0; s = s - 1) begin
            if (enabled[s] && first[24*s +: 24] <= addr && addr <= last[24*s +: 24]) begin
                owned   = 1'b1;
                surface = s[2:0];
                lines   = last[24*s +: 24] - addr;
                behind  = four[s] ? {1'b0, lines[23:2]} : lines[23:1];
            end
        end
    end

    zcache_entry #(.SURFACES(SURFACES)) u_entry (
        .first(first), .meta(meta), .four(four), .surface(surface), .addr(addr),
        .entry(entry), .position(position)
    );
endmodule

`default_nettype wire
