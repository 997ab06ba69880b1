`default_nettype none

// slice_fold - folds a stream into the word of an observation pin. Bit 32 is 1 in the cycle of a transfer; the lower bits
// are then the exclusive or of the words of all fields, each rotated left by its index in its field plus the index of the
// field. Without a transfer, all bits are 0. Combinational.
module slice_fold #(
    // Number of fields.
    parameter FIELDS = 1,
    // Bits of all fields together.
    parameter BITS = 4,
    // Bits of each field, as 16-bit numbers, field 0 lowest.
    parameter [16*FIELDS-1:0] WIDTHS = 4
) (
    input  wire            transfer,
    input  wire [BITS-1:0] payload,  // field 0 lowest
    output wire [32:0]     fold
);

    // First bit of a field.
    function integer start(input integer field);
        integer i;
        begin
            start = 0;
            for (i = 0; i < field; i = i + 1) start = start + {16'd0, WIDTHS[16*i +: 16]};
        end
    endfunction

    wire [32*FIELDS-1:0] sum;
    wire [31:0]          all;

    genvar f;
    generate
        for (f = 0; f < FIELDS; f = f + 1) begin : g_field
            localparam WIDTH = {16'd0, WIDTHS[16*f +: 16]};
            localparam FROM = start(f);
            localparam WORDS = (WIDTH + 31) / 32;

            wire [32*WORDS-1:0] value;

            assign value[WIDTH-1:0] = payload[FROM +: WIDTH];
            if (WIDTH % 32 != 0) begin : g_fill
                assign value[32*WORDS-1:WIDTH] = {(32*WORDS-WIDTH){1'b0}};
            end
            slice_words #(.WORDS(WORDS)) u_sum (.words(value), .sum(sum[32*f +: 32]));
        end
    endgenerate

    slice_words #(.WORDS(FIELDS)) u_all (.words(sum), .sum(all));
    assign fold = transfer ? {1'b1, all} : 33'd0;

endmodule

`default_nettype wire
