// 200 pins.
module pins200 (
    input  wire clk,
    input  wire rst,
    input  wire a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10,
    input  wire a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21,
    input  wire a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32,
    input  wire a33, a34, a35, a36, a37, a38, a39, a40, a41, a42, a43,
    input  wire a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54,
    input  wire a55, a56, a57, a58, a59, a60, a61, a62, a63, a64, a65,
    input  wire a66, a67, a68, a69, a70, a71, a72, a73, a74, a75, a76,
    input  wire a77, a78, a79, a80, a81, a82, a83, a84, a85, a86, a87,
    input  wire a88, a89, a90, a91, a92, a93, a94, a95, a96, a97, a98,
    output reg  q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10,
    output reg  q11, q12, q13, q14, q15, q16, q17, q18, q19, q20, q21,
    output reg  q22, q23, q24, q25, q26, q27, q28, q29, q30, q31, q32,
    output reg  q33, q34, q35, q36, q37, q38, q39, q40, q41, q42, q43,
    output reg  q44, q45, q46, q47, q48, q49, q50, q51, q52, q53, q54,
    output reg  q55, q56, q57, q58, q59, q60, q61, q62, q63, q64, q65,
    output reg  q66, q67, q68, q69, q70, q71, q72, q73, q74, q75, q76,
    output reg  q77, q78, q79, q80, q81, q82, q83, q84, q85, q86, q87,
    output reg  q88, q89, q90, q91, q92, q93, q94, q95, q96, q97, q98
);
    wire [98:0] a = {a98, a97, a96, a95, a94, a93, a92, a91, a90, a89, a88,
        a87, a86, a85, a84, a83, a82, a81, a80, a79, a78, a77,
        a76, a75, a74, a73, a72, a71, a70, a69, a68, a67, a66,
        a65, a64, a63, a62, a61, a60, a59, a58, a57, a56, a55,
        a54, a53, a52, a51, a50, a49, a48, a47, a46, a45, a44,
        a43, a42, a41, a40, a39, a38, a37, a36, a35, a34, a33,
        a32, a31, a30, a29, a28, a27, a26, a25, a24, a23, a22,
        a21, a20, a19, a18, a17, a16, a15, a14, a13, a12, a11,
        a10, a9, a8, a7, a6, a5, a4, a3, a2, a1, a0};
    always @(posedge clk)
        {q98, q97, q96, q95, q94, q93, q92, q91, q90, q89, q88,
        q87, q86, q85, q84, q83, q82, q81, q80, q79, q78, q77,
        q76, q75, q74, q73, q72, q71, q70, q69, q68, q67, q66,
        q65, q64, q63, q62, q61, q60, q59, q58, q57, q56, q55,
        q54, q53, q52, q51, q50, q49, q48, q47, q46, q45, q44,
        q43, q42, q41, q40, q39, q38, q37, q36, q35, q34, q33,
        q32, q31, q30, q29, q28, q27, q26, q25, q24, q23, q22,
        q21, q20, q19, q18, q17, q16, q15, q14, q13, q12, q11,
        q10, q9, q8, q7, q6, q5, q4, q3, q2, q1, q0}
            <= rst ? 99'd0 : a;
endmodule
