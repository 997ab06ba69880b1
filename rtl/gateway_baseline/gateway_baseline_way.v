`default_nettype none

// gateway_baseline_way - a queue with the delay of a path: an entry pushed in cycle t can be popped from
// cycle t+CYCLES on.
module gateway_baseline_way #(
    // Width of an entry in bits.
    parameter WIDTH = 8,
    // Number of entries, a power of two; the instantiating module must ensure that it suffices.
    parameter ENTRIES = 4,
    // Delay in cycles, 1 to 1023.
    parameter CYCLES = 1
) (
    input  wire             clk,
    input  wire             rst,

    input  wire             push,
    input  wire [WIDTH-1:0] push_data,

    output wire             valid,
    input  wire             pop,  // never when not valid
    output wire [WIDTH-1:0] head
);

    localparam B = $clog2(ENTRIES);

    reg [WIDTH-1:0] entries [0:ENTRIES-1];
    reg [B-1:0]     in, out;
    reg [B:0]       here;  // entries that have reached the end

    // A token for each entry goes through a shift register.
    wire arrives;
    generate
        if (CYCLES == 1) begin : g_short
            assign arrives = push;
        end else begin : g_long
            reg [CYCLES-2:0] moving;
            assign arrives = moving[CYCLES-2];
            if (CYCLES == 2) begin : g_one
                always @(posedge clk) moving <= push & ~rst;
            end else begin : g_more
                always @(posedge clk)
                    if (rst) moving <= {CYCLES-1{1'b0}};
                    else moving <= {moving[CYCLES-3:0], push};
            end
        end
    endgenerate

    assign valid = |here;
    assign head = entries[out];

    always @(posedge clk)
        if (rst) begin
            in <= {B{1'b0}};
            out <= {B{1'b0}};
            here <= {B+1{1'b0}};
        end else begin
            if (push) in <= in + 1'b1;
            if (pop) out <= out + 1'b1;
            if (arrives & ~pop) here <= here + 1'b1;
            else if (pop & ~arrives) here <= here - 1'b1;
        end

    always @(posedge clk)
        if (push) entries[in] <= push_data;

endmodule

`default_nettype wire
