; pointwise_s8.s - a layer of a network of 8-bit integers that looks at one place of 64 inputs at a time: sums of products
; with a bias, scaled to 8 bits by the arrays. A group takes columns of eight outputs. Their weights stay in rows, so the
; mover brings a tile of eight places, one product of depth 16 gives its outputs, and the mover takes them out: 24 lines for
; 32 cycles of an array. The mover goes through moves in order: it brings the next tile before it takes out this one's
; outputs, as these are not there yet. For 8 lanes and groups of one warp; three groups at a time keep an array busy.
;
; m, n: x has m places of 64 inputs, y m of n outputs, bytes; m and n are multiples of 8.
; w: 16 rows of n words, each with four weights of an output: byte i of word [j][c] is that of input 4 * j + i.
; bias: n words. scales: n multipliers, then n shifts. zero: what is added to an output, -128 to 127.

        .target core
        .arg    m, c0, multiple, 8, least, 8
        .arg    n, c1, multiple, 8, least, 8
        .arg    x, c3
        .arg    w, c4
        .arg    y, c5
        .arg    bias, c6
        .arg    scales, c7
        .arg    zero, c8, least, -128, most, 127
        .group  rows, 66
        .group  lanes, 8
        .group  warps, 1

; rows 0: weights; 16: multipliers, shifts; 18: bias, eight times; 26 and 42: places; 58: outputs
        shl     u8, c1, 2               ; bytes of a row of w
        shl     u12, c1, 3              ; of the outputs of eight places
        mov     u2, 64                  ; of the inputs of one
        mov     u10, hi(1048576)        ; requantise
        add     u10, u10, 16469         ; s8 by s8 to s32, depth 16, 8 repeats
        mov     u11, 6815762            ; bias, weights, places from row 26 on
        mov     u14, hi(43008)          ; and from row 42 on
        add     u14, u14, 18
        and     u15, c8, 255
        shl     u15, u15, 18
        add     u15, u15, 8250          ; outputs, scales, and zero
        mov     u4, group
column: shl     u6, u4, 3
        cmp.lt.s32 up0, u6, c1
        @!up0 bra end
        shl     u7, u4, 5               ; words to the left of the column
        add     u1, u7, c4
        mov     u13, 4268032            ; sixteen items of a row each, from row 0 on
        move.in.32 u1, u8, u13
        add     u1, u7, c7
        mov     u13, 4260880            ; two, from row 16 on
        move.in.32 u1, u8, u13
        add     u1, u7, c6
        mov     u0, 0
        mov     u13, 4263954            ; eight, from row 18 on: all the same
        move.in.32 u1, u0, u13
        mov     u5, c3
        add     u7, u6, c5
        mov     u9, 8                   ; places that are brought
        mov     u13, 4263962            ; eight, from row 26 on: 32 inputs of each place
        move.in.32 u5, u2, u13
        add     u1, u5, 32              ; and the others
        add     u13, u13, 8
        move.in.32 u1, u2, u13
        dpas    u10, u11, u15
tiles:  cmp.lt.s32 up0, u9, c0
        add     u5, u5, 512
        add     u1, u5, 32
        mov     u13, 4263978            ; eight, from row 42 on
        @up0 move.in.32 u5, u2, u13
        add     u13, u13, 8
        @up0 move.in.32 u1, u2, u13
        add     u13, u13, 8
        move.out.8.narrow u7, c1, u13
        @!up0 bra done
        dpas    u10, u14, u15
        add     u9, u9, 8
        add     u7, u7, u12
        cmp.lt.s32 up0, u9, c0
        add     u5, u5, 512
        add     u1, u5, 32
        sub     u13, u13, 32
        @up0 move.in.32 u5, u2, u13
        add     u13, u13, 8
        @up0 move.in.32 u1, u2, u13
        add     u13, u13, 24
        move.out.8.narrow u7, c1, u13
        @!up0 bra done
        dpas    u10, u11, u15
        add     u9, u9, 8
        add     u7, u7, u12
        bra     tiles
done:   add     u4, u4, groups
        bra     column
end:    wait    0
        exit
