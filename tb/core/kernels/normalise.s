; normalise.s - scales the values of a group, one per lane, to 0 for the smallest and 1 for the largest, as f32 and f16.
;
; c1: values; c2: results as f32; c3: as f16; c15: lanes of a warp.
;
; red makes one uniform value of the values of the lanes, and the barrier one of those of the warps. What depends on it
; alone is work for the scalar unit.

        .target core
        .const  c1, 0
        .const  c2, 512
        .const  c3, 1024
        .arg    lanes, c15, is, lanes
        .data   0, 3.5, -1.25, 0.75, 10.0, -7.5, 2.0, 2.5, 6.125, 1.0, -2.0, 8.75, 0.0, 5.5, -0.5, 9.0, 4.0
        .data   64, -3.0, 7.0, 1.5, 3.25, -6.0, 0.1, 0.2, 0.3, 0.4, 0.7, 1.1, -1.1, 2.2, 3.3, -4.4, 5.6

        mul     r0, group, warps        ; the lane among all lanes
        add     r0, r0, warp
        mad     r0, r0, c15, lid
        shl     r1, r0, 2
        mov     u15, 0
        ld      r2, r1, c1
        red.min.f32 u0, r2
        red.max.f32 u1, r2
        bar.min.f32 u0, u15, u0
        bar.max.f32 u1, u15, u1
        fsub    u2, u1, u0
        fsub    r3, r2, u0
        fdiv    r3, r3, u2
        st      r1, c2, r3
        cvt.f16.f32 r4, r3
        shl     r5, r0, 1
        st.u16  r5, c3, r4
        exit
