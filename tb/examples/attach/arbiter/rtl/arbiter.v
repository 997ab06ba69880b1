`default_nettype none

// arbiter - round robin among N requests. A grant comes one cycle after its request and lasts one
// cycle. The search begins after the request that was granted last; after reset it begins at 0.
module arbiter #(
    parameter N = 4  // requests, 2 or more
) (
    input  wire         clk,
    input  wire         rst_n,  // asynchronous
    input  wire [N-1:0] req,
    output reg  [N-1:0] grant   // one-hot, or zero
);

    // One bit for each request after the one granted last; all zeros if that was the highest.
    reg [N-1:0] behind;

    wire [N-1:0] high   = req & behind;
    wire [N-1:0] choice = high != 0 ? high : req;
    wire [N-1:0] winner = choice & (~choice + 1'b1);

    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            grant  <= 0;
            behind <= 0;
        end else begin
            grant <= winner;
            if (winner != 0) behind <= ~(winner | (winner - 1'b1));
        end

endmodule

`default_nettype wire
