`default_nettype none

// gateway_baseline_sums - computes a thread's results from the words of its group. Combinational.
module gateway_baseline_sums (
    input  wire [2:0]   kind,
    input  wire [191:0] words,
    output wire [63:0]  word0,
    output wire [63:0]  word1
);

    wire range = kind == 3'd6;
    wire variance = kind == 3'd7;

    wire [63:0] sum = {32'd0, words[31:0]} + {16'd0, words[63:32], 16'd0};
    wire [63:0] squares = {32'd0, words[95:64]} + {16'd0, words[127:96], 16'd0}
                        + {words[159:128], 32'd0} + {words[175:160], 48'd0};
    wire [63:0] greatest = {32'd0, ~words[63:32]};

    assign word0 = variance ? sum : {32'd0, words[31:0]};
    assign word1 = variance ? squares : greatest & {64{range}};

    // Weights of 2^64 and above.
    wire unused_words = &words[191:176];

endmodule

`default_nettype wire
