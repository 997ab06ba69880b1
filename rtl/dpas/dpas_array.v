`default_nettype none

// dpas_array - the slots of the array: where the packets are, how they move, and what each layer has to
// do for them. Slot 2l is the first register stage of layer l, slot 2l+1 the second; the sums themselves
// travel in the lanes.
module dpas_array #(
    // SIMD lanes, 4, 8 or 16.
    parameter LANES = 8,
    // Physical layers, 2, 4 or 8.
    parameter DEPTH = 4,
    // Slices of an octet that a layer serves, one per pass: 8/DEPTH.
    parameter PASSES = 2,
    // Width of a set number in bits: log2(2*PASSES).
    parameter SET_BITS = 2,
    // Width in bits of the part of a packet that only the exit uses.
    parameter INFO_BITS = 8
) (
    input  wire                       clk,
    input  wire                       rst,

    // Nothing moves while go is 0. starved: a packet waits for a slice, so nothing enters.
    input  wire                       go,
    output wire                       starved,

    // The packet that enters slot 0. enter_row: it is a repeat, not an error marker.
    input  wire                       enter,
    input  wire                       enter_row,
    input  wire                       enter_last_row,
    input  wire [SET_BITS-1:0]        enter_set,
    input  wire [1:0]                 enter_format,
    input  wire                       enter_grouped,
    input  wire                       enter_ops8,
    input  wire                       enter_signed1,
    input  wire                       enter_signed2,
    input  wire [DEPTH-1:0]           enter_layers,
    input  wire [LANES-1:0]           enter_lanes,
    input  wire [INFO_BITS-1:0]       enter_info,
    input  wire [38*(DEPTH-1)-1:0]    enter_src2,  // for layers 1 and up

    // The slices of src1, as in dpas_src1.
    input  wire [15:0]                loaded,
    output wire [15:0]                freed,
    // Loaded slices of layer 0, indexed by set.
    output wire [2*PASSES-1:0]        loaded_first,

    // The layers, as in dpas_lanes.
    output wire [DEPTH-1:0]           layer_take,
    output wire [DEPTH-1:0]           layer_add,
    output wire [LANES*DEPTH-1:0]     layer_on,
    output wire [2*DEPTH-1:0]         layer_format,
    output wire [DEPTH-1:0]           layer_grouped,
    output wire [DEPTH-1:0]           layer_ops8,
    output wire [DEPTH-1:0]           layer_signed1,
    output wire [DEPTH-1:0]           layer_signed2,
    output wire [SET_BITS*DEPTH-1:0]  layer_set,
    output wire [38*(DEPTH-1)-1:0]    layer_src2,  // for layers 1 and up

    // The packet that leaves the last slot in this cycle.
    output wire                       leave,
    output wire                       leave_row,
    output wire [INFO_BITS-1:0]       leave_info
);

    localparam SLOTS = 2 * DEPTH;

    wire [DEPTH-1:0] waits;  // the slice for the packet on its way to layer l is not loaded yet
    assign starved = |waits;

    // What the layers need to know about a packet, besides its slice of src2.
    localparam PLAN_BITS = 1 + 2 + 1 + 1 + 1 + 1 + SET_BITS + LANES;
    wire [PLAN_BITS-1:0] enter_plan =
        {enter_last_row, enter_format, enter_grouped, enter_ops8, enter_signed1, enter_signed2, enter_set,
         enter_lanes};

    genvar j, k, l;

    // Slots. Slot j holds one bit of layers and one slice of src2 for each layer above j/2, so a packet
    // carries less and less as it advances.
    generate
        for (j = 0; j < SLOTS; j = j + 1) begin : g_slot
            localparam AHEAD = DEPTH - 1 - j / 2;

            reg                 valid, row;
            reg [INFO_BITS-1:0] info;

            wire                 from_valid, from_row;
            wire [INFO_BITS-1:0] from_info;
            if (j == 0) begin : g_enter
                assign from_valid = enter;
                assign {from_row, from_info} = {enter_row, enter_info};
            end else begin : g_move
                if (j % 2 == 0) begin : g_outer
                    assign from_valid = g_slot[j-1].valid & ~waits[j/2];
                end else begin : g_inner
                    assign from_valid = g_slot[j-1].valid;
                end
                assign {from_row, from_info} = {g_slot[j-1].row, g_slot[j-1].info};
            end

            // A starved packet stalls its own slot and all below it; the slots above move on.
            wire step = go & ~|(waits >> (j / 2 + 1));
            wire take = step & from_valid;
            wire take_row = take & from_row;

            always @(posedge clk)
                if (rst) valid <= 1'b0;
                else if (step) valid <= from_valid;

            always @(posedge clk)
                if (take) {row, info} <= {from_row, from_info};

            if (AHEAD > 0) begin : g_ahead
                reg [PLAN_BITS-1:0] plan;
                reg [AHEAD-1:0]     layers;
                reg [38*AHEAD-1:0]  src2;
                if (j == 0) begin : g_first
                    always @(posedge clk)
                        if (take) {plan, layers} <= {enter_plan, enter_layers[DEPTH-1:1]};
                    always @(posedge clk)
                        if (take_row) src2 <= enter_src2;
                end else if (j % 2 == 0) begin : g_drop  // without what layer j/2 takes now
                    always @(posedge clk)
                        if (take) {plan, layers} <=
                            {g_slot[j-1].g_ahead.plan, g_slot[j-1].g_ahead.layers[AHEAD:1]};
                    always @(posedge clk)
                        if (take_row) src2 <= g_slot[j-1].g_ahead.src2[38*AHEAD+37:38];
                end else begin : g_hold
                    always @(posedge clk)
                        if (take) {plan, layers} <=
                            {g_slot[j-1].g_ahead.plan, g_slot[j-1].g_ahead.layers};
                    always @(posedge clk)
                        if (take_row) src2 <= g_slot[j-1].g_ahead.src2;
                end
            end
        end
    endgenerate

    // Layers.
    generate
        for (l = 0; l < DEPTH; l = l + 1) begin : g_layer
            // The packet on its way to slot 2l.
            wire [PLAN_BITS-1:0] plan;
            wire                 use_slice;  // the packet has a slice for this layer
            if (l == 0) begin : g_first
                assign {plan, use_slice} = {enter_plan, enter_layers[0]};
            end else begin : g_later
                assign {plan, use_slice} =
                    {g_slot[2*l-1].g_ahead.plan, g_slot[2*l-1].g_ahead.layers[0]};
                assign layer_src2[38*(l-1) +: 38] = g_slot[2*l-1].g_ahead.src2[37:0];
            end

            wire                last_row, grouped, ops8, signed1, signed2;
            wire [1:0]          format;
            wire [SET_BITS-1:0] set;
            wire [LANES-1:0]    lanes;
            assign {last_row, format, grouped, ops8, signed1, signed2, set, lanes} = plan;

            // Slices are numbered by bank and position in the octet; those of the layer are indexed by set.
            wire [2*PASSES-1:0] here;
            wire last_use = g_slot[2*l].take & use_slice & last_row;
            for (k = 0; k < 2*PASSES; k = k + 1) begin : g_set
                localparam SLICE = (k / PASSES) * 8 + (k % PASSES) * DEPTH + l;
                localparam [SET_BITS-1:0] SET = k[SET_BITS-1:0];
                assign here[k] = loaded[SLICE];
                assign freed[SLICE] = last_use & (set == SET);
            end

            if (l == 0) begin : g_never  // dpas_issue holds back a packet whose first slice is not loaded
                assign waits[l] = 1'b0;
            end else begin : g_wait
                assign waits[l] = g_slot[2*l-1].valid & use_slice & ~here[set];
            end

            assign layer_take[l] = g_slot[2*l].take_row;
            assign layer_add[l] = g_slot[2*l+1].take_row;
            assign layer_on[LANES*l +: LANES] = lanes & {LANES{use_slice}};
            assign layer_format[2*l +: 2] = format;
            assign layer_grouped[l] = grouped;
            assign layer_ops8[l] = ops8;
            assign layer_signed1[l] = signed1;
            assign layer_signed2[l] = signed2;
            assign layer_set[SET_BITS*l +: SET_BITS] = set;
        end
    endgenerate

    assign loaded_first = g_layer[0].here;

    assign leave = go & g_slot[SLOTS-1].valid;
    assign leave_row = g_slot[SLOTS-1].row;
    assign leave_info = g_slot[SLOTS-1].info;

endmodule

`default_nettype wire
