`default_nettype none

// bypass_pairs - the pair filter: holds a row of A and a column of B and outputs the pairs that are worth a
// cycle, lowest k first. Parameters as in bypass.
module bypass_pairs #(
    parameter KMAX = 32
) (
    input  wire               clk,

    // A row and a column arrive at the end of a cycle with `start`.
    input  wire               start,
    input  wire               start_flags,  // poison and plus0 are enabled
    input  wire [6:0]         start_k_len,
    input  wire [32*KMAX-1:0] a_element,
    input  wire [KMAX-1:0]    a_live,
    input  wire [KMAX-1:0]    a_zero,
    input  wire [KMAX-1:0]    a_sign,
    input  wire [KMAX-1:0]    a_special,
    input  wire [32*KMAX-1:0] b_element,
    input  wire [KMAX-1:0]    b_live,
    input  wire [KMAX-1:0]    b_zero,
    input  wire [KMAX-1:0]    b_sign,
    input  wire [KMAX-1:0]    b_special,

    // The next pair; it is removed at the end of a cycle with `give`.
    input  wire               give,
    output wire [5:0]         k,
    output wire [31:0]        a,
    output wire [31:0]        b,
    output wire               last,
    output wire               none,
    output wire               poison,
    output wire               plus0
);

    localparam K_BITS = (KMAX == 8) ? 3 : (KMAX == 32) ? 5 : 6;

    reg [32*KMAX-1:0] a_row, b_column;
    reg [KMAX-1:0]    left, az, as, ax, bz, bs, bx;
    reg [6:0]         k_len;
    reg               flags;
    wire [KMAX-1:0]   rest;

    lowest_one #(.W(KMAX)) u_left (.x(left), .index(k), .rest(rest), .none(none), .few(last));

    wire [K_BITS-1:0] at = k[K_BITS-1:0];
    assign a = none ? 32'd0 : a_row[{at, 5'd0} +: 32];
    assign b = none ? 32'd0 : b_column[{at, 5'd0} +: 32];

    wire any_poison, any_plus0;
    sparse_flags #(.KMAX(KMAX)) u_flags (
        .zero_a(az), .sign_a(as), .special_a(ax), .zero_b(bz), .sign_b(bs), .special_b(bx),
        .k_len(k_len), .poison(any_poison), .plus0(any_plus0)
    );
    assign poison = flags & last & any_poison;
    assign plus0 = flags & last & any_plus0;

    always @(posedge clk)
        if (start) begin
            a_row <= a_element;
            b_column <= b_element;
            left <= a_live & b_live;
            az <= a_zero;
            as <= a_sign;
            ax <= a_special;
            bz <= b_zero;
            bs <= b_sign;
            bx <= b_special;
            k_len <= start_k_len;
            flags <= start_flags;
        end else if (give) left <= rest;

endmodule

`default_nettype wire
