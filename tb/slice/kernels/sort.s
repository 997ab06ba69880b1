; sort.s - each group sorts n words of its own, ascending, s32: a bitonic network that crosses the warps, in local memory. A lane
; handles one pair after the other, with a barrier between the steps.
;
; n: a power of two, at least twice the lanes of a group, at most 512, so the number of warps is a power of two as well. x: n words
; per group. y: the same, sorted. lanes: those of a warp.

        .target core
        .arg    n, c0, power, multiple, 2 * lanes * warps, most, 512
        .arg    x, c1
        .arg    y, c2
        .arg    lanes, c15, is, lanes
        .const  c14, 1
        .group  local, 2048
        .group  bars, 1

        mov     u15, 0
        mad     r0, warp, c15, lid      ; the lane in its group
        mul     r1, warps, c15          ; lanes of the group
        shl     r2, r0, 2
        shl     r3, r1, 2
        shl     r4, c0, 2               ; bytes of the group's words
        mul     r5, r4, group
        add     r6, r5, c1              ; where they are
        add     r7, r5, c2              ; and where they go
        mov     r8, r2
in:     add     r9, r6, r8
        ld      r10, r9, 0
        st.local r8, 0, r10
        add     r8, r8, r3
        cmp.lt.s32 p0, r8, r4
        vote.any up0, p0
        @up0 bra in

        mov     r5, 2                   ; length of the runs to be made
runs:   shr     r6, r5, 1               ; distance of the pairs
pairs:  bar.local u15                   ; all words are there
        mov     r8, r0                  ; the lane's pair
pair:   sub     r9, r6, 1
        and     r10, r8, r9             ; its lower word: the pair's number with a 0 put in at the distance
        sub     r11, r8, r10
        shl     r11, r11, 1
        add     r11, r11, r10
        shl     r10, r11, 2
        shl     r12, r6, 2
        add     r12, r12, r10
        ld.local r13, r10, 0
        ld.local r14, r12, 0
        and     r11, r11, r5
        cmp.z.s32 p1, r11               ; in an ascending run
        min     r9, r13, r14
        max     r15, r13, r14
        sel     r13, r9, r15, p1
        sel     r14, r15, r9, p1
        st.local r10, 0, r13
        st.local r12, 0, r14
        add     r8, r8, r1
        shl     r9, r8, 1
        cmp.lt.s32 p0, r9, c0
        vote.any up0, p0
        @up0 bra pair
        shr     r6, r6, 1
        cmp.nz.s32 p2, r6
        @p2 bra pairs
        shl     r5, r5, 1
        cmp.le.s32 p2, r5, c0
        @p2 bra runs

        bar.local u15
        mov     r8, r2
out:    ld.local r10, r8, 0
        add     r9, r7, r8
        st      r9, 0, r10
        add     r8, r8, r3
        cmp.lt.s32 p0, r8, r4
        vote.any up0, p0
        @up0 bra out
        exit
