`default_nettype none

// gateway_divide - mean and variance of integers, a bit of the quotient a cycle. Started in cycle s it
// works in cycles s+1 to s+W and is done in the last of them.
module gateway_divide (
    input  wire        clk,
    input  wire        rst,

    input  wire        start,  // only when idle
    input  wire [6:0]  what,   // {op, kind}
    input  wire [8:0]  count,
    input  wire [71:0] acc0,   // sum
    input  wire [71:0] acc1,   // sum of the squares, or of the high half of a pair
    input  wire        stop,   // idle in the next cycle, whatever is at work

    output wire        idle,
    output wire        done,
    output wire [63:0] result
);

    localparam [2:0] IDLE = 3'd0, SCALE = 3'd1, DIFFER = 3'd2, LOAD = 3'd3, DIVIDE = 3'd4, STORE = 3'd5;

    reg [2:0]  phase;
    reg        variance, wide, pair, has_sign;
    reg        high;             // at work on the high half of a pair
    reg        negative;         // the sum is
    reg [8:0]  n;
    reg [71:0] sum;
    reg [79:0] other;            // the other accumulator, then the dividend of the variance
    reg [79:0] quotient;         // the dividend's bits still to come on top, below the quotient's so far
    reg [16:0] divisor;
    reg [16:0] remainder;
    reg [6:0]  left;             // bits still to find
    reg [31:0] low;              // mean of a pair's low half

    wire        minus = has_sign & sum[71];
    wire [71:0] magnitude = minus ? -sum : sum;

    wire [79:0] sum_wide = {{40{minus}}, sum[39:0]};

    wire [17:0] partial = {remainder, quotient[79]};
    wire        bit_next = partial >= {1'b0, divisor};
    wire [17:0] rest = partial - (bit_next ? {1'b0, divisor} : 18'd0);

    wire [63:0] value = negative ? -quotient[63:0] : quotient[63:0];
    wire        again = pair & ~high;

    assign idle = phase == IDLE;
    assign done = phase == STORE & ~again;
    assign result = (wide | variance) ? value
                  : pair              ? {value[31:0], low}
                  :                     {32'd0, value[31:0]};

    always @(posedge clk)
        if (rst | stop) phase <= IDLE;
        else
            case (phase)
                IDLE: if (start) phase <= (what[6:3] == 4'd10) ? SCALE : LOAD;
                SCALE: phase <= DIFFER;
                DIFFER: phase <= LOAD;
                LOAD: phase <= DIVIDE;
                DIVIDE: if (left == 7'd1) phase <= STORE;
                default: phase <= again ? LOAD : IDLE;
            endcase

    always @(posedge clk)
        case (phase)
            IDLE:
                if (start) begin
                    variance <= what[6:3] == 4'd10;
                    wide <= what[2:0] == 3'd3 | what[2:0] == 3'd4;
                    pair <= what[2:0] > 3'd4;
                    has_sign <= what[2:0] == 3'd1 | what[2:0] == 3'd4 | what[2:0] == 3'd6;
                    high <= 1'b0;
                    n <= count;
                    sum <= acc0;
                    other <= {8'd0, acc1};
                end
            SCALE: other <= other * {71'd0, n};
            DIFFER: other <= other - sum_wide * sum_wide;
            LOAD: begin
                remainder <= 17'd0;
                negative <= minus & ~variance;
                divisor <= variance ? {8'd0, n} * {8'd0, n} : {8'd0, n};
                left <= variance ? 7'd80 : wide ? 7'd72 : 7'd40;
                quotient <= variance ? other
                          : wide     ? {magnitude, 8'd0}
                          :            {magnitude[39:0], 40'd0};
            end
            DIVIDE: begin
                remainder <= rest[16:0];
                quotient <= {quotient[78:0], bit_next};
                left <= left - 7'd1;
            end
            default: begin
                low <= value[31:0];
                sum <= other[71:0];
                high <= 1'b1;
            end
        endcase

    wire unused_rest = rest[17];

endmodule

`default_nettype wire
