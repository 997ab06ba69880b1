`default_nettype none

// fp - the floating-point cells behind ports. An operation accepted in one cycle is on res in the next, a
// division 28 cycles later; res holds until it is taken.
module fp #(
    // 1: with the divider. 0: without it; the code of the division is then not an operation.
    parameter DIV = 1
) (
    input  wire        clk,
    input  wire        rst,  // synchronous, active high

    input  wire        op_valid,
    output wire        op_ready,
    input  wire [3:0]  op_code,
    input  wire [31:0] op_a,
    input  wire [31:0] op_b,
    input  wire [31:0] op_c,
    input  wire [7:0]  op_tag,

    output reg         res_valid,
    input  wire        res_ready,
    output reg  [31:0] res_value,
    output reg  [7:0]  res_tag,
    output reg         res_status
);

    localparam [3:0] ADD = 4'd0;
    localparam [3:0] SUB = 4'd1;
    localparam [3:0] MUL = 4'd2;
    localparam [3:0] FMA = 4'd3;
    localparam [3:0] DIVIDE = 4'd4;
    localparam [3:0] MIN = 4'd5;
    localparam [3:0] MAX = 4'd6;
    localparam [3:0] CMP = 4'd7;
    localparam [3:0] TO_F16 = 4'd8;
    localparam [3:0] TO_BF16 = 4'd9;
    localparam [3:0] FROM_F16 = 4'd10;
    localparam [3:0] FROM_BF16 = 4'd11;
    localparam [3:0] FROM_U32 = 4'd12;
    localparam [3:0] FROM_S32 = 4'd13;

    wire [31:0] sum, product, fused, extreme, from_f16, from_bf16, from_int;
    wire [15:0] to_f16, to_bf16;
    wire        less, equal, greater, unordered;

    fp_add u_add (.sub(op_code == SUB), .a(op_a), .b(op_b), .y(sum));
    fp_mul u_mul (.a(op_a), .b(op_b), .y(product));
    fp_fma u_fma (.a(op_a), .b(op_b), .c(op_c), .y(fused));
    fp_minmax u_minmax (.max(op_code == MAX), .a(op_a), .b(op_b), .y(extreme));
    fp_cmp u_cmp (
        .a(op_a), .b(op_b),
        .less(less), .equal(equal), .greater(greater), .unordered(unordered)
    );
    fp_to_f16 u_to_f16 (.x(op_a), .y(to_f16));
    fp_to_bf16 u_to_bf16 (.x(op_a), .y(to_bf16));
    fp_from_f16 u_from_f16 (.x(op_a[15:0]), .y(from_f16));
    fp_from_bf16 u_from_bf16 (.x(op_a[15:0]), .y(from_bf16));
    fp_from_int u_from_int (.is_signed(op_code == FROM_S32), .x(op_a), .y(from_int));

    wire        accept = op_valid & op_ready;
    wire        to_div;  // the operation goes to the divider
    wire        busy, done;
    wire [31:0] quotient;

    generate
        if (DIV == 1) begin : g_div
            assign to_div = op_code == DIVIDE;
            fp_div u_div (
                .clk(clk), .rst(rst),
                .start(accept & to_div), .a(op_a), .b(op_b),
                .busy(busy), .done(done), .result(quotient)
            );
        end else if (DIV == 0) begin : g_no_div
            assign to_div = 1'b0;
            assign busy = 1'b0;
            assign done = 1'b0;
            assign quotient = 32'd0;
        end else begin : g_illegal
            // No such module exists: its name is the error message that stops elaboration.
            fp_needs_DIV_0_or_1 illegal ();
        end
    endgenerate

    reg [31:0] value;
    reg        none;

    always @* begin
        value = 32'd0;
        none = 1'b0;
        case (op_code)
            ADD, SUB: value = sum;
            MUL: value = product;
            FMA: value = fused;
            DIVIDE: none = ~to_div;  // the value comes when the divider is done
            MIN, MAX: value = extreme;
            CMP: value = {28'd0, unordered, greater, equal, less};
            TO_F16: value = {16'd0, to_f16};
            TO_BF16: value = {16'd0, to_bf16};
            FROM_F16: value = from_f16;
            FROM_BF16: value = from_bf16;
            FROM_U32, FROM_S32: value = from_int;
            default: none = 1'b1;
        endcase
    end

    assign op_ready = ~busy & (~res_valid | res_ready);

    // While the divider is busy, no result waits: the previous one left, at the latest, when the division was accepted.
    always @(posedge clk)
        if (rst) res_valid <= 1'b0;
        else if (busy) res_valid <= done;
        else if (op_ready) res_valid <= op_valid & ~to_div;

    always @(posedge clk)
        if (accept) begin
            res_value <= value;
            res_tag <= op_tag;
            res_status <= none;
        end else if (done) res_value <= quotient;

endmodule

`default_nettype wire
