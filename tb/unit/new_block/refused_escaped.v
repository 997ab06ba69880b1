module refused_escaped (
    input  wire clk,
    input  wire \data.in ,
    output reg  q
);
    always @(posedge clk) q <= \data.in ;
endmodule
