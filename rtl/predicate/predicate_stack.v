`default_nettype none

// predicate_stack - the divergence stack: pcs at which waiting lanes resume, with their masks. LANES as in predicate.
module predicate_stack #(
    parameter LANES = 8,
    // Width of a pc in bits.
    parameter PC = 12
) (
    input  wire             clk,
    input  wire             rst,

    output reg  [3:0]       depth,
    input  wire             clear,
    input  wire             push,
    input  wire [PC-1:0]    push_pc,
    input  wire [LANES-1:0] push_mask,

    // The topmost entry with a lane that has not exited; pop removes it and all entries above it.
    input  wire [LANES-1:0] exited,
    output reg              live,
    output reg  [PC-1:0]    live_pc,
    output reg  [LANES-1:0] live_mask,
    input  wire             pop
);

    reg [8*PC-1:0]    pcs;         // entry 0 in the lowest bits
    reg [8*LANES-1:0] masks;
    reg [LANES-1:0]   lives;
    reg [3:0]         live_depth;  // entries below the live one

    integer i;
    always @* begin
        live = 1'b0;
        live_pc = {PC{1'b0}};
        live_mask = {LANES{1'b0}};
        live_depth = 4'd0;
        lives = {LANES{1'b0}};
        for (i = 0; i < 8; i = i + 1) begin
            lives = masks[LANES*i +: LANES] & ~exited;
            if (i[3:0] < depth && |lives) begin
                live = 1'b1;
                live_pc = pcs[PC*i +: PC];
                live_mask = lives;
                live_depth = i[3:0];
            end
        end
    end

    always @(posedge clk)
        if (rst | clear) depth <= 4'd0;
        else if (push) depth <= depth + 4'd1;
        else if (pop) depth <= live_depth;

    always @(posedge clk)
        if (push)
            for (i = 0; i < 8; i = i + 1)
                if (depth == i[3:0]) begin
                    pcs[PC*i +: PC] <= push_pc;
                    masks[LANES*i +: LANES] <= push_mask;
                end

endmodule

`default_nettype wire
