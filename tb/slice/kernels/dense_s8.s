; dense_s8.s - a dense layer of a network of 8-bit integers, or a layer that looks at one place at a time: sums of
; products with a bias, scaled to 8 bits by the arrays. Tiles as in gemm_s8.s; the sums of a tile begin with the bias, and the
; last of its products is scaled. For 8 lanes and groups of one warp.
;
; m, n, k: x has m places of k inputs, y m of n outputs, bytes; m and n are multiples of 8, k of 64.
; w: k/4 rows of n words, each with four weights of an output: byte i of word [j][c] is that of input 4 * j + i.
; bias: n words. scales: n multipliers, then n shifts. zero: what is added to an output, -128 to 127.

        .target core
        .arg    m, c0, multiple, 8, least, 8
        .arg    n, c1, multiple, 8, least, 8
        .arg    k, c2, multiple, 64, least, 64
        .arg    x, c3
        .arg    w, c4
        .arg    y, c5
        .arg    bias, c6
        .arg    scales, c7
        .arg    zero, c8, least, -128, most, 127
        .group  rows, 42
        .group  lanes, 8
        .group  warps, 1

; rows 0 and 16: eight rows of x, 32 bytes each; 8 and 24: eight rows of words of w; 32: sums; 40: multipliers, shifts
        shl     u8, c1, 2               ; bytes of a row of w
        shl     u12, c1, 5              ; of eight of them
        shr     u2, c1, 3               ; tiles of a row of tiles
        shr     u14, c0, 3              ; rows of tiles
        mov     u3, 0
        mov     u4, group               ; the tile: row u3, column u4
        and     u15, c8, 255
        shl     u15, u15, 18
        add     u15, u15, 20512         ; results in row 32, scales in row 40, and zero
place:  cmp.lt.s32 up0, u4, u2
        @up0 bra tile
        sub     u4, u4, u2
        add     u3, u3, 1
        bra     place

tile:   cmp.lt.s32 up0, u3, u14
        @!up0 bra end
        shl     u6, u4, 5               ; its columns of words
        add     u7, u6, c7
        mov     u13, 4260904            ; two items of a row each, from row 40 on
        move.in.32 u7, u8, u13
        add     u7, u6, c6
        mov     u13, 4263968            ; eight items of a row each, from row 32 on: all the same
        mov     u0, 0
        move.in.32 u7, u0, u13
        add     u6, u6, c4
        shl     u5, u3, 3
        mul     u7, u5, c1
        mul     u5, u5, c2
        add     u5, u5, c3              ; its places
        shl     u0, u4, 3
        add     u7, u7, u0
        add     u7, u7, c5              ; its outputs
        mov     u9, 64
blocks: mov     u13, 4263936            ; eight items of a row each, from row 0 on
        move.in.32 u5, c2, u13
        add     u13, u13, 8
        move.in.32 u6, u8, u13
        mov     u0, 8277                ; s8 by s8 to s32, depth 8, 8 repeats
        mov     u1, 4128                ; sums in row 32, w in 8, x in 0
        mov     u10, 32
        dpas    u0, u1, u10
        add     u5, u5, 32
        add     u6, u6, u12
        add     u13, u13, 8
        move.in.32 u5, c2, u13
        add     u13, u13, 8
        move.in.32 u6, u8, u13
        mov     u1, 4206624             ; w in 24, x in 16
        cmp.lt.s32 up0, u9, c2
        mov     u11, hi(1048576)        ; requantise
        add     u11, u11, u0
        sel     u0, u0, u11, up0
        dpas    u0, u1, u15
        add     u5, u5, 32
        add     u6, u6, u12
        add     u9, u9, 64
        @up0 bra blocks
        add     u13, u13, 8
        move.out.8.narrow u7, c1, u13
        add     u4, u4, groups
        bra     place
end:    wait    0
        exit
