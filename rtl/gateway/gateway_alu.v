`default_nettype none

// gateway_alu - reduces one integer value into the two accumulators of its round. Combinational.
//
// For sums, bitwise operations and products, acc0 holds the low half and acc1 the high half of a pair. For
// the variance, they hold the sum and the sum of squares. For min, max and range, they hold the least and
// the greatest value; for a pair, {greatest, least} of each half.
module gateway_alu (
    input  wire        first,  // the accumulators are empty
    input  wire [3:0]  op,
    input  wire [2:0]  kind,   // type of the value
    input  wire [31:0] lo,
    input  wire [31:0] hi,
    input  wire [71:0] acc0,
    input  wire [71:0] acc1,
    output reg  [71:0] next0,
    output reg  [71:0] next1
);

    wire wide = kind == 3'd3 | kind == 3'd4;
    wire pair = kind > 3'd4;
    wire has_sign = kind == 3'd1 | kind == 3'd4 | kind == 3'd6;

    wire        lo_sign = has_sign & lo[31];
    wire        hi_sign = has_sign & hi[31];
    wire [71:0] x0 = wide ? {{8{hi_sign}}, hi, lo} : {{40{lo_sign}}, lo};
    wire [71:0] x1 = {{40{hi_sign}}, hi};

    wire [71:0] from0 = acc0 & {72{~first}};
    wire [71:0] from1 = acc1 & {72{~first}};

    wire        sub = op == 4'd2;
    wire [71:0] sum0 = from0 + (x0 ^ {72{sub}}) + {71'd0, sub};
    wire [71:0] sum1 = from1 + (x1 ^ {72{sub}}) + {71'd0, sub};

    wire [31:0] magnitude = lo_sign ? -lo : lo;
    wire [63:0] square = {32'd0, magnitude} * {32'd0, magnitude};

    wire [63:0] product0 = acc0[63:0] * x0[63:0];
    wire [31:0] product1 = acc1[31:0] * hi;

    // With the sign bit inverted, signed numbers compare as unsigned ones.
    wire [63:0] turn = {has_sign, 63'd0};
    wire [63:0] low0 = pair ? {{32{has_sign & acc0[31]}}, acc0[31:0]} : acc0[63:0];
    wire [63:0] high0 = pair ? {{32{has_sign & acc0[63]}}, acc0[63:32]} : acc1[63:0];
    wire        less0 = first | (x0[63:0] ^ turn) < (low0 ^ turn);
    wire        more0 = first | (x0[63:0] ^ turn) > (high0 ^ turn);
    wire        less1 = first | (hi ^ turn[63:32]) < (acc1[31:0] ^ turn[63:32]);
    wire        more1 = first | (hi ^ turn[63:32]) > (acc1[63:32] ^ turn[63:32]);
    wire [63:0] least0 = less0 ? x0[63:0] : low0;
    wire [63:0] greatest0 = more0 ? x0[63:0] : high0;
    wire [31:0] least1 = less1 ? hi : acc1[31:0];
    wire [31:0] greatest1 = more1 ? hi : acc1[63:32];

    always @*
        case (op)
            4'd3: begin
                next0 = first ? x0 : acc0 & x0;
                next1 = first ? x1 : acc1 & x1;
            end
            4'd4: begin
                next0 = from0 | x0;
                next1 = from1 | x1;
            end
            4'd5: begin
                next0 = from0 ^ x0;
                next1 = from1 ^ x1;
            end
            4'd6, 4'd7, 4'd11: begin
                next0 = {8'd0, pair ? {greatest0[31:0], least0[31:0]} : least0};
                next1 = {8'd0, pair ? {greatest1, least1} : greatest0};
            end
            4'd8: begin
                next0 = first ? x0 : {8'd0, product0};
                next1 = first ? x1 : {40'd0, product1};
            end
            4'd10: begin
                next0 = sum0;
                next1 = from1 + {8'd0, square};
            end
            default: begin
                next0 = sum0;
                next1 = sum1;
            end
        endcase

endmodule

`default_nettype wire
