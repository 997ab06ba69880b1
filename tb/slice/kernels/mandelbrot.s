; mandelbrot.s - how often z = z*z + c can be repeated before |z| is above 2, at most `most` times, for points of a grid: element i
; is the point (left + across * column, top + down * row). Every lane has its own trip count: the branch back diverges.
;
; n: points, a multiple of all lanes. columns: those of a row, a power of two. y: one word per point. left, across, top, down:
; floats. lanes: those of a warp.

        .target core
        .arg    n, c0, multiple, lanes * warps * groups, least, 1
        .arg    y, c1
        .arg    left, c2
        .arg    across, c3
        .arg    top, c4
        .arg    down, c5
        .arg    most, c6, least, 1
        .arg    columns, c7, power
        .arg    lanes, c15, is, lanes

        mad     r0, group, warps, warp
        mad     r0, r0, c15, lid        ; the lane's point
        mul     r1, groups, warps
        mul     r1, r1, c15             ; all lanes
        sub     r12, c7, 1
        popc    r13, r12                ; of its number, bits that are the column
point:  and     r3, r0, r12
        cvt.f32.s32 r3, r3
        ffma    r3, r3, c3, c2          ; c, real
        shr     r4, r0, r13
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
        cmp.lt.s32 p1, r0, c0
        vote.any up1, p1
        @up1 bra point
        exit
