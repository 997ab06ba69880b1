; reduce.s - the sum of the elements of an array, computed once by each group: Table 2 of US 12393444. Each lane adds up its
; elements, each warp its lanes, and a barrier that carries a reduction adds up the warps.
;
; n: elements, a multiple of the lanes of a group. y: one word per group. lanes: those of a warp.

        .target core
        .arg    n, c0, multiple, lanes * warps, least, 1
        .arg    x, c1
        .arg    y, c2
        .arg    lanes, c15, is, lanes
        .group  bars, 1

        mad     r1, warp, c15, lid      ; the lane in its group
        mul     r2, warps, c15          ; lanes of the group
        shl     r3, r1, 2
        add     r3, r3, c1              ; its first element
        shl     r4, r2, 2               ; from one element of the lane to the next
        mov     r5, 0                   ; elements that are done
        mov     r6, 0                   ; sum of the lane
again:  ld      r7, r3, 0
        add     r3, r3, r4
        add     r5, r5, r2
        cmp.lt.s32 p0, r5, c0
        add     r6, r6, r7
        @p0 bra again
        red.add.s32 u1, r6
        mov     u0, 0
        shl     r8, group, 2
        cmp.z.s32 p1, r1                ; the first lane of the group
        bar.add.s32 u2, u0, u1          ; all warps have the sum
        @p1 st  r8, c2, u2
        exit
