module refused_inout (
    input  wire clk,
    inout  wire pad
);
    reg q;
    always @(posedge clk) q <= pad;
endmodule
