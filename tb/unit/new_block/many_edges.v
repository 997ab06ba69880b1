// Ten edges in one list, the reset last.
module many_edges (
    input wire clk,
    input wire p0, p1, p2, p3, p4, p5, p6, p7,
    input wire rst_n,
    input wire [7:0] d,
    output reg [7:0] q
);
    always @(posedge clk or posedge p0 or posedge p1 or posedge p2 or posedge p3 or posedge p4 or
             posedge p5 or posedge p6 or posedge p7 or negedge rst_n)
        if (!rst_n) q <= 0;
        else if (p0) q <= 1;
        else if (p1) q <= 2;
        else if (p2) q <= 4;
        else if (p3) q <= 8;
        else if (p4) q <= 16;
        else if (p5) q <= 32;
        else if (p6) q <= 64;
        else if (p7) q <= 128;
        else q <= d;
endmodule
