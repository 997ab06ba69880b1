`default_nettype none

// core_places - the cycles in which a pipe will show a record. An instruction takes the place that is its latency ahead.
module core_places (
    input  wire        clk,
    input  wire        rst,
    output reg  [30:0] taken,  // bit i: in i cycles
    input  wire [30:0] take
);

    always @(posedge clk)
        if (rst) taken <= 31'd0;
        else taken <= (taken | take) >> 1;

endmodule

`default_nettype wire
