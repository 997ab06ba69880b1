`default_nettype none

// fdot_align - aligns a term: gives it in units of 2^(greatest - 25), truncated toward zero to the fraction
// bits that the operation keeps, in two's complement. Combinational.
module fdot_align (
    input  wire        sign,
    input  wire [9:0]  exp,
    input  wire [26:0] sig,       // the binary point is two bits below the top
    input  wire [9:0]  greatest,  // not less than exp
    input  wire [1:0]  cut,       // fraction bits kept: 0: 25, 1: 24, 2: 23, 3: 13
    output reg  [27:0] term
);

    reg [9:0]  distance;
    reg [26:0] shifted, kept;

    always @* begin
        distance = greatest - exp;
        shifted = |distance[9:5] ? 27'd0 : sig >> distance[4:0];
        case (cut)
            2'd0: kept = shifted;
            2'd1: kept = {shifted[26:1], 1'd0};
            2'd2: kept = {shifted[26:2], 2'd0};
            default: kept = {shifted[26:12], 12'd0};
        endcase
        term = ({1'b0, kept} ^ {28{sign}}) + {27'd0, sign};
    end

endmodule

`default_nettype wire
