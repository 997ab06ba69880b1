`default_nettype none

// fifo - a short queue held in registers; entry 0 is the oldest. A pushed entry takes effect in the next cycle: it is
// then at the head if no older entry is left, otherwise behind the older entries.
module fifo #(
    // Width of an entry in bits, 1 or more.
    parameter WIDTH = 8,
    // Number of entries, 2 or more.
    parameter SIZE = 2
) (
    input  wire             clk,
    input  wire             rst,

    input  wire             push,  // not allowed when full, not even together with pop
    input  wire [WIDTH-1:0] push_data,
    output wire             full,

    input  wire             pop,   // only when valid
    output wire             valid,
    output wire [WIDTH-1:0] head
);

    generate
        if (WIDTH < 1 || SIZE < 2) begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            fifo_needs_WIDTH_1_and_SIZE_2_or_more illegal ();
        end
    endgenerate

    // Entries in use, as a thermometer code.
    reg  [SIZE-1:0] used;
    wire [SIZE-1:0] kept = pop ? used >> 1 : used;
    wire [SIZE-1:0] here = ~kept & {kept[SIZE-2:0], 1'b1};  // where a pushed entry goes

    always @(posedge clk)
        if (rst) used <= {SIZE{1'b0}};
        else if (push) used <= kept | here;
        else used <= kept;

    genvar i;
    generate
        for (i = SIZE - 1; i >= 0; i = i - 1) begin : g_entry
            reg [WIDTH-1:0] data;
            if (i == SIZE - 1) begin : g_last
                always @(posedge clk)
                    if (push & here[i]) data <= push_data;
            end else begin : g_moves
                always @(posedge clk)
                    if (push & here[i]) data <= push_data;
                    else if (pop & used[i+1]) data <= g_entry[i+1].data;
            end
        end
    endgenerate

    assign full = used[SIZE-1];
    assign valid = used[0];
    assign head = g_entry[0].data;

endmodule

`default_nettype wire
