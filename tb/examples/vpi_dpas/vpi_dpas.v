`default_nettype none

// vpi_dpas - checks the RTL of dpas against its golden model, by system functions: random inputs, every
// output in every cycle, with four states. In plain Verilog.
//
//     +seed=N      the run (default 1)
//     +cycles=N    its length (default 5000)
//     +withhold=N  operands come after N cycles (default 0)
//
// The last line is PASS or FAIL.
module vpi_dpas;

    parameter LANES = 4;
    parameter DEPTH = 2;

    reg clk = 1'b0;
    always #5 clk = ~clk;

    // ---- inputs, RTL

    wire                rst;
    wire                cmd_valid, cmd_ready;
    wire [3:0]          cmd_src1_type, cmd_src2_type;
    wire [1:0]          cmd_acc_type;
    wire [3:0]          cmd_sd, cmd_rc;
    wire [4:0]          cmd_exec_size;
    wire                cmd_saturate, cmd_src0_null, cmd_src0_scalar;
    wire [7:0]          cmd_tag;
    wire                src1_valid, src1_ready, src0_valid, src0_ready, src2_valid, src2_ready;
    wire [32*LANES-1:0] src1_data, src0_data;
    wire [255:0]        src2_data;
    wire                dst_valid, dst_ready, dst_last;
    wire [32*LANES-1:0] dst_data;
    wire [7:0]          dst_tag;
    wire                rsp_valid, rsp_ready;
    wire [7:0]          rsp_tag;
    wire [2:0]          rsp_status;

    dpas_random #(.LANES(LANES)) stimulus (
        .clk(clk), .rst(rst),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready),
        .cmd_src1_type(cmd_src1_type), .cmd_src2_type(cmd_src2_type), .cmd_acc_type(cmd_acc_type),
        .cmd_sd(cmd_sd), .cmd_rc(cmd_rc), .cmd_exec_size(cmd_exec_size),
        .cmd_saturate(cmd_saturate), .cmd_src0_null(cmd_src0_null),
        .cmd_src0_scalar(cmd_src0_scalar), .cmd_tag(cmd_tag),
        .src1_valid(src1_valid), .src1_ready(src1_ready), .src1_data(src1_data),
        .src0_valid(src0_valid), .src0_ready(src0_ready), .src0_data(src0_data),
        .src2_valid(src2_valid), .src2_ready(src2_ready), .src2_data(src2_data),
        .dst_ready(dst_ready), .rsp_ready(rsp_ready)
    );

    dpas #(.LANES(LANES), .DEPTH(DEPTH)) rtl (
        .clk(clk), .rst(rst),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready),
        .cmd_src1_type(cmd_src1_type), .cmd_src2_type(cmd_src2_type), .cmd_acc_type(cmd_acc_type),
        .cmd_sd(cmd_sd), .cmd_rc(cmd_rc), .cmd_exec_size(cmd_exec_size),
        .cmd_saturate(cmd_saturate), .cmd_src0_null(cmd_src0_null),
        .cmd_src0_scalar(cmd_src0_scalar), .cmd_tag(cmd_tag),
        .src1_valid(src1_valid), .src1_ready(src1_ready), .src1_data(src1_data),
        .src0_valid(src0_valid), .src0_ready(src0_ready), .src0_data(src0_data),
        .src2_valid(src2_valid), .src2_ready(src2_ready), .src2_data(src2_data),
        .dst_valid(dst_valid), .dst_ready(dst_ready), .dst_data(dst_data), .dst_tag(dst_tag),
        .dst_last(dst_last),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_tag(rsp_tag), .rsp_status(rsp_status)
    );

    // ---- golden model

    // Its outputs.
    reg                expect_ready, expect_dst_valid, expect_dst_last, expect_rsp_valid;
    reg [32*LANES-1:0] expect_dst_data;
    reg [7:0]          expect_dst_tag, expect_rsp_tag;
    reg [2:0]          expect_rsp_status;

    integer          model, errors, differing, cycle, results, cycles, seed;
    reg [8*32-1:0]   params;
    reg [8*128-1:0]  message;

    task good;
        input integer status;
        integer ignored;
        if (status < 0) begin
            errors = errors + 1;
            ignored = $assay_error(message);
            $display("%0s", message);
        end
    endtask

    // An unknown bit differs from any value.
    task hold;
        input [8*12-1:0]    port;
        input [32*LANES-1:0] expected, actual;
        if (actual !== expected) begin
            if (differing == 0) $display("MISMATCH at cycle %0d, seed %0d", cycle, seed);
            $display("  %0s: expected %0h, actual %0h", port, expected, actual);
            differing = differing + 1;
        end
    endtask

    initial begin
        errors = 0; differing = 0; cycle = 0; results = 0;
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        if (!$value$plusargs("cycles=%d", cycles)) cycles = 5000;

        $sformat(params, "lanes=%0d,depth=%0d", LANES, DEPTH);
        model = $assay_create("dpas", params);
        if (model == 0) good(-1);
    end

    // In the middle of a cycle everything has settled: the inputs change with the rising edge.
    always @(negedge clk) begin
        good($assay_set(model, "rst", rst));
        good($assay_set(model, "cmd_valid", cmd_valid));
        good($assay_set(model, "cmd_src1_type", cmd_src1_type));
        good($assay_set(model, "cmd_src2_type", cmd_src2_type));
        good($assay_set(model, "cmd_acc_type", cmd_acc_type));
        good($assay_set(model, "cmd_sd", cmd_sd));
        good($assay_set(model, "cmd_rc", cmd_rc));
        good($assay_set(model, "cmd_exec_size", cmd_exec_size));
        good($assay_set(model, "cmd_saturate", cmd_saturate));
        good($assay_set(model, "cmd_src0_null", cmd_src0_null));
        good($assay_set(model, "cmd_src0_scalar", cmd_src0_scalar));
        good($assay_set(model, "cmd_tag", cmd_tag));
        good($assay_set(model, "src1_valid", src1_valid));
        good($assay_set(model, "src1_data", src1_data));
        good($assay_set(model, "src0_valid", src0_valid));
        good($assay_set(model, "src0_data", src0_data));
        good($assay_set(model, "src2_valid", src2_valid));
        good($assay_set(model, "src2_data", src2_data));
        good($assay_set(model, "dst_ready", dst_ready));
        good($assay_set(model, "rsp_ready", rsp_ready));

        good($assay_step(model));

        good($assay_get(model, "cmd_ready", expect_ready));
        hold("cmd_ready", expect_ready, cmd_ready);
        good($assay_get(model, "src1_ready", expect_ready));
        hold("src1_ready", expect_ready, src1_ready);
        good($assay_get(model, "src0_ready", expect_ready));
        hold("src0_ready", expect_ready, src0_ready);
        good($assay_get(model, "src2_ready", expect_ready));
        hold("src2_ready", expect_ready, src2_ready);
        good($assay_get(model, "dst_valid", expect_dst_valid));
        hold("dst_valid", expect_dst_valid, dst_valid);
        if (expect_dst_valid) begin
            good($assay_get(model, "dst_data", expect_dst_data));
            hold("dst_data", expect_dst_data, dst_data);
            good($assay_get(model, "dst_tag", expect_dst_tag));
            hold("dst_tag", expect_dst_tag, dst_tag);
            good($assay_get(model, "dst_last", expect_dst_last));
            hold("dst_last", expect_dst_last, dst_last);
        end
        good($assay_get(model, "rsp_valid", expect_rsp_valid));
        hold("rsp_valid", expect_rsp_valid, rsp_valid);
        if (expect_rsp_valid) begin
            good($assay_get(model, "rsp_tag", expect_rsp_tag));
            hold("rsp_tag", expect_rsp_tag, rsp_tag);
            good($assay_get(model, "rsp_status", expect_rsp_status));
            hold("rsp_status", expect_rsp_status, rsp_status);
            if (rsp_ready) results = results + 1;
        end

        cycle = cycle + 1;
        if (errors != 0 || differing != 0 || cycle == cycles) begin
            good($assay_free(model));
            $display("dpas (lanes=%0d,depth=%0d), seed %0d: cycles %0d, results %0d", LANES, DEPTH, seed, cycle,
                     results);
            // A run without results has checked nothing.
            if (errors == 0 && differing == 0 && results != 0) $display("PASS");
            else $display("FAIL");
            $finish;
        end
    end

endmodule

`default_nettype wire
