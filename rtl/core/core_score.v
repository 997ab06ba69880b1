`default_nettype none

// core_score - scoreboard of a warp: registers in flight in a pipe, in memory, or in another block. Registers are bits
// as in core_decode.
module core_score (
    input  wire        clk,
    input  wire        rst,

    output reg  [39:0] in_pipe,
    output reg  [39:0] in_memory,
    output reg  [39:0] in_array,

    input  wire [39:0] set_pipe,
    input  wire [39:0] set_memory,
    input  wire [39:0] set_array,
    input  wire [39:0] clear_pipe,
    input  wire [39:0] clear_memory,
    input  wire [39:0] clear_array
);

    always @(posedge clk)
        if (rst) begin
            in_pipe <= 40'd0;
            in_memory <= 40'd0;
            in_array <= 40'd0;
        end else begin
            in_pipe <= (in_pipe & ~clear_pipe) | set_pipe;
            in_memory <= (in_memory & ~clear_memory) | set_memory;
            in_array <= (in_array & ~clear_array) | set_array;
        end

endmodule

`default_nettype wire
