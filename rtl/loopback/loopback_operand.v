`default_nettype none

// loopback_operand - converts the elements of a row for the processing elements: integers are extended to
// 32 bits by their type, floats become f32. Combinational.
module loopback_operand #(
    // Maximum number of elements in a row.
    parameter KMAX = 32
) (
    input  wire [3:0]         etype,    // 4 u8, 5 s8, 6 bf16, 7 f16, 8 f32
    input  wire [32*KMAX-1:0] element,  // as sparse_row gives them
    output wire [32*KMAX-1:0] operand
);

    localparam [3:0] S8 = 4'd5;
    localparam [3:0] BF16 = 4'd6;
    localparam [3:0] F16 = 4'd7;

    genvar k;
    generate
        for (k = 0; k < KMAX; k = k + 1) begin : g_element
            wire [31:0] e = element[32*k +: 32];
            wire [31:0] from_f16;
            fp_from_f16 u_from_f16 (.x(e[15:0]), .y(from_f16));
            assign operand[32*k +: 32] = (etype == F16)  ? from_f16
                                       : (etype == BF16) ? {e[15:0], 16'd0}
                                       : (etype == S8)   ? {{24{e[7]}}, e[7:0]}
                                       :                   e;
        end
    endgenerate

endmodule

`default_nettype wire
