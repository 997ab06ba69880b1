// check_dpi - calls every function of assay_dpi_pkg with correct and with wrong arguments. A wrong argument
// gives a status and a message, and the simulation goes on. The last line is PASS or FAIL.
module check_dpi;

    import assay_dpi_pkg::*;

    int checks = 0, failed = 0;

    function automatic void is(string what, int actual, int expected);
        checks++;
        if (actual !== expected) begin
            failed++;
            $display("%s: %0d, expected %0d (%s)", what, actual, expected, assay_error());
        end
    endfunction

    // A call that must fail, with a message that names its function.
    function automatic void refused(string what, int actual, int expected);
        string said;
        is(what, actual, expected);
        said = assay_error();
        is({what, ", message names the function"}, int'(said.len() > 8 && said.substr(0, 5) == "assay_"), 1);
    endfunction

    function automatic void value_is(string what, longint unsigned actual, longint unsigned expected);
        checks++;
        if (actual !== expected) begin
            failed++;
            $display("%s: %0h, expected %0h", what, actual, expected);
        end
    endfunction

    chandle           none, m, other, freed;
    chandle           many[0:1023];
    int               port, valid, made;
    longint unsigned  value;
    int unsigned      word, sum, cycles, refusal;
    assay_wide_t      wide;
    assay_dpas_t      cmd;
    assay_dpas_a_t    a;
    assay_dpas_rows_t b, c, d;
    assay_values_t    values;
    assay_masks_t     masks;
    assay_elements_t  x, y;

    task automatic creation();
        m = assay_create("dpas", "lanes=4,depth=2");
        is("create", int'(m != null), 1);
        none = assay_create("nothing", "");
        refused("create: no such block", int'(none == null), 1);
        none = assay_create("", "");
        refused("create: no name", int'(none == null), 1);
        none = assay_create("dpas", "lanes=5");
        refused("create: illegal parameter", int'(none == null), 1);
        none = assay_create("dpas", "lines=4");
        refused("create: unknown parameter", int'(none == null), 1);
        none = assay_create("dpas", "lanes=");
        refused("create: no number", int'(none == null), 1);
        none = null;
    endtask

    // Every function that takes a model, with a handle of none.
    task automatic no_model(string what, chandle h);
        refused({what, ", ports"}, assay_ports(h), ASSAY_NULL);
        refused({what, ", port"}, assay_port(h, "rst"), ASSAY_NULL);
        is({what, ", port_name"}, int'(assay_port_name(h, 0) == ""), 1);
        refused({what, ", port_width"}, assay_port_width(h, 0), ASSAY_NULL);
        refused({what, ", port_is_output"}, assay_port_is_output(h, 0), ASSAY_NULL);
        refused({what, ", set"}, assay_set(h, 0, 0), ASSAY_NULL);
        refused({what, ", set_wide"}, assay_set_wide(h, 0, '0), ASSAY_NULL);
        refused({what, ", get"}, assay_get(h, 0, value), ASSAY_NULL);
        refused({what, ", get_wide"}, assay_get_wide(h, 0, wide), ASSAY_NULL);
        refused({what, ", eval"}, assay_eval(h), ASSAY_NULL);
        refused({what, ", step"}, assay_step(h), ASSAY_NULL);
        refused({what, ", reset"}, assay_reset(h), ASSAY_NULL);
        refused({what, ", free"}, assay_free(h), ASSAY_NULL);
    endtask

    task automatic pins();
        is("ports", int'(assay_ports(m) > 20), 1);
        is("rst is pin 0", assay_port(m, "rst"), 0);
        is("name of pin 0", int'(assay_port_name(m, 0) == "rst"), 1);
        valid = assay_port(m, "cmd_valid");
        is("width", assay_port_width(m, assay_port(m, "src1_data")), 128);
        is("an input", assay_port_is_output(m, valid), 0);
        is("an output", assay_port_is_output(m, assay_port(m, "dst_valid")), 1);
        refused("no such pin", assay_port(m, "clk"), ASSAY_NO_PORT);
        refused("pin without a name", assay_port(m, ""), ASSAY_NO_PORT);
        refused("width of pin -1", assay_port_width(m, -1), ASSAY_NO_PORT);
        refused("width of pin 1000", assay_port_width(m, 1000), ASSAY_NO_PORT);
        is("name of pin -1", int'(assay_port_name(m, -1) == ""), 1);

        is("set", assay_set(m, valid, 1), 0);
        is("get", assay_get(m, valid, value), 0);
        value_is("what was set", value, 1);
        refused("set pin -1", assay_set(m, -1, 0), ASSAY_NO_PORT);
        refused("set pin 1000", assay_set(m, 1000, 0), ASSAY_NO_PORT);
        refused("set too much", assay_set(m, valid, 2), ASSAY_RANGE);
        refused("set an output", assay_set(m, assay_port(m, "dst_valid"), 1), ASSAY_DIRECTION);
        port = assay_port(m, "src1_data");
        refused("set 128 bits by 64", assay_set(m, port, 0), ASSAY_SIZE);
        is("set 128 bits", assay_set_wide(m, port, {1920'd0, 1'b1, 126'd0, 1'b1}), 0);
        is("get 128 bits", assay_get_wide(m, port, wide), 0);
        is("what was set, 128 bits", int'(wide == {1920'd0, 1'b1, 126'd0, 1'b1}), 1);
        refused("set 129 bits", assay_set_wide(m, port, {1919'd0, 1'b1, 128'd0}), ASSAY_RANGE);
        refused("set the top bit", assay_set_wide(m, port, {1'b1, 2047'd0}), ASSAY_RANGE);
        refused("get 128 bits by 64", assay_get(m, port, value), ASSAY_SIZE);
        refused("get pin -1", assay_get(m, -1, value), ASSAY_NO_PORT);
        refused("get_wide of pin 1000", assay_get_wide(m, 1000, wide), ASSAY_NO_PORT);
        refused("set_wide of pin -1", assay_set_wide(m, -1, '0), ASSAY_NO_PORT);
    endtask

    // The outputs of a cycle follow from the inputs without an edge; then the edge.
    task automatic time_passes();
        is("reset", assay_reset(m), 0);
        port = assay_port(m, "cmd_ready");
        for (int i = 0; i < 2; i++) begin
            is("eval", assay_eval(m), 0);
            is("get cmd_ready", assay_get(m, port, value), 0);
            value_is("no edge, queue empty", value, 1);
        end
        for (int i = 0; i < 3; i++) begin
            // rc and the other fields are 0: an illegal command, which leaves the queue by itself.
            is("step", assay_step(m), 0);
        end
    endtask

    task automatic operations();
        // One row, four lanes, u8: (1*2 + 3*4 + 0 + 0) + 10.
        cmd = '0;
        cmd.lanes = 4;
        cmd.src1_type = ASSAY_U8;
        cmd.src2_type = ASSAY_U8;
        cmd.acc_type = ASSAY_ACC_U32;
        cmd.sd = 1;
        cmd.rc = 1;
        cmd.exec_size = 4;
        a = 2048'h0401;
        a[15:0] = 16'h0301;
        b = '0;
        c = '0;
        for (int lane = 0; lane < 4; lane++) begin
            b[32*lane +: 32] = 32'h00000402;
            c[32*lane +: 32] = 32'd10 + lane;
        end
        is("dpas", assay_dpas(cmd, a, b, c, d, refusal), 0);
        for (int lane = 0; lane < 4; lane++)
            value_is("dpas, lane", 64'(d[32*lane +: 32]), 64'd24 + 64'(lane));
        value_is("dpas, refusal", 64'(refusal), 0);
        cmd.rc = 9;
        refused("dpas: rc", assay_dpas(cmd, a, b, c, d, refusal), ASSAY_REFUSED);
        value_is("dpas: rc, the block's status", 64'(refusal), 3);
        cmd.rc = 16;
        refused("dpas: rc beyond its bits", assay_dpas(cmd, a, b, c, d, refusal), ASSAY_RANGE);
        cmd.rc = 1;
        cmd.lanes = 3;
        refused("dpas: lanes", assay_dpas(cmd, a, b, c, d, refusal), ASSAY_RANGE);
        cmd.lanes = 32'hffffffff;
        refused("dpas: lanes -1", assay_dpas(cmd, a, b, c, d, refusal), ASSAY_RANGE);
        cmd.lanes = 4;
        cmd.src1_type = 99;
        refused("dpas: type", assay_dpas(cmd, a, b, c, d, refusal), ASSAY_RANGE);
        cmd.src1_type = ASSAY_F16;
        refused("dpas: types", assay_dpas(cmd, a, b, c, d, refusal), ASSAY_REFUSED);
        cmd.src1_type = ASSAY_U8;
        cmd.saturate = 2;
        refused("dpas: saturate", assay_dpas(cmd, a, b, c, d, refusal), ASSAY_RANGE);

        masks = '1;
        for (int i = 0; i < 256; i++) values[64*i +: 64] = 64'(i);
        is("reduce", assay_reduce(ASSAY_REDUCE_ADD, ASSAY_REDUCE_U32, 256, values, masks, value, sum, cycles),
           0);
        value_is("reduce, sum of 0 to 255", value, 64'd32640);
        is("reduce 1", assay_reduce(ASSAY_REDUCE_MAX, ASSAY_REDUCE_U32, 1, values, masks, value, sum, cycles),
           0);
        refused("reduce: 0 threads",
                assay_reduce(ASSAY_REDUCE_ADD, 0, 0, values, masks, value, sum, cycles), ASSAY_RANGE);
        refused("reduce: -1 threads",
                assay_reduce(ASSAY_REDUCE_ADD, 0, -1, values, masks, value, sum, cycles), ASSAY_RANGE);
        refused("reduce: 257 threads",
                assay_reduce(ASSAY_REDUCE_ADD, 0, 257, values, masks, value, sum, cycles), ASSAY_RANGE);
        refused("reduce: no operation", assay_reduce(0, 0, 4, values, masks, value, sum, cycles), ASSAY_RANGE);
        refused("reduce: operation -1", assay_reduce(-1, 0, 4, values, masks, value, sum, cycles),
                ASSAY_RANGE);
        refused("reduce: type", assay_reduce(ASSAY_REDUCE_ADD, 10, 4, values, masks, value, sum, cycles),
                ASSAY_RANGE);
        refused("reduce: and of f32",
                assay_reduce(ASSAY_REDUCE_AND, ASSAY_REDUCE_F32, 4, values, masks, value, sum, cycles),
                ASSAY_REFUSED);

        x = '0;
        y = '0;
        for (int i = 0; i < 256; i++) begin
            x[32*i +: 32] = 32'hff;  // -1
            y[32*i +: 32] = 32'd2;
        end
        is("dot", assay_dot(ASSAY_S8, ASSAY_U8, ASSAY_ACC_S32, 0, 256, x, y, 7, word), 0);
        value_is("dot of 256", 64'(word), 64'hfffffe07);
        is("dot of none", assay_dot(ASSAY_S8, ASSAY_U8, ASSAY_ACC_S32, 0, 0, x, y, 7, word), 0);
        value_is("dot of 0", 64'(word), 7);
        refused("dot: k", assay_dot(ASSAY_S8, ASSAY_U8, ASSAY_ACC_S32, 0, 257, x, y, 7, word), ASSAY_RANGE);
        refused("dot: k -1", assay_dot(ASSAY_S8, ASSAY_U8, ASSAY_ACC_S32, 0, -1, x, y, 7, word), ASSAY_RANGE);
        refused("dot: type", assay_dot(-1, ASSAY_U8, ASSAY_ACC_S32, 0, 4, x, y, 7, word), ASSAY_RANGE);
        refused("dot: elements", assay_dot(ASSAY_S4, ASSAY_U8, ASSAY_ACC_S32, 0, 4, x, y, 7, word),
                ASSAY_RANGE);
        refused("dot: float and integer", assay_dot(ASSAY_F32, ASSAY_U8, ASSAY_ACC_F32, 0, 4, x, y, 7, word),
                ASSAY_REFUSED);

        is("dotmul", assay_dotmul(8, 2, 0, 300, 0, 200, 0, value), 0);
        value_is("300 * 200", value, 60000);
        refused("dotmul: n", assay_dotmul(0, 2, 0, 1, 0, 1, 0, value), ASSAY_BAD_PARAMS);
        refused("dotmul: n -1", assay_dotmul(-1, 2, 0, 1, 0, 1, 0, value), ASSAY_BAD_PARAMS);
        refused("dotmul: dot", assay_dotmul(8, 2, 2, 1, 0, 1, 0, value), ASSAY_RANGE);
        refused("dotmul: operand", assay_dotmul(8, 2, 0, 32'h10000, 0, 1, 0, value), ASSAY_RANGE);

        is("fp", assay_fp(ASSAY_FP_ADD, 32'h3f800000, 32'h3f800000, 0, word), 0);
        value_is("1 + 1", 64'(word), 64'h40000000);
        refused("fp: operation", assay_fp(14, 0, 0, 0, word), ASSAY_RANGE);
        refused("fp: operation -1", assay_fp(-1, 0, 0, 0, word), ASSAY_RANGE);
    endtask

    // As many models as there may be, and one more; then all are freed.
    task automatic exhaustion();
        made = 0;
        for (int i = 0; i < 1024; i++) begin
            many[i] = assay_create("dotmul", "");
            if (many[i] != null) made++;
        end
        is("models beside the first", made, 1023);
        refused("one too many", int'(many[1023] == null), 1);
        for (int i = 0; i < 1023; i++) is("free one of many", assay_free(many[i]), 0);
    endtask

    initial begin
        creation();
        no_model("null", null);
        pins();
        time_passes();
        operations();
        other = assay_create("fp", "");
        is("a second model", int'(other != null && other != m), 1);
        refused("pin of the other", assay_port(other, "cmd_valid"), ASSAY_NO_PORT);
        freed = m;
        is("free", assay_free(m), 0);
        no_model("freed", freed);
        m = assay_create("dpas", "");
        is("a freed handle does not come back", int'(m != freed), 1);
        no_model("freed, its place taken", freed);
        is("free the other", assay_free(other), 0);
        exhaustion();
        is("free the last", assay_free(m), 0);

        $display("%0d checks, %0d failed", checks, failed);
        if (failed == 0 && checks > 100) $display("PASS");
        else $display("FAIL");
        $finish;
    end

endmodule
