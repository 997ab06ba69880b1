`default_nettype none

// sparse_row - unpacks the elements of a row, one per dword, and applies the row's map to them.
// Combinational.
module sparse_row #(
    // Maximum number of elements in a row.
    parameter KMAX = 32
) (
    input  wire [3:0]         etype,     // 4 u8, 5 s8, 6 bf16, 7 f16, 8 f32
    input  wire [6:0]         k_len,
    input  wire               polarity,  // 0: a map bit of 1 marks a non-zero
    input  wire               derive,    // derive the map from the values
    input  wire [32*KMAX-1:0] data,      // packed, each element as wide as its type
    input  wire [KMAX-1:0]    map,

    output reg  [32*KMAX-1:0] element,   // zeros above the type's width
    // Valid below k_len; 0 from there on.
    output wire [KMAX-1:0]    live,      // non-zero by the map
    output wire [KMAX-1:0]    nonzero,   // non-zero by its value
    // The element as the map sees it: its value if live, else its own zero, or +0 if it is not zero.
    output wire [KMAX-1:0]    zero,
    output wire [KMAX-1:0]    sign,
    output wire [KMAX-1:0]    special    // infinity or NaN
);

    localparam [3:0] BF16 = 4'd6;
    localparam [3:0] F16 = 4'd7;
    localparam [3:0] F32 = 4'd8;

    wire is_float = etype == BF16 || etype == F16 || etype == F32;
    wire two_bytes = etype == BF16 || etype == F16;

    wire [KMAX-1:0] below = ~({KMAX{1'b1}} << k_len);

    reg [KMAX-1:0] value_zero, value_sign, value_special;
    reg [31:0]     e;
    integer        k;

    always @* begin
        value_zero = {KMAX{1'b0}};
        value_sign = {KMAX{1'b0}};
        value_special = {KMAX{1'b0}};
        element = {(32*KMAX){1'b0}};
        e = 32'd0;
        for (k = 0; k < KMAX; k = k + 1) begin
            e = (etype == F32) ? data[32*k +: 32]
              : two_bytes      ? {16'd0, data[16*k +: 16]}
              :                  {24'd0, data[8*k +: 8]};
            element[32*k +: 32] = e;
            // The sign of a float is ignored.
            value_zero[k] = ~|(e & ((etype == F32) ? 32'h7fffffff : two_bytes ? 32'h00007fff : 32'h000000ff));
            value_sign[k] = (etype == F32) ? e[31] : two_bytes & e[15];
            value_special[k] = (etype == F32)  ? &e[30:23]
                             : (etype == BF16) ? &e[14:7]
                             :                   (etype == F16) & (&e[14:10]);
        end
    end

    assign nonzero = below & ~value_zero;
    assign live = derive ? nonzero : below & (map ^ {KMAX{polarity}});
    assign zero = below & (~live | value_zero);
    assign sign = below & value_sign & (live | value_zero) & {KMAX{is_float}};
    assign special = live & value_special;

endmodule

`default_nettype wire
