module refused_unpacked (
    input  logic       clk,
    input  logic [7:0] word [4],
    output logic [7:0] sum
);
    always_ff @(posedge clk) sum <= word[0] + word[1] + word[2] + word[3];
endmodule
