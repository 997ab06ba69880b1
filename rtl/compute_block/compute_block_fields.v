`default_nettype none

// compute_block_fields - splits a message, as stored in queues and rings, into its fields. Wiring only.
module compute_block_fields #(
    // Bits of a message: 171.
    parameter BITS = 171
) (
    input  wire [BITS-1:0] message,
    output wire [3:0]      pr,
    output wire [7:0]      tag,
    output wire [3:0]      src1_type,
    output wire [3:0]      src2_type,
    output wire [1:0]      acc_type,
    output wire [6:0]      sd,
    output wire [3:0]      rc,
    output wire [4:0]      exec_size,
    output wire            saturate,
    output wire            src0_null,
    output wire            src0_scalar,
    output wire [8:0]      src0,
    output wire [8:0]      src1,
    output wire [8:0]      src2,
    output wire [8:0]      dst,
    output wire [2:0]      act,
    output wire [8:0]      mul,
    output wire [8:0]      shift,
    output wire [15:0]     offset,
    output wire [15:0]     low,
    output wire [15:0]     high,
    output wire            keep,
    output wire            chain,
    output wire            sparse,
    output wire [8:0]      map1,
    output wire [8:0]      map2,
    output wire [1:0]      pack1,
    output wire [1:0]      pack2
);
    assign {pr, tag, src1_type, src2_type, acc_type, sd, rc, exec_size, saturate, src0_null, src0_scalar, src0, src1,
            src2, dst, act, mul, shift, offset, low, high, keep, chain, sparse, map1, map2, pack1, pack2} = message;
endmodule

`default_nettype wire
