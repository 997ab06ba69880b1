`default_nettype none

// core_ports - output registers of the ports to the gateway and to other blocks: barriers and writes, aborts,
// acknowledgements of fences, messages. Parameters as in core.
module core_ports #(
    parameter WARPS = 4,
    parameter LANES = 8
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [3:0]          warp,       // the issuing warp

    input  wire                gate,       // a message for the gateway
    input  wire                gate_in_kind,
    input  wire [255:0]        gate_in_data,
    output wire                gate_free,
    output wire [WARPS-1:0]    gate_taken, // one-hot: the warp whose barrier message is transferred
    output reg                 gate_valid,
    input  wire                gate_ready,
    output reg  [7:0]          gate_sender,
    output reg                 gate_kind,
    output reg  [255:0]        gate_data,

    input  wire                off,        // a message for another block
    input  wire [2:0]          off_in_kind,
    input  wire [3:0]          off_in_mode,
    input  wire [7:0]          off_in_tag,
    input  wire [31:0]         off_in_a,
    input  wire [31:0]         off_in_b,
    input  wire [31:0]         off_in_c,
    input  wire [32*LANES-1:0] off_in_x,
    input  wire [32*LANES-1:0] off_in_y,
    input  wire [WARPS-1:0]    drops,      // warps with a chain to drop
    output wire                off_free,
    output wire [WARPS-1:0]    dropped,
    output wire [WARPS-1:0]    off_of,     // one-hot: the warp whose message is in the register
    output reg                 off_valid,
    input  wire                off_ready,
    output reg  [3:0]          off_warp,
    output reg  [2:0]          off_kind,
    output reg  [3:0]          off_mode,
    output reg  [7:0]          off_tag,
    output reg  [31:0]         off_a,
    output reg  [31:0]         off_b,
    output reg  [31:0]         off_c,
    output reg  [32*LANES-1:0] off_x,
    output reg  [32*LANES-1:0] off_y,

    input  wire                fence_valid,
    input  wire [3:0]          fence_id,
    input  wire [1:0]          fence_scope,
    input  wire [WARPS-1:0]    at_bar,
    input  wire [4*WARPS-1:0]  bar_ids,
    input  wire [WARPS-1:0]    at_local,   // warps with accesses in flight
    input  wire [WARPS-1:0]    at_global,
    output reg                 ack_valid,
    input  wire                ack_ready,
    output reg  [3:0]          ack_id,

    input  wire [WARPS-1:0]    to_abort,
    output wire [WARPS-1:0]    asks,
    output wire [WARPS-1:0]    abort_of,   // one-hot: the warp whose abort is in the register
    output reg                 abort_valid,
    input  wire                abort_ready,
    output reg  [3:0]          abort_id
);

    // --- the gateway ---

    assign gate_free = ~gate_valid | gate_ready;
    always @(posedge clk)
        if (rst) gate_valid <= 1'b0;
        else gate_valid <= gate | ~gate_free;

    always @(posedge clk)
        if (gate) begin
            gate_sender <= {4'd0, warp};
            gate_kind <= gate_in_kind;
            gate_data <= gate_in_data;
        end

    // --- other blocks ---

    wire [WARPS-1:0] drop_hot;
    wire [4:0]       drop_index;
    wire             any_drop;
    core_first #(.N(WARPS)) u_drop (.x(drops), .hot(drop_hot), .index(drop_index), .any(any_drop));
    wire drop = any_drop & off_free & ~off;
    wire unused_drop = drop_index[4];

    assign off_free = ~off_valid | off_ready;
    assign dropped = drop_hot & {WARPS{drop}};
    always @(posedge clk)
        if (rst) off_valid <= 1'b0;
        else off_valid <= off | drop | ~off_free;

    always @(posedge clk)
        if (off | drop) begin
            off_warp <= off ? warp : drop_index[3:0];
            off_kind <= off ? off_in_kind : 3'd5;
            off_mode <= off ? off_in_mode : 4'd0;
            off_tag <= off ? off_in_tag : 8'd0;
            off_a <= off ? off_in_a : 32'd0;
            off_b <= off ? off_in_b : 32'd0;
            off_c <= off ? off_in_c : 32'd0;
            off_x <= off ? off_in_x : {32*LANES{1'b0}};
            off_y <= off ? off_in_y : {32*LANES{1'b0}};
        end

    // --- fences that wait for their acknowledgement, by identifier ---

    reg  [15:0] noted, noted_local, noted_global;
    wire [15:0] acked, met, acks;
    wire [4:0]  ack_index;
    wire        any_ack;
    core_first #(.N(16)) u_ack (.x(met), .hot(acks), .index(ack_index), .any(any_ack));
    wire load_ack = any_ack & (~ack_valid | ack_ready);
    wire unused_ack = ack_index[4];
    assign acked = acks & {16{load_ack}};

    genvar i, w;
    generate
        for (i = 0; i < 16; i = i + 1) begin : g_id
            localparam [3:0] ID = i;
            wire [WARPS-1:0] here;
            for (w = 0; w < WARPS; w = w + 1) begin : g_here
                assign here[w] = at_bar[w] && bar_ids[4*w +: 4] == ID;
            end
            assign met[i] = noted[i] & ~(noted_local[i] & |(here & at_local)) & ~(noted_global[i] & |(here & at_global));
        end
    endgenerate

    always @(posedge clk)
        if (rst) begin
            noted <= 16'd0;
            ack_valid <= 1'b0;
        end else begin
            noted <= noted & ~acked;
            if (fence_valid) noted[fence_id] <= 1'b1;
            if (load_ack) ack_valid <= 1'b1;
            else if (ack_ready) ack_valid <= 1'b0;
        end

    always @(posedge clk) begin
        if (fence_valid) begin
            noted_local[fence_id] <= fence_scope[0];
            noted_global[fence_id] <= fence_scope[1];
        end
        if (load_ack) ack_id <= ack_index[3:0];
    end

    // --- aborts ---

    wire [WARPS-1:0] abort_hot;
    wire [4:0]       abort_index;
    wire             any_abort;
    wire [3:0]       abort_next;
    reg  [3:0]       abort_warp;
    core_first #(.N(WARPS)) u_abort (.x(to_abort), .hot(abort_hot), .index(abort_index), .any(any_abort));
    core_mux #(.N(WARPS), .W(4)) u_abort_id (.pick(abort_hot), .in(bar_ids), .out(abort_next));
    wire load_abort = any_abort & (~abort_valid | abort_ready);
    wire unused_abort = abort_index[4];
    assign asks = abort_hot & {WARPS{load_abort}};

    always @(posedge clk)
        if (rst) abort_valid <= 1'b0;
        else if (load_abort) abort_valid <= 1'b1;
        else if (abort_ready) abort_valid <= 1'b0;

    always @(posedge clk)
        if (load_abort) begin
            abort_id <= abort_next;
            abort_warp <= abort_index[3:0];
        end

    // --- owners of what is in the registers ---

    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            localparam [3:0] INDEX = w;
            assign gate_taken[w] = gate_valid && gate_ready && ~gate_kind && gate_sender[3:0] == INDEX;
            assign off_of[w] = off_valid && off_warp == INDEX;
            assign abort_of[w] = abort_valid && abort_warp == INDEX;
        end
    endgenerate

endmodule

`default_nettype wire
