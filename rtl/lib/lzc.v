`default_nettype none

// lzc - the number of zeros above the highest one of a vector; W if there is no one. Combinational.
module lzc #(
    // Bits of the vector, 1..63.
    parameter W = 52
) (
    input  wire [W-1:0] x,
    output wire [5:0]   count
);

    generate
        if (W < 1 || W > 63) begin : g_illegal
            // There is no such module: its name is the message that stops elaboration.
            lzc_needs_W_1_to_63 illegal ();
        end
    endgenerate

    // The ones below stop the count. Each step keeps the half that has the highest one.
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

    // If no bit above it is a one, it is.
    wire unused = x4[0];

endmodule

`default_nettype wire
