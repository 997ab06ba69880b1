`default_nettype none

// bypass_loads - the load filter: requests slices, lowest first, and judges each one when it arrives.
// Parameters as in bypass.
module bypass_loads #(
    parameter KMAX = 32
) (
    input  wire            clk,

    // A request arrives at the end of a cycle with `start`.
    input  wire            start,
    input  wire            start_derive,  // slices are judged by their values
    input  wire [6:0]      start_k_len,
    input  wire [1:0]      start_shift,   // a slice has 1 << shift elements
    input  wire [KMAX-1:0] start_slices,  // slices to ask for

    // The next slice to be asked for.
    output wire            asking,
    input  wire            ask,
    output wire [5:0]      ask_index,
    output wire            ask_last,

    // The next slice to arrive.
    output wire            empty,         // no slice is left to arrive
    output wire            due,           // the slice has been asked for
    input  wire            come,
    input  wire [31:0]     a,
    input  wire [31:0]     b,
    output wire [5:0]      index,
    output wire            last,
    output wire            survives
);

    reg            derive;
    reg [6:0]      k_len;
    reg [1:0]      shift;
    reg [KMAX-1:0] to_ask, to_come;

    wire [KMAX-1:0] ask_rest, come_rest;
    wire            ask_none;

    lowest_one #(.W(KMAX)) u_ask (
        .x(to_ask), .index(ask_index), .rest(ask_rest), .none(ask_none), .few(ask_last)
    );
    lowest_one #(.W(KMAX)) u_come (
        .x(to_come), .index(index), .rest(come_rest), .none(empty), .few(last)
    );

    assign asking = ~ask_none;
    assign due = ~empty & ~|(to_come & ~come_rest & to_ask);

    // The elements of the slice that are below k_len: 1 to 4.
    wire [6:0] from = {1'b0, index} << shift;
    wire [6:0] beyond = k_len - from;
    wire [2:0] elements = (beyond < 7'd4) ? beyond[2:0] : 3'd4;

    wire [3:0] counted = ~(4'hf << elements);
    wire [3:0] a_nonzero, b_nonzero;
    bypass_word u_a (.shift(shift), .word(a), .nonzero(a_nonzero));
    bypass_word u_b (.shift(shift), .word(b), .nonzero(b_nonzero));
    assign survives = ~derive | (|(a_nonzero & counted) & |(b_nonzero & counted));

    always @(posedge clk)
        if (start) begin
            derive <= start_derive;
            k_len <= start_k_len;
            shift <= start_shift;
            to_ask <= start_slices;
            to_come <= start_slices;
        end else begin
            if (ask) to_ask <= ask_rest;
            if (come) to_come <= come_rest;
        end

endmodule

`default_nettype wire
