`default_nettype none

// compute_block_tags - tracks the lines that a mover has in flight. Two accesses that share a byte are never in flight
// together if at least one of them writes.
module compute_block_tags #(
    // Bits kept with a line.
    parameter BITS = 19
) (
    input  wire            clk,
    input  wire            rst,

    // The next access.
    input  wire            write,
    input  wire [25:0]     line,
    input  wire [15:0]     dwords,
    input  wire [BITS-1:0] info,
    output wire            may,         // a tag is free, and the access conflicts with nothing in flight
    output reg  [3:0]      free,        // the lowest free tag
    input  wire            send,        // the access is sent

    input  wire            answer,
    input  wire [7:0]      answer_tag,
    output wire            known,       // the tag is in flight
    output wire            was_write,
    output wire [BITS-1:0] was_info
);
    reg [15:0]     flies, writes;
    reg [25:0]     lines [0:15];
    reg [15:0]     parts [0:15];
    reg [BITS-1:0] kept  [0:15];

    wire [15:0] meets;
    genvar      g;

    generate
        for (g = 0; g < 16; g = g + 1) begin : g_tag
            assign meets[g] = flies[g] && (write || writes[g]) && lines[g] == line && |(parts[g] & dwords);
        end
    endgenerate

    assign may = !(&flies) && ~|meets;

    integer i;

    always @* begin
        free = 4'd0;
        for (i = 15; i >= 0; i = i - 1)
            if (!flies[i]) free = i[3:0];
    end

    wire [3:0] which = answer_tag[3:0];

    assign known     = answer && answer_tag[7:4] == 4'd0 && flies[which];
    assign was_write = writes[which];
    assign was_info  = kept[which];

    always @(posedge clk) begin
        if (rst) flies <= 16'd0;
        else begin
            if (send) flies[free] <= 1'b1;
            if (known) flies[which] <= 1'b0;
        end
        if (send) begin
            writes[free] <= write;
            lines[free]  <= line;
            parts[free]  <= dwords;
            kept[free]   <= info;
        end
    end
endmodule

`default_nettype wire
