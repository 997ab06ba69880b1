`default_nettype none

// zcache_serve - SERVE: holds a line that has arrived, and serves the requests of its miss one after the other.
// LINE as in zcache.
module zcache_serve #(
    parameter LINE = 64
) (
    input  wire              clk,
    input  wire              rst,
    output wire              free,      // another line may arrive

    input  wire              come,      // at the edge: a line arrives
    input  wire [5:0]        come_mshr,
    input  wire [8*LINE-1:0] come_data,
    input  wire              come_zero,

    output reg  [5:0]        mshr,
    output reg  [1:0]        at,        // index of the request
    input  wire [3:0]        op,        // the current request
    input  wire [LINE-1:0]   mask,
    input  wire [8*LINE-1:0] data,
    input  wire [3:0]        word,
    input  wire              owned,
    input  wire              last,

    output wire              wants,     // it has an answer
    input  wire              answers,
    output wire [8*LINE-1:0] answer,
    output wire              finishes,  // the line is done
    output wire              now_dirty,
    output wire              now_zero,
    output wire [8*LINE-1:0] now
);
    localparam [3:0] FADD = 4'd13;

    reg              valid, zero, dirty;
    reg [8*LINE-1:0] held;
    reg [1:0]        phase;

    wire              writes, dirties;
    wire [8*LINE-1:0] made;

    /* verilator lint_off PINCONNECTEMPTY */ // the array is written once for all stores
    zcache_apply #(.LINE(LINE)) u_apply (
        .clk(clk), .phase(phase), .op(op), .mask(mask), .data(data), .word(word), .old(held),
        .zero(zero), .owned(owned), .now(made), .now_zero(now_zero), .writes(writes),
        .dirties(dirties), .marks(), .answer(answer)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign wants     = valid && (op != FADD || phase == 2'd3);
    assign finishes  = answers && last;
    assign free      = !valid || finishes;
    assign now       = writes ? made : held;
    assign now_dirty = dirty || dirties;

    always @(posedge clk)
        if (rst) valid <= 1'b0;
        else if (come) valid <= 1'b1;
        else if (finishes) valid <= 1'b0;

    always @(posedge clk) begin
        if (come) begin
            mshr  <= come_mshr;
            held  <= come_data;
            zero  <= come_zero;
            dirty <= 1'b0;
            at    <= 2'd0;
            phase <= 2'd0;
        end else if (answers) begin
            held  <= now;
            zero  <= now_zero;
            dirty <= now_dirty;
            at    <= at + 2'd1;
            phase <= 2'd0;
        end else if (valid && !wants) phase <= phase + 2'd1;
    end
endmodule

`default_nettype wire
