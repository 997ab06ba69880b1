; depthwise_s8.s - a layer of a network of 8-bit integers in which every channel has its own kernel of 3 by 3. A lane has a
; channel, with its weights in registers; inputs outside the picture are left out. The sums of eight places go to rows, and
; the arrays scale them to 8 bits, by a product with weights of 0. For 8 lanes and groups of one warp.
;
; m, n: y has m places of n channels, bytes; m and n are multiples of 8. x: places of n bytes, row by row.
; height, width: places of x. columns: places in a row of y. step: places of x from one place of y to the next, both ways.
; top, left: rows and columns outside of x that the first place looks at. offset: what is added to an input.
; w: nine rows of n bytes. bias: n words. scales: n multipliers, then n shifts. zero: what is added to an output, -128 to 127.

        .target core
        .arg    m, c0, multiple, 8, least, 8
        .arg    n, c1, multiple, 8, least, 8
        .arg    x, c2
        .arg    w, c3
        .arg    y, c4
        .arg    bias, c5
        .arg    scales, c6
        .arg    zero, c7, least, -128, most, 127
        .arg    height, c8, least, 1
        .arg    width, c9, least, 1
        .arg    columns, c10, least, 1
        .arg    step, c11, least, 1
        .arg    top, c12, least, 0
        .arg    left, c13, least, 0
        .arg    offset, c14
        .group  rows, 35
        .group  lanes, 8
        .group  warps, 1

; rows 0: weights of 0; 1: multipliers, shifts; 3 and 19: sums of eight places; 11 and 27: outputs
        mov     r0, 0
        row.put 0, r0
        mov     u0, group               ; the column of eight channels
column: shl     u1, u0, 3
        cmp.lt.s32 up0, u1, c1
        @!up0 bra end
        add     r0, u1, lid             ; the lane's channel
        add     r1, r0, c3
        ld.s8   r7, r1, 0
        add     r1, r1, c1
        ld.s8   r8, r1, 0
        add     r1, r1, c1
        ld.s8   r9, r1, 0
        add     r1, r1, c1
        ld.s8   r10, r1, 0
        add     r1, r1, c1
        ld.s8   r11, r1, 0
        add     r1, r1, c1
        ld.s8   r12, r1, 0
        add     r1, r1, c1
        ld.s8   r13, r1, 0
        add     r1, r1, c1
        ld.s8   r14, r1, 0
        add     r1, r1, c1
        ld.s8   r15, r1, 0
        shl     r1, r0, 2
        ld      r5, r1, c5              ; its bias
        add     r0, r0, c2              ; its input at place 0
        wait    0                       ; the scales of the column before are not needed any more
        shl     u2, u1, 2
        add     u2, u2, c6
        shl     u3, c1, 2
        mov     u4, 4260865             ; two items of a row each, from row 1 on
        move.in.32 u2, u3, u4
        add     u1, u1, c4              ; the outputs of a tile
        mov     u2, 0                   ; places that are done
        mov     u3, 3                   ; sums of the tile
        sub     u4, 0, c12              ; row of x
        sub     u5, 0, c13              ; column of x
        sub     u6, c10, 1              ; places of y that are left in the row
tile:   wait    2                       ; what was in these rows is out
        mov     u7, u3
        add     u8, u3, 8
place:  mov     r4, r5
        mad     u9, u4, c9, u5
        mul     u9, u9, c1              ; the first input, from place 0 on
        add     u10, u5, 1
        add     u11, u5, 2
        cmp.lt.u32 up1, u5, c9          ; columns that there are
        cmp.lt.u32 up2, u10, c9
        cmp.lt.u32 up3, u11, c9
        add     u10, u9, c1
        add     u11, u10, c1
        mul     u12, c9, c1             ; bytes of a row
        cmp.lt.u32 up0, u4, c8
        @!up0 bra middle
        @up1 ld.s8 r1, r0, u9
        @up2 ld.s8 r2, r0, u10
        @up3 ld.s8 r3, r0, u11
        @up1 add r1, r1, c14
        @up1 mad r4, r1, r7, r4
        @up2 add r2, r2, c14
        @up2 mad r4, r2, r8, r4
        @up3 add r3, r3, c14
        @up3 mad r4, r3, r9, r4
middle: add     u9, u9, u12
        add     u10, u10, u12
        add     u11, u11, u12
        add     u13, u4, 1
        cmp.lt.u32 up0, u13, c8
        @!up0 bra last
        @up1 ld.s8 r1, r0, u9
        @up2 ld.s8 r2, r0, u10
        @up3 ld.s8 r3, r0, u11
        @up1 add r1, r1, c14
        @up1 mad r4, r1, r10, r4
        @up2 add r2, r2, c14
        @up2 mad r4, r2, r11, r4
        @up3 add r3, r3, c14
        @up3 mad r4, r3, r12, r4
last:   add     u9, u9, u12
        add     u10, u10, u12
        add     u11, u11, u12
        add     u13, u4, 2
        cmp.lt.u32 up0, u13, c8
        @!up0 bra sum
        @up1 ld.s8 r1, r0, u9
        @up2 ld.s8 r2, r0, u10
        @up3 ld.s8 r3, r0, u11
        @up1 add r1, r1, c14
        @up1 mad r4, r1, r13, r4
        @up2 add r2, r2, c14
        @up2 mad r4, r2, r14, r4
        @up3 add r3, r3, c14
        @up3 mad r4, r3, r15, r4
sum:    row.put u7, r4
        add     u7, u7, 1
        add     u5, u5, c11
        sub     u6, u6, 1
        cmp.lt.s32 up0, u6, 0
        @!up0 bra same
        sub     u5, 0, c13              ; the next row of y
        sub     u6, c10, 1
        add     u4, u4, c11
same:   cmp.lt.s32 up0, u7, u8
        @up0 bra place

        mov     u9, hi(1048576)         ; requantise
        add     u9, u9, 1109            ; s8 by s8 to s32, depth 1, 8 repeats
        mov     u10, hi(1024)
        mad     u10, u10, u3, u3        ; the sums, as inputs too; weights in row 0
        add     u11, u3, 8
        and     u12, c7, 255
        shl     u12, u12, 18
        add     u12, u12, u11
        add     u12, u12, 512           ; outputs, scales, and zero
        dpas    u9, u10, u12
        mov     u12, hi(16656)
        add     u12, u12, u11
        move.out.8.narrow u1, c1, u12
        shl     u9, c1, 3
        add     u1, u1, u9
        xor     u3, u3, 16              ; 3 and 19
        add     u2, u2, 8
        cmp.lt.s32 up0, u2, c0
        @up0 bra tile
        add     u0, u0, groups
        bra     column
end:    wait    0
        exit
