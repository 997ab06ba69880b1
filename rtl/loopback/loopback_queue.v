`default_nettype none

// loopback_queue - queues up to two commands and determines the status of each. Parameters as in loopback.
module loopback_queue #(
    parameter KMAX = 32
) (
    input  wire       clk,
    input  wire       rst,

    input  wire       cmd_valid,
    output wire       cmd_ready,
    input  wire [3:0] cmd_a_type,
    input  wire [3:0] cmd_b_type,
    input  wire [6:0] cmd_k_len,
    input  wire       cmd_sparse,
    input  wire       cmd_strict,
    input  wire       cmd_polarity,
    input  wire       cmd_generate_map,
    input  wire [6:0] cmd_a_map_len,
    input  wire [6:0] cmd_b_map_len,
    input  wire       cmd_src0_null,
    input  wire [7:0] cmd_tag,

    // The oldest command; it is removed at the end of a cycle with `take`.
    output wire       head,
    input  wire       take,
    output wire [1:0] status,
    output wire [3:0] a_type,
    output wire [3:0] b_type,
    output wire [6:0] k_len,
    output wire       sparse,
    output wire       strict,
    output wire       polarity,
    output wire       derive,
    output wire       src0_null,
    output wire [7:0] tag
);

    localparam [6:0] LONGEST = KMAX[6:0];

    // 8-bit integers have the codes 4 and 5, floats 6 to 8.
    wire integers = cmd_a_type[3:1] == 3'd2 && cmd_b_type[3:1] == 3'd2;
    wire floats = cmd_a_type == cmd_b_type && (cmd_a_type[3:1] == 3'd3 || cmd_a_type == 4'd8);
    wire short_map = cmd_sparse & ~cmd_generate_map &
        ((cmd_a_map_len < cmd_k_len) | (cmd_b_map_len < cmd_k_len));
    wire [1:0] new_status = ~(integers | floats)                           ? 2'd1
                          : (cmd_k_len == 7'd0 || cmd_k_len > LONGEST)     ? 2'd2
                          : short_map                                      ? 2'd3
                          :                                                  2'd0;

    localparam BITS = 2 + 4 + 4 + 7 + 5 + 8;
    wire full;
    assign cmd_ready = ~full;

    fifo #(.WIDTH(BITS), .SIZE(2)) u_fifo (
        .clk(clk), .rst(rst),
        .push(cmd_valid & cmd_ready),
        .push_data({
            new_status, cmd_a_type, cmd_b_type, cmd_k_len, cmd_sparse, cmd_strict, cmd_polarity,
            cmd_generate_map, cmd_src0_null, cmd_tag
        }),
        .full(full),
        .pop(take), .valid(head),
        .head({status, a_type, b_type, k_len, sparse, strict, polarity, derive, src0_null, tag})
    );

endmodule

`default_nettype wire
