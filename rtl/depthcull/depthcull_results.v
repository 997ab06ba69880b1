`default_nettype none

// depthcull_results - results that wait for the port, oldest first. BITS is the width of a result.
module depthcull_results #(
    parameter BITS = 62,
    parameter PLACES = 8  // at most 8
) (
    input  wire            clk,
    input  wire            rst,

    input  wire            put_a,  // two can come in a cycle, this one first; only if there is room for them
    input  wire [BITS-1:0] item_a,
    input  wire            put_b,
    input  wire [BITS-1:0] item_b,
    output reg  [3:0]      count,

    output wire            valid,
    input  wire            ready,
    output wire [BITS-1:0] item
);

    reg [PLACES*BITS-1:0] items;  // the oldest in the lowest bits

    wire       give = valid & ready;
    wire [3:0] after = count - {3'd0, give};
    wire [3:0] at_b = after + {3'd0, put_a};

    assign valid = count != 4'd0;
    assign item = items[BITS-1:0];

    always @(posedge clk)
        if (rst) count <= 4'd0;
        else count <= at_b + {3'd0, put_b};

    reg [PLACES*BITS-1:0] next;
    integer               i;
    always @* begin
        next = give ? items >> BITS : items;
        for (i = 0; i < PLACES; i = i + 1) begin
            if (put_a && after == i[3:0]) next[BITS*i +: BITS] = item_a;
            if (put_b && at_b == i[3:0]) next[BITS*i +: BITS] = item_b;
        end
    end

    always @(posedge clk) if (give | put_a | put_b) items <= next;

endmodule

`default_nettype wire
