`default_nettype none

// depthcull_record - the lines of the record of a tile that is PLANES. Planes that are shown move up to the lowest
// numbers. Combinational.
module depthcull_record #(
    parameter PX = 32,
    parameter PLANES = 4,
    parameter CW = 32,
    parameter IB = 2,     // bits that name a place
    parameter FIRST = 4,  // planes that fit into the first line
    parameter OTHER = 5   // and into each other
) (
    input  wire [PX*IB-1:0]       shows,
    input  wire [PLANES*3*CW-1:0] planes,  // of each place {cx, cy, cref}
    output reg  [3:0]             count,   // of planes that are shown
    output wire [3*512-1:0]       lines
);

    localparam PB = 3*CW;
    localparam BEGIN = (PLANES == 1) ? 0 : PX*IB;

    wire [PLANES-1:0] shown;
    depthcull_shown #(.PX(PX), .PLANES(PLANES), .IB(IB)) u_shown (
        .shows(shows), .pixels({PX{1'b1}}), .shown(shown)
    );

    reg [PLANES*4-1:0]  number;  // of the plane in each place
    reg [PLANES*PB-1:0] dense;
    reg [PX*IB-1:0]     names;
    integer k, n, i;
    always @* begin
        count = 4'd0;
        number = {(PLANES*4){1'b0}};
        dense = {(PLANES*PB){1'b0}};
        for (k = 0; k < PLANES; k = k + 1) begin
            number[4*k +: 4] = count;
            for (n = 0; n < PLANES; n = n + 1)
                if (shown[k] && count == n[3:0]) dense[PB*n +: PB] = planes[PB*k +: PB];
            count = count + {3'd0, shown[k]};
        end
        for (i = 0; i < PX; i = i + 1) names[IB*i +: IB] = number[4*shows[IB*i +: IB] +: IB];
    end

    // Whole planes in each line.
    genvar p;
    wire [(PLANES+1)*3*512-1:0] parts;  // the record, plane by plane more of it
    generate
        if (PLANES == 1) begin : g_one
            wire unused = &{names, number};
            assign parts[0 +: 3*512] = {(3*512){1'b0}};
        end else begin : g_more
            assign parts[0 +: 3*512] = {{(3*512-PX*IB){1'b0}}, names};
        end
        for (p = 0; p < PLANES; p = p + 1) begin : g_plane
            localparam LINE = (p < FIRST) ? 0 : 1 + (p - FIRST) / OTHER;
            localparam AT = (p < FIRST) ? BEGIN + PB*p : 512*LINE + PB*((p - FIRST) % OTHER);
            wire [3*512-1:0] moved = {{(3*512-PB){1'b0}}, dense[PB*p +: PB]};
            assign parts[3*512*(p+1) +: 3*512] = parts[3*512*p +: 3*512] | (moved << AT);
        end
    endgenerate
    assign lines = parts[3*512*PLANES +: 3*512];

endmodule

`default_nettype wire
