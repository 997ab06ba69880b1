`default_nettype none

// slice_fold - a stream as one word, for a pin that shows it: bit 32 is a transfer, the rest are the words of its
// fields, each field rotated by its number. Combinational.
module slice_fold #(
    // Fields.
    parameter FIELDS = 1,
    // Bits of all of them.
    parameter BITS = 4,
    // Bits of each in 16 bits, field 0 lowest.
    parameter [16*FIELDS-1:0] WIDTHS = 4
) (
    input  wire            transfer,
    input  wire [BITS-1:0] payload,  // field 0 lowest
    output wire [32:0]     fold
);

    // Where a field begins.
    function integer start(input integer field);
        integer i;
        begin
            start = 0;
            for (i = 0; i < field; i = i + 1) start = start + {16'd0, WIDTHS[16*i +: 16]};
        end
    endfunction

    assign fold = transfer ? {1'b1, g_field[FIELDS-1].sum} : 33'd0;

    genvar f, w;
    generate
        for (f = 0; f < FIELDS; f = f + 1) begin : g_field
            localparam WIDTH = {16'd0, WIDTHS[16*f +: 16]};
            localparam FROM = start(f);
            localparam WORDS = (WIDTH + 31) / 32;
            localparam TURN = f;

            wire [32*WORDS-1:0] value;
            wire [31:0]         one = g_word[WORDS-1].sum_to;
            wire [31:0]         turned, sum;

            assign value[WIDTH-1:0] = payload[FROM +: WIDTH];
            if (WIDTH % 32 != 0) begin : g_fill
                assign value[32*WORDS-1:WIDTH] = {(32*WORDS-WIDTH){1'b0}};
            end
            for (w = 0; w < WORDS; w = w + 1) begin : g_word
                wire [31:0] sum_to;
                if (w == 0) begin : g_first
                    assign sum_to = value[31:0];
                end else begin : g_next
                    assign sum_to = g_word[w-1].sum_to ^ value[32*w +: 32];
                end
            end

            assign turned = (one << TURN) | (one >> (32 - TURN));
            if (f == 0) begin : g_first
                assign sum = turned;
            end else begin : g_next
                assign sum = g_field[f-1].sum ^ turned;
            end
        end
    endgenerate

endmodule

`default_nettype wire
