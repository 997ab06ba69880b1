`default_nettype none

// dpas_src1 - the loader of src1: takes the rows of the commands in order, tells which slices each row
// fills, and tracks which slices of both banks are loaded. The slices themselves are stored in the lanes,
// at the layers that use them.
module dpas_src1 #(
    // Width of load_sd in bits: 4, or 7 for commands of more than one octet.
    parameter SD_BITS = 4
) (
    input  wire        clk,
    input  wire        rst,

    input  wire        src1_valid,
    output wire        src1_ready,

    // The command to load; load_pop comes with its last row.
    input  wire        load_valid,
    output wire        load_pop,
    input  wire        load_bank,  // of its first octet
    input  wire [SD_BITS-1:0] load_sd,
    input  wire [1:0]  load_pack1,

    // Bit 8*bank + slice of each vector is one slice of an octet. write: it is written in this cycle; loaded: it
    // is loaded; freed: it is no longer needed.
    output wire [15:0] write,
    output reg  [15:0] loaded,
    input  wire [15:0] freed
);

    // The first slice that the next row fills.
    localparam [SD_BITS-1:0] ONE = 1;
    reg  [SD_BITS-2:0] first;
    wire [SD_BITS-1:0] next = {1'b0, first} + (ONE << load_pack1);

    // Within the octet: where the row ends, where the slices end, and the bank. A row does not cross octets.
    wire [3:0] row_end = {1'b0, first[2:0]} + (4'd1 << load_pack1);
    wire [3:0] sd_end;
    wire       bank;
    generate
        if (SD_BITS == 4) begin : g_one_octet
            assign sd_end = load_sd;
            assign bank = load_bank;
        end else begin : g_octets
            wire [6:0] left = load_sd - {1'b0, first[5:3], 3'd0};
            assign sd_end = |left[6:3] ? 4'd8 : left[3:0];
            assign bank = load_bank ^ first[3];
        end
    endgenerate

    // The slices from first to the end of the row that are below SD.
    wire [7:0] row_slices = (8'hff << first[2:0]) & ~(8'hff << row_end) & ~(8'hff << sd_end);
    wire [15:0] fills = bank ? {row_slices, 8'h00} : {8'h00, row_slices};

    assign src1_ready = load_valid & ((fills & loaded) == 16'h0000);

    wire take = src1_valid & src1_ready;
    assign load_pop = take & (next >= load_sd);
    assign write = take ? fills : 16'h0000;

    always @(posedge clk)
        if (rst) first <= {(SD_BITS-1){1'b0}};
        else if (load_pop) first <= {(SD_BITS-1){1'b0}};
        else if (take) first <= next[SD_BITS-2:0];

    always @(posedge clk)
        if (rst) loaded <= 16'h0000;
        else loaded <= (loaded | write) & ~freed;

endmodule

`default_nettype wire
