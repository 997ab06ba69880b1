`default_nettype none

// core_divide - f32 division in N lanes at once. Started in cycle t, it is busy in t+1 to t+28; in the last of these it
// asserts done and gives the quotients.
module core_divide #(
    parameter N = 8
) (
    input  wire            clk,
    input  wire            rst,

    input  wire            start,  // not while busy
    input  wire [32*N-1:0] a,
    input  wire [32*N-1:0] b,

    output reg             busy,
    output wire            done,
    output wire [32*N-1:0] quotients
);

    reg            begun;
    reg [32*N-1:0] a1, b1;
    wire [N-1:0]   div_busy, div_done;
    wire           unused = &{1'b0, div_busy, div_done};

    assign done = busy & div_done[0];

    always @(posedge clk)
        if (rst) begin
            busy <= 1'b0;
            begun <= 1'b0;
        end else begin
            busy <= start | (busy & ~done);
            begun <= busy & ~done;
        end

    always @(posedge clk)
        if (start) begin
            a1 <= a;
            b1 <= b;
        end

    genvar l;
    generate
        for (l = 0; l < N; l = l + 1) begin : g_lane
            fp_div u_div (
                .clk(clk), .rst(rst), .start(busy & ~begun), .a(a1[32*l +: 32]), .b(b1[32*l +: 32]),
                .busy(div_busy[l]), .done(div_done[l]), .result(quotients[32*l +: 32])
            );
        end
    endgenerate

endmodule

`default_nettype wire
