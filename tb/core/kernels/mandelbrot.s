; mandelbrot.s - how often z = z*z + c can be repeated before |z| is above 2, at most c6 times, for points of a grid:
; element i is the point (c2 + c3 * (i mod 64), c4 + c5 * (i / 64)).
;
; c0: elements, a multiple of all lanes; c1: results; c15: lanes of a warp.
;
; Every lane has its own trip count: the branch back diverges, and the counter stays in R.

        .target core
        .const  c0, 128
        .const  c1, 0
        .const  c2, -2.0
        .const  c3, 0.046875
        .const  c4, -0.5
        .const  c5, 0.125
        .const  c6, 64
        .arg    lanes, c15, is, lanes

        mul     r0, group, warps        ; the lane's element
        add     r0, r0, warp
        mad     r0, r0, c15, lid
        mul     r1, groups, warps       ; all lanes
        mul     r1, r1, c15
        mov     r2, 0                   ; elements that are done
point:  and     r3, r0, 63
        cvt.f32.s32 r3, r3
        ffma    r3, r3, c3, c2          ; c, real
        shr     r4, r0, 6
        cvt.f32.s32 r4, r4
        ffma    r4, r4, c5, c4          ; and imaginary
        mov     r5, 0                   ; z
        mov     r6, 0
        mov     r7, 0                   ; trips
        ssy     done
again:  fmul    r8, r5, r5
        fmul    r9, r6, r6
        fsub    r10, r8, r9
        fmul    r11, r5, r6
        fadd    r5, r10, r3
        ffma    r6, r11, 2.0, r4
        add     r7, r7, 1
        fmul    r8, r5, r5
        ffma    r9, r6, r6, r8
        cmp.lt.s32 p0, r7, c6
        @p0 cmp.le.f32 p0, r9, 4.0      ; and |z| is not above 2
        @p0 bra again
        join
done:   shl     r8, r0, 2
        st      r8, c1, r7
        add     r0, r0, r1
        add     r2, r2, r1
        cmp.lt.s32 p1, r2, c0
        @p1 bra point
        exit
