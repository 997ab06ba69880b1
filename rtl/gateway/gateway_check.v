`default_nettype none

// gateway_check - finds the first error of a message, and the message's effective count and place. Combinational.
module gateway_check #(
    // Barrier identifiers, 1 to 16.
    parameter BARRIERS = 16,
    // Thread slots, 4 to 256.
    parameter THREADS = 32
) (
    input  wire [7:0]  sender,
    input  wire        forward,
    input  wire [7:0]  recipient,  // of a forward message

    // Fields of a barrier message.
    input  wire [3:0]  id,
    input  wire [3:0]  op,
    input  wire [3:0]  kind,       // the type of the values
    input  wire [1:0]  fence,
    input  wire        cen,
    input  wire [6:0]  cnt,

    input  wire        waits,      // the sender is already waiting
    input  wire        open,       // the identifier has an open round
    input  wire [17:0] round_key,  // {op, kind, fence, cen, cnt} of the round's first message
    input  wire [8:0]  round_count,
    input  wire [8:0]  round_place, // {the group is placed, first slot}
    input  wire [8:0]  config_count,
    input  wire [8:0]  config_place,

    output wire [8:0]  count,
    output wire [8:0]  place,
    output wire [3:0]  status      // status of the reply; 0: a good barrier message
);

    localparam [4:0] IDS = BARRIERS[4:0];
    localparam [8:0] SLOTS = THREADS[8:0];

    assign count = cen  ? {1'b0, ~|cnt, cnt}
                 : open ? round_count
                 :        config_count;

    assign place = cen  ? 9'd0
                 : open ? round_place
                 :        config_place;

    // One past the last slot that the group needs.
    wire [9:0] limit = ({2'd0, place[7:0]} & {10{place[8]}}) + {1'b0, count};
    wire       outside = place[8] & (sender < place[7:0] | {2'd0, sender} >= limit);

    wire floats = kind == 4'd2 | kind > 4'd6;
    wire bitwise = op == 4'd3 | op == 4'd4 | op == 4'd5;
    wire no_type = op == 4'd0 | op == 4'd12;
    wire illegal = op > 4'd12 | kind > 4'd9 | (bitwise & floats) | (op == 4'd10 & kind > 4'd2);

    wire disagrees = open & ({op, fence, cen, cnt} != {round_key[17:14], round_key[9:0]} |
                             (~no_type & kind != round_key[13:10]));

    wire stranger = {1'b0, sender} >= SLOTS;
    wire lost = {1'b0, recipient} >= SLOTS;

    assign status = forward                      ? (stranger ? 4'd1 : lost ? 4'd9 : 4'd8)
                  : stranger                     ? 4'd1
                  : waits                        ? 4'd2
                  : {1'b0, id} >= IDS            ? 4'd3
                  : illegal                      ? 4'd4
                  : count == 9'd0 | limit > {1'b0, SLOTS} ? 4'd5
                  : outside                    ? 4'd10
                  : disagrees                    ? 4'd6
                  :                                4'd0;

endmodule

`default_nettype wire
