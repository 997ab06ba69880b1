`default_nettype none

// sparse_flags - the corrections that make a dot product without its zeros equal the full one. The inputs
// come from sparse_row, for a row of A and a column of B; their bits from k_len on are 0. Combinational.
// Parameters as in bypass.
module sparse_flags #(
    parameter KMAX = 32
) (
    input  wire [KMAX-1:0] zero_a,
    input  wire [KMAX-1:0] sign_a,
    input  wire [KMAX-1:0] special_a,
    input  wire [KMAX-1:0] zero_b,
    input  wire [KMAX-1:0] sign_b,
    input  wire [KMAX-1:0] special_b,
    input  wire [6:0]      k_len,
    output wire            poison,  // some product is zero times infinity or NaN
    output wire            plus0    // a product of +0 comes after the last non-zero product
);

    wire [KMAX-1:0] below = ~({KMAX{1'b1}} << k_len);
    wire [KMAX-1:0] any_zero = zero_a | zero_b;
    wire [KMAX-1:0] product = below & ~any_zero;  // the product is not zero

    // There is no non-zero product at k or above.
    reg [KMAX-1:0] quiet;
    reg            seen;
    integer        k;

    always @* begin
        seen = 1'b0;
        quiet = {KMAX{1'b0}};
        for (k = KMAX - 1; k >= 0; k = k - 1) begin
            seen = seen | product[k];
            quiet[k] = ~seen;
        end
    end

    assign poison = |((zero_a & special_b) | (zero_b & special_a));
    assign plus0 = |(quiet & any_zero & ~(sign_a ^ sign_b));

endmodule

`default_nettype wire
