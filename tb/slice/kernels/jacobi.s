; jacobi.s - each group relaxes a line of points, one per lane, between two fixed ends: every point becomes the mean of its
; neighbours, until none changes by more than eps. The largest change in a group comes with the barrier that every step
; needs anyway.
;
; x: for each group its points with the ends, two more than it has lanes. y: the same, relaxed; the ends are not
; written. eps: a float. lanes: those of a warp.

        .target core
        .arg    x, c1
        .arg    y, c2
        .arg    eps, c3
        .arg    lanes, c15, is, lanes
        .group  local, 2176             ; two lines of up to 270 points
        .group  bars, 1

        mad     r0, warp, c15, lid      ; the point to the left of the lane's own
        mul     r1, warps, c15
        add     r1, r1, 2
        shl     r1, r1, 2               ; bytes of a line
        mul     r2, r1, group
        add     r13, r2, c2
        add     r2, r2, c1              ; the group's line
        shl     r3, r0, 2
        add     r13, r13, r3
        add     r2, r2, r3
        add     r6, r3, r1
        ld      r4, r2, 0               ; left neighbour and right one: all points, and the ends
        ld      r5, r2, 8
        st.local r3, 0, r4
        st.local r6, 0, r4
        st.local r3, 8, r5
        st.local r6, 8, r5
        mov     u0, 0
        bar.local u0
again:  ld.local r4, r3, 0
        ld.local r5, r3, 8
        ld.local r7, r3, 4
        fadd    r4, r4, r5
        fmul    r4, r4, 0.5
        st.local r6, 4, r4
        fsub    r5, r4, r7
        fsub    r8, r7, r4
        fmax    r5, r5, r8
        red.max.f32 u1, r5
        bar.max.f32.local u2, u0, u1
        mov     r9, r3                  ; the lines change places
        mov     r3, r6
        mov     r6, r9
        cmp.lt.f32 up0, c3, u2
        @up0 bra again
        ld.local r4, r3, 4
        st      r13, 4, r4
        exit
