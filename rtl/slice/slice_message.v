`default_nettype none

// slice_message - turns dpas, move and drop of a warp into a message of the compute block: rows and local addresses are
// translated to those of the warp's group, and an access outside the group becomes an error [systolic disaggregation ¶350].
// Combinational.
module slice_message #(
    // Lanes: 4, 8 or 16.
    parameter LANES = 8,
    // Rows of the register file: 16, 32, 64, 128, 256 or 512.
    parameter ROWS = 256
) (
    // The instruction, from the core.
    input  wire [2:0]  kind,
    input  wire [3:0]  mode,
    input  wire [7:0]  off_tag,
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [31:0] c,

    // Resources of the group.
    input  wire [8:0]  row_base,
    input  wire [9:0]  rows,
    input  wire [9:0]  local_base,   // in lines
    input  wire [10:0] local_lines,

    output wire [3:0]  src1_type,
    output wire [3:0]  src2_type,
    output wire [1:0]  acc_type,
    output wire [6:0]  sd,
    output wire [3:0]  rc,
    output wire [4:0]  exec_size,
    output wire        saturate,
    output wire        src0_null,
    output wire        src0_scalar,
    output wire [8:0]  src0,
    output wire [8:0]  src1,
    output wire [8:0]  src2,
    output wire [8:0]  dst,
    output wire [2:0]  act,
    output wire [8:0]  mul,
    output wire [8:0]  shift,
    output wire [15:0] offset,
    output wire [15:0] low,
    output wire [15:0] high,
    output wire        keep,
    output wire        chain,
    output wire [7:0]  tag,
    output wire [1:0]  op,
    output wire [6:0]  items,
    output wire [2:0]  per,
    output wire [5:0]  row_step,
    output wire [31:0] addr,
    output wire [31:0] addr_step,
    output wire        narrow,
    output wire        sparse,
    output wire        operand,
    output wire [8:0]  map1,
    output wire [8:0]  map2
);
    localparam [2:0] DPAS = 3'd0;
    localparam [2:0] MOVE = 3'd1;
    localparam [2:0] DROP = 3'd5;

    wire is_dpas = kind == DPAS;
    wire is_move = kind == MOVE;
    wire drain = is_move & mode[2];
    wire fill = is_move & ~mode[2];
    wire maps = fill & c[25];  // the fill generates a map

    // Type of the elements that the map describes.
    reg [3:0] elements;

    always @*
        case (c[31:30])
            2'd0: elements = 4'd5;     // s8
            2'd1: elements = 4'd6;     // bf16
            2'd2: elements = 4'd8;     // f32
            default: elements = 4'd1;  // s2
        endcase

    // --- a product ---

    assign src1_type = is_dpas ? a[3:0] : maps ? elements : 4'd0;
    assign src2_type = is_dpas ? a[7:4] : maps ? elements : 4'd0;
    assign acc_type = is_dpas ? a[9:8] : 2'd0;
    assign sd = !is_dpas ? 7'd0 : a[15:10] == 6'd0 ? 7'd64 : {1'b0, a[15:10]};

    wire [2:0] repeats = is_dpas ? a[18:16] : c[29:27];

    assign rc = !(is_dpas | maps) ? 4'd0 : repeats == 3'd0 ? 4'd8 : {1'b0, repeats};
    assign exec_size = !is_dpas ? 5'd0 : a[22:19] == 4'd0 ? LANES[4:0] : {1'b0, a[22:19]};
    assign saturate = is_dpas & a[23];
    assign src0_null = is_dpas & a[24];
    assign src0_scalar = is_dpas & a[25];
    assign act = is_dpas ? a[28:26] : 3'd0;
    assign keep = is_dpas & a[29];
    assign chain = is_dpas & a[30];

    wire [8:0] first_row = row_base + c[8:0];

    assign src0 = is_dpas ? row_base + b[8:0] : drain ? first_row : 9'd0;
    assign src1 = is_dpas ? row_base + b[17:9] : 9'd0;
    assign src2 = is_dpas ? row_base + b[26:18] : 9'd0;
    assign dst = (is_dpas | fill) ? first_row : 9'd0;

    wire scales = is_dpas && act == 3'd4;
    wire is_unsigned = c[26];
    wire relu = c[27];

    assign mul = scales ? row_base + c[17:9] : 9'd0;
    assign shift = scales ? mul + 9'd1 : 9'd0;
    assign offset = scales ? {{8{c[25] & ~is_unsigned}}, c[25:18]} : 16'd0;
    assign low = !scales ? 16'd0 : relu ? offset : is_unsigned ? 16'd0 : 16'hFF80;
    assign high = !scales ? 16'd0 : is_unsigned ? 16'd255 : 16'd127;

    // --- maps: each is in the row before the rows that it describes ---

    assign sparse = (is_dpas & a[31]) | maps;
    assign operand = maps & c[26];
    assign map1 = !sparse ? 9'd0 : (is_dpas ? src1 : first_row) - 9'd1;
    assign map2 = !sparse ? 9'd0 : (is_dpas ? src2 : first_row) - 9'd1;

    // --- a move ---

    wire fits = mode[1:0] == (mode[3] ? 2'd0 : 2'd2);
    wire is_local = a[31];

    assign items = is_move ? c[15:9] : 7'd0;
    assign row_step = is_move ? c[21:16] : 6'd0;
    assign per = (is_move & fits) ? c[24:22] : 3'd0;
    assign addr = !is_move ? 32'd0 : is_local ? {1'b1, a[30:0] + {15'd0, local_base, 6'd0}} : a;
    assign addr_step = is_move ? b : 32'd0;
    assign narrow = is_move & mode[3];

    // --- outside of the group ---

    wire stray = is_move ? !maps && |c[31:25] : (|b[31:27]) | (|c[31:28]);

    /* verilator lint_off UNUSEDSIGNAL */ // only the rows, the statuses and the types are used here
    wire [3:0]      product_status, move_status;
    wire [ROWS-1:0] product_reads, product_writes, move_reads, move_writes;
    wire            integers, floats;
    wire [1:0]      pack1, pack2;
    wire [109:0]    kept;
    /* verilator lint_on UNUSEDSIGNAL */
    compute_block_types u_types (
        .src1_type(src1_type), .src2_type(src2_type), .integers(integers), .floats(floats), .pack1(pack1), .pack2(pack2)
    );
    compute_block_message #(.LANES(LANES), .ROWS(ROWS)) u_product (
        .integers(integers), .floats(floats), .pack1(pack1), .pack2(pack2), .acc_type(acc_type), .sd(sd), .rc(rc),
        .exec_size(exec_size), .saturate(saturate), .src0_null(src0_null), .src0(src0), .src1(src1), .src2(src2), .dst(dst),
        .act(act), .mul(mul), .shift(shift), .low(low), .high(high), .keep(keep), .chain(chain), .sparse(sparse),
        .strict(1'b0), .map1(map1), .map2(map2), .status(product_status), .reads(product_reads), .writes(product_writes)
    );
    compute_block_move #(.LANES(LANES), .ROWS(ROWS)) u_move (
        .op(drain ? 2'd2 : 2'd1), .items(items), .per(per), .row_step(row_step), .addr(addr), .addr_step(addr_step),
        .narrow(narrow), .src0(src0), .dst(dst), .keep(keep), .chain(chain), .sparse(sparse), .operand(operand),
        .pair(integers | floats), .floats(floats), .src1_type(src1_type), .pack1(pack1), .pack2(pack2), .rc(rc),
        .map1(map1), .map2(map2),
        .status(move_status), .reads(move_reads), .writes(move_writes), .move(kept)
    );

    localparam [ROWS-1:0] ALL = {ROWS{1'b1}};

    wire [9:0]      row_end = {1'b0, row_base} + rows;
    wire [ROWS-1:0] own = (ALL << row_base) & ~(ALL << row_end);
    wire [ROWS-1:0] named = is_move ? move_reads | move_writes : product_reads | product_writes;
    wire            good = (is_move ? move_status : product_status) == 4'd0;
    wire            bad_rows = |(named & ~own);

    // First byte of the first and of the last item, and the last legal first byte. There are at most 64 items and steps
    // have 32 bits, so 40 bits never wrap.
    wire        [6:0]  size = {4'd0, per} * LANES[6:0] << (narrow ? 0 : 2);
    wire        [5:0]  steps = items[5:0] - 6'd1;
    wire signed [39:0] begins = {9'd0, a[30:0]};
    wire signed [39:0] step = {{8{b[31]}}, b};
    wire signed [39:0] ends = begins + $signed({34'd0, steps}) * step;
    wire signed [39:0] limit = is_local ? {23'd0, local_lines, 6'd0} : 40'h00_4000_0000;
    wire signed [39:0] most = limit - $signed({33'd0, size});
    wire               bad_bytes = is_move && (begins > most || ends < 40'sd0 || ends > most);

    wire outside = stray || (good && (bad_rows || bad_bytes));

    assign op = (kind == DROP || outside) ? 2'd3 : drain ? 2'd2 : fill ? 2'd1 : 2'd0;
    assign tag = kind == DROP ? 8'd128 : off_tag;

endmodule

`default_nettype wire
