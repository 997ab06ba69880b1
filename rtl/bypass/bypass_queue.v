`default_nettype none

// bypass_queue - queues up to two requests and determines the status of each. Parameters as in bypass.
module bypass_queue #(
    parameter KMAX = 32
) (
    input  wire            clk,
    input  wire            rst,

    input  wire            req_valid,
    output wire            req_ready,
    input  wire            req_mode,
    input  wire [3:0]      req_a_type,
    input  wire [3:0]      req_b_type,
    input  wire [6:0]      req_k_len,
    input  wire            req_strict,
    input  wire            req_polarity,
    input  wire            req_generate_map,
    input  wire [6:0]      req_a_map_len,
    input  wire [6:0]      req_b_map_len,
    input  wire [KMAX-1:0] req_a_map,
    input  wire [KMAX-1:0] req_b_map,
    input  wire [7:0]      req_tag,

    // The oldest request; it is removed at the end of a cycle with `take`.
    output wire            head,
    input  wire            take,
    output wire [2:0]      status,
    output wire            mode,
    output wire [3:0]      etype,   // type of A; B has the same type, or both are integers
    output wire [6:0]      k_len,
    output wire            strict,
    output wire            polarity,
    output wire            derive,
    output wire [KMAX-1:0] a_map,
    output wire [KMAX-1:0] b_map,
    output wire [7:0]      tag
);

    localparam [6:0] LONGEST = KMAX[6:0];

    // 8-bit integers have the codes 4 and 5, floats 6 to 8.
    wire integers = req_a_type[3:1] == 3'd2 && req_b_type[3:1] == 3'd2;
    wire floats = req_a_type == req_b_type && (req_a_type[3:1] == 3'd3 || req_a_type == 4'd8);
    wire short_map = ~req_generate_map &
        ((req_a_map_len < req_k_len) | (req_b_map_len < req_k_len));
    wire [2:0] new_status = ~(integers | floats)                       ? 3'd1
                          : (req_k_len == 7'd0 || req_k_len > LONGEST) ? 3'd2
                          : short_map                                  ? 3'd3
                          : (req_mode & req_strict)                    ? 3'd4
                          :                                              3'd0;

    localparam BITS = 3 + 1 + 4 + 7 + 3 + 2 * KMAX + 8;
    wire full;
    assign req_ready = ~full;

    fifo #(.WIDTH(BITS), .SIZE(2)) u_fifo (
        .clk(clk), .rst(rst),
        .push(req_valid & req_ready),
        .push_data({
            new_status, req_mode, req_a_type, req_k_len, req_strict, req_polarity, req_generate_map,
            req_a_map, req_b_map, req_tag
        }),
        .full(full),
        .pop(take), .valid(head),
        .head({status, mode, etype, k_len, strict, polarity, derive, a_map, b_map, tag})
    );

endmodule

`default_nettype wire
