; bitonic.s - sorts the values of the lanes, the first 32 words of the data memory, by a bitonic network among the
; lanes, into the words from byte 256 on. For any number of lanes: a lane that is missing counts as the largest number.
;
; Both loops are the same for all lanes; which of two values a lane keeps is not.

        .data   0, 17, -3, 250, 8, 8, -1000, 42, 0, 99, -99, 5, 1, 77, 31, -31, 6
        .data   64, 23, 11, -7, 1000, 64, 65, 63, -64, 500, -500, 2, 3, 13, 12, -12, 4
        .data   256, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647
        .data   288, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647
        .data   320, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647
        .data   352, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647
        .const  c0, 1
        .const  c1, 0
        .out    sorted, r3, s32

        shl     r10, lid, 2             ; the lane's word
        ld      r3, r10, 0
        st      r10, 256, r3
        mov     r1, 2                   ; length of the runs to be made
runs:   shr     r2, r1, 1               ; distance of the pairs
pairs:  xor     r4, lid, r2
        shl     r4, r4, 2
        ld      r5, r4, 256             ; the partner's value
        and     r6, lid, r1
        and     r7, lid, r2
        cmp.z.s32 p0, r6                ; an ascending run
        cmp.z.s32 p1, r7                ; the lower of the pair
        sel     r6, c0, c1, p0
        sel     r7, c0, c1, p1
        cmp.eq.s32 p2, r6, r7           ; keeps the smaller
        min     r8, r3, r5
        max     r9, r3, r5
        sel     r3, r8, r9, p2
        st      r10, 256, r3
        shr     r2, r2, 1
        cmp.nz.s32 p3, r2
        @p3 bra pairs
        shl     r1, r1, 1
        cmp.le.s32 p3, r1, 32
        @p3 bra runs
        exit
