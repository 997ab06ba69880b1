`default_nettype none

// core_turn - the first set bit of a vector after position last, wrapping around. Combinational.
// N is the width of the vector, at most 16.
module core_turn #(
    parameter N = 4
) (
    input  wire [N-1:0] x,
    input  wire [3:0]   last,
    output wire [N-1:0] hot,
    output wire [4:0]   index,
    output wire         any
);

    wire [N-1:0] later;
    genvar i;
    generate
        for (i = 0; i < N; i = i + 1) begin : g_later
            localparam [4:0] AFTER = i + 1;
            assign later[i] = AFTER > {1'b0, last} + 5'd1;
        end
    endgenerate

    wire [N-1:0] rest = x & later;
    core_first #(.N(N)) u_first (.x(|rest ? rest : x), .hot(hot), .index(index), .any(any));

endmodule

`default_nettype wire
