`default_nettype none

// loopback_array - the processing elements. Row i of A goes to all elements of row i, column j of B to all
// elements of column j. Parameters as in loopback.
module loopback_array #(
    parameter ROWS = 4,
    parameter COLS = 4,
    parameter KMAX = 32
) (
    input  wire                    clk,

    input  wire                    first,     // first cycle of the tile
    input  wire                    is_float,
    input  wire                    sparse,
    input  wire                    strict,
    input  wire [6:0]              k_len,
    input  wire [ROWS*COLS*32-1:0] start_acc,

    input  wire [ROWS*32*KMAX-1:0] a,
    input  wire [ROWS*KMAX-1:0]    a_live,
    input  wire [ROWS*KMAX-1:0]    a_zero,
    input  wire [ROWS*KMAX-1:0]    a_sign,
    input  wire [ROWS*KMAX-1:0]    a_special,
    input  wire [COLS*32*KMAX-1:0] b,
    input  wire [COLS*KMAX-1:0]    b_live,
    input  wire [COLS*KMAX-1:0]    b_zero,
    input  wire [COLS*KMAX-1:0]    b_sign,
    input  wire [COLS*KMAX-1:0]    b_special,

    output wire                    last,      // no element has a pair left after this cycle
    output wire [ROWS*COLS*32-1:0] result
);

    wire [KMAX-1:0]      all = ~({KMAX{1'b1}} << k_len);
    wire                 corrected = sparse & strict & is_float;
    wire [ROWS*COLS-1:0] pe_last;

    assign last = &pe_last;

    genvar i, j;
    generate
        for (i = 0; i < ROWS; i = i + 1) begin : g_row
            for (j = 0; j < COLS; j = j + 1) begin : g_pe
                wire poison, plus0;
                sparse_flags #(.KMAX(KMAX)) u_flags (
                    .zero_a(a_zero[KMAX*i +: KMAX]), .sign_a(a_sign[KMAX*i +: KMAX]),
                    .special_a(a_special[KMAX*i +: KMAX]),
                    .zero_b(b_zero[KMAX*j +: KMAX]), .sign_b(b_sign[KMAX*j +: KMAX]),
                    .special_b(b_special[KMAX*j +: KMAX]),
                    .k_len(k_len), .poison(poison), .plus0(plus0)
                );
                loopback_pe #(.KMAX(KMAX)) u_pe (
                    .clk(clk), .first(first), .start_acc(start_acc[32*(COLS*i+j) +: 32]),
                    .pairs(sparse ? a_live[KMAX*i +: KMAX] & b_live[KMAX*j +: KMAX] : all),
                    .a_row(a[32*KMAX*i +: 32*KMAX]), .b_column(b[32*KMAX*j +: 32*KMAX]),
                    .is_float(is_float), .skip_zeros(sparse),
                    .poison(corrected & poison), .plus0(corrected & plus0),
                    .last(pe_last[COLS*i+j]), .result(result[32*(COLS*i+j) +: 32])
                );
            end
        end
    endgenerate

endmodule

`default_nettype wire
