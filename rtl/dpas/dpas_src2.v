`default_nettype none

// dpas_src2 - the src2 slices of the packet that enters the array, one for each layer, extended to the
// size that the multipliers or the fmas take; keeps the rest of each row for later passes of the octet.
module dpas_src2 #(
    // Physical layers, 2, 4 or 8.
    parameter DEPTH = 4
) (
    input  wire                clk,

    input  wire [255:0]        src2_data,

    input  wire [1:0]          head_format,
    input  wire                head_grouped,
    input  wire                head_ops8,
    input  wire                head_signed2,
    input  wire [1:0]          head_pack2,

    // The packet that enters: its place in the command, and the layers that serve a slice of it.
    input  wire                enter_row,
    input  wire [2:0]          enter_rep,
    input  wire                enter_octet,  // it comes with a row of src2
    input  wire                enter_last_pass,
    input  wire [DEPTH-1:0]    enter_layers,
    output wire [38*DEPTH-1:0] enter_src2
);

    // The slices of this pass are the lowest ones of row.
    wire [255:0] row;

    genvar l;
    generate
        if (DEPTH < 8) begin : g_passes
            localparam REST_BITS = 256 - 32 * DEPTH;
            reg [REST_BITS-1:0] rests [0:7];  // indexed by repeat
            // Shifted down by DEPTH slices; nothing above SD matters, so the rest of the row may move with them.
            wire [REST_BITS-1:0] rest = (head_pack2 == 2'd0) ? row[32*DEPTH +: REST_BITS]
                                      : (head_pack2 == 2'd1) ? row[16*DEPTH +: REST_BITS]
                                      :                        row[8*DEPTH +: REST_BITS];
            always @(posedge clk)
                if (enter_row & ~enter_last_pass) rests[enter_rep] <= rest;
            assign row = enter_octet ? src2_data : {{(32*DEPTH){1'b0}}, rests[enter_rep]};
        end else begin : g_one_pass
            wire unused = &{clk, enter_row, enter_rep, enter_octet, enter_last_pass};
            assign row = src2_data;
        end

        for (l = 0; l < DEPTH; l = l + 1) begin : g_layer
            wire [31:0] low = (head_pack2 == 2'd0) ? row[32*l +: 32]
                            : (head_pack2 == 2'd1) ? {16'h0000, row[16*l +: 16]}
                            :                        {24'h000000, row[8*l +: 8]};
            wire [31:0] slice;
            wire [37:0] halves;
            dpas_widen u_widen (
                .ops8(head_ops8), .pack(head_pack2), .is_signed(head_signed2),
                .data(low), .slice(slice)
            );
            dpas_halves u_halves (
                .f16(head_format[1]), .data(row[32*l +: 32]), .slice(halves)
            );
            // A group takes its elements unconverted, which slice is when pack is 0.
            wire converted = ^head_format & ~head_grouped;
            // A layer without a slice gets zeros, not what lies above SD in the row.
            assign enter_src2[38*l +: 38] = !enter_layers[l] ? 38'd0
                                          : converted        ? halves
                                          :                    {6'd0, slice};
        end
    endgenerate

endmodule

`default_nettype wire
