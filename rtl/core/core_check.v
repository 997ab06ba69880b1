`default_nettype none

// core_check - the lowest executing lane whose address is out of range or not a multiple of the access size.
// Combinational. Parameters as in core.
module core_check #(
    parameter LANES = 8
) (
    input  wire [LANES-1:0]    mask,
    input  wire [32*LANES-1:0] addr,
    input  wire [1:0]          size,     // 0 byte, 1 half word, 2 word
    input  wire                is_local,
    input  wire [10:0]         lines,    // size of local memory in lines
    output wire                bad,
    output wire                outside,  // the address of that lane is out of range
    output wire [4:0]          lane
);

    wire [LANES-1:0] beyond, wrong, hot;
    wire [16:0]      end_of_local = {lines, 6'd0};

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wire [31:0] at = addr[32*l +: 32];
            assign beyond[l] = is_local ? at >= {15'd0, end_of_local} : |at[31:30];
            assign wrong[l] = mask[l] & (beyond[l] | (size[1] & |at[1:0]) | (size[0] & at[0]));
        end
    endgenerate

    core_first #(.N(LANES)) u_first (.x(wrong), .hot(hot), .index(lane), .any(bad));
    assign outside = |(hot & beyond);

endmodule

`default_nettype wire
