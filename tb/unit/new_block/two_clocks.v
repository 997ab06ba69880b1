// A FIFO whose sides have clocks of their own, and registers that are reset below an inversion.
module two_clocks #(parameter W = 8) (
    input  wire         wr_clk,
    input  wire         rd_clk,
    input  wire         arst_n,
    input  wire         wr_en,
    input  wire [W-1:0] din,
    output wire         full,
    input  wire         rd_en,
    output wire [W-1:0] dout,
    output wire         empty
);
    wire       reset = ~arst_n;
    wire [2:0] head, tail;
    reg  [W-1:0] mem [0:3];

    two_clocks_counter u_head (.clk(wr_clk), .reset(reset), .go(wr_en && !full), .count(head));
    two_clocks_counter u_tail (.clk(rd_clk), .reset(reset), .go(rd_en && !empty), .count(tail));
    always @(posedge wr_clk)
        if (wr_en && !full) mem[head[1:0]] <= din;
    assign empty = head == tail;
    assign full  = head == {~tail[2], tail[1:0]};
    assign dout  = mem[tail[1:0]];
endmodule

module two_clocks_counter (
    input  wire       clk,
    input  wire       reset,
    input  wire       go,
    output reg  [2:0] count
);
    always @(posedge clk or posedge reset)
        if (reset) count <= 3'd0;
        else if (go) count <= count + 3'd1;
endmodule
