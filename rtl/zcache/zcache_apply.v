`default_nettype none

// zcache_apply - applies a load, store or atomic to a line, and forms its answer. fadd registers its operands in phase 0 and
// its sum in phase 2, and is done in phase 3; all other operations are combinational.
module zcache_apply #(
    // Bytes in a line: 16, 32 or 64.
    parameter LINE = 64
) (
    input  wire              clk,
    input  wire [1:0]        phase,

    input  wire [3:0]        op,
    input  wire [LINE-1:0]   mask,
    input  wire [8*LINE-1:0] data,
    input  wire [3:0]        word,

    input  wire [8*LINE-1:0] old,
    input  wire              zero,    // the line is all zeros, whatever `old` is
    input  wire              owned,   // the line belongs to a surface

    output wire [8*LINE-1:0] now,
    output wire              now_zero,
    output wire              writes,  // `now` has to be written
    output wire              dirties,
    output wire              marks,   // a store or atomic that needs no write of the data
    output wire [8*LINE-1:0] answer
);
    localparam BITS = 8 * LINE;
    localparam WB   = $clog2(LINE) - 2;  // bits of a word number

    localparam [3:0] LOAD = 4'd0, STORE = 4'd1, FADD = 4'd13;

    wire [BITS-1:0] shown = zero ? {BITS{1'b0}} : old;

    // --- atomics ---

    wire [31:0]     old_word = shown[{word[WB-1:0], 5'd0} +: 32];
    wire [31:0]     changed, sum;
    reg  [31:0]     a, b, added;

    slm_alu u_alu (
        .op(op), .old(old_word), .data(data[31:0]), .compare(data[63:32]), .y(changed)
    );
    fp_add u_add (.sub(1'b0), .a(a), .b(b), .y(sum));

    always @(posedge clk) begin
        if (phase == 2'd0) begin
            a <= old_word;
            b <= data[31:0];
        end
        if (phase == 2'd2) added <= sum;
    end

    wire [31:0]     new_word = op == FADD ? added : changed;
    wire [LINE-1:0] word_mask = {{LINE-4{1'b0}}, 4'hf} << {word[WB-1:0], 2'd0};

    // --- the store ---

    wire            load = op == LOAD;
    wire [LINE-1:0] bytes = op == STORE ? mask : word_mask;
    wire [BITS-1:0] source = op == STORE ? data : {LINE/4{new_word}};
    reg  [BITS-1:0] spread;  // `bytes` with one bit per data bit
    integer         i;

    always @*
        for (i = 0; i < LINE; i = i + 1) spread[8*i +: 8] = {8{bytes[i]}};

    wire nothing = (source & spread) == {BITS{1'b0}};
    wire keeps   = nothing && zero;
    wire becomes = nothing && !zero && op == STORE && (&mask) && owned;

    assign marks    = !load && (keeps || becomes);
    assign writes   = !load && !keeps && !becomes;
    assign dirties  = writes || (!load && becomes);
    assign now      = (source & spread) | (shown & ~spread);
    assign now_zero = load ? zero : keeps || becomes;
    assign answer   = load ? shown : op == STORE ? {BITS{1'b0}} : {{BITS-32{1'b0}}, old_word};

    generate
        if (WB < 4) begin : g_small
            wire unused = ^word[3:WB];
        end
    endgenerate
endmodule

`default_nettype wire
