; spmv.s - y = A * x with a matrix A that is mostly zeros, of 32-bit integers. Only the elements of a row that are not zero are
; kept, one after the other, with a mask of their columns for every eight columns. `pack` moves elements to the lanes of their
; columns. For 8 lanes.
;
; m, n: A has m rows of n columns; n is a multiple of 32. values: elements that are not zero, row by row, and eight more words.
; masks: n / 8 bytes per row, bit i for column i of eight. first: for each row the index of its first element.

        .target core
        .arg    m, c0, least, 1
        .arg    n, c1, multiple, 32, least, 32
        .arg    values, c2
        .arg    masks, c3
        .arg    first, c4
        .arg    x, c5
        .arg    y, c6
        .group  lanes, 8

        mad     r0, group, warps, warp  ; the row
        mul     r1, groups, warps       ; all warps
        shr     r2, c1, 3               ; masks of a row
row:    cmp.lt.s32 p0, r0, c0
        @!p0 bra end
        shl     r3, r0, 2
        ld      r4, r3, c4
        add     r4, r4, lid
        shl     r4, r4, 2
        add     r4, r4, c2              ; elements for the lanes, as if all were there
        mul     r5, r0, r2
        add     r5, r5, c3              ; masks
        add     r6, r5, r2
        shl     r7, lid, 2
        add     r7, r7, c5              ; elements of x
        mov     r8, 0                   ; the lane's sum
eight:  ld.u8   r9, r5, 0
        ld      r10, r4, 0
        ld      r11, r7, 0
        shr     r12, r9, lid
        and     r12, r12, 1
        pack.expand r13, r10, r12
        cmp.nz.s32 p1, r12
        @p1 mad r8, r13, r11, r8
        popc    r9, r9
        shl     r9, r9, 2
        add     r4, r4, r9
        add     r7, r7, 32
        add     r5, r5, 1
        cmp.lt.s32 p2, r5, r6
        @p2 bra eight
        red.add.s32 u1, r8
        st      r3, c6, u1              ; every lane stores the same
        add     r0, r0, r1
        bra     row
end:    exit
