// valid_i and ready_o without a word before them, double underscores, a name of C.
module marked (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       flush_i,
    input  logic       valid_i,
    output logic       ready_o,
    input  logic [7:0] data_i,
    input  logic       int__x,
    output logic       valid_o,
    input  logic       ready_i,
    output logic [7:0] data_o,
    output logic       register
);
    assign ready_o  = ~valid_o | ready_i;
    assign register = int__x;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            valid_o <= 1'b0;
            data_o  <= 8'd0;
        end else if (flush_i) valid_o <= 1'b0;
        else if (ready_o) begin
            valid_o <= valid_i;
            data_o  <= data_i;
        end
endmodule
