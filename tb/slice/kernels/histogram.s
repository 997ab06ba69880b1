; histogram.s - how often each byte value from 0 to 63 is in an array of words; other bytes are not counted. Each group
; counts in its local memory with atomics, and then adds its counts to the result in memory.
;
; n: words, a multiple of all lanes. y: 64 counts, initially 0. lanes: those of a warp.

        .target core
        .arg    n, c0, multiple, lanes * warps * groups, least, 1
        .arg    x, c1
        .arg    y, c2
        .arg    lanes, c15, is, lanes
        .group  local, 256
        .group  bars, 1

        mad     r1, warp, c15, lid      ; the lane in its group
        mul     r2, warps, c15          ; lanes of the group
        shl     r4, r1, 2
        shl     r5, r2, 2
        mov     r6, 0
clear:  cmp.lt.s32 p0, r4, 256          ; the counts of the group begin with 0
        @p0 st.local r4, 0, r6
        add     r4, r4, r5
        cmp.lt.s32 p1, r4, 256
        vote.any up0, p1
        @up0 bra clear
        mov     u0, 0
        bar.local u0

        mad     r3, group, r2, r1       ; the lane among all lanes
        mul     r7, groups, r2          ; all lanes
        mov     r8, 1
words:  shl     r9, r3, 2
        ld      r10, r9, c1
        mov     u1, 4                   ; bytes of the word
bytes:  and     r11, r10, 255
        cmp.lt.s32 p0, r11, 64
        shl     r11, r11, 2
        @p0 atom.add.local r0, r11, r8
        shr     r10, r10, 8
        sub     u1, u1, 1
        cmp.nz.s32 up1, u1
        @up1 bra bytes
        add     r3, r3, r7
        cmp.lt.s32 p0, r3, c0
        vote.any up0, p0
        @up0 bra words
        bar.local u0

        shl     r4, r1, 2
add:    cmp.lt.s32 p0, r4, 256
        @p0 ld.local r9, r4, 0
        add     r10, r4, c2
        @p0 atom.add r0, r10, r9
        add     r4, r4, r5
        cmp.lt.s32 p1, r4, 256
        vote.any up0, p1
        @up0 bra add
        exit
