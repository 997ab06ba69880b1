// bench.v - a bench for dotmul that knows nothing of Assay: random inputs and stalls, no checks. It prints a line of
// names, then the pins in each cycle, in hexadecimal.
`timescale 1ns / 1ps

module bench;
    reg clk = 0, rst = 1, op_valid = 0, res_ready = 0, op_dot = 0, op_a_signed = 0, op_b_signed = 0;
    reg  [7:0] op_a = 0, op_b = 0;
    wire op_ready, res_valid;
    wire [15:0] res_p;
    integer seed = 1, cycle;

    dotmul_block #(.N(4), .K(2)) dut (
        .clk(clk), .rst(rst),
        .op_valid(op_valid), .op_ready(op_ready), .op_a(op_a), .op_b(op_b),
        .op_dot(op_dot), .op_a_signed(op_a_signed), .op_b_signed(op_b_signed),
        .res_valid(res_valid), .res_ready(res_ready), .res_p(res_p)
    );

    initial begin
        $display("rst op_valid op_a op_b op_dot op_a_signed op_b_signed res_ready op_ready res_valid res_p");
        for (cycle = 0; cycle < 2000; cycle = cycle + 1) begin
            rst = cycle < 2;
            res_ready = $random(seed);
            if (!op_valid || op_ready || rst) begin
                op_valid = $random(seed);
                {op_a, op_b, op_dot, op_a_signed, op_b_signed} = $random(seed);
            end
            #4 $display("%h %h %h %h %h %h %h %h %h %h %h", rst, op_valid, op_a, op_b, op_dot, op_a_signed,
                        op_b_signed, res_ready, op_ready, res_valid, res_p);
            #1 clk = 1;
            #5 clk = 0;
        end
    end
endmodule
