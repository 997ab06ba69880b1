`default_nettype none

// check_vpi - calls every $assay_ function with correct and with wrong arguments. A wrong argument gives a
// status and a message, and the simulation goes on. The last line is PASS or FAIL.
module check_vpi;

    localparam integer NULL = -1, NO_PORT = -4, DIRECTION = -5, SIZE = -6, RANGE = -7, BAD_PARAMS = -3,
                       REFUSED = -11;

    integer          checks, failed, ignored, i;
    integer          none, m, other, freed, made;
    integer          many [0:1023];
    reg [8*512-1:0]  message;
    reg [8*7-1:0]    start;
    reg [63:0]       value;
    reg              bit1;
    reg [127:0]      row;
    reg [2047:0]     wide, a;
    reg [4095:0]     b, c, d;
    reg [16383:0]    values;
    reg [8191:0]     masks, x, y;
    reg [31:0]       word, sum, cycles;
    reg [2:0]        refusal;
    wire             net = 1'b0;
    real             r;
    event            e;

    task is;
        input [8*40-1:0] what;
        input integer    actual, expected;
        begin
            checks = checks + 1;
            if (actual !== expected) begin
                failed = failed + 1;
                ignored = $assay_error(message);
                $display("%0s: %0d, expected %0d (%0s)", what, actual, expected, message);
            end
        end
    endtask

    // A call that must fail, with a message that names its function.
    task refused;
        input [8*40-1:0] what;
        input integer    actual, expected;
        reg [8*512-1:0]  said;
        begin
            is(what, actual, expected);
            ignored = $assay_error(said);
            while (said != 0 && said[8*512-1 -: 8] == 0) said = said << 8;
            start = said[8*512-1 -: 56];
            checks = checks + 1;
            if (start !== "$assay_") begin
                failed = failed + 1;
                $display("%0s: the message does not name the function", what);
            end
        end
    endtask

    task value_is;
        input [8*40-1:0] what;
        input [63:0]     actual, expected;
        begin
            checks = checks + 1;
            if (actual !== expected) begin
                failed = failed + 1;
                $display("%0s: %0h, expected %0h", what, actual, expected);
            end
        end
    endtask

    task creation;
        begin
            m = $assay_create("dpas", "lanes=4,depth=2");
            is("create", m > 0, 1);
            none = $assay_create("nothing", "");
            refused("create: no such block", none, 0);
            none = $assay_create("", "");
            refused("create: no name", none, 0);
            none = $assay_create("dpas", "lanes=5");
            refused("create: illegal parameter", none, 0);
            none = $assay_create("dpas", "lines=4");
            refused("create: unknown parameter", none, 0);
            none = $assay_create("dpas");
            refused("create: one argument", none, 0);
            none = $assay_create("dpas", "", 1);
            refused("create: three arguments", none, 0);
            none = $assay_create(e, "");
            refused("create: an event", none, 0);
            none = $assay_create("dpas", r);
            refused("create: a real", none, 0);
            none = $assay_create(check_vpi, "");
            refused("create: a module", none, 0);
            none = $assay_create({300{"x"}}, "");
            refused("create: a long name", none, 0);
        end
    endtask

    // Every function that takes a model, with a handle of none.
    task no_model;
        input integer h;
        begin
            refused("no model, port", $assay_port(h, "rst"), NULL);
            refused("no model, set", $assay_set(h, "rst", 0), NULL);
            refused("no model, get", $assay_get(h, "rst", value), NULL);
            refused("no model, eval", $assay_eval(h), NULL);
            refused("no model, step", $assay_step(h), NULL);
            refused("no model, reset", $assay_reset(h), NULL);
            refused("no model, free", $assay_free(h), NULL);
        end
    endtask

    task no_arguments;
        begin
            refused("create without arguments", $assay_create, 0);
            refused("free without arguments", $assay_free, RANGE);
            refused("port without arguments", $assay_port, RANGE);
            refused("set without arguments", $assay_set, RANGE);
            refused("get without arguments", $assay_get, RANGE);
            refused("eval without arguments", $assay_eval, RANGE);
            refused("step without arguments", $assay_step, RANGE);
            refused("reset without arguments", $assay_reset, RANGE);
            refused("error without arguments", $assay_error, RANGE);
            refused("dpas without arguments", $assay_dpas, RANGE);
            refused("reduce without arguments", $assay_reduce, RANGE);
            refused("dot without arguments", $assay_dot, RANGE);
            refused("dotmul without arguments", $assay_dotmul, RANGE);
            refused("fp without arguments", $assay_fp, RANGE);
            refused("twenty arguments",
                    $assay_step(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20), RANGE);
            refused("step: a string", $assay_step("m"), RANGE);
            refused("step: an event", $assay_step(e), RANGE);
            refused("step: a real", $assay_step(r), RANGE);
            refused("step: a module", $assay_step(check_vpi), RANGE);
            refused("step: an array", $assay_step(many), RANGE);
            refused("step: X", $assay_step(32'bx), RANGE);
            refused("step: 40 bits", $assay_step(40'hff00000001), RANGE);
            refused("error into a net", $assay_error(net), RANGE);
            refused("error into a constant", $assay_error("text"), RANGE);
            refused("error into an event", $assay_error(e), RANGE);
        end
    endtask

    task pins;
        begin
            is("rst is pin 0", $assay_port(m, "rst"), 0);
            i = $assay_port(m, "src1_data");
            is("a pin's number", $assay_port(m, i), i);
            refused("no such pin", $assay_port(m, "clk"), NO_PORT);
            refused("pin without a name", $assay_port(m, ""), NO_PORT);
            refused("pin -1", $assay_port(m, -1), NO_PORT);
            refused("pin 1000", $assay_port(m, 1000), NO_PORT);
            refused("pin X", $assay_port(m, 4'bxx00), RANGE);

            is("set", $assay_set(m, "cmd_valid", 1'b1), 0);
            is("get", $assay_get(m, "cmd_valid", bit1), 0);
            value_is("what was set", bit1, 1);
            is("get into 64 bits", $assay_get(m, "cmd_valid", value), 0);
            value_is("the same", value, 1);
            refused("set pin -1", $assay_set(m, -1, 0), NO_PORT);
            refused("set no such pin", $assay_set(m, "valid", 0), NO_PORT);
            refused("set too much", $assay_set(m, "cmd_valid", 2), RANGE);
            refused("set -1", $assay_set(m, "cmd_tag", -1), RANGE);
            refused("set an output", $assay_set(m, "dst_valid", 1'b1), DIRECTION);
            refused("set X", $assay_set(m, "cmd_valid", 1'bx), RANGE);
            refused("set Z", $assay_set(m, "src1_data", {1'bz, 127'd0}), RANGE);
            refused("set a string", $assay_set(m, "cmd_valid", "1"), RANGE);
            refused("set a real", $assay_set(m, "cmd_valid", r), RANGE);
            is("set 128 bits", $assay_set(m, "src1_data", {1'b1, 126'd0, 1'b1}), 0);
            is("get 128 bits", $assay_get(m, "src1_data", row), 0);
            is("what was set, 128 bits", row === {1'b1, 126'd0, 1'b1}, 1);
            is("get 128 bits into more", $assay_get(m, "src1_data", wide), 0);
            is("the same, 128 bits", wide === {1920'd0, row}, 1);
            is("set 128 bits from more", $assay_set(m, "src1_data", wide), 0);
            refused("set 129 bits", $assay_set(m, "src1_data", {1'b1, 128'd0}), RANGE);
            refused("get 128 bits into 64", $assay_get(m, "src1_data", value), SIZE);
            refused("get into a net", $assay_get(m, "cmd_valid", net), RANGE);
            refused("get into a constant", $assay_get(m, "cmd_valid", 1'b0), RANGE);
            refused("get into an event", $assay_get(m, "cmd_valid", e), RANGE);
            refused("get into a real", $assay_get(m, "cmd_valid", r), RANGE);
        end
    endtask

    task time_passes;
        begin
            is("reset", $assay_reset(m), 0);
            is("eval", $assay_eval(m), 0);
            is("get cmd_ready", $assay_get(m, "cmd_ready", bit1), 0);
            value_is("queue empty", bit1, 1);
            is("step", $assay_step(m), 0);
        end
    endtask

    task operations;
        begin
            // One row, four lanes, u8: (1*2 + 3*4 + 0 + 0) + 10.
            a = 16'h0301;
            b = {4{32'h00000402}};
            c = {32'd13, 32'd12, 32'd11, 32'd10};
            is("dpas", $assay_dpas(4, 4, 4, 1, 1, 1, 4, 0, 0, 0, a, b, c, d, refusal), 0);
            is("dpas, lanes", d === {32'd27, 32'd26, 32'd25, 32'd24}, 1);
            value_is("dpas, refusal", refusal, 0);
            refused("dpas: rc", $assay_dpas(4, 4, 4, 1, 1, 9, 4, 0, 0, 0, a, b, c, d, refusal), REFUSED);
            value_is("dpas: rc, the block's status", refusal, 3);
            refused("dpas: rc beyond its bits", $assay_dpas(4, 4, 4, 1, 1, 16, 4, 0, 0, 0, a, b, c, d, refusal),
                    RANGE);
            refused("dpas: lanes", $assay_dpas(3, 4, 4, 1, 1, 1, 4, 0, 0, 0, a, b, c, d, refusal), RANGE);
            refused("dpas: lanes -1", $assay_dpas(-1, 4, 4, 1, 1, 1, 4, 0, 0, 0, a, b, c, d, refusal), RANGE);
            refused("dpas: type", $assay_dpas(4, 99, 4, 1, 1, 1, 4, 0, 0, 0, a, b, c, d, refusal), RANGE);
            refused("dpas: saturate", $assay_dpas(4, 4, 4, 1, 1, 1, 4, 2, 0, 0, a, b, c, d, refusal), RANGE);
            refused("dpas: small d", $assay_dpas(4, 4, 4, 1, 1, 1, 4, 0, 0, 0, a, b, c, value, refusal), SIZE);
            refused("dpas: a", $assay_dpas(4, 4, 4, 1, 1, 1, 4, 0, 0, 0, 4'bx, b, c, d, refusal), RANGE);
            refused("dpas: b", $assay_dpas(4, 4, 4, 1, 1, 1, 4, 0, 0, 0, a, "b", c, d, refusal), RANGE);
            refused("dpas: refusal", $assay_dpas(4, 4, 4, 1, 1, 1, 4, 0, 0, 0, a, b, c, d, bit1), SIZE);

            masks = {8192{1'b1}};
            for (i = 0; i < 256; i = i + 1) values[64*i +: 64] = i;
            is("reduce", $assay_reduce(1, 0, 256, values, masks, value, sum, cycles), 0);
            value_is("reduce, sum of 0 to 255", value, 32640);
            value_is("reduce, predicates", sum, 8192);
            refused("reduce: 0 threads", $assay_reduce(1, 0, 0, values, masks, value, sum, cycles), RANGE);
            refused("reduce: -1 threads", $assay_reduce(1, 0, -1, values, masks, value, sum, cycles), RANGE);
            refused("reduce: 257 threads", $assay_reduce(1, 0, 257, values, masks, value, sum, cycles), RANGE);
            refused("reduce: no operation", $assay_reduce(0, 0, 4, values, masks, value, sum, cycles), RANGE);
            refused("reduce: type", $assay_reduce(1, 10, 4, values, masks, value, sum, cycles), RANGE);
            refused("reduce: and of f32", $assay_reduce(3, 2, 4, values, masks, value, sum, cycles), REFUSED);
            refused("reduce: small result", $assay_reduce(1, 0, 4, values, masks, word, sum, cycles), SIZE);
            refused("reduce: into a net", $assay_reduce(1, 0, 4, values, masks, value, net, cycles), RANGE);

            x = {256{32'hff}};
            y = {256{32'd2}};
            is("dot", $assay_dot(5, 4, 0, 0, 256, x, y, 7, word), 0);
            value_is("dot of 256", word, 32'hfffffe07);
            refused("dot: k", $assay_dot(5, 4, 0, 0, 257, x, y, 7, word), RANGE);
            refused("dot: k -1", $assay_dot(5, 4, 0, 0, -1, x, y, 7, word), RANGE);
            refused("dot: type", $assay_dot(-1, 4, 0, 0, 4, x, y, 7, word), RANGE);
            refused("dot: elements", $assay_dot(3, 4, 0, 0, 4, x, y, 7, word), RANGE);
            refused("dot: float and integer", $assay_dot(8, 4, 2, 0, 4, x, y, 7, word), REFUSED);
            refused("dot: small d", $assay_dot(5, 4, 0, 0, 4, x, y, 7, refusal), SIZE);

            is("dotmul", $assay_dotmul(8, 2, 0, 300, 0, 200, 0, value), 0);
            value_is("300 * 200", value, 60000);
            refused("dotmul: n", $assay_dotmul(0, 2, 0, 1, 0, 1, 0, value), BAD_PARAMS);
            refused("dotmul: dot", $assay_dotmul(8, 2, 2, 1, 0, 1, 0, value), RANGE);
            refused("dotmul: operand", $assay_dotmul(8, 2, 0, 32'h10000, 0, 1, 0, value), RANGE);

            is("fp", $assay_fp(0, 32'h3f800000, 32'h3f800000, 0, word), 0);
            value_is("1 + 1", word, 64'h40000000);
            refused("fp: operation", $assay_fp(14, 0, 0, 0, word), RANGE);
            refused("fp: operation -1", $assay_fp(-1, 0, 0, 0, word), RANGE);
            refused("fp: X", $assay_fp(0, 32'hxxxxxxxx, 0, 0, word), RANGE);
        end
    endtask

    // As many models as there may be, and one more; then all are freed.
    task exhaustion;
        begin
            made = 0;
            for (i = 0; i < 1024; i = i + 1) begin
                many[i] = $assay_create("dotmul", "");
                if (many[i] > 0) made = made + 1;
            end
            is("models beside the first", made, 1023);
            refused("one too many", many[1023], 0);
            for (i = 0; i < 1023; i = i + 1) is("free one of many", $assay_free(many[i]), 0);
        end
    endtask

    initial begin
        checks = 0;
        failed = 0;
        r = 1.5;
        no_arguments;
        creation;
        no_model(0);
        no_model(-1);
        no_model(12345);
        pins;
        time_passes;
        operations;
        other = $assay_create("fp", "");
        is("a second model", other > 0 && other != m, 1);
        refused("pin of the other", $assay_port(other, "cmd_valid"), NO_PORT);
        freed = m;
        is("free", $assay_free(m), 0);
        no_model(freed);
        m = $assay_create("dpas", "");
        is("a freed handle does not come back", m != freed, 1);
        no_model(freed);
        is("free the other", $assay_free(other), 0);
        exhaustion;
        is("free the last", $assay_free(m), 0);

        $display("%0d checks, %0d failed", checks, failed);
        if (failed == 0 && checks > 100) $display("PASS");
        else $display("FAIL");
        $finish;
    end

endmodule

`default_nettype wire
