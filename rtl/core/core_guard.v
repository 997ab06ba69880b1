`default_nettype none

// core_guard - the lanes that execute an instruction. Combinational. Parameters as in core.
module core_guard #(
    parameter LANES = 8
) (
    input  wire [2:0]         gk,     // 0 none, 1 P, 2 !P, 3 UP, 4 !UP
    input  wire [1:0]         gi,
    input  wire               sense,
    input  wire [LANES-1:0]   active,
    input  wire [4*LANES-1:0] p,
    input  wire [3:0]         up,
    output wire               holds,  // the guard holds, if it does not differ between lanes
    output wire [LANES-1:0]   mask
);

    wire flip = (gk == 3'd2 || gk == 3'd4) ^ sense;
    wire by_p = gk == 3'd1 || gk == 3'd2;
    wire by_up = gk == 3'd3 || gk == 3'd4;
    assign holds = ~by_up | (up[gi] ^ flip);

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wire [3:0] own = p[4*l +: 4];
            assign mask[l] = active[l] & (by_p ? own[gi] ^ flip : holds);
        end
    endgenerate

endmodule

`default_nettype wire
