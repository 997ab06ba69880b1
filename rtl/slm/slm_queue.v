`default_nettype none

// slm_queue - selects the waiting lanes that a bank serves: the lowest one whose word is in the bank, and for a
// load all lanes that read the same word. Combinational.
module slm_queue #(
    // Lanes, 4..32.
    parameter LANES = 8,
    // Bits of a word number and of a bank number.
    parameter WB = 12,
    parameter BB = 4,
    // Index of the bank.
    parameter BANK = 0
) (
    input  wire                  load,
    input  wire [LANES-1:0]      waiting,
    input  wire [(WB+2)*LANES-1:0] addr,
    input  wire [32*LANES-1:0]   data,
    input  wire [32*LANES-1:0]   compare,

    output reg  [LANES-1:0]      served,
    output wire                  none,
    output reg  [WB-BB-1:0]      row,
    output reg  [1:0]            at,  // byte offset of the access in its word
    output reg  [31:0]           data_of,
    output reg  [31:0]           compare_of
);

    localparam [BB-1:0] B = BANK;

    reg  [LANES-1:0] here;
    wire [LANES-1:0] rest;
    wire [LANES-1:0] first = here & ~rest;

    always @* begin : p_here
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            here[i] = waiting[i] & addr[(WB+2)*i+2 +: BB] == B;
    end

    /* verilator lint_off PINCONNECTEMPTY */ // only rest and none are needed
    lowest_one #(.W(LANES)) u_first (.x(here), .index(), .rest(rest), .none(none), .few());
    /* verilator lint_on PINCONNECTEMPTY */

    always @* begin : p_first
        integer i;
        row = {WB-BB{1'b0}};
        at = 2'd0;
        data_of = 32'd0;
        compare_of = 32'd0;
        for (i = 0; i < LANES; i = i + 1) begin
            row = row | (addr[(WB+2)*i+2+BB +: WB-BB] & {WB-BB{first[i]}});
            at = at | (addr[(WB+2)*i +: 2] & {2{first[i]}});
            data_of = data_of | (data[32*i +: 32] & {32{first[i]}});
            compare_of = compare_of | (compare[32*i +: 32] & {32{first[i]}});
        end
    end

    always @* begin : p_served
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            served[i] = first[i] | (load & here[i] & addr[(WB+2)*i+2+BB +: WB-BB] == row);
    end

endmodule

`default_nettype wire
