`default_nettype none

// fdot_rule - which operations exist, how many products they take and how many fraction bits they
// keep [tables of arXiv 2511.10909]. Combinational.
module fdot_rule (
    input  wire [2:0] profile,
    input  wire [2:0] a_format,
    input  wire [2:0] b_format,
    input  wire [1:0] out,

    output reg        known,   // the operation exists; otherwise the other outputs are meaningless
    output reg  [5:0] group,   // products: 4, 8, 16 or 32
    output reg  [1:0] cut,     // fraction bits kept: 0: 25, 1: 24, 2: 23, 3: 13
    output reg        scaled
);

    localparam [2:0] VOLTA = 3'd0;
    localparam [2:0] TURING = 3'd1;
    localparam [2:0] AMPERE = 3'd2;
    localparam [2:0] ADA = 3'd3;
    localparam [2:0] HOPPER = 3'd4;
    localparam [2:0] BLACKWELL = 3'd5;
    localparam [2:0] BLACKWELL_SCALED = 3'd6;

    reg f16, bf16, tf32, bytes, nibbles;  // both operands
    reg to_f32, to_f16, to_e8m13;
    reg of_words;  // the 16-bit and 32-bit operations of all profiles from ampere on but the scaled one

    always @* begin
        f16 = a_format == 3'd0 & b_format == 3'd0;
        bf16 = a_format == 3'd1 & b_format == 3'd1;
        tf32 = a_format == 3'd2 & b_format == 3'd2;
        bytes = (a_format == 3'd3 | a_format == 3'd4) & (b_format == 3'd3 | b_format == 3'd4);
        nibbles = (a_format >= 3'd3 & a_format <= 3'd5) & (b_format >= 3'd3 & b_format <= 3'd5);
        to_f32 = out == 2'd0;
        to_f16 = out == 2'd1;
        to_e8m13 = out == 2'd2;
        of_words = (f16 & (to_f32 | to_f16)) | ((bf16 | tf32) & to_f32);

        known = 1'b0;
        group = 6'd8;
        cut = 2'd1;
        scaled = 1'b0;
        case (profile)
            VOLTA: begin
                known = f16 & ~to_e8m13;
                group = 6'd4;
                cut = 2'd2;
            end
            TURING: known = f16 & (to_f32 | to_f16);
            AMPERE: begin
                known = of_words;
                group = tf32 ? 6'd4 : 6'd8;
            end
            ADA: begin
                known = of_words | (bytes & (to_e8m13 | to_f16));
                group = bytes ? 6'd16 : tf32 ? 6'd4 : 6'd8;
                cut = bytes ? 2'd3 : 2'd1;
            end
            HOPPER: begin
                known = of_words | (bytes & (to_e8m13 | to_f16));
                group = bytes ? 6'd32 : tf32 ? 6'd8 : 6'd16;
                cut = bytes ? 2'd3 : 2'd0;
            end
            BLACKWELL: begin
                known = of_words | (nibbles & (to_f32 | to_f16));
                group = nibbles ? 6'd32 : tf32 ? 6'd8 : 6'd16;
                cut = 2'd0;
            end
            BLACKWELL_SCALED: begin
                known = nibbles & to_f32;
                group = 6'd32;
                cut = 2'd0;
                scaled = 1'b1;
            end
            default: known = 1'b0;
        endcase
    end

endmodule

`default_nettype wire
