; sort.s - sorts the words of a group, one per lane, by a bitonic network that crosses the warps, through local memory.
; A group has a power of two of lanes.
;
; c1: values; c2: results; c14: 0; c15: lanes of a warp.
;
; All loops are the same for all lanes; which of two values a lane keeps is not.

        .target core
        .const  c1, 0
        .const  c2, 256
        .const  c14, 0
        .arg    lanes, c15, is, lanes
        .data   0, 17, -3, 250, 8, 8, -1000, 42, 0, 99, -99, 5, 1, 77, 31, -31, 6

        mad     r0, warp, c15, lid      ; the lane in its group
        mul     r1, warps, c15          ; lanes of the group
        mad     r2, group, r1, r0
        shl     r2, r2, 2
        ld      r3, r2, c1              ; its value
        shl     r4, r0, 2
        mov     u15, 0
        mov     r5, 2                   ; length of the runs to be made
runs:   shr     r6, r5, 1               ; distance of the pairs
pairs:  st.local r4, 0, r3
        bar.local u15
        xor     r7, r0, r6
        shl     r7, r7, 2
        ld.local r8, r7, 0              ; the partner's value
        and     r9, r0, r5
        and     r10, r0, r6
        cmp.z.s32 p0, r9                ; an ascending run
        cmp.z.s32 p1, r10               ; the lower of the pair
        sel     r9, 1, c14, p0
        sel     r10, 1, c14, p1
        cmp.eq.s32 p2, r9, r10          ; keeps the smaller
        min     r11, r3, r8
        max     r12, r3, r8
        sel     r3, r11, r12, p2
        bar     u15                     ; before the words are written again
        shr     r6, r6, 1
        cmp.nz.s32 p3, r6
        @p3 bra pairs
        shl     r5, r5, 1
        cmp.le.s32 p3, r5, r1
        @p3 bra runs
        st      r2, c2, r3
        exit
