`default_nettype none

// loopback_bank - the rows of A or the columns of B, double-buffered: one tile is loaded, the other computed.
// KMAX as in loopback.
module loopback_bank #(
    // Number of rows or columns.
    parameter N = 4,
    parameter KMAX = 32
) (
    input  wire                 clk,

    // A row of the tile being loaded.
    input  wire                 fill,     // bank of that tile; the other is computed
    input  wire                 write,
    input  wire [3:0]           at,
    input  wire [32*KMAX-1:0]   operand,
    input  wire [KMAX-1:0]      live,
    input  wire [KMAX-1:0]      zero,
    input  wire [KMAX-1:0]      sign,
    input  wire [KMAX-1:0]      special,

    // The rows of the tile being computed, row 0 lowest.
    output wire [N*32*KMAX-1:0] operands,
    output wire [N*KMAX-1:0]    lives,
    output wire [N*KMAX-1:0]    zeros,
    output wire [N*KMAX-1:0]    signs,
    output wire [N*KMAX-1:0]    specials
);

    localparam BITS = 36 * KMAX;

    genvar i;
    generate
        for (i = 0; i < N; i = i + 1) begin : g_row
            reg  [BITS-1:0] bank0, bank1;
            wire [BITS-1:0] row = fill ? bank0 : bank1;
            always @(posedge clk)
                if (write && at == i[3:0]) begin
                    if (fill) bank1 <= {special, sign, zero, live, operand};
                    else bank0 <= {special, sign, zero, live, operand};
                end
            assign {
                specials[KMAX*i +: KMAX], signs[KMAX*i +: KMAX], zeros[KMAX*i +: KMAX],
                lives[KMAX*i +: KMAX], operands[32*KMAX*i +: 32*KMAX]
            } = row;
        end
    endgenerate

endmodule

`default_nettype wire
