`default_nettype none

// dpas_src1 - the loader of src1: takes the rows of the commands in order, says which slices each one
// fills, and knows which slices of both banks are loaded. The slices themselves are stored in the lanes,
// at the layers that use them.
module dpas_src1 (
    input  wire        clk,
    input  wire        rst,

    input  wire        src1_valid,
    output wire        src1_ready,

    // The command to load; load_pop with its last row.
    input  wire        load_valid,
    output wire        load_pop,
    input  wire        load_bank,
    input  wire [3:0]  load_sd,
    input  wire [1:0]  load_pack1,

    // Bit 8*bank + slice of these three is one slice: written in this cycle, loaded, no longer needed.
    output wire [15:0] write,
    output reg  [15:0] loaded,
    input  wire [15:0] freed
);

    // The first slice that the next row fills.
    reg  [2:0] first;
    wire [3:0] next = {1'b0, first} + (4'd1 << load_pack1);

    // Slices from first up to the end of the row, those below SD.
    wire [7:0] row_slices = (8'hff << first) & ~(8'hff << next) & ~(8'hff << load_sd);
    wire [15:0] fills = load_bank ? {row_slices, 8'h00} : {8'h00, row_slices};

    assign src1_ready = load_valid & ((fills & loaded) == 16'h0000);

    wire take = src1_valid & src1_ready;
    assign load_pop = take & (next >= load_sd);
    assign write = take ? fills : 16'h0000;

    always @(posedge clk)
        if (rst) first <= 3'd0;
        else if (load_pop) first <= 3'd0;
        else if (take) first <= next[2:0];

    always @(posedge clk)
        if (rst) loaded <= 16'h0000;
        else loaded <= (loaded | write) & ~freed;

endmodule

`default_nettype wire
