// Registers behind an APB with a wait state for reads.
module apb #(parameter WORDS = 16) (
    input wire pclk, input wire presetn,
    input wire psel, input wire penable, input wire pwrite,
    input wire [$clog2(WORDS)-1:0] paddr, input wire [31:0] pwdata,
    output wire pready, output reg [31:0] prdata
);
    reg [31:0] word [0:WORDS-1];
    reg waited;
    integer i;
    assign pready = pwrite | waited;
    always @(posedge pclk)
        if (!presetn) begin
            waited <= 0;
            prdata <= 0;
            for (i = 0; i < WORDS; i = i + 1)
                word[i] <= 0;
        end else begin
            waited <= psel & penable & !pwrite & !waited;
            prdata <= word[paddr];
            if (psel & penable & pwrite)
                word[paddr] <= pwdata;
        end
endmodule
