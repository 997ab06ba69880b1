`default_nettype none

// shift_sticky - right shift with a sticky bit: the lowest bit of y is also set if a one was shifted out,
// so that rounding y gives the same as rounding the exact value. Combinational.
module shift_sticky #(
    // Width of the vector in bits, 2..63.
    parameter W = 48
) (
    input  wire [W-1:0] x,
    input  wire [5:0]   count,
    output wire [W-1:0] y
);

    generate
        if (W < 2 || W > 63) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            shift_sticky_needs_W_2_to_63 illegal ();
        end
    endgenerate

    wire lost = |(x & ~({W{1'b1}} << count));
    assign y = (x >> count) | {{(W-1){1'b0}}, lost};

endmodule

`default_nettype wire
