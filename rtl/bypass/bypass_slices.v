`default_nettype none

// bypass_slices - finds the slices of a row that have something to multiply. A slice is a 32-bit word of
// each operand. Combinational. Parameters as in bypass.
module bypass_slices #(
    parameter KMAX = 32
) (
    input  wire [3:0]      etype,
    input  wire [6:0]      k_len,
    input  wire [KMAX-1:0] a_live,      // live elements; 0 from k_len on
    input  wire [KMAX-1:0] b_live,

    output wire [1:0]      shift,       // a slice has 1 << shift elements
    output wire [6:0]      slices,      // number of slices that k_len reaches into
    output wire [KMAX-1:0] every,       // one bit set for each of them
    output wire [KMAX-1:0] survivors
);

    // 8-bit integers have the codes 4 and 5, f32 has 8, 16-bit floats have 6 and 7.
    assign shift = (etype[3:1] == 3'd2) ? 2'd2 : etype[3] ? 2'd0 : 2'd1;
    wire unused = etype[0];  // tells two types of the same width apart
    assign slices = (k_len + (7'd1 << shift) - 7'd1) >> shift;
    assign every = ~({KMAX{1'b1}} << slices);

    reg [KMAX-1:0] a_some, b_some;
    integer        s;
    always @* begin
        a_some = {KMAX{1'b0}};
        b_some = {KMAX{1'b0}};
        for (s = 0; s < KMAX; s = s + 1) begin
            a_some[s] = a_live[s];
            b_some[s] = b_live[s];
            if (shift == 2'd1) begin
                a_some[s] = (2 * s < KMAX) ? |a_live[(2 * s) % KMAX +: 2] : 1'b0;
                b_some[s] = (2 * s < KMAX) ? |b_live[(2 * s) % KMAX +: 2] : 1'b0;
            end
            if (shift == 2'd2) begin
                a_some[s] = (4 * s < KMAX) ? |a_live[(4 * s) % KMAX +: 4] : 1'b0;
                b_some[s] = (4 * s < KMAX) ? |b_live[(4 * s) % KMAX +: 4] : 1'b0;
            end
        end
    end
    assign survivors = a_some & b_some;

endmodule

`default_nettype wire
