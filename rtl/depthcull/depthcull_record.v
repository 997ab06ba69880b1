`default_nettype none

// depthcull_record - lines of the record of a tile of kind PLANES. The planes that are shown move to the lowest
// numbers. Combinational. PX, PLANES and CW as in depthcull.
module depthcull_record #(
    parameter PX = 32,
    parameter PLANES = 4,
    parameter CW = 32,
    parameter IB = 2,     // bits of the index of a place
    parameter FIRST = 4,  // planes that fit into the first line
    parameter OTHER = 5   // planes that fit into each further line
) (
    input  wire [PX*IB-1:0]       shows,
    input  wire [PLANES*3*CW-1:0] planes,  // {cx, cy, cref} of each place
    output reg  [3:0]             count,   // number of planes that are shown
    output wire [3*512-1:0]       lines
);

    localparam PB = 3*CW;
    localparam BEGIN = (PLANES == 1) ? 0 : PX*IB;

    wire [PLANES-1:0] shown;
    depthcull_shown #(.PX(PX), .PLANES(PLANES), .IB(IB)) u_shown (
        .shows(shows), .pixels({PX{1'b1}}), .shown(shown)
    );

    reg [PLANES*4-1:0]  number;  // new number of the plane in each place
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

    // Each line holds whole planes.
    reg [3*512-1:0] record;
    integer p, at;
    always @* begin
        record = {(3*512){1'b0}};
        at = 0;
        if (PLANES > 1) record[PX*IB-1:0] = names;
        for (p = 0; p < PLANES; p = p + 1) begin
            at = (p < FIRST) ? BEGIN + PB*p : 512*(1 + (p - FIRST)/OTHER) + PB*((p - FIRST) % OTHER);
            record[at +: PB] = dense[PB*p +: PB];
        end
    end
    assign lines = record;
    wire unused = |at;

endmodule

`default_nettype wire
