// Names without underscores.
module camel (
    input  wire        clk,
    input  wire        resetn,
    input  wire        inValid,
    output wire        inReady,
    input  wire [15:0] inData,
    input  wire        inLast,
    output reg         resultvalid,
    input  wire        resultready,
    output reg  [15:0] resultdata
);
    assign inReady = !resultvalid || resultready;
    always @(posedge clk)
        if (!resetn) resultvalid <= 1'b0;
        else if (inReady) begin
            resultvalid <= inValid;
            resultdata  <= inData ^ {16{inLast}};
        end
endmodule
