`default_nettype none

// gateway_result - forms the result of a round from the accumulators, trees and dividers. Combinational.
module gateway_result (
    input  wire [7:0]  what,    // {op, kind}
    input  wire [13:0] sum,     // predicate sum
    input  wire [71:0] acc0,
    input  wire [71:0] acc1,
    input  wire [63:0] worked,  // root of a tree, or result of a divider
    input  wire [63:0] least,   // root of the second tree of a range
    output reg  [63:0] result
);

    wire [3:0] op = what[7:4];
    wire [3:0] kind = what[3:0];

    wire wide = kind == 4'd3 | kind == 4'd4;
    wire pair = kind == 4'd5 | kind == 4'd6;
    wire floats = kind == 4'd2 | kind > 4'd6;

    // Integer results held in the accumulators, except those of max and range; a minimum is held like a sum.
    wire [63:0] plain = {pair ? acc1[31:0] : acc0[63:32], acc0[31:0]};
    wire [63:0] greatest = pair ? {acc1[63:32], acc0[63:32]} : acc1[63:0];
    wire [63:0] range_wide = acc1[63:0] - acc0[63:0];
    wire [63:0] range = pair ? {acc1[63:32] - acc1[31:0], acc0[63:32] - acc0[31:0]} : range_wide;

    // For a 32-bit type, only the low half counts.
    wire [31:0] top = {32{wide | pair}};

    // The two halves of a float result.
    wire [63:0] value;
    wire [31:0] f16, bf16;
    genvar h;
    generate
        for (h = 0; h < 2; h = h + 1) begin : g_half
            wire [31:0] root = worked[32*h +: 32];
            wire [31:0] from = op == 4'd11 ? root : 32'd0;
            wire [31:0] taken = op == 4'd11 ? least[32*h +: 32] : root;
            wire [31:0] difference;
            wire        nan = &root[30:23] & |root[22:0];
            fp_add u_difference (.sub(1'b1), .a(from), .b(taken), .y(difference));
            assign value[32*h +: 32] = (op == 4'd2 | op == 4'd11) ? difference : nan ? 32'h7fc00000 : root;
            fp_to_f16 u_f16 (.x(value[32*h +: 32]), .y(f16[16*h +: 16]));
            fp_to_bf16 u_bf16 (.x(value[32*h +: 32]), .y(bf16[16*h +: 16]));
        end
    endgenerate

    wire [63:0] of_floats = (kind == 4'd7) ? value
                          : (kind == 4'd8) ? {32'd0, f16}
                          : (kind == 4'd9) ? {32'd0, bf16}
                          :                  {32'd0, value[31:0]};

    always @*
        case (op)
            4'd0: result = 64'd0;
            4'd12: result = {50'd0, sum};
            default:
                if (floats) result = of_floats;
                else
                    case (op)
                        4'd7: result = greatest & {top, 32'hffffffff};
                        4'd9, 4'd10: result = worked;
                        4'd11: result = range & {top, 32'hffffffff};
                        default: result = plain & {top, 32'hffffffff};
                    endcase
        endcase

    wire unused_acc = &{acc0[71:64], acc1[71:64]};

endmodule

`default_nettype wire
