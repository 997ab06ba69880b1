// Three stages without any reset.
module pipeline #(parameter W = 12) (
    input  wire         clock,
    input  wire [W-1:0] a,
    input  wire [W-1:0] b,
    output reg  [W:0]   sum,
    output reg  [2*W-1:0] product
);
    reg [W:0]     s0, s1;
    reg [2*W-1:0] p0, p1;
    always @(posedge clock) begin
        s0 <= a + b;
        p0 <= a * b;
        {s1, p1} <= {s0, p0};
        {sum, product} <= {s1, p1};
    end
endmodule
