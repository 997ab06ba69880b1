// dpi_dpas - checks the RTL of dpas against its golden model, through DPI-C: random inputs, every output
// in every cycle. In SystemVerilog that any simulator accepts.
//
//     +seed=N      the run (default 1)
//     +cycles=N    its length (default 100000)
//     +withhold=N  operands come after N cycles (default 0)
//
// The last line is PASS or FAIL.
module dpi_dpas #(
    parameter int LANES = 4,
    parameter int DEPTH = 2
);

    import assay_dpi_pkg::*;

    logic clk = 1'b0;
    always #5 clk = ~clk;

    // ---- inputs, RTL

    logic                rst;
    logic                cmd_valid, cmd_ready;
    logic [3:0]          cmd_src1_type, cmd_src2_type;
    logic [1:0]          cmd_acc_type;
    logic [3:0]          cmd_sd, cmd_rc;
    logic [4:0]          cmd_exec_size;
    logic                cmd_saturate, cmd_src0_null, cmd_src0_scalar;
    logic [7:0]          cmd_tag;
    logic                src1_valid, src1_ready, src0_valid, src0_ready, src2_valid, src2_ready;
    logic [32*LANES-1:0] src1_data, src0_data;
    logic [255:0]        src2_data;
    logic                dst_valid, dst_ready, dst_last;
    logic [32*LANES-1:0] dst_data;
    logic [7:0]          dst_tag;
    logic                rsp_valid, rsp_ready;
    logic [7:0]          rsp_tag;
    logic [2:0]          rsp_status;

    dpas_random #(.LANES(LANES)) stimulus (.*);

    dpas #(.LANES(LANES), .DEPTH(DEPTH)) rtl (.*);

    // ---- golden model

    chandle model;
    int     errors = 0;    // calls that failed
    int     differing = 0; // outputs that differ in this cycle
    int     cycle = 0, compared = 0, results = 0;
    int     cycles, seed;

    int     in_rst, in_cmd_valid, in_cmd_src1_type, in_cmd_src2_type, in_cmd_acc_type, in_cmd_sd,
            in_cmd_rc, in_cmd_exec_size, in_cmd_saturate, in_cmd_src0_null, in_cmd_src0_scalar,
            in_cmd_tag, in_src1_valid, in_src1_data, in_src0_valid, in_src0_data, in_src2_valid,
            in_src2_data, in_dst_ready, in_rsp_ready;
    int     out_cmd_ready, out_src1_ready, out_src0_ready, out_src2_ready, out_dst_valid, out_dst_data,
            out_dst_tag, out_dst_last, out_rsp_valid, out_rsp_tag, out_rsp_status;

    function automatic int pin(string name);
        pin = assay_port(model, name);
        if (pin < 0) begin
            errors++;
            $display("%s", assay_error());
        end
    endfunction

    function automatic void good(int status);
        if (status < 0) begin
            errors++;
            $display("%s", assay_error());
        end
    endfunction

    function automatic void drive(int port, longint unsigned value);
        good(assay_set(model, port, value));
    endfunction

    function automatic void differ(string name, assay_wide_t expected, logic [511:0] actual);
        if (differing == 0) $display("MISMATCH at cycle %0d, seed %0d", cycle, seed);
        $display("  %-12s expected %0h", name, expected);
        $display("  %-12s actual   %0h", "", actual);
        differing++;
    endfunction

    // An unknown bit differs from any value.
    function automatic bit hold(string name, int port, logic [63:0] actual);
        longint unsigned expected;
        good(assay_get(model, port, expected));
        if (actual !== expected) differ(name, assay_wide_t'(expected), 512'(actual));
        return expected[0];
    endfunction

    function automatic void hold_row(string name, int port, logic [32*LANES-1:0] actual);
        assay_wide_t expected;
        good(assay_get_wide(model, port, expected));
        if (actual !== expected[32*LANES-1:0]) differ(name, expected, 512'(actual));
    endfunction

    task automatic finish();
        if (assay_free(model) != ASSAY_OK) errors++;
        $display("dpas (lanes=%0d,depth=%0d), seed %0d: cycles %0d, compared %0d, results %0d", LANES, DEPTH,
                 seed, cycle, compared, results);
        // A run without results has checked nothing.
        if (errors == 0 && differing == 0 && results != 0) $display("PASS");
        else $display("FAIL");
        $finish;
    endtask

    initial begin
        if ($value$plusargs("seed=%d", seed) == 0) seed = 1;
        if ($value$plusargs("cycles=%d", cycles) == 0) cycles = 100000;

        model = assay_create("dpas", $sformatf("lanes=%0d,depth=%0d", LANES, DEPTH));
        if (model == null) begin
            errors++;
            $display("%s", assay_error());
        end

        in_rst = pin("rst");
        in_cmd_valid = pin("cmd_valid");
        in_cmd_src1_type = pin("cmd_src1_type");
        in_cmd_src2_type = pin("cmd_src2_type");
        in_cmd_acc_type = pin("cmd_acc_type");
        in_cmd_sd = pin("cmd_sd");
        in_cmd_rc = pin("cmd_rc");
        in_cmd_exec_size = pin("cmd_exec_size");
        in_cmd_saturate = pin("cmd_saturate");
        in_cmd_src0_null = pin("cmd_src0_null");
        in_cmd_src0_scalar = pin("cmd_src0_scalar");
        in_cmd_tag = pin("cmd_tag");
        in_src1_valid = pin("src1_valid");
        in_src1_data = pin("src1_data");
        in_src0_valid = pin("src0_valid");
        in_src0_data = pin("src0_data");
        in_src2_valid = pin("src2_valid");
        in_src2_data = pin("src2_data");
        in_dst_ready = pin("dst_ready");
        in_rsp_ready = pin("rsp_ready");
        out_cmd_ready = pin("cmd_ready");
        out_src1_ready = pin("src1_ready");
        out_src0_ready = pin("src0_ready");
        out_src2_ready = pin("src2_ready");
        out_dst_valid = pin("dst_valid");
        out_dst_data = pin("dst_data");
        out_dst_tag = pin("dst_tag");
        out_dst_last = pin("dst_last");
        out_rsp_valid = pin("rsp_valid");
        out_rsp_tag = pin("rsp_tag");
        out_rsp_status = pin("rsp_status");
    end

    // In the middle of a cycle everything has settled: the inputs change with the rising edge.
    always @(negedge clk) begin
        drive(in_rst, 64'(rst));
        drive(in_cmd_valid, 64'(cmd_valid));
        drive(in_cmd_src1_type, 64'(cmd_src1_type));
        drive(in_cmd_src2_type, 64'(cmd_src2_type));
        drive(in_cmd_acc_type, 64'(cmd_acc_type));
        drive(in_cmd_sd, 64'(cmd_sd));
        drive(in_cmd_rc, 64'(cmd_rc));
        drive(in_cmd_exec_size, 64'(cmd_exec_size));
        drive(in_cmd_saturate, 64'(cmd_saturate));
        drive(in_cmd_src0_null, 64'(cmd_src0_null));
        drive(in_cmd_src0_scalar, 64'(cmd_src0_scalar));
        drive(in_cmd_tag, 64'(cmd_tag));
        drive(in_src1_valid, 64'(src1_valid));
        drive(in_src0_valid, 64'(src0_valid));
        drive(in_src2_valid, 64'(src2_valid));
        drive(in_dst_ready, 64'(dst_ready));
        drive(in_rsp_ready, 64'(rsp_ready));
        good(assay_set_wide(model, in_src1_data, assay_wide_t'(src1_data)));
        good(assay_set_wide(model, in_src0_data, assay_wide_t'(src0_data)));
        good(assay_set_wide(model, in_src2_data, assay_wide_t'(src2_data)));

        good(assay_step(model));

        void'(hold("cmd_ready", out_cmd_ready, 64'(cmd_ready)));
        void'(hold("src1_ready", out_src1_ready, 64'(src1_ready)));
        void'(hold("src0_ready", out_src0_ready, 64'(src0_ready)));
        void'(hold("src2_ready", out_src2_ready, 64'(src2_ready)));
        if (hold("dst_valid", out_dst_valid, 64'(dst_valid))) begin
            hold_row("dst_data", out_dst_data, dst_data);
            void'(hold("dst_tag", out_dst_tag, 64'(dst_tag)));
            void'(hold("dst_last", out_dst_last, 64'(dst_last)));
        end
        if (hold("rsp_valid", out_rsp_valid, 64'(rsp_valid))) begin
            void'(hold("rsp_tag", out_rsp_tag, 64'(rsp_tag)));
            void'(hold("rsp_status", out_rsp_status, 64'(rsp_status)));
            if (rsp_ready) results++;
        end
        compared++;
        cycle++;
        if (errors != 0 || differing != 0 || cycle == cycles) finish();
    end

endmodule
