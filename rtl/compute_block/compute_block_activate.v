`default_nettype none

// compute_block_activate - activation of one dword, in two steps: `half` from the input, `y` from a registered half.
// Combinational.
module compute_block_activate (
    input  wire [1:0]  act,       // 0 none, 1 relu, 2 sigmoid, 3 tanh
    input  wire        is_float,
    input  wire [31:0] x,
    output reg  [33:0] half,      // {remaining step, value}; step: 0 none, 1 one minus the value, 2 its negative

    input  wire [33:0] kept,
    output wire [31:0] y
);
    localparam [31:0] ONE = 32'h3f800000, NAN = 32'h7fc00000;

    wire        is_tanh = act[0];
    wire [31:0] magnitude = {1'b0, x[30:0]};
    wire        nan = &x[30:23] && |x[22:0];

    // floor(|x| * 8) or floor(|x| * 16) below the end of the table; |x| below 2^-3 or 2^-4 is in segment 0.
    wire [7:0]  least = is_tanh ? 8'd123 : 8'd124;
    wire [7:0]  above = x[30:23] - least;
    wire        beyond = x[30:23] >= least && above > 8'd5;
    wire [5:0]  shifted = {1'b1, x[22:18]} >> (3'd5 - above[2:0]);
    wire [5:0]  i = x[30:23] < least ? 6'd0 : shifted;
    wire [31:0] slope, icept, line;

    compute_block_table u_table (.is_tanh(is_tanh), .i(i), .slope(slope), .icept(icept));
    fp_fma u_line (.a(slope), .b(magnitude), .c(icept), .y(line));

    always @* begin
        half = {2'd0, x};
        case (act)
            2'd1:
                if (!is_float) half[31:0] = x[31] ? 32'd0 : x;
                else half[31:0] = nan ? NAN : x[31] ? 32'd0 : x;
            2'd2, 2'd3:
                if (nan) half[31:0] = NAN;
                else half = {x[31] ? (is_tanh ? 2'd2 : 2'd1) : 2'd0, beyond ? ONE : line};
            default: ;
        endcase
    end

    wire [31:0] rest;

    fp_add u_rest (.sub(1'b1), .a(ONE), .b(kept[31:0]), .y(rest));

    assign y = kept[33] ? {1'b1, kept[30:0]} : kept[32] ? rest : kept[31:0];
endmodule

`default_nettype wire
