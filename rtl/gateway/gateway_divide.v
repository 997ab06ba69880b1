`default_nettype none

// gateway_divide - mean and variance of integers, three quotient bits per cycle, starting at the dividend's highest
// non-zero octal digit. Started in cycle s, it works in cycles s+1 to s+W; done is 1 in s+W. W depends on the operands.
module gateway_divide (
    input  wire        clk,
    input  wire        rst,

    input  wire        start,  // only when idle
    input  wire [7:0]  what,   // {op, kind}
    input  wire [8:0]  count,
    input  wire [71:0] acc0,   // sum
    input  wire [71:0] acc1,   // sum of the squares, or of the high half of a pair
    input  wire        stop,   // go idle in the next cycle, even during a division

    output wire        idle,
    output wire        done,
    output wire [63:0] result
);

    localparam [2:0] IDLE = 3'd0, SCALE = 3'd1, DIFFER = 3'd2, LOAD = 3'd3, DIVIDE = 3'd4, STORE = 3'd5;

    reg [2:0]  phase;
    reg        variance, wide, pair, has_sign;
    reg        high;             // working on the high half of a pair
    reg        negative;         // the sum is negative
    reg [8:0]  n;
    reg [71:0] sum;
    reg [79:0] other;            // the other accumulator, then the dividend of the variance
    reg [80:0] quotient;         // remaining digits of the dividend on top, digits of the quotient so far below
    reg [16:0] divisor;
    reg [16:0] remainder;
    reg [4:0]  left;             // digits left to find
    reg [31:0] low;              // mean of the low half of a pair

    wire        minus = has_sign & sum[71];
    wire [71:0] magnitude = minus ? -sum : sum;

    wire [79:0] sum_wide = {{40{minus}}, sum[39:0]};

    // The dividend in 27 octal digits, and the number of zero digits above its highest non-zero digit.
    wire [80:0] dividend = variance ? {1'b0, other}
                         : wide     ? {9'd0, magnitude}
                         :            {41'd0, magnitude[39:0]};
    wire [26:0] nonzero;
    wire [5:0]  zeros;
    genvar d;
    generate
        for (d = 0; d < 27; d = d + 1) begin : g_digit
            assign nonzero[d] = |dividend[3*d +: 3];
        end
    endgenerate
    lzc #(.W(27)) u_zeros (.x(nonzero), .count(zeros));
    wire [6:0] skipped = {1'b0, zeros} + {zeros, 1'b0};

    // Three steps of a long division.
    wire [17:0] d18 = {1'b0, divisor};
    wire [17:0] part2 = {remainder, quotient[80]};
    wire        bit2 = part2 >= d18;
    wire [17:0] rest2 = part2 - (d18 & {18{bit2}});
    wire [17:0] part1 = {rest2[16:0], quotient[79]};
    wire        bit1 = part1 >= d18;
    wire [17:0] rest1 = part1 - (d18 & {18{bit1}});
    wire [17:0] part0 = {rest1[16:0], quotient[78]};
    wire        bit0 = part0 >= d18;
    wire [17:0] rest0 = part0 - (d18 & {18{bit0}});

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
                IDLE: if (start) phase <= (what[7:4] == 4'd10) ? SCALE : LOAD;
                SCALE: phase <= DIFFER;
                DIFFER: phase <= LOAD;
                LOAD: phase <= |nonzero ? DIVIDE : STORE;
                DIVIDE: if (left == 5'd1) phase <= STORE;
                default: phase <= again ? LOAD : IDLE;
            endcase

    always @(posedge clk)
        case (phase)
            IDLE:
                if (start) begin
                    variance <= what[7:4] == 4'd10;
                    wide <= what[3:0] == 4'd3 | what[3:0] == 4'd4;
                    pair <= what[3:0] == 4'd5 | what[3:0] == 4'd6;
                    has_sign <= what[3:0] == 4'd1 | what[3:0] == 4'd4 | what[3:0] == 4'd6;
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
                left <= 5'd27 - zeros[4:0];
                quotient <= dividend << skipped;
            end
            DIVIDE: begin
                remainder <= rest0[16:0];
                quotient <= {quotient[77:0], bit2, bit1, bit0};
                left <= left - 5'd1;
            end
            default: begin
                low <= value[31:0];
                sum <= other[71:0];
                high <= 1'b1;
            end
        endcase

    wire unused = &{rest2[17], rest1[17], rest0[17], zeros[5]};

endmodule

`default_nettype wire
