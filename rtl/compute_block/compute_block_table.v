`default_nettype none

// compute_block_table - segments of sigmoid (0 to 8) and tanh (0 to 4), 64 each: y = slope * x + icept
// [systolic disaggregation ¶350]. Combinational.
//
// Let f be the function, h the length of a segment (1/8, 1/16) and x0 = i*h the start of segment i. Then slope =
// (f(x0+h) - f(x0)) / h, and icept = f(x0) - slope*x0 with the unrounded slope. Both are rounded once to f32, to
// nearest, ties to even.
module compute_block_table (
    input  wire        is_tanh,
    input  wire [5:0]  i,
    output reg  [31:0] slope,
    output reg  [31:0] icept
);
    always @* begin
        {slope, icept} = {64{1'bx}};  // all 128 cases follow; an unknown index gives X
        case ({is_tanh, i})
            7'd0: {slope, icept} = 64'h3e7faacd_3f000000;
            7'd1: {slope, icept} = 64'h3e7daec6_3f000fe0;
            7'd2: {slope, icept} = 64'h3e79c65f_3f004e67;
            7'd3: {slope, icept} = 64'h3e740fe3_3f00d782;
            7'd4: {slope, icept} = 64'h3e6cb653_3f01c2b4;
            7'd5: {slope, icept} = 64'h3e63eecf_3f0321e1;
            7'd6: {slope, icept} = 64'h3e59f584_3f05009f;
            7'd7: {slope, icept} = 64'h3e4f0a7a_3f076409;
            7'd8: {slope, icept} = 64'h3e436e84_3f0a4b07;
            7'd9: {slope, icept} = 64'h3e37607c_3f0daef9;
            7'd10: {slope, icept} = 64'h3e2b1b0a_3f1184ad;
            7'd11: {slope, icept} = 64'h3e1ed2f3_3f15bd74;
            7'd12: {slope, icept} = 64'h3e12b606_3f1a484d;
            7'd13: {slope, icept} = 64'h3e06ea8d_3f1f12f6;
            7'd14: {slope, icept} = 64'h3df71e83_3f240ae8;
            7'd15: {slope, icept} = 64'h3de17727_3f291e21;
            7'd16: {slope, icept} = 64'h3dcd0082_3f2e3bca;
            7'd17: {slope, icept} = 64'h3db9d025_3f3354a3;
            7'd18: {slope, icept} = 64'h3da7f161_3f385b4a;
            7'd19: {slope, icept} = 64'h3d9766ff_3f3d445f;
            7'd20: {slope, icept} = 64'h3d882ce9_3f420686;
            7'd21: {slope, icept} = 64'h3d74735c_3f469a55;
            7'd22: {slope, icept} = 64'h3d5affc1_3f4afa34;
            7'd23: {slope, icept} = 64'h3d43de8a_3f4f222c;
            7'd24: {slope, icept} = 64'h3d2eeb9c_3f530fb9;
            7'd25: {slope, icept} = 64'h3d1c00d3_3f56c194;
            7'd26: {slope, icept} = 64'h3d0af753_3f5a3782;
            7'd27: {slope, icept} = 64'h3cf750fb_3f5d7223;
            7'd28: {slope, icept} = 64'h3cdbdd70_3f6072c6;
            7'd29: {slope, icept} = 64'h3cc34be4_3f633b43;
            7'd30: {slope, icept} = 64'h3cad5804_3f65cdd7;
            7'd31: {slope, icept} = 64'h3c99c1c1_3f682d09;
            7'd32: {slope, icept} = 64'h3c884d8f_3f6a5b90;
            7'd33: {slope, icept} = 64'h3c7188ec_3f6c5c3c;
            7'd34: {slope, icept} = 64'h3c55e809_3f6e31eb;
            7'd35: {slope, icept} = 64'h3c3d5c5d_3f6fdf77;
            7'd36: {slope, icept} = 64'h3c279235_3f7167ae;
            7'd37: {slope, icept} = 64'h3c143dc3_3f72cd48;
            7'd38: {slope, icept} = 64'h3c031aa0_3f7412e4;
            7'd39: {slope, icept} = 64'h3be7d66e_3f753b00;
            7'd40: {slope, icept} = 64'h3bccf082_3f7647fc;
            7'd41: {slope, icept} = 64'h3bb52069_3f773c11;
            7'd42: {slope, icept} = 64'h3ba00d8e_3f781957;
            7'd43: {slope, icept} = 64'h3b8d68d6_3f78e1c1;
            7'd44: {slope, icept} = 64'h3b79d777_3f799721;
            7'd45: {slope, icept} = 64'h3b5caee4_3f7a3b26;
            7'd46: {slope, icept} = 64'h3b42e83b_3f7acf5c;
            7'd47: {slope, icept} = 64'h3b2c2031_3f7b5533;
            7'd48: {slope, icept} = 64'h3b17fe9f_3f7bcdfd;
            7'd49: {slope, icept} = 64'h3b06354b_3f7c3aee;
            7'd50: {slope, icept} = 64'h3aecfdb4_3f7c9d22;
            7'd51: {slope, icept} = 64'h3ad13ba7_3f7cf59c;
            7'd52: {slope, icept} = 64'h3ab8b78c_3f7d454a;
            7'd53: {slope, icept} = 64'h3aa310fa_3f7d8d02;
            7'd54: {slope, icept} = 64'h3a8ff29d_3f7dcd88;
            7'd55: {slope, icept} = 64'h3a7e21ef_3f7e0790;
            7'd56: {slope, icept} = 64'h3a605289_3f7e3bbb;
            7'd57: {slope, icept} = 64'h3a4600f5_3f7e6a9c;
            7'd58: {slope, icept} = 64'h3a2ec4ce_3f7e94b9;
            7'd59: {slope, icept} = 64'h3a1a41d2_3f7eba8b;
            7'd60: {slope, icept} = 64'h3a082679_3f7edc7e;
            7'd61: {slope, icept} = 64'h39f05573_3f7efaf6;
            7'd62: {slope, icept} = 64'h39d41de1_3f7f164c;
            7'd63: {slope, icept} = 64'h39bb35ce_3f7f2ed0;
            7'd64: {slope, icept} = 64'h3f7faacd_00000000;
            7'd65: {slope, icept} = 64'h3f7daec6_39fe0361;
            7'd66: {slope, icept} = 64'h3f79c65f_3b1ccd42;
            7'd67: {slope, icept} = 64'h3f740fe3_3bd7824d;
            7'd68: {slope, icept} = 64'h3f6cb653_3c615a1d;
            7'd69: {slope, icept} = 64'h3f63eecf_3cc87836;
            7'd70: {slope, icept} = 64'h3f59f584_3d2013e0;
            7'd71: {slope, icept} = 64'h3f4f0a7a_3d6c8124;
            7'd72: {slope, icept} = 64'h3f436e84_3da4b06c;
            7'd73: {slope, icept} = 64'h3f37607c_3ddaef8f;
            7'd74: {slope, icept} = 64'h3f2b1b0a_3e0c2564;
            7'd75: {slope, icept} = 64'h3f1ed2f3_3e2deba3;
            7'd76: {slope, icept} = 64'h3f12b606_3e52426b;
            7'd77: {slope, icept} = 64'h3f06ea8d_3e7897b3;
            7'd78: {slope, icept} = 64'h3ef71e83_3e902b9e;
            7'd79: {slope, icept} = 64'h3ee17727_3ea47884;
            7'd80: {slope, icept} = 64'h3ecd0082_3eb8ef29;
            7'd81: {slope, icept} = 64'h3eb9d025_3ecd528d;
            7'd82: {slope, icept} = 64'h3ea7f161_3ee16d29;
            7'd83: {slope, icept} = 64'h3e9766ff_3ef5117d;
            7'd84: {slope, icept} = 64'h3e882ce9_3f040d0c;
            7'd85: {slope, icept} = 64'h3e74735c_3f0d34ab;
            7'd86: {slope, icept} = 64'h3e5affc1_3f15f468;
            7'd87: {slope, icept} = 64'h3e43de8a_3f1e4458;
            7'd88: {slope, icept} = 64'h3e2eeb9c_3f261f71;
            7'd89: {slope, icept} = 64'h3e1c00d3_3f2d8328;
            7'd90: {slope, icept} = 64'h3e0af753_3f346f04;
            7'd91: {slope, icept} = 64'h3df750fb_3f3ae446;
            7'd92: {slope, icept} = 64'h3ddbdd70_3f40e58c;
            7'd93: {slope, icept} = 64'h3dc34be4_3f467686;
            7'd94: {slope, icept} = 64'h3dad5804_3f4b9baf;
            7'd95: {slope, icept} = 64'h3d99c1c1_3f505a13;
            7'd96: {slope, icept} = 64'h3d884d8f_3f54b71f;
            7'd97: {slope, icept} = 64'h3d7188ec_3f58b878;
            7'd98: {slope, icept} = 64'h3d55e809_3f5c63d6;
            7'd99: {slope, icept} = 64'h3d3d5c5d_3f5fbeee;
            7'd100: {slope, icept} = 64'h3d279235_3f62cf5c;
            7'd101: {slope, icept} = 64'h3d143dc3_3f659a90;
            7'd102: {slope, icept} = 64'h3d031aa0_3f6825c8;
            7'd103: {slope, icept} = 64'h3ce7d66e_3f6a7601;
            7'd104: {slope, icept} = 64'h3cccf082_3f6c8ff7;
            7'd105: {slope, icept} = 64'h3cb52069_3f6e7821;
            7'd106: {slope, icept} = 64'h3ca00d8e_3f7032ad;
            7'd107: {slope, icept} = 64'h3c8d68d6_3f71c382;
            7'd108: {slope, icept} = 64'h3c79d777_3f732e43;
            7'd109: {slope, icept} = 64'h3c5caee4_3f74764b;
            7'd110: {slope, icept} = 64'h3c42e83b_3f759eb8;
            7'd111: {slope, icept} = 64'h3c2c2031_3f76aa66;
            7'd112: {slope, icept} = 64'h3c17fe9f_3f779bf9;
            7'd113: {slope, icept} = 64'h3c06354b_3f7875db;
            7'd114: {slope, icept} = 64'h3becfdb4_3f793a44;
            7'd115: {slope, icept} = 64'h3bd13ba7_3f79eb39;
            7'd116: {slope, icept} = 64'h3bb8b78c_3f7a8a94;
            7'd117: {slope, icept} = 64'h3ba310fa_3f7b1a03;
            7'd118: {slope, icept} = 64'h3b8ff29d_3f7b9b10;
            7'd119: {slope, icept} = 64'h3b7e21ef_3f7c0f1f;
            7'd120: {slope, icept} = 64'h3b605289_3f7c7775;
            7'd121: {slope, icept} = 64'h3b4600f5_3f7cd538;
            7'd122: {slope, icept} = 64'h3b2ec4ce_3f7d2972;
            7'd123: {slope, icept} = 64'h3b1a41d2_3f7d7515;
            7'd124: {slope, icept} = 64'h3b082679_3f7db8fc;
            7'd125: {slope, icept} = 64'h3af05573_3f7df5eb;
            7'd126: {slope, icept} = 64'h3ad41de1_3f7e2c97;
            7'd127: {slope, icept} = 64'h3abb35ce_3f7e5da0;
        endcase
    end
endmodule

`default_nettype wire
