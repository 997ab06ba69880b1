`default_nettype none

// gateway_replies - the queue of two replies.
module gateway_replies (
    input  wire        clk,
    input  wire        rst,

    input  wire        put,  // never when full
    input  wire [55:0] put_data,
    output wire        full,

    output wire        valid,
    input  wire        ready,
    output wire [55:0] data
);

    reg [1:0]  entries;
    reg [55:0] oldest, newest;

    assign full = entries[1];
    assign valid = |entries;
    assign data = oldest;

    wire take = valid & ready;

    always @(posedge clk)
        if (rst) entries <= 2'd0;
        else entries <= entries + {1'b0, put} - {1'b0, take};

    always @(posedge clk) begin
        if (take & full) oldest <= newest;
        else if (put & (take | ~valid)) oldest <= put_data;
        if (put) newest <= put_data;
    end

endmodule

`default_nettype wire
