`default_nettype none

// slice_way - a path of DELAY cycles between core and cache [US 12393444 ¶161]: what enters in a cycle is offered
// DELAY cycles later, in order. With DELAY 0 the two ends are connected directly.
module slice_way #(
    // Bits of the payload.
    parameter WIDTH = 8,
    // Delay in cycles, 0 to 512.
    parameter DELAY = 0,
    // Entries in flight at a time, a power of two. The users never exceed it.
    parameter PLACES = 8
) (
    input  wire             clk,
    input  wire             rst,

    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,

    output wire             out_valid,
    input  wire             out_ready,
    output wire [WIDTH-1:0] out_data
);

    generate
        if (DELAY == 0) begin : g_joined
            assign out_valid = in_valid;
            assign in_ready = out_ready;
            assign out_data = in_data;

            wire unused = &{clk, rst};
        end else begin : g_delayed
            localparam BITS = $clog2(PLACES);

            reg  [WIDTH-1:0] place [0:PLACES-1];
            reg  [BITS-1:0]  last, first;
            reg  [BITS:0]    arrived;    // entries at the end of the path
            wire             arrives;    // one more entry is there from the next cycle on
            wire             leaves = out_valid & out_ready;

            assign in_ready = 1'b1;
            assign out_valid = |arrived;
            assign out_data = place[first];

            if (DELAY == 1) begin : g_short
                assign arrives = in_valid;
            end else begin : g_long
                // Bit i: an entry went in i + 1 cycles ago.
                reg  [DELAY-2:0] since;
                wire [DELAY-1:0] now = {since, in_valid};

                assign arrives = since[DELAY-2];
                always @(posedge clk)
                    if (rst) since <= {(DELAY-1){1'b0}};
                    else since <= now[DELAY-2:0];

                wire unused = now[DELAY-1];
            end

            always @(posedge clk)
                if (rst) begin
                    last <= {BITS{1'b0}};
                    first <= {BITS{1'b0}};
                    arrived <= {(BITS+1){1'b0}};
                end else begin
                    last <= last + {{(BITS-1){1'b0}}, in_valid};
                    first <= first + {{(BITS-1){1'b0}}, leaves};
                    arrived <= arrived + {{BITS{1'b0}}, arrives} - {{BITS{1'b0}}, leaves};
                end

            always @(posedge clk)
                if (in_valid) place[last] <= in_data;
        end
    endgenerate

endmodule

`default_nettype wire
