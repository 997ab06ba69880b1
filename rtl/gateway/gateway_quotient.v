`default_nettype none

// gateway_quotient - divides both halves of a float sum by the number of threads. Started in cycle s, it works in
// cycles s+1 to s+27 and is done in the last of them.
module gateway_quotient (
    input  wire        clk,
    input  wire        rst,

    input  wire        start,   // only when idle
    input  wire [63:0] sum,
    input  wire [8:0]  count,
    input  wire        mean,    // the mean of a variance: a second division follows
    input  wire        stop,    // go idle in the next cycle, even during a division

    output wire        idle,
    output wire        done,
    output wire        again,   // with done: it was the mean of a variance
    output reg  [8:0]  members,
    output wire [63:0] result
);

    wire [31:0] n;
    fp_from_int u_from_int (.is_signed(1'b0), .x({23'd0, count}), .y(n));

    wire busy, unused_busy, unused_done;
    fp_div u_low (
        .clk(clk), .rst(rst | stop), .start(start), .a(sum[31:0]), .b(n),
        .busy(busy), .done(done), .result(result[31:0])
    );
    fp_div u_high (
        .clk(clk), .rst(rst | stop), .start(start), .a(sum[63:32]), .b(n),
        .busy(unused_busy), .done(unused_done), .result(result[63:32])
    );
    assign idle = ~busy;

    reg first;
    always @(posedge clk)
        if (start) begin
            first <= mean;
            members <= count;
        end
    assign again = first;

endmodule

`default_nettype wire
