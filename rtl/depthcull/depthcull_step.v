`default_nettype none

// depthcull_step - one step of the evaluation of a plane: base + n*c. Combinational.
module depthcull_step #(
    parameter FIXED = 0,  // 0: f32, one fma; 1: exact
    parameter CW = 32,    // bits of a coefficient
    parameter AW = 32     // bits of a sum
) (
    input  wire [3:0]    n,     // distance from the tile's origin in pixels
    input  wire [CW-1:0] c,
    input  wire [AW-1:0] base,
    output wire [AW-1:0] sum
);

    generate
        if (FIXED == 0) begin : g_f32
            reg [31:0] f;  // n as f32
            always @*
                case (n)
                    4'd0: f = 32'h00000000;
                    4'd1: f = 32'h3f800000;
                    4'd2: f = 32'h40000000;
                    4'd3: f = 32'h40400000;
                    4'd4: f = 32'h40800000;
                    4'd5: f = 32'h40a00000;
                    4'd6: f = 32'h40c00000;
                    4'd7: f = 32'h40e00000;
                    4'd8: f = 32'h41000000;
                    4'd9: f = 32'h41100000;
                    4'd10: f = 32'h41200000;
                    4'd11: f = 32'h41300000;
                    4'd12: f = 32'h41400000;
                    4'd13: f = 32'h41500000;
                    4'd14: f = 32'h41600000;
                    default: f = 32'h41700000;
                endcase
            fp_fma u_fma (.a(f), .b(c), .c(base), .y(sum));
        end else begin : g_fixed
            wire signed [AW-1:0] wide = {{(AW-CW){c[CW-1]}}, c};
            wire signed [AW-1:0] factor = {{(AW-4){1'b0}}, n};
            assign sum = base + wide * factor;
        end
    endgenerate

endmodule

`default_nettype wire
