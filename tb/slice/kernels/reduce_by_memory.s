; reduce_by_memory.s - what reduce.s does, without a reduction in the gateway: Table 1 of US 12393444. One warp clears a word
; in memory, all warps add to it with an atomic, and all read it after a fence and a barrier.
;
; n: elements, a multiple of the lanes of a group. y: one word per group, for the sums. z: one word per warp, for what it
; has read. lanes: those of a warp.

        .target core
        .arg    n, c0, multiple, lanes * warps, least, 1
        .arg    x, c1
        .arg    y, c2
        .arg    z, c3
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
        mov     r9, 0
        shl     r8, group, 2
        add     r8, r8, c2
        cmp.z.s32 p1, r1                ; the first lane of the group
        cmp.z.s32 p2, lid               ; the first one of the warp
        mad     r1, group, warps, warp
        shl     r1, r1, 2
        @p1 st  r8, 0, r9
        bar.global u0
        mov     r9, u1
        @p2 atom.add r0, r8, r9
        fence.all
        bar.global u0
        ld      r9, r8, 0
        @p2 st  r1, c3, r9
        exit
