; mandelbrot.s - how often z = z*z + c can be repeated before |z| is above 2, at most 64 times; c lies on a
; row of the plane, one point per lane.
;
; Every lane has its own trip count: the branch back diverges, and the counter stays in R.

        .const  c0, 64                  ; the most
        .reg    r0, -2.0, -1.75, -1.5, -1.25, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 0.375, 0.3125, 0.28125, 0.265625, -1.9, -1.8, -1.7, -1.6, -1.4, -1.3, -1.2, -1.1, -0.9, -0.8, -0.7, -0.6, 0.1, 0.2, 0.3, 0.4
        .reg    r1, 0.125               ; the imaginary part, the same in all
        .out    trips, r4, s32

        mov     r2, 0                   ; z, real
        mov     r3, 0                   ; and imaginary
        mov     r4, 0
        ssy     done
again:  fmul    r5, r2, r2
        fmul    r6, r3, r3
        fsub    r7, r5, r6
        fmul    r8, r2, r3
        fadd    r2, r7, r0
        ffma    r3, r8, 2.0, r1
        add     r4, r4, 1
        fmul    r5, r2, r2
        ffma    r6, r3, r3, r5
        cmp.lt.s32 p0, r4, c0
        @p0 cmp.le.f32 p0, r6, 4.0      ; and |z| is not above 2
        @p0 bra again
        join
done:   shl     r7, lid, 2
        st      r7, 0, r4
        exit
