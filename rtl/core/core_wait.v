`default_nettype none

// core_wait - whether an instruction has to wait for a unit, or for a place in its pipe. Combinational.
module core_wait (
    input  wire [5:0]  op,
    input  wire        scalar,
    input  wire        memory,
    input  wire        is_local,
    input  wire        idle,        // the instruction does nothing
    input  wire [3:0]  ci,
    input  wire [31:0] a,           // its first source, if that is the same in all lanes

    // State of the units.
    input  wire        global_free,
    input  wire        local_free,
    input  wire        gate_free,
    input  wire        off_free,
    input  wire [4:0]  no_place,    // no place for: vector (bit 0), red, vector fdiv, scalar, scalar fdiv

    // State of the warp.
    input  wire        at_global,   // the warp has accesses in flight there
    input  wire        at_local,
    input  wire [15:0] arrived,
    input  wire [15:0] sent,        // messages in flight
    input  wire [3:0]  seq,         // number of the next message
    input  wire        wanted,

    output wire        by_barrier,  // reasons to wait: the table in model/core/README.md
    output wire        by_memory,
    output wire        by_array,
    output wire        by_place     // no place in its pipe
);

    localparam [5:0] FDIV = 6'd43;
    localparam [5:0] RED = 6'd45;
    localparam [5:0] FENCE = 6'd49;
    localparam [5:0] BAR = 6'd50;
    localparam [5:0] MSG = 6'd51;
    localparam [5:0] RECV = 6'd52;
    localparam [5:0] DPAS = 6'd53;
    localparam [5:0] MOVE = 6'd54;
    localparam [5:0] ROW = 6'd55;
    localparam [5:0] PACK = 6'd56;
    localparam [5:0] WAIT = 6'd57;

    // Messages in flight by age, the youngest in bit 0.
    reg [15:0] by_age;
    reg [3:0]  number;
    reg        older;  // a message in flight is older than the youngest a
    integer k;
    always @* begin
        by_age = 16'd0;
        older = 1'b0;
        number = 4'd0;
        for (k = 0; k < 16; k = k + 1) begin
            number = seq - 4'd1 - k[3:0];
            by_age[k] = sent[number];
            if (by_age[k] && a <= k[31:0]) older = 1'b1;
        end
    end

    wire kept = a[29];
    wire full = sent[seq];

    assign by_barrier = ~idle & (((op == BAR || op == MSG) & ~gate_free) | (op == RECV && arrived < a[15:0]));
    assign by_memory = ~idle & ((memory & ~(is_local ? local_free : global_free)) |
        (op == FENCE && ((ci[0] & at_local) | (ci[1] & at_global))));
    assign by_array = ~idle & (
        ((op == DPAS || op == MOVE || op == ROW || op == PACK) & ~off_free) |
        (op == DPAS & ~kept & full) | (op == MOVE & full) |
        (op == ROW && ci == 4'd0 && wanted) | (op == PACK & wanted) | (op == WAIT & older));
    assign by_place = scalar ? no_place[(op == FDIV) ? 4 : 3] : no_place[(op == RED) ? 1 : (op == FDIV) ? 2 : 0];

endmodule

`default_nettype wire
