`default_nettype none

// gateway_values - the f32 values of all rounds, by identifier and slot, in a bank of the even slots and
// one of the odd, so that a pair of neighbours is read at once.
module gateway_values #(
    // Bits of an identifier.
    parameter ID_BITS = 4,
    // Thread slots, 4 to 256.
    parameter THREADS = 32
) (
    input  wire                         clk,

    input  wire                         write,
    input  wire [ID_BITS-1:0]           write_id,
    input  wire [$clog2(THREADS)-1:0]   write_slot,
    input  wire [63:0]                  write_data,

    input  wire [ID_BITS-1:0]           read_id,
    input  wire [$clog2(THREADS)-2:0]   read_pair,  // slots 2i and 2i+1
    output wire [63:0]                  read_even,
    output wire [63:0]                  read_odd
);

    localparam TB = $clog2(THREADS);
    localparam WORDS = (1 << ID_BITS) * THREADS / 2;

    reg [63:0] even [0:WORDS-1];
    reg [63:0] odd  [0:WORDS-1];

    integer i;
    initial
        for (i = 0; i < WORDS; i = i + 1) begin
            even[i] = 64'd0;
            odd[i] = 64'd0;
        end

    always @(posedge clk)
        if (write) begin
            if (write_slot[0]) odd[{write_id, write_slot[TB-1:1]}] <= write_data;
            else even[{write_id, write_slot[TB-1:1]}] <= write_data;
        end

    assign read_even = even[{read_id, read_pair}];
    assign read_odd = odd[{read_id, read_pair}];

endmodule

`default_nettype wire
