`default_nettype none

// depthcull_facts - what the tests after range find for a source against a plane of a tile, both with finite
// coefficients. Comparators only [US 2025/0265772 ¶203, ¶212]. Combinational. Parameters as in depthcull.
module depthcull_facts #(
    parameter FIXED = 0,
    parameter CW = 32,
    parameter AW = 32,
    parameter ZW = 32,
    parameter RW = 1 + 3*CW + 2*AW + 7*ZW
) (
    input  wire [RW-1:0] source,   // records from depthcull_stages
    input  wire [RW-1:0] dest,
    // Bit t-2: test t, 2 to 7, finds that the source is nowhere nearer (ge), or nowhere deeper (le).
    output wire [5:0]    ge,
    output wire [5:0]    le
);

    wire          s_unknown, d_unknown;
    wire [CW-1:0] s_cx, s_cy, s_cref, d_cx, d_cy, d_cref;
    wire [AW-1:0] s_sum01, s_sum11, d_sum01, d_sum11;
    wire [ZW-1:0] s_z10, s_z01, s_z11, s_lmin, s_lmax, s_rmin, s_rmax;
    wire [ZW-1:0] d_z10, d_z01, d_z11, d_lmin, d_lmax, d_rmin, d_rmax;

    assign {
        s_unknown, s_cx, s_cy, s_cref, s_sum01, s_sum11, s_z10, s_z01, s_z11, s_lmin, s_lmax, s_rmin, s_rmax
    } = source;
    assign {
        d_unknown, d_cx, d_cy, d_cref, d_sum01, d_sum11, d_z10, d_z01, d_z11, d_lmin, d_lmax, d_rmin, d_rmax
    } = dest;
    wire unused_fields = &{s_unknown, d_unknown, s_lmax, s_rmax, d_lmax, d_rmax};

    // --- coefficients ---

    wire signed [CW:0] scx, scy, scr, dcx, dcy, dcr;
    depthcull_order #(.FIXED(FIXED), .SIGNED(1), .W(CW)) u_scx (.x(s_cx), .key(scx));
    depthcull_order #(.FIXED(FIXED), .SIGNED(1), .W(CW)) u_scy (.x(s_cy), .key(scy));
    depthcull_order #(.FIXED(FIXED), .SIGNED(1), .W(CW)) u_scr (.x(s_cref), .key(scr));
    depthcull_order #(.FIXED(FIXED), .SIGNED(1), .W(CW)) u_dcx (.x(d_cx), .key(dcx));
    depthcull_order #(.FIXED(FIXED), .SIGNED(1), .W(CW)) u_dcy (.x(d_cy), .key(dcy));
    depthcull_order #(.FIXED(FIXED), .SIGNED(1), .W(CW)) u_dcr (.x(d_cref), .key(dcr));

    wire x_ge = scx >= dcx;
    wire x_le = scx <= dcx;
    wire y_ge = scy >= dcy;
    wire y_le = scy <= dcy;
    wire r_ge = scr >= dcr;
    wire r_le = scr <= dcr;

    // --- depths ---

    wire signed [ZW:0] slmin, srmin, dlmin, drmin, s10, s01, s11, d10, d01, d11;
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_slmin (.x(s_lmin), .key(slmin));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_srmin (.x(s_rmin), .key(srmin));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_dlmin (.x(d_lmin), .key(dlmin));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_drmin (.x(d_rmin), .key(drmin));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_s10 (.x(s_z10), .key(s10));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_s01 (.x(s_z01), .key(s01));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_s11 (.x(s_z11), .key(s11));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_d10 (.x(d_z10), .key(d10));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_d01 (.x(d_z01), .key(d01));
    depthcull_order #(.FIXED(FIXED), .SIGNED(0), .W(ZW)) u_d11 (.x(d_z11), .key(d11));

    // --- the start corner, and beyond or before by a margin at the end of y and at the far corner ---

    wire start_gt, start_lt, y_beyond, y_before, end_beyond, end_before;

    generate
        if (FIXED == 0) begin : g_f32
            // The spacing of f32 numbers at the corner must be at least as wide as at the
            // start and at the end of x.
            function [7:0] exponent;
                input [7:0] field;
                exponent = {field[7:1], field[0] | ~|field};
            endfunction
            function [7:0] greater;
                input [7:0] a;
                input [7:0] b;
                greater = (a > b) ? a : b;
            endfunction

            wire [7:0] edge_exp = greater(greater(exponent(s_cref[30:23]), exponent(d_cref[30:23])),
                                          greater(exponent(s_z10[30:23]), exponent(d_z10[30:23])));
            wire y_fine = ~&s_z01[30:23] & ~&d_z01[30:23] &
                (exponent(s_z01[30:23]) >= edge_exp) & (exponent(d_z01[30:23]) >= edge_exp);
            wire end_fine = ~&s_z11[30:23] & ~&d_z11[30:23] &
                (exponent(s_z11[30:23]) >= edge_exp) & (exponent(d_z11[30:23]) >= edge_exp);

            assign y_beyond = y_fine & (s01 >= d01 + 33'sd2);
            assign y_before = y_fine & (d01 >= s01 + 33'sd2);
            assign end_beyond = end_fine & (s11 >= d11 + 33'sd3);
            assign end_before = end_fine & (d11 >= s11 + 33'sd3);
            assign start_gt = scr > dcr;
            assign start_lt = scr < dcr;
            wire unused = &{s_sum01, s_sum11, d_sum01, d_sum11};
        end else begin : g_fixed
            wire signed [AW-1:0] ss01 = s_sum01;
            wire signed [AW-1:0] ds01 = d_sum01;
            wire signed [AW-1:0] ss11 = s_sum11;
            wire signed [AW-1:0] ds11 = d_sum11;
            assign y_beyond = ss01 >= ds01;
            assign y_before = ds01 >= ss01;
            assign end_beyond = ss11 >= ds11;
            assign end_before = ds11 >= ss11;

            wire [ZW-1:0] s_z00, d_z00;
            depthcull_depth #(.FIXED(1), .AW(AW), .ZW(ZW)) u_s00 (
                .sum({{(AW-CW){s_cref[CW-1]}}, s_cref}), .z(s_z00)
            );
            depthcull_depth #(.FIXED(1), .AW(AW), .ZW(ZW)) u_d00 (
                .sum({{(AW-CW){d_cref[CW-1]}}, d_cref}), .z(d_z00)
            );
            assign start_gt = s_z00 > d_z00;
            assign start_lt = s_z00 < d_z00;
            wire unused = &{s01, d01};
        end
    endgenerate

    // --- the tests ---

    // Minima of the tile, from those of its halves.
    wire signed [ZW:0] smin = (slmin < srmin) ? slmin : srmin;
    wire signed [ZW:0] dmin = (dlmin < drmin) ? dlmin : drmin;

    assign ge = {
        ~x_le & ~y_le & (smin >= dmin),          // claim5
        x_le & y_le & start_gt & (s11 > d11),    // end
        x_le & y_le & end_beyond,                // end3
        x_ge & y_le & y_beyond,                  // yend
        x_le & y_ge & (s10 > d10),               // xend
        x_ge & y_ge & r_ge                       // slope
    };
    assign le = {
        1'b0,
        x_ge & y_ge & start_lt & (s11 < d11),
        x_ge & y_ge & end_before,
        x_le & y_ge & y_before,
        x_ge & y_le & (s10 < d10),
        x_le & y_le & r_le
    };

endmodule

`default_nettype wire
