`default_nettype none

// sha256_round - one round of the compression function, FIPS 180-4 section 6.2.2. Combinational.
module sha256_round (
    input  wire [255:0] in,  // a to h, a in the highest bits
    input  wire [31:0]  k,
    input  wire [31:0]  w,
    output wire [255:0] out
);

    wire [31:0] a, b, c, d, e, f, g, h;
    assign {a, b, c, d, e, f, g, h} = in;

    wire [31:0] sum1 = {e[5:0], e[31:6]} ^ {e[10:0], e[31:11]} ^ {e[24:0], e[31:25]};
    wire [31:0] ch   = (e & f) ^ (~e & g);
    wire [31:0] t1   = h + sum1 + ch + k + w;
    wire [31:0] sum0 = {a[1:0], a[31:2]} ^ {a[12:0], a[31:13]} ^ {a[21:0], a[31:22]};
    wire [31:0] maj  = (a & b) ^ (a & c) ^ (b & c);

    assign out = {t1 + sum0 + maj, a, b, c, d + t1, e, f, g};

endmodule

`default_nettype wire
