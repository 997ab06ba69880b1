`default_nettype none

// fifo - a single-clock FIFO with first-word fall-through: rd_data is the oldest word whenever empty is
// low, and rd_en removes it. A write while full and a read while empty change nothing.
module fifo #(
    parameter WIDTH = 8,  // bits of a word
    parameter DEPTH = 16  // words, 2 or more
) (
    input  wire             clk,
    input  wire             rst,

    input  wire             wr_en,
    input  wire [WIDTH-1:0] wr_data,
    output wire             full,

    input  wire             rd_en,
    output wire [WIDTH-1:0] rd_data,
    output wire             empty
);

    localparam A = $clog2(DEPTH);
    localparam [A-1:0] LAST = DEPTH[A-1:0] - 1'b1;

    reg [WIDTH-1:0] mem [0:DEPTH-1];
    reg [A-1:0]     wr_ptr, rd_ptr;
    reg [A:0]       count;

    wire push = wr_en & ~full;
    wire pop  = rd_en & ~empty;

    assign full    = count == DEPTH[A:0];
    assign empty   = count == 0;
    assign rd_data = mem[rd_ptr];

    always @(posedge clk)
        if (push) mem[wr_ptr] <= wr_data;

    always @(posedge clk)
        if (rst) begin
            wr_ptr <= 0;
            rd_ptr <= 0;
            count  <= 0;
        end else begin
            if (push) wr_ptr <= wr_ptr == LAST ? 0 : wr_ptr + 1'b1;
            if (pop)  rd_ptr <= rd_ptr == LAST ? 0 : rd_ptr + 1'b1;
            if (push & ~pop) count <= count + 1'b1;
            if (pop & ~push) count <= count - 1'b1;
        end

endmodule

`default_nettype wire
