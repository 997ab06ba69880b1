`default_nettype none

// gateway_oldest - selects the first identifier of a set in a given order. Combinational.
module gateway_oldest #(
    // Barrier identifiers, 1 to 16.
    parameter BARRIERS = 16
) (
    input  wire [BARRIERS-1:0]          set,
    // Row i: the identifiers that come before identifier i.
    input  wire [BARRIERS*BARRIERS-1:0] earlier,

    output reg  [BARRIERS-1:0]          hot,  // zero if the set is empty
    output reg  [3:0]                   id
);

    integer i;

    always @* begin
        id = 4'd0;
        for (i = 0; i < BARRIERS; i = i + 1) begin
            hot[i] = set[i] & ~|(set & earlier[BARRIERS*i +: BARRIERS]);
            id = id | (i[3:0] & {4{hot[i]}});
        end
    end

endmodule

`default_nettype wire
