; dot_s8.s - per lane, a row of 16 signed bytes times one column of 16 unsigned bytes, four products per instruction;
; the sum is scaled, rounded, clamped and stored as a byte. Rows begin at byte 0, the column at 2048, results at 3072.
;
; The trip count and the addresses in the column are the same in all lanes.

        .data   0, 0x9f767c45, 0x4164d839, 0xbde5c099, 0x5bc8fbbc, 0xcb91ce37, 0xb0c11fde, 0xf1446bea, 0xd76d4330
        .data   32, 0xbd69fe29, 0xa6eb8c9e, 0xec1d7da0, 0x87b0b125, 0x076ce2ef, 0xd7210dff, 0x77330bdb, 0xc6a53877
        .data   64, 0xf17fd374, 0x3fc1ea36, 0xa6233255, 0x0d464138, 0xe6a16a3b, 0x2827688d, 0x1cfb10f6, 0x5f2dd97f
        .data   96, 0x7814e8a2, 0xde527100, 0x3f1f65a8, 0x617959ce, 0x8b33e968, 0x1a1afe87, 0x92edcf45, 0x3fd42359
        .data   128, 0x035b7399, 0xbb2edb20, 0x377b9aa2, 0x687c966c, 0x478c281d, 0x2e9c82b1, 0xea959c21, 0xde11cc9d
        .data   160, 0xc4069545, 0x63b229f1, 0x28dbd25e, 0xc30d8b76, 0xcc11d357, 0x126a1e48, 0x238642ea, 0x9e30691c
        .data   192, 0x9e115e4b, 0x71e0c07e, 0x206f5c66, 0x21da8978, 0x00745130, 0xf8eb18b9, 0xdf1461aa, 0x015c33b2
        .data   224, 0x359eeefb, 0xc60a3cab, 0x3729c619, 0xf5cae3bf, 0xfb7ff337, 0x2a759159, 0xdf561d80, 0x2a9eba0c
        .data   256, 0x4a0fe75d, 0x504b74ba, 0xf6236bf2, 0x32ea6928, 0x8a0a8c96, 0xe049548e, 0xad864c44, 0xa02fdaa1
        .data   288, 0x346c6e2b, 0x2e81d66d, 0xf0e3cd97, 0xf7f35634, 0xb0cde917, 0x3266aa3b, 0xf770c226, 0xf7108e96
        .data   320, 0xe4cc4132, 0x621aef57, 0x4c7d6df0, 0x0585a01c, 0x5c76f18a, 0x6a375391, 0x2a7c1880, 0xef901b93
        .data   352, 0x254cb864, 0x43892dfc, 0x10acff00, 0x54f46a69, 0x4d25deb3, 0xd1412584, 0x9a656aaf, 0x960d5a8f
        .data   384, 0x00ddb74d, 0x98921396, 0xad8d194a, 0xb52a43ab, 0x568068b9, 0x10e6d8e6, 0x4f596727, 0x5af84e6b
        .data   416, 0xd18a669a, 0x4e5a3a26, 0x7b121dc5, 0xb2489191, 0x50d7d13f, 0x2f4d4c86, 0x7b3120df, 0x78f845f5
        .data   448, 0xb4653252, 0x2d1634b4, 0x0e979cf3, 0x419521fe, 0xf9a01fe8, 0xf06313ff, 0x05da8467, 0xf3001cee
        .data   480, 0xbff29101, 0x5b8e8fb2, 0xd84a1d3a, 0x677fd139, 0x04a012e8, 0x8c8f95ef, 0xc9a937a6, 0x6b384309
        .data   2048, 0x10f00a7f, 0x00ff8001, 0x3c5a2211, 0x04030201
        .const  c0, 0.0078125           ; 1/128

        shl     r1, lid, 4              ; the lane's row
        mov     r2, 0                   ; the sum
        mov     r3, 0                   ; place in row and column
again:  add     r4, r1, r3
        ld      r5, r4, 0
        ld      r6, r3, 2048
        dp4a.s8.u8 r2, r5, r6, r2
        add     r3, r3, 4
        cmp.lt.s32 p0, r3, 16
        @p0 bra again
        cvt.f32.s32 r7, r2
        ffma    r7, r7, c0, 128.0       ; 128 is the zero of the result
        cvt.u32.f32 r7, r7              ; below 0 is 0
        minu    r7, r7, 255
        st.u8   lid, 3072, r7
        exit
