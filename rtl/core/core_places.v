`default_nettype none

// core_places - reserves the cycles in which a pipe presents a record. An instruction whose latency is
// not the usual one takes the place its latency ahead.
module core_places (
    input  wire        clk,
    input  wire        rst,
    output reg  [30:0] taken,  // bit i: the place i cycles ahead
    input  wire [30:0] take
);

    always @(posedge clk)
        if (rst) taken <= 31'd0;
        else taken <= (taken | take) >> 1;

endmodule

`default_nettype wire
