; softmax_f32.s - for each row of x: e to the power of each element, divided by the sum of these powers. The largest element of the
; row is subtracted first, so that nothing overflows. A warp has a row.
;
; e**d is 2**i * 2**f with i whole and f from -0.5 to 0.5; 2**f is a polynomial: the first terms of the series of e**(f * ln 2).
;
; m, n: m rows of n elements; n is at least lanes, which are those of a warp. y: the same.

        .target core
        .arg    m, c0, least, 1
        .arg    n, c1, least, lanes
        .arg    x, c2
        .arg    y, c3
        .arg    lanes, c15, is, lanes
        .const  c4, 1.4426950408889634  ; 1 / ln 2
        .const  c5, 0.6931471805599453  ; ln 2, and its powers divided by factorials
        .const  c6, 0.2402265069591007
        .const  c7, 0.05550410866482158
        .const  c8, 0.009618129107628477
        .const  c9, 0.0013333558146428443
        .const  c10, 0.00015403530393381608
        .const  c11, -126.0

        mad     r0, group, warps, warp  ; the row
        mul     r1, groups, warps
row:    cmp.lt.s32 p0, r0, c0
        @!p0 bra end
        mul     r2, r0, c1
        shl     r2, r2, 2               ; where it is
        shl     r3, c15, 2              ; bytes of all lanes
        shl     r4, lid, 2
        add     r4, r4, r2
        shl     r5, c1, 2
        add     r5, r5, r2              ; its end
        ld      r6, r4, c2              ; the largest of the lane
        add     r7, r4, r3
most:   cmp.lt.s32 p1, r7, r5
        @p1 ld  r8, r7, c2
        @p1 fmax r6, r6, r8
        add     r7, r7, r3
        vote.any up1, p1
        @up1 bra most
        red.max.f32 u1, r6
        mov     r9, 0                   ; the sum of the lane
        mov     r7, r4
power:  cmp.lt.s32 p1, r7, r5
        @p1 ld  r8, r7, c2
        fsub    r8, r8, u1
        fmul    r8, r8, c4
        fmax    r8, r8, c11             ; 0 or nearly, all the same
        cvt.s32.f32 r10, r8
        cvt.f32.s32 r11, r10
        fsub    r8, r8, r11
        mov     r12, c10
        ffma    r12, r12, r8, c9
        ffma    r12, r12, r8, c8
        ffma    r12, r12, r8, c7
        ffma    r12, r12, r8, c6
        ffma    r12, r12, r8, c5
        ffma    r12, r12, r8, 1.0
        shl     r10, r10, 23
        add     r12, r12, r10           ; times 2**i
        @p1 st  r7, c3, r12
        @p1 fadd r9, r9, r12
        add     r7, r7, r3
        vote.any up1, p1
        @up1 bra power
        red.add.f32 u2, r9
        fdiv    r10, 1.0, u2
        mov     r7, r4
divide: cmp.lt.s32 p1, r7, r5
        @p1 ld  r8, r7, c3
        fmul    r8, r8, r10
        @p1 st  r7, c3, r8
        add     r7, r7, r3
        vote.any up1, p1
        @up1 bra divide
        add     r0, r0, r1
        bra     row
end:    exit
