`default_nettype none

// gateway_baseline_request - translates a step of the sequence into an slm request: lane i is for word i of the
// group. Combinational.
module gateway_baseline_request (
    input  wire         clear,   // at most one of these; none of them: a fence
    input  wire         atomic,
    input  wire         read,
    input  wire [2:0]   kind,
    input  wire [31:0]  x,       // the thread's value

    output wire [3:0]   op,
    output wire [7:0]   enable,
    output wire [255:0] addr,
    output wire [255:0] data
);

    localparam [3:0] LOAD = 4'd0, STORE = 4'd1, FENCE = 4'd2, ADD = 4'd4, AND = 4'd5, OR = 4'd6,
                     SMIN = 4'd8, SMAX = 4'd9, FADD = 4'd13;

    reg [3:0]  change;
    reg [31:0] neutral;

    always @*
        case (kind)
            3'd1: {change, neutral} = {FADD, 32'h80000000};
            3'd2, 3'd6: {change, neutral} = {SMIN, 32'h7fffffff};
            3'd3: {change, neutral} = {SMAX, 32'h80000000};
            3'd4: {change, neutral} = {AND, 32'hffffffff};
            3'd5: {change, neutral} = {OR, 32'd0};
            default: {change, neutral} = {ADD, 32'd0};
        endcase

    wire range = kind == 3'd6;
    wire variance = kind == 3'd7;

    assign op = clear ? STORE : atomic ? change : read ? LOAD : FENCE;
    assign enable = {2'b00, {4{variance}}, variance | range, 1'b1};
    assign addr = {32'd28, 32'd24, 32'd20, 32'd16, 32'd12, 32'd8, 32'd4, 32'd0};

    // The value in halves and its square in quarters, so that no sum overflows its word.
    wire [63:0]  square = {32'd0, x} * {32'd0, x};
    wire [191:0] parts = {
        16'd0, square[63:48], 16'd0, square[47:32], 16'd0, square[31:16], 16'd0, square[15:0],
        16'd0, x[31:16], 16'd0, x[15:0]
    };

    assign data = clear    ? {8{neutral}}
                : variance ? {64'd0, parts}
                :            {192'd0, ~x, x};

endmodule

`default_nettype wire
