`default_nettype none

// axil_regs - registers on AXI4-Lite. The address and the data of a write may come in any order; the write
// takes place in the cycle in which the later of them is accepted. A read sees the registers as they are
// before the edge at which it is accepted. An access beyond the last register is answered with SLVERR,
// changes nothing and reads as zero. The protection bits are ignored.
module axil_regs #(
    parameter REGISTERS  = 8,  // of 32 bits, a power of two, 2 or more
    parameter ADDR_WIDTH = 6   // of byte addresses
) (
    input  wire                  aclk,
    input  wire                  aresetn,

    input  wire [ADDR_WIDTH-1:0] s_axi_awaddr,
    input  wire [2:0]            s_axi_awprot,
    input  wire                  s_axi_awvalid,
    output wire                  s_axi_awready,

    input  wire [31:0]           s_axi_wdata,
    input  wire [3:0]            s_axi_wstrb,
    input  wire                  s_axi_wvalid,
    output wire                  s_axi_wready,

    output reg  [1:0]            s_axi_bresp,
    output reg                   s_axi_bvalid,
    input  wire                  s_axi_bready,

    input  wire [ADDR_WIDTH-1:0] s_axi_araddr,
    input  wire [2:0]            s_axi_arprot,
    input  wire                  s_axi_arvalid,
    output wire                  s_axi_arready,

    output reg  [31:0]           s_axi_rdata,
    output reg  [1:0]            s_axi_rresp,
    output reg                   s_axi_rvalid,
    input  wire                  s_axi_rready
);

    localparam I = $clog2(REGISTERS);
    localparam W = ADDR_WIDTH - 2;
    localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;

    // The two low bits of an address would select a byte; the strobes do that.
    wire unused = &{1'b0, s_axi_awprot, s_axi_arprot, s_axi_awaddr[1:0], s_axi_araddr[1:0]};

    reg [31:0]  regs [0:REGISTERS-1];

    // The part of a write that came first.
    reg         aw_held, w_held;
    reg [W-1:0] aw_word;
    reg [31:0]  w_data;
    reg [3:0]   w_strb;

    assign s_axi_awready = ~aw_held & ~s_axi_bvalid;
    assign s_axi_wready  = ~w_held & ~s_axi_bvalid;
    assign s_axi_arready = ~s_axi_rvalid;

    wire aw_taken = s_axi_awvalid & s_axi_awready;
    wire w_taken  = s_axi_wvalid & s_axi_wready;
    wire ar_taken = s_axi_arvalid & s_axi_arready;

    wire         write = (aw_held | aw_taken) & (w_held | w_taken);
    wire [W-1:0] word  = aw_held ? aw_word : s_axi_awaddr[ADDR_WIDTH-1:2];
    wire [31:0]  data  = w_held ? w_data : s_axi_wdata;
    wire [3:0]   strb  = w_held ? w_strb : s_axi_wstrb;
    wire [W-1:0] r_word = s_axi_araddr[ADDR_WIDTH-1:2];

    wire word_legal   = {1'b0, word} < REGISTERS[W:0];
    wire r_word_legal = {1'b0, r_word} < REGISTERS[W:0];

    always @(posedge aclk) begin
        if (aw_taken) aw_word <= s_axi_awaddr[ADDR_WIDTH-1:2];
        if (w_taken) begin
            w_data <= s_axi_wdata;
            w_strb <= s_axi_wstrb;
        end
    end

    always @(posedge aclk)
        if (!aresetn) begin
            aw_held      <= 1'b0;
            w_held       <= 1'b0;
            s_axi_bvalid <= 1'b0;
        end else begin
            aw_held <= (aw_held | aw_taken) & ~write;
            w_held  <= (w_held | w_taken) & ~write;
            if (write) s_axi_bvalid <= 1'b1;
            else if (s_axi_bready) s_axi_bvalid <= 1'b0;
        end

    always @(posedge aclk)
        if (write) s_axi_bresp <= word_legal ? OKAY : SLVERR;

    integer n, b;
    always @(posedge aclk)
        if (!aresetn) begin
            for (n = 0; n < REGISTERS; n = n + 1) regs[n] <= 32'b0;
        end else if (write & word_legal) begin
            for (b = 0; b < 4; b = b + 1)
                if (strb[b]) regs[word[I-1:0]][8*b +: 8] <= data[8*b +: 8];
        end

    always @(posedge aclk)
        if (!aresetn) s_axi_rvalid <= 1'b0;
        else if (ar_taken) s_axi_rvalid <= 1'b1;
        else if (s_axi_rready) s_axi_rvalid <= 1'b0;

    always @(posedge aclk)
        if (ar_taken) begin
            s_axi_rdata <= r_word_legal ? regs[r_word[I-1:0]] : 32'b0;
            s_axi_rresp <= r_word_legal ? OKAY : SLVERR;
        end

endmodule

`default_nettype wire
