`default_nettype none

// packer_lanes - compress, expand and mask for one element width [systolic disaggregation ¶360 to ¶362,
// Tables 5 and 6]. Combinational.
//
// rank[i] is the number of selected elements below element i: compress moves element i to position rank[i], expand
// fetches it from there.
module packer_lanes #(
    // Width of a vector in bits: 128, 256 or 512; width of an element: 8, 16, 32 or 64.
    parameter VBITS = 256,
    parameter BITS  = 8
) (
    input  wire               expand,   // 0: compress
    input  wire               is_float, // mask: the top bit is a sign and ignored
    input  wire [6:0]         n,
    input  wire [VBITS-1:0]   src,
    input  wire [VBITS-1:0]   ctl,
    input  wire [VBITS-1:0]   dst,
    output reg  [VBITS-1:0]   moved,    // result of compress or expand
    output reg  [6:0]         n_moved,
    output reg  [VBITS/8-1:0] nonzero,
    output reg  [6:0]         n_nonzero
);
    localparam N = VBITS / BITS;
    localparam RANK = $clog2(N);
    localparam LOG = $clog2(BITS);

    reg [N-1:0]      selected;
    reg [N*RANK-1:0] rank;
    reg [BITS-1:0]   element;
    integer          i, r;

    always @* begin
        n_moved   = 7'd0;
        n_nonzero = 7'd0;
        nonzero   = {VBITS/8{1'b0}};
        for (i = 0; i < N; i = i + 1) begin
            selected[i]          = i[6:0] < n && ctl[8*i +: 8] == 8'd1;
            for (r = 0; r < RANK; r = r + 1) rank[RANK*i + r] = n_moved[r];
            n_moved              = n_moved + {6'd0, selected[i]};
            element              = src[BITS*i +: BITS];
            nonzero[i]           = i[6:0] < n && (element[BITS-2:0] != {BITS-1{1'b0}} || (element[BITS-1] && !is_float));
            n_nonzero            = n_nonzero + {6'd0, nonzero[i]};
        end
    end

    integer k;

    always @* begin
        moved = dst;
        for (k = 0; k < N; k = k + 1) begin
            if (selected[k] && expand)
                moved[BITS*k +: BITS] = src[{rank[RANK*k +: RANK], {LOG{1'b0}}} +: BITS];
            if (selected[k] && !expand)
                moved[{rank[RANK*k +: RANK], {LOG{1'b0}}} +: BITS] = src[BITS*k +: BITS];
        end
    end
endmodule

`default_nettype wire
