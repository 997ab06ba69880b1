`default_nettype none

// depthcull_decide - from the facts of the coarse tests to a decision. Combinational.
module depthcull_decide #(
    parameter FIXED = 0
) (
    input  wire       bad_tile,
    input  wire       empty,     // no pixel is covered
    input  wire       full,      // all are
    input  wire [2:0] func,
    input  wire       write,
    input  wire [6:0] enable,
    input  wire       gt,
    input  wire       lt,
    input  wire [6:0] ge,
    input  wire [6:0] le,

    output reg  [1:0] decision,  // 0 cull, 1 pass, 2 ambiguous, 3 error
    output reg  [3:0] test,
    output wire       replaces,  // the tile becomes the source's plane
    output wire       pixels     // the pixel engine has to do it
);

    localparam [1:0] CULL = 2'd0;
    localparam [1:0] PASS = 2'd1;
    localparam [1:0] AMBIGUOUS = 2'd2;
    localparam [1:0] ERROR = 2'd3;

    localparam [2:0] NEVER = 3'd0;
    localparam [2:0] LESS = 3'd1;
    localparam [2:0] EQUAL = 3'd2;
    localparam [2:0] LEQUAL = 3'd3;
    localparam [2:0] GREATER = 3'd4;
    localparam [2:0] NOTEQUAL = 3'd5;
    localparam [2:0] GEQUAL = 3'd6;

    localparam [3:0] BY_FUNCTION = 4'd8;
    localparam [3:0] BY_COVERAGE = 4'd9;

    // Tests whose facts may be united.
    localparam [6:0] SOUND = (FIXED == 0) ? 7'h1f : 7'h3f;

    // What the tests up to t find together.
    reg        any_gt, any_lt, any_ge, any_le, decided, same, differ, cull, pass;
    integer    t;

    always @* begin
        decision = AMBIGUOUS;
        test = 4'd0;
        any_gt = 1'b0;
        any_lt = 1'b0;
        any_ge = 1'b0;
        any_le = 1'b0;
        same = 1'b0;
        differ = 1'b0;
        cull = 1'b0;
        pass = 1'b0;
        decided = 1'b0;
        for (t = 0; t < 7; t = t + 1) begin
            if (func == EQUAL || func == NOTEQUAL) begin
                if (enable[t] & SOUND[t]) begin
                    any_gt = any_gt | (gt & t == 0);
                    any_lt = any_lt | (lt & t == 0);
                    any_ge = any_ge | ge[t];
                    any_le = any_le | le[t];
                end
                same = any_ge & any_le;
                differ = any_gt | any_lt;
                cull = (func == EQUAL) ? differ : same;
                pass = (func == EQUAL) ? same : differ;
            end else begin
                cull = enable[t] & ((func == LESS)    ? ge[t]
                                  : (func == LEQUAL)  ? gt & t == 0
                                  : (func == GREATER) ? le[t]
                                  : (func == GEQUAL)  & lt & t == 0);
                pass = enable[t] & ((func == LESS)    ? lt & t == 0
                                  : (func == LEQUAL)  ? le[t]
                                  : (func == GREATER) ? gt & t == 0
                                  : (func == GEQUAL)  & ge[t]);
            end
            if (~decided & (cull | pass)) begin
                decided = 1'b1;
                decision = cull ? CULL : PASS;
                test = t[3:0] + 4'd1;
            end
        end
        // What goes before all tests.
        if (bad_tile) begin
            decision = ERROR;
            test = 4'd0;
        end else if (empty) begin
            decision = CULL;
            test = BY_COVERAGE;
        end else if (func == NEVER) begin
            decision = CULL;
            test = BY_FUNCTION;
        end else if (&func) begin
            decision = PASS;
            test = BY_FUNCTION;
        end
    end

    assign replaces = decision == PASS && write && full;
    assign pixels = decision == AMBIGUOUS || (decision == PASS && write && !full);

endmodule

`default_nettype wire
