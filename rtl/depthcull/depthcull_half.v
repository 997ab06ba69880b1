`default_nettype none

// depthcull_half - decision on the covered pixels of half a tile, from the findings of the tests against each
// plane that these pixels show. Combinational. Parameters as in depthcull.
module depthcull_half #(
    parameter FIXED = 0,
    parameter PLANES = 4
) (
    input  wire [2:0]          func,        // neither never nor always
    input  wire [6:0]          enable,
    input  wire                unknown,     // there are no facts
    input  wire [PLANES-1:0]   shown,       // planes that the covered pixels show
    input  wire                pixels,      // the tile is PIXELS: no plane is shown
    input  wire [4*PLANES-1:0] range,       // for each plane, {LE, LT, GE, GT}
    input  wire [3:0]          pixel_range, // for PIXELS
    input  wire [6*PLANES-1:0] ge,          // for each plane, bit t-2: test t
    input  wire [6*PLANES-1:0] le,
    output reg  [1:0]          decision,    // 0 cull, 1 pass, 2 ambiguous
    output reg  [2:0]          test         // the test that decides; 0: none
);

    localparam [2:0] LESS = 3'd1;
    localparam [2:0] EQUAL = 3'd2;
    localparam [2:0] LEQUAL = 3'd3;
    localparam [2:0] GREATER = 3'd4;
    localparam [2:0] NOTEQUAL = 3'd5;
    localparam [2:0] GEQUAL = 3'd6;

    // Tests whose facts may be combined for equal and notequal.
    localparam [6:0] SOUND = (FIXED == 0) ? 7'h1f : 7'h3f;

    wire [6:0] takes_part = enable & ((func == EQUAL || func == NOTEQUAL) ? SOUND : 7'h7f);

    // PIXELS counts as one more plane.
    wire [PLANES:0]     seen = {pixels, shown};
    wire [4*PLANES+3:0] found = {pixel_range, range};

    // What tests 1 to t find against each plane, and what they find against all planes.
    reg [PLANES:0] any_gt, any_lt, any_ge, any_le;
    reg            gt, lt, ge_all, le_all, cull, pass, decided;
    integer        t, k;

    always @* begin
        decision = 2'd2;
        test = 3'd0;
        decided = 1'b0;
        any_gt = {(PLANES+1){1'b0}};
        any_lt = {(PLANES+1){1'b0}};
        any_ge = {(PLANES+1){1'b0}};
        any_le = {(PLANES+1){1'b0}};
        for (t = 1; t <= 7; t = t + 1) begin
            if (takes_part[t-1]) begin
                for (k = 0; k <= PLANES; k = k + 1)
                    if (t == 1) begin
                        any_gt[k] = found[4*k];
                        any_ge[k] = found[4*k + 1];
                        any_lt[k] = found[4*k + 2];
                        any_le[k] = found[4*k + 3];
                    end
                if (t != 1)
                    for (k = 0; k < PLANES; k = k + 1) begin
                        any_ge[k] = any_ge[k] | ge[6*k + t - 2];
                        any_le[k] = any_le[k] | le[6*k + t - 2];
                    end
            end
            gt = &(any_gt | ~seen);
            lt = &(any_lt | ~seen);
            ge_all = &(any_ge | ~seen);
            le_all = &(any_le | ~seen);
            case (func)
                LESS: {cull, pass} = {ge_all, lt};
                EQUAL: {cull, pass} = {gt | lt, ge_all & le_all};
                LEQUAL: {cull, pass} = {gt, le_all};
                GREATER: {cull, pass} = {le_all, gt};
                NOTEQUAL: {cull, pass} = {ge_all & le_all, gt | lt};
                GEQUAL: {cull, pass} = {lt, ge_all};
                default: {cull, pass} = 2'b00;
            endcase
            if (~decided & ~unknown & (cull | pass)) begin
                decided = 1'b1;
                decision = cull ? 2'd0 : 2'd1;
                test = t[2:0];
            end
        end
    end

endmodule

`default_nettype wire
