; saxpy.s - y[i] = a * x[i] + y[i]. Lanes that are neighbours have elements that are neighbours: eight of them are half a
; line. Four loads of each array are under way at a time, which memory needs to be kept busy.
;
; n: elements, a multiple of four times all lanes. lanes: those of a warp.

        .target core
        .arg    n, c0, multiple, 4 * lanes * warps * groups, least, 1
        .arg    x, c1
        .arg    y, c2
        .arg    a, c3
        .arg    lanes, c15, is, lanes

        mul     r1, group, warps        ; the lane among all lanes
        add     r1, r1, warp
        mad     r1, r1, c15, lid
        mul     r2, groups, warps       ; all lanes
        mul     r2, r2, c15
        shl     r3, r1, 2
        add     r4, r3, c1              ; its first x and y
        add     r5, r3, c2
        shl     r6, r2, 2               ; from one element of the lane to the next
        shl     r2, r2, 2               ; elements of a trip
        mov     r7, 0                   ; elements that are done
again:  ld      r8, r4, 0
        add     r4, r4, r6
        ld      r9, r4, 0
        add     r4, r4, r6
        ld      r10, r4, 0
        add     r4, r4, r6
        ld      r11, r4, 0
        add     r4, r4, r6
        ld      r12, r5, 0
        add     r3, r5, r6
        ld      r13, r3, 0
        add     r14, r3, r6
        ld      r15, r14, 0
        add     r0, r14, r6
        ld      r1, r0, 0
        ffma    r12, c3, r8, r12
        st      r5, 0, r12
        ffma    r13, c3, r9, r13
        st      r3, 0, r13
        ffma    r15, c3, r10, r15
        st      r14, 0, r15
        ffma    r1, c3, r11, r1
        st      r0, 0, r1
        add     r5, r0, r6
        add     r7, r7, r2
        cmp.lt.s32 p0, r7, c0
        @p0 bra again
        exit
