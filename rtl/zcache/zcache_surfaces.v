`default_nettype none

// zcache_surfaces - state of the surfaces, and the check of a request that changes it.
module zcache_surfaces #(
    // Surfaces, 1..8.
    parameter SURFACES = 8
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   change,   // at the edge: the request is done
    input  wire [2:0]             number,
    input  wire                   enable,
    input  wire [2:0]             lines,
    input  wire [23:0]            from,
    input  wire [23:0]            upto,
    input  wire [23:0]            metadata,
    input  wire                   clean,
    output wire [2:0]             status,
    output wire                   disables, // the request disables an enabled surface, if its status is good
    output reg  [23:0]            own_first,
    output reg  [23:0]            own_last,
    output reg                    own_four,

    output reg  [SURFACES-1:0]    enabled,
    output reg  [24*SURFACES-1:0] first,
    output reg  [24*SURFACES-1:0] last,
    output reg  [24*SURFACES-1:0] meta,
    output reg  [SURFACES-1:0]    four
);
    reg     is_enabled;
    integer s;

    always @* begin
        is_enabled = 1'b0;
        own_first  = 24'd0;
        own_last   = 24'd0;
        own_four   = 1'b0;
        for (s = 0; s < SURFACES; s = s + 1) begin
            if (number == s[2:0]) begin
                is_enabled = enabled[s];
                own_first  = first[24*s +: 24];
                own_last   = last[24*s +: 24];
                own_four   = four[s];
            end
        end
    end

    wire by_four   = lines == 3'd4;
    wire too_high  = {1'b0, number} >= SURFACES[3:0];
    wire unaligned = by_four ? from[1:0] != 2'd0 || upto[1:0] != 2'd3 : from[0] || !upto[0];
    wire bad_range = (lines != 3'd2 && !by_four) || upto < from || unaligned;

    assign status = !clean ? 3'd2 : too_high || (enable && is_enabled) ? 3'd3 : enable && bad_range ? 3'd4 : 3'd0;
    assign disables = !enable && is_enabled;

    always @(posedge clk) begin : p_change
        integer i;
        if (rst) enabled <= {SURFACES{1'b0}};
        else if (change) begin
            for (i = 0; i < SURFACES; i = i + 1) begin
                if (number == i[2:0]) begin
                    enabled[i] <= enable;
                    if (enable) begin
                        first[24*i +: 24] <= from;
                        last[24*i +: 24]  <= upto;
                        meta[24*i +: 24]  <= metadata;
                        four[i]           <= by_four;
                    end
                end
            end
        end
    end
endmodule

`default_nettype wire
