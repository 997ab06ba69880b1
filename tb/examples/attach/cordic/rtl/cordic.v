`default_nettype none

// cordic - sine and cosine of an angle by rotations, one angle in each enabled cycle, with the result
// 19 enabled cycles later. There is no handshake and no reset.
//
// The angle is a fraction of a turn: 2**WIDTH is the whole turn. The results are two's complement,
// 2**(WIDTH-2) is 1.0. The error before rounding is below one unit of the result.
module cordic #(
    parameter WIDTH = 16  // 8 to 16
) (
    input  wire                    clk,
    input  wire                    ce,
    input  wire        [WIDTH-1:0] angle,
    output reg  signed [WIDTH-1:0] cos,
    output reg  signed [WIDTH-1:0] sin
);

    localparam STAGES = 17;
    localparam GUARD  = 7;              // bits below the unit of the result
    localparam WX     = WIDTH + GUARD + 1;
    localparam WZ     = WIDTH + GUARD;

    // atan(2**-i) as a fraction of a turn, times 2**32; entry 0 in the lowest bits.
    localparam [32*STAGES-1:0] ATAN = {
        32'h000028be, 32'h0000517d, 32'h0000a2fa, 32'h000145f3,
        32'h00028be6, 32'h000517cc, 32'h000a2f98, 32'h00145f2f,
        32'h0028be53, 32'h00517c55, 32'h00a2f61e, 32'h0145d7e1,
        32'h028b0d43, 32'h051111d4, 32'h09fb385b, 32'h12e4051e,
        32'h20000000
    };

    // The product of cos(atan(2**-i)), times 2**32.
    localparam [31:0] GAIN = 32'h9b74eda8;
    localparam [31:0] HALF_GAIN = 32'd1 << (33 - WIDTH - GUARD);
    localparam [31:0] START = (GAIN + HALF_GAIN) >> (34 - WIDTH - GUARD);
    localparam signed [WX-1:0] ONE = START[WX-1:0];

    wire signed [WX-1:0] x [0:STAGES];
    wire signed [WX-1:0] y [0:STAGES];
    wire signed [WZ-1:0] z [0:STAGES];

    // The nearest quarter turn first, so that at most an eighth is left.
    wire [1:0] quarter = angle[WIDTH-1:WIDTH-2] + {1'b0, angle[WIDTH-3]};

    reg signed [WX-1:0] first_x, first_y;
    reg signed [WZ-1:0] first_z;

    always @(posedge clk)
        if (ce) begin
            first_x <= quarter[0] ? 0 : quarter[1] ? -ONE : ONE;
            first_y <= quarter[0] ? (quarter[1] ? -ONE : ONE) : 0;
            first_z <= {angle - {quarter, {WIDTH-2{1'b0}}}, {GUARD{1'b0}}};
        end

    assign x[0] = first_x;
    assign y[0] = first_y;
    assign z[0] = first_z;

    genvar i;
    generate
        for (i = 0; i < STAGES; i = i + 1) begin : g_stage
            localparam [31:0] TURNS = ATAN[32*i +: 32];
            localparam [32:0] ROUNDED = ({1'b0, TURNS} + (33'd1 << (31 - WZ))) >> (32 - WZ);
            cordic_stage #(.SHIFT(i), .WX(WX), .WZ(WZ), .ATAN(ROUNDED[WZ-1:0])) u_stage (
                .clk(clk), .ce(ce), .in_x(x[i]), .in_y(y[i]), .in_z(z[i]),
                .out_x(x[i+1]), .out_y(y[i+1]), .out_z(z[i+1])
            );
        end
    endgenerate

    // Round to the nearest unit: the highest of the bits that are cut off is half a unit.
    wire signed [WX-1:0] last_x = x[STAGES];
    wire signed [WX-1:0] last_y = y[STAGES];
    wire unused = &{1'b0, last_x[WX-1], last_y[WX-1], last_x[GUARD-2:0], last_y[GUARD-2:0], z[STAGES]};

    always @(posedge clk)
        if (ce) begin
            cos <= last_x[WX-2:GUARD] + {{WIDTH-1{1'b0}}, last_x[GUARD-1]};
            sin <= last_y[WX-2:GUARD] + {{WIDTH-1{1'b0}}, last_y[GUARD-1]};
        end

endmodule

`default_nettype wire
