`default_nettype none

// loopback_pe - a processing element: one accumulator that loops back, one multiply-add per cycle
// [systolic disaggregation ¶331, ¶332].
module loopback_pe #(
    // Maximum number of elements in a row: 8, 32 or 64.
    parameter KMAX = 32
) (
    input  wire               clk,

    // The tile in the array. All inputs but first are stable until the tile ends.
    input  wire               first,      // this is the tile's first cycle
    input  wire [31:0]        start_acc,
    input  wire [KMAX-1:0]    pairs,      // the values of k that take a cycle, ascending
    input  wire [32*KMAX-1:0] a_row,
    input  wire [32*KMAX-1:0] b_column,
    input  wire               is_float,
    input  wire               skip_zeros, // a pair with a zero leaves the accumulator unchanged
    input  wire               poison,     // the result is NaN
    input  wire               plus0,      // a result of -0 becomes +0

    output wire               last,       // no pair is left after this cycle
    output wire [31:0]        result      // after this cycle
);

    localparam K_BITS = (KMAX == 8) ? 3 : (KMAX == 32) ? 5 : 6;

    reg  [31:0]     held_acc;
    reg  [KMAX-1:0] held_left;
    wire [31:0]     acc = first ? start_acc : held_acc;
    wire [KMAX-1:0] left = first ? pairs : held_left;

    wire [KMAX-1:0] rest;
    wire            none;
    wire [5:0]      index;
    lowest_one #(.W(KMAX)) u_left (.x(left), .index(index), .rest(rest), .none(none), .few(last));
    wire [K_BITS-1:0] k = index[K_BITS-1:0];
    wire              unused = |index;  // the upper bits, if KMAX does not need them

    wire [31:0] a = a_row[{k, 5'd0} +: 32];
    wire [31:0] b = b_column[{k, 5'd0} +: 32];

    // The operands of the fma are zero when it has nothing to compute.
    wire        fuse = is_float & ~none;
    wire [31:0] fused;
    fp_fma u_fma (.a(a & {32{fuse}}), .b(b & {32{fuse}}), .c(acc & {32{fuse}}), .y(fused));

    wire signed [8:0]  a_int = a[8:0];
    wire signed [8:0]  b_int = b[8:0];
    wire signed [17:0] product = a_int * b_int;
    wire [31:0]        sum = acc + {{14{product[17]}}, product};

    wire        zero = ~|(a[30:0]) | ~|(b[30:0]);
    wire        idle = none | (skip_zeros & is_float & zero);
    wire [31:0] next_acc = idle ? acc : is_float ? fused : sum;

    assign result = poison                                ? 32'h7fc00000
                  : (plus0 && next_acc == 32'h80000000) ? 32'h00000000
                  :                                         next_acc;

    always @(posedge clk) begin
        held_acc <= next_acc;
        held_left <= rest;
    end

endmodule

`default_nettype wire
