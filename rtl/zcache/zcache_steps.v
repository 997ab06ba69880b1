`default_nettype none

// zcache_steps - the steps of a flush and of disabling a surface.
// LINES is the number of lines of the cache; METAS as in zcache.
module zcache_steps #(
    parameter LINES = 64,
    parameter METAS = 4
) (
    input  wire        clk,
    input  wire        begins,      // at the edge: a request enters LOOK
    input  wire        goes,        // the request takes steps
    input  wire        flush,
    input  wire        quiet,

    output wire        scans,
    output reg  [11:0] i,           // the line that is scanned, or the line of metadata
    input  wire        scanned,     // the line need not wait

    output wire        sweeps,
    output reg  [23:0] at,          // the codec block
    input  wire [23:0] first,
    input  wire [23:0] last,
    input  wire        four,
    input  wire        there,       // its entry is there
    input  wire [3:0]  bits,
    output wire [3:0]  marked,      // lines of the block that are zero

    output wire        stores,
    input  wire        stored,
    output wire        done
);
    localparam [2:0] START = 3'd0, SCAN = 3'd1, DRAIN = 3'd2, SWEEP = 3'd3, STORE = 3'd4, LAST = 3'd5;

    reg [2:0] step;

    assign scans  = goes && step == SCAN && i != LINES[11:0];
    assign sweeps = goes && step == SWEEP;
    assign stores = goes && step == STORE && i != METAS[11:0];
    assign done   = step == LAST && quiet;
    assign marked = bits & {{2{four}}, 2'b11};

    wire [24:0] after = {1'b0, at} + (four ? 25'd4 : 25'd2);
    wire        next_block = there && marked == 4'd0;

    always @(posedge clk) begin
        if (begins) step <= START;
        else if (goes) begin
            case (step)
                START: if (quiet) step <= flush ? SCAN : SWEEP;
                SCAN: if (!scans) step <= DRAIN;
                DRAIN: if (quiet) step <= STORE;
                SWEEP: if (next_block && after > {1'b0, last}) step <= STORE;
                STORE: if (!stores) step <= LAST;
                default: ;
            endcase
        end
    end

    always @(posedge clk) begin
        if (goes && (step == START || step == DRAIN || step == SWEEP)) i <= 12'd0;
        else if ((scans && scanned) || (stores && stored)) i <= i + 12'd1;
        if (goes && step == START) at <= first;
        else if (sweeps && next_block) at <= after[23:0];
    end
endmodule

`default_nettype wire
