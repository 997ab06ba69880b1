`default_nettype none

// predicate_clash - whether an instruction names the given destination. Combinational.
module predicate_clash (
    input  wire [39:0] names,  // from predicate_decode
    input  wire        valid,
    input  wire [2:0]  dk,     // 0: no destination
    input  wire [3:0]  di,
    output wire        clash
);

    wire [7:0] wanted = {1'b1, dk, di};
    assign clash = valid & (dk != 3'd0) &
        ((names[39:32] == wanted) | (names[31:24] == wanted) | (names[23:16] == wanted) |
         (names[15:8] == wanted) | (names[7:0] == wanted));

endmodule

`default_nettype wire
