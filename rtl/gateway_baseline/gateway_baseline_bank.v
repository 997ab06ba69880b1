`default_nettype none

// gateway_baseline_bank - a word of shared memory with its atomic unit.
module gateway_baseline_bank #(
    // Word of the group: 0 or 1.
    parameter WORD = 0
) (
    input  wire        clk,

    input  wire        change,
    input  wire        first,  // store, whatever the word holds
    input  wire [2:0]  kind,
    input  wire [31:0] x,
    output wire [63:0] word
);

    reg [63:0] held;
    assign word = held;

    wire        less = $signed(x) < $signed(held[31:0]);
    reg  [63:0] next;

    generate
        if (WORD == 0) begin : g_word0
            wire [31:0] float_sum;
            fp_add u_add (.sub(1'b0), .a(held[31:0]), .b(x), .y(float_sum));

            always @*
                case (kind)
                    3'd0: next = {32'd0, held[31:0] + x};
                    3'd1: next = {32'd0, float_sum};
                    3'd3: next = {32'd0, less ? held[31:0] : x};
                    3'd4: next = held & {32'd0, x};
                    3'd5: next = held | {32'd0, x};
                    3'd7: next = held + {32'd0, x};
                    default: next = {32'd0, less ? x : held[31:0]};
                endcase

            always @(posedge clk)
                if (change) held <= first ? {32'd0, x} : next;
        end else begin : g_word1
            wire        squares = kind == 3'd7;
            wire        greatest = kind == 3'd6;
            wire [63:0] value = squares ? {32'd0, x} * {32'd0, x} : {32'd0, x & {32{greatest}}};

            always @*
                next = squares ? held + value : (less & greatest) ? held : value;

            always @(posedge clk)
                if (change) held <= first ? value : next;
        end
    endgenerate

endmodule

`default_nettype wire
