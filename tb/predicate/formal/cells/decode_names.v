`default_nettype none

// decode_names - the registers that predicate_decode names, in the form of the model, one bit each: R are bits 0 to
// 15, U 16 to 31, P 32 to 35, UP 36 to 39.
module decode_names #(
    // As in predicate_decode.
    parameter CORE = 0
) (
    input  wire [63:0] word,
    output wire        scalar,
    output reg  [39:0] reads,
    output reg  [39:0] writes
);

    wire [39:0] names;

    predicate_decode #(.CORE(CORE)) u_decode (
        .word(word), .op(), .gk(), .gi(), .dk(), .di(), .ak(), .ai(), .bk(), .bi(), .ck(), .ci(), .low(), .high(),
        .target(), .legal(), .bad_uniform(), .scalar(scalar), .names(names)
    );

    // {used, kind, number}
    function [39:0] bit_of(input [7:0] name);
        case (name[6:4])
            3'd1: bit_of = {39'd0, name[7]} << name[3:0];
            3'd2: bit_of = {39'd0, name[7]} << {2'd1, name[3:0]};
            3'd3: bit_of = {39'd0, name[7]} << {4'd8, name[1:0]};
            3'd4: bit_of = {39'd0, name[7]} << {4'd9, name[1:0]};
            default: bit_of = 40'd0;
        endcase
    endfunction

    always @* begin
        writes = bit_of(names[31:24]);
        reads = bit_of(names[39:32]) | bit_of(names[23:16]) | bit_of(names[15:8]) | bit_of(names[7:0]);
    end

endmodule

`default_nettype wire
