`default_nettype none

// sha256 - hashes one block of 512 bits in 65 cycles. A pulse on start while busy is low takes a block.
// If first is high, the block begins a new message; otherwise it continues the one before. done is high
// from the end of a block to the next start; digest is valid meanwhile. Words are big-endian: the first is
// in the highest bits. Padding is up to the caller.
module sha256 (
    input  wire         clk,
    input  wire         rst,
    input  wire         start,
    input  wire         first,
    input  wire [511:0] block,
    output reg          busy,
    output reg          done,
    output wire [255:0] digest
);

    localparam [255:0] INITIAL = {
        32'h6a09e667, 32'hbb67ae85, 32'h3c6ef372, 32'ha54ff53a,
        32'h510e527f, 32'h9b05688c, 32'h1f83d9ab, 32'h5be0cd19
    };

    reg  [255:0] hash;      // after the previous block
    reg  [255:0] work;      // a to h
    reg  [511:0] schedule;  // the next 16 words
    reg  [6:0]   round;     // 64: the sum
    wire [255:0] next_work;
    wire [31:0]  k;

    assign digest = hash;

    sha256_constant u_constant (.round(round[5:0]), .k(k));
    sha256_round u_round (.in(work), .k(k), .w(schedule[511:480]), .out(next_work));

    // Word t of the schedule from words t-2, t-7, t-15 and t-16.
    wire [31:0] w2     = schedule[63:32];
    wire [31:0] w7     = schedule[223:192];
    wire [31:0] w15    = schedule[479:448];
    wire [31:0] sigma1 = {w2[16:0], w2[31:17]} ^ {w2[18:0], w2[31:19]} ^ {10'b0, w2[31:10]};
    wire [31:0] sigma0 = {w15[6:0], w15[31:7]} ^ {w15[17:0], w15[31:18]} ^ {3'b0, w15[31:3]};
    wire [31:0] w      = sigma1 + w7 + sigma0 + schedule[511:480];

    wire [255:0] from = first ? INITIAL : hash;

    integer i;
    always @(posedge clk)
        if (rst) begin
            hash <= INITIAL;
        end else if (start & ~busy) begin
            hash <= from;
        end else if (busy & round[6]) begin
            for (i = 0; i < 8; i = i + 1)
                hash[32*i +: 32] <= hash[32*i +: 32] + work[32*i +: 32];
        end

    always @(posedge clk)
        if (start & ~busy) begin
            work     <= from;
            schedule <= block;
            round    <= 0;
        end else if (busy & ~round[6]) begin
            work     <= next_work;
            schedule <= {schedule[479:0], w};
            round    <= round + 1'b1;
        end

    always @(posedge clk)
        if (rst) begin
            busy <= 1'b0;
            done <= 1'b0;
        end else if (start & ~busy) begin
            busy <= 1'b1;
            done <= 1'b0;
        end else if (busy & round[6]) begin
            busy <= 1'b0;
            done <= 1'b1;
        end

endmodule

`default_nettype wire
