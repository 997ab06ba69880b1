; dot_s8.s - per lane, a row of 16 signed bytes times one column of 16 unsigned bytes, four products per instruction;
; the sum is scaled, rounded, clamped and stored as a byte.
;
; c0: rows, a multiple of all lanes; c1: rows; c2: the column; c3: results; c4: scale; c15: lanes of a warp.
;
; The trip counts and the addresses in the column are the same in all lanes, so these loads become loads of
; the warp.

        .target core
        .const  c0, 128
        .const  c1, 0
        .const  c2, 4096
        .const  c3, 4352
        .const  c4, 0.0078125
        .arg    lanes, c15, is, lanes
        .data   0, 0x9f767c45, 0x4164d839, 0xbde5c099, 0x5bc8fbbc, 0xcb91ce37, 0xb0c11fde, 0xf1446bea, 0xd76d4330
        .data   32, 0xbd69fe29, 0xa6eb8c9e, 0xec1d7da0, 0x87b0b125, 0x076ce2ef, 0xd7210dff, 0x77330bdb, 0xc6a53877
        .data   64, 0xf17fd374, 0x3fc1ea36, 0xa6233255, 0x0d464138, 0xe6a16a3b, 0x2827688d, 0x1cfb10f6, 0x5f2dd97f
        .data   4096, 0x10f00a7f, 0x00ff8001, 0x3c5a2211, 0x04030201

        mul     r0, group, warps        ; the lane's row
        add     r0, r0, warp
        mad     r0, r0, c15, lid
        mul     r1, groups, warps       ; all lanes
        mul     r1, r1, c15
        mov     r2, 0                   ; rows that are done
row:    shl     r3, r0, 4
        add     r3, r3, c1
        mov     r4, 0                   ; the sum
        mov     r5, 0                   ; place in the column
again:  ld      r6, r3, 0
        ld      r7, r5, c2
        add     r3, r3, 4
        add     r5, r5, 4
        cmp.lt.s32 p0, r5, 16
        dp4a.s8.u8 r4, r6, r7, r4
        @p0 bra again
        cvt.f32.s32 r8, r4
        ffma    r8, r8, c4, 128.0       ; 128 is the zero of the result
        cvt.u32.f32 r8, r8              ; below 0 is 0
        minu    r8, r8, 255
        st.u8   r0, c3, r8
        add     r0, r0, r1
        add     r2, r2, r1
        cmp.lt.s32 p1, r2, c0
        @p1 bra row
        exit
