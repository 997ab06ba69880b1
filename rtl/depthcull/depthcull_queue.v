`default_nettype none

// depthcull_queue - primitives that wait for the pixel engine, oldest first.
module depthcull_queue #(
    parameter QUEUE = 4,  // places, 1..8
    parameter BITS = 256
) (
    input  wire            clk,
    input  wire            rst,

    input  wire            put,       // never into a full queue
    input  wire [BITS-1:0] put_item,  // its tile index in the low 8 bits
    input  wire            take,      // the oldest leaves; never together with put
    output wire [BITS-1:0] head,
    output reg  [3:0]      count,

    input  wire [7:0]      tile,
    output reg             holds      // a primitive of that tile waits
);

    reg [QUEUE*BITS-1:0] items;  // the oldest lowest

    assign head = items[BITS-1:0];

    integer i;
    always @* begin
        holds = 1'b0;
        for (i = 0; i < QUEUE; i = i + 1)
            if (i[3:0] < count && items[BITS*i +: 8] == tile) holds = 1'b1;
    end

    always @(posedge clk)
        if (rst) count <= 4'd0;
        else count <= count + {3'd0, put} - {3'd0, take};

    always @(posedge clk)
        if (take) items <= items >> BITS;
        else if (put)
            for (i = 0; i < QUEUE; i = i + 1)
                if (i[3:0] == count) items[BITS*i +: BITS] <= put_item;

endmodule

`default_nettype wire
