`default_nettype none

// dpas_issue - selects the packet that enters the array in each cycle: the repeats of the oldest command,
// pass by pass, or its error marker.
module dpas_issue #(
    // Slices of an octet that a layer serves, one per pass.
    parameter PASSES = 2,
    // Width of a set number in bits: log2(2*PASSES).
    parameter SET_BITS = 2,
    // Width of a pass number in bits.
    parameter PASS_BITS = 2
) (
    input  wire                clk,
    input  wire                rst,

    input  wire                head_valid,
    output wire                head_pop,
    input  wire                head_error,
    input  wire                head_bank,
    input  wire                head_src0_null,
    input  wire [PASS_BITS-1:0] head_last_pass,
    input  wire [2:0]          head_last_rep,

    input  wire                src2_valid,
    output wire                src2_ready,
    input  wire                src0_valid,
    output wire                src0_ready,

    // The array can take a packet.
    input  wire                open,
    // Loaded slices of layer 0, indexed by set.
    input  wire [2*PASSES-1:0] loaded,
    // keep: a packet of a pass before the last leaves the array in this cycle; keep_rep: its repeat.
    input  wire                keep,
    input  wire [2:0]          keep_rep,

    // A packet enters. enter_row: it is a repeat, not an error marker.
    output wire                enter,
    output wire                enter_row,
    output wire [SET_BITS-1:0] enter_set,
    output wire [2:0]          enter_rep,
    output wire                enter_first_pass,
    output wire                enter_octet,  // the first pass of an octet: a row of src2 comes with the packet
    output wire                enter_last_pass,
    output wire                enter_last_row
);

    reg [PASS_BITS-1:0] pass;
    reg [2:0] rep;
    reg [7:0] kept;  // repeats whose partial sum waits for the next pass

    // A set number is the bank of the octet, then the pass in it: it names the slice that each layer serves.
    // Octets alternate between the banks; the lowest bit of the octet number in pass tells which bank it is.
    wire [SET_BITS-1:0] round;
    generate
        if (PASS_BITS >= SET_BITS) begin : g_octets
            assign round = pass[SET_BITS-1:0];
        end else begin : g_one_octet
            assign round = {{(SET_BITS-PASS_BITS){1'b0}}, pass};
        end
        if (PASSES == 1) begin : g_one_pass
            assign enter_set = head_bank ^ round;
            assign enter_octet = 1'b1;
        end else begin : g_passes
            assign enter_set = {head_bank ^ round[SET_BITS-1], round[SET_BITS-2:0]};
            assign enter_octet = round[SET_BITS-2:0] == {(SET_BITS-1){1'b0}};
        end
    endgenerate

    assign enter_rep = rep;
    assign enter_first_pass = pass == {PASS_BITS{1'b0}};
    assign enter_last_pass = pass == head_last_pass;
    assign enter_last_row = rep == head_last_rep;

    wire row_next = open & head_valid & ~head_error & loaded[enter_set];
    wire first_next = row_next & enter_first_pass;

    // A partial sum is ready for the next pass in the cycle in which its packet leaves the last slot.
    wire sum_here = kept[rep] | (keep & (keep_rep == rep));
    wire again_next = row_next & ~enter_first_pass & sum_here;

    // src2 and src0 are taken together, so each waits for the other.
    assign src2_ready = (first_next & (head_src0_null | src0_valid)) | (again_next & enter_octet);
    assign src0_ready = first_next & ~head_src0_null & src2_valid;

    wire enter_first = src2_ready & src2_valid;
    wire enter_later = again_next & ~enter_octet;
    assign enter_row = enter_first | enter_later;
    assign enter = enter_row | (open & head_valid & head_error);

    assign head_pop = enter & (head_error | (enter_last_pass & enter_last_row));

    localparam [PASS_BITS-1:0] ONE_PASS = 1;
    always @(posedge clk)
        if (rst) begin
            pass <= {PASS_BITS{1'b0}};
            rep <= 3'd0;
        end else if (enter_row) begin
            rep <= enter_last_row ? 3'd0 : rep + 3'd1;
            if (enter_last_row) pass <= enter_last_pass ? {PASS_BITS{1'b0}} : pass + ONE_PASS;
        end

    always @(posedge clk)
        if (rst) kept <= 8'h00;
        else begin
            if (keep) kept[keep_rep] <= 1'b1;
            if (enter_row & ~enter_first_pass) kept[rep] <= 1'b0;
        end

endmodule

`default_nettype wire
