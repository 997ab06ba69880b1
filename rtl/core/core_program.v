`default_nettype none

// core_program - instruction memory, with a read port for each warp, one for the second instruction, and one for the host.
// Parameters as in core.
module core_program #(
    parameter WARPS = 4,
    parameter IMEM = 1024
) (
    input  wire                clk,
    input  wire                rst,

    input  wire [13*WARPS-1:0] pcs,
    output wire [64*WARPS-1:0] words,
    input  wire [12:0]         next,       // pc of the second instruction
    output wire [63:0]         next_word,

    input  wire                host_write,
    input  wire [11:0]         host_addr,
    input  wire [63:0]         host_data,
    output wire [63:0]         host_word
);

    localparam AW = $clog2(IMEM);

    reg [63:0] memory [0:IMEM-1];
    integer i;
    initial for (i = 0; i < IMEM; i = i + 1) memory[i] = 64'd0;

    genvar w;
    generate
        for (w = 0; w < WARPS; w = w + 1) begin : g_warp
            wire [12:0] pc = pcs[13*w +: 13];
            wire        unused_pc = |pc;
            assign words[64*w +: 64] = memory[pc[AW-1:0]];
        end
    endgenerate
    assign next_word = memory[next[AW-1:0]];
    assign host_word = memory[host_addr[AW-1:0]];
    wire unused = &{1'b0, next, host_addr};

    always @(posedge clk)
        if (host_write & ~rst) memory[host_addr[AW-1:0]] <= host_data;

endmodule

`default_nettype wire
