`default_nettype none

// dpas_widen - extends the elements of a slice to the size that the multipliers take: eight of 4 bits or
// four of 8 bits. Combinational.
module dpas_widen (
    // 1: eight elements, 0: four.
    input  wire        ops8,
    // log2 of the number of slices in 32 bits: the slice is in the low 32, 16 or 8 bits of data.
    input  wire [1:0]  pack,
    input  wire        is_signed,
    input  wire [31:0] data,
    output wire [31:0] slice
);

    // The signs of eight 2-bit elements.
    wire [7:0] sign2 = {8{is_signed}} &
        {data[15], data[13], data[11], data[9], data[7], data[5], data[3], data[1]};
    // The signs of four 4-bit elements.
    wire [3:0] sign4 = {4{is_signed}} & {data[15], data[11], data[7], data[3]};

    wire [31:0] from2to4 = {
        {2{sign2[7]}}, data[15:14], {2{sign2[6]}}, data[13:12],
        {2{sign2[5]}}, data[11:10], {2{sign2[4]}}, data[9:8],
        {2{sign2[3]}}, data[7:6],   {2{sign2[2]}}, data[5:4],
        {2{sign2[1]}}, data[3:2],   {2{sign2[0]}}, data[1:0]};

    wire [31:0] from2to8 = {
        {6{sign2[3]}}, data[7:6], {6{sign2[2]}}, data[5:4],
        {6{sign2[1]}}, data[3:2], {6{sign2[0]}}, data[1:0]};

    wire [31:0] from4to8 = {
        {4{sign4[3]}}, data[15:12], {4{sign4[2]}}, data[11:8],
        {4{sign4[1]}}, data[7:4],   {4{sign4[0]}}, data[3:0]};

    assign slice = (pack == 2'd0) ? data
                 : ops8           ? from2to4
                 : (pack == 2'd1) ? from4to8
                 :                  from2to8;

endmodule

`default_nettype wire
