module refused_dollar (
    input  wire clk,
    input  wire bus$x,
    output reg  q
);
    always @(posedge clk) q <= bus$x;
endmodule
