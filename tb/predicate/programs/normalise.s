; normalise.s - scales the values of the lanes to 0 for the smallest and 1 for the largest, as f32 in the words from
; byte 0 on and as f16 from byte 512 on; and their mean.
;
; red makes one uniform value of the values of the lanes. What depends on it alone is work for the scalar unit.

        .reg    r0, 3.5, -1.25, 0.75, 10.0, -7.5, 2.0, 2.5, 6.125, 1.0, -2.0, 8.75, 0.0, 5.5, -0.5, 9.0, 4.0, -3.0, 7.0, 1.5, 3.25, -6.0, 0.1, 0.2, 0.3, 0.4, 0.7, 1.1, -1.1, 2.2, 3.3, -4.4, 5.6
        .out    mean, u2, f32
        .out    first, u5, f32

        red.min.f32 u0, r0
        red.max.f32 u1, r0
        red.add.f32 u2, r0
        mov     r3, 1
        red.add.u32 u4, r3              ; lanes
        cvt.f32.u32 u4, u4
        fdiv    u2, u2, u4
        fsub    u3, u1, u0
        fsub    r1, r0, u0
        fdiv    r1, r1, u3
        readlane u5, r1, 0
        shl     r2, lid, 2
        st      r2, 0, r1
        cvt.f16.f32 r4, r1
        shl     r5, lid, 1
        st.u16  r5, 512, r4
        exit
