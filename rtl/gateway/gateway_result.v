`default_nettype none

// gateway_result - the result of a round from what the rounds and the units hold. Combinational.
module gateway_result (
    input  wire [6:0]  what,    // {op, kind}
    input  wire [13:0] sum,     // predicate sum
    input  wire [71:0] acc0,
    input  wire [71:0] acc1,
    input  wire [63:0] worked,  // result of the f32 unit or of the divider
    output reg  [63:0] result
);

    wire [3:0] op = what[6:3];
    wire [2:0] kind = what[2:0];

    wire wide = kind == 3'd3 | kind == 3'd4;
    wire pair = kind > 3'd4;
    wire floats = kind == 3'd2 | kind == 3'd7;

    // Of all but the greatest and the range; the least is held like a sum.
    wire [63:0] plain = {pair ? acc1[31:0] : acc0[63:32], acc0[31:0]};
    wire [63:0] greatest = pair ? {acc1[63:32], acc0[63:32]} : acc1[63:0];
    wire [63:0] range_wide = acc1[63:0] - acc0[63:0];
    wire [63:0] range = pair ? {acc1[63:32] - acc1[31:0], acc0[63:32] - acc0[31:0]} : range_wide;

    // Of a 32-bit type only the low half counts.
    wire [31:0] top = {32{wide | pair}};

    always @*
        case (op)
            4'd0: result = 64'd0;
            4'd12: result = {50'd0, sum};
            4'd9, 4'd10: result = worked;
            default:
                if (floats) result = worked;
                else
                    case (op)
                        4'd7: result = greatest & {top, 32'hffffffff};
                        4'd11: result = range & {top, 32'hffffffff};
                        default: result = plain & {top, 32'hffffffff};
                    endcase
        endcase

    wire unused_acc = &{acc0[71:64], acc1[71:64]};

endmodule

`default_nettype wire
