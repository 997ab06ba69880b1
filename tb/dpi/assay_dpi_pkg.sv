// assay_dpi_pkg - the golden models in SystemVerilog, by DPI-C. README.md describes the functions;
// libassay_dpi.so implements them.
package assay_dpi_pkg;

    // A pin wider than 64 bits: its value in the low bits, the others 0.
    typedef bit [2047:0] assay_wide_t;

    // Statuses. A function that returns `int` returns 0 or more on success, and otherwise one of these;
    // assay_error() then returns a message.
    localparam int ASSAY_OK         = 0;
    localparam int ASSAY_NULL       = -1;   // null, or not a live model
    localparam int ASSAY_NO_BLOCK   = -2;
    localparam int ASSAY_BAD_PARAMS = -3;
    localparam int ASSAY_NO_PORT    = -4;
    localparam int ASSAY_DIRECTION  = -5;   // the pin to set is an output
    localparam int ASSAY_SIZE       = -6;   // wider than the argument
    localparam int ASSAY_RANGE      = -7;   // bits above the width, or a number outside its range
    localparam int ASSAY_MEMORY     = -8;
    localparam int ASSAY_MISMATCH   = -9;
    localparam int ASSAY_DAMAGED    = -10;
    localparam int ASSAY_REFUSED    = -11;  // the block refuses the request

    // ---- models as objects

    import "DPI-C" assay_dpi_error = function string assay_error();

    import "DPI-C" assay_dpi_create = function chandle assay_create(input string block,
                                                                    input string params);
    import "DPI-C" assay_dpi_free = function int assay_free(input chandle model);

    import "DPI-C" assay_dpi_ports = function int assay_ports(input chandle model);
    import "DPI-C" assay_dpi_port = function int assay_port(input chandle model,
                                                            input string name);
    import "DPI-C" assay_dpi_port_name = function string assay_port_name(input chandle model,
                                                                         input int port);
    import "DPI-C" assay_dpi_port_width = function int assay_port_width(input chandle model,
                                                                        input int port);
    import "DPI-C" assay_dpi_port_is_output = function int assay_port_is_output(input chandle model,
                                                                                input int port);

    import "DPI-C" assay_dpi_set = function int assay_set(input chandle model, input int port,
                                                          input longint unsigned value);
    import "DPI-C" assay_dpi_set_wide = function int assay_set_wide(input chandle model,
                                                                    input int port,
                                                                    input assay_wide_t value);
    import "DPI-C" assay_dpi_get = function int assay_get(input chandle model, input int port,
                                                          output longint unsigned value);
    import "DPI-C" assay_dpi_get_wide = function int assay_get_wide(input chandle model,
                                                                    input int port,
                                                                    output assay_wide_t value);

    import "DPI-C" assay_dpi_eval = function int assay_eval(input chandle model);
    import "DPI-C" assay_dpi_step = function int assay_step(input chandle model);
    import "DPI-C" assay_dpi_reset = function int assay_reset(input chandle model);

    // ---- whole operations

    // Element types.
    localparam int ASSAY_U2 = 0, ASSAY_S2 = 1, ASSAY_U4 = 2, ASSAY_S4 = 3, ASSAY_U8 = 4, ASSAY_S8 = 5,
                   ASSAY_BF16 = 6, ASSAY_F16 = 7, ASSAY_F32 = 8;
    // Accumulator types.
    localparam int ASSAY_ACC_S32 = 0, ASSAY_ACC_U32 = 1, ASSAY_ACC_F32 = 2;

    // A command of the block dpas.
    typedef struct packed {
        bit [31:0] lanes;
        bit [31:0] src1_type;    // of B
        bit [31:0] src2_type;    // of A
        bit [31:0] acc_type;     // of C and D
        bit [31:0] sd;
        bit [31:0] rc;
        bit [31:0] exec_size;
        bit [31:0] saturate;
        bit [31:0] src0_null;
        bit [31:0] src0_scalar;
    } assay_dpas_t;

    typedef bit [2047:0] assay_dpas_a_t;     // row r in bits [256*r +: 256]
    typedef bit [4095:0] assay_dpas_rows_t;  // row r, lane n in bits [32*(r*lanes + n) +: 32]

    // D = C + A*B. refusal: the status of the block's response.
    import "DPI-C" assay_dpi_dpas = function int assay_dpas(input assay_dpas_t command,
                                                            input assay_dpas_a_t a,
                                                            input assay_dpas_rows_t b,
                                                            input assay_dpas_rows_t c,
                                                            output assay_dpas_rows_t d,
                                                            output int unsigned refusal);

    // Operations of a reduction.
    localparam int ASSAY_REDUCE_ADD = 1, ASSAY_REDUCE_SUB = 2, ASSAY_REDUCE_AND = 3,
                   ASSAY_REDUCE_OR = 4, ASSAY_REDUCE_XOR = 5, ASSAY_REDUCE_MIN = 6,
                   ASSAY_REDUCE_MAX = 7, ASSAY_REDUCE_PRODUCT = 8, ASSAY_REDUCE_MEAN = 9,
                   ASSAY_REDUCE_VARIANCE = 10, ASSAY_REDUCE_RANGE = 11, ASSAY_REDUCE_PREDICATE = 12;
    // Types of its values.
    localparam int ASSAY_REDUCE_U32 = 0, ASSAY_REDUCE_S32 = 1, ASSAY_REDUCE_F32 = 2,
                   ASSAY_REDUCE_U64 = 3, ASSAY_REDUCE_S64 = 4, ASSAY_REDUCE_U32_PAIR = 5,
                   ASSAY_REDUCE_S32_PAIR = 6, ASSAY_REDUCE_F32_PAIR = 7,
                   ASSAY_REDUCE_F16_PAIR = 8, ASSAY_REDUCE_BF16_PAIR = 9;

    typedef bit [256*64-1:0] assay_values_t;  // thread i in bits [64*i +: 64]
    typedef bit [256*32-1:0] assay_masks_t;   // thread i in bits [32*i +: 32]

    // Reduces the values of `threads` threads to one, as the block gateway does.
    import "DPI-C" assay_dpi_reduce = function int assay_reduce(input int op, input int value_type,
                                                                input int threads,
                                                                input assay_values_t values,
                                                                input assay_masks_t masks,
                                                                output longint unsigned result,
                                                                output int unsigned predicate_sum,
                                                                output int unsigned cycles);

    typedef bit [256*32-1:0] assay_elements_t;  // element i in the low bits of [32*i +: 32]

    // d = c + sum of a[i] * b[i] over i < k, k up to 256.
    import "DPI-C" assay_dpi_dot = function int assay_dot(input int a_type, input int b_type,
                                                          input int acc_type, input int saturate,
                                                          input int k, input assay_elements_t a,
                                                          input assay_elements_t b,
                                                          input int unsigned c,
                                                          output int unsigned d);

    // The block dotmul: k elements of n bits in one operand.
    import "DPI-C" assay_dpi_dotmul = function int assay_dotmul(input int n, input int k, input int dot,
                                                                input int unsigned a,
                                                                input int a_signed,
                                                                input int unsigned b,
                                                                input int b_signed,
                                                                output longint unsigned p);

    // Operations of the block fp.
    localparam int ASSAY_FP_ADD = 0, ASSAY_FP_SUB = 1, ASSAY_FP_MUL = 2, ASSAY_FP_FMA = 3,
                   ASSAY_FP_DIV = 4, ASSAY_FP_MIN = 5, ASSAY_FP_MAX = 6, ASSAY_FP_CMP = 7,
                   ASSAY_FP_F32_TO_F16 = 8, ASSAY_FP_F32_TO_BF16 = 9, ASSAY_FP_F16_TO_F32 = 10,
                   ASSAY_FP_BF16_TO_F32 = 11, ASSAY_FP_U32_TO_F32 = 12, ASSAY_FP_S32_TO_F32 = 13;

    import "DPI-C" assay_dpi_fp = function int assay_fp(input int op, input int unsigned a,
                                                        input int unsigned b, input int unsigned c,
                                                        output int unsigned value);

endpackage
