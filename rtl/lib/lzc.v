`default_nettype none

// lzc - leading-zero count of a vector; W if the vector is zero. Combinational.
module lzc #(
    // Width of the vector in bits, 1..63.
    parameter W = 52
) (
    input  wire [W-1:0] x,
    output wire [5:0]   count
);

    generate
        if (W < 1 || W > 63) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            lzc_needs_W_1_to_63 illegal ();
        end
    endgenerate

    // The ones appended below end the count. Each step keeps the half with the leading one.
    reg [63:0] x64;
    reg [31:0] x32;
    reg [15:0] x16;
    reg [7:0]  x8;
    reg [3:0]  x4;
    reg [5:0]  n;

    always @* begin
        x64 = {x, {(64-W){1'b1}}};
        n[5] = ~|x64[63:32];
        x32 = n[5] ? x64[31:0] : x64[63:32];
        n[4] = ~|x32[31:16];
        x16 = n[4] ? x32[15:0] : x32[31:16];
        n[3] = ~|x16[15:8];
        x8 = n[3] ? x16[7:0] : x16[15:8];
        n[2] = ~|x8[7:4];
        x4 = n[2] ? x8[3:0] : x8[7:4];
        n[1] = ~|x4[3:2];
        n[0] = ~(n[1] ? x4[1] : x4[3]);
    end

    assign count = n;

    // It is implied: if no bit above x4[0] is a one, x4[0] is.
    wire unused = x4[0];

endmodule

`default_nettype wire
