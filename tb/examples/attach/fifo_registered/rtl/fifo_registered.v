`default_nettype none

// fifo_registered - a single-clock FIFO in a memory with a registered output: rd_data has the word one
// cycle after the read was enabled. A write while full and a read while empty change nothing.
module fifo_registered #(
    parameter WIDTH   = 8,
    parameter ADDRESS = 4  // 2**ADDRESS words
) (
    input  wire             clk,
    input  wire             rst,

    input  wire             wr_en,
    input  wire [WIDTH-1:0] wr_data,
    output wire             full,

    input  wire             rd_en,
    output reg  [WIDTH-1:0] rd_data,
    output wire             empty
);

    reg [WIDTH-1:0] mem [0:(1<<ADDRESS)-1];

    // One bit more than an address, to tell a full memory from an empty one.
    reg [ADDRESS:0] wr_ptr, rd_ptr;

    wire push = wr_en & ~full;
    wire pop  = rd_en & ~empty;

    assign empty = wr_ptr == rd_ptr;
    assign full  = wr_ptr == {~rd_ptr[ADDRESS], rd_ptr[ADDRESS-1:0]};

    always @(posedge clk) begin
        if (push) mem[wr_ptr[ADDRESS-1:0]] <= wr_data;
        if (pop) rd_data <= mem[rd_ptr[ADDRESS-1:0]];
    end

    always @(posedge clk)
        if (rst) begin
            wr_ptr <= 0;
            rd_ptr <= 0;
        end else begin
            if (push) wr_ptr <= wr_ptr + 1'b1;
            if (pop)  rd_ptr <= rd_ptr + 1'b1;
        end

endmodule

`default_nettype wire
