; gemm_s8.s - y = a * b, of 8-bit integers, in tiles of 8 by 8: the mover brings tiles of a and b to rows, the arrays
; multiply and add them up, the mover takes the sums out. A warp has two places for operands, so that one is filled
; while the other is in use. For 8 lanes and groups of one warp.
;
; m, n, k: a has m rows of k bytes, y m rows of n words; m and n are multiples of 8, k of 64.
; b: k/4 rows of n words, each with four rows of the matrix: byte i of word [j][c] is element [4 * j + i][c].

        .target core
        .arg    m, c0, multiple, 8, least, 8
        .arg    n, c1, multiple, 8, least, 8
        .arg    k, c2, multiple, 64, least, 64
        .arg    a, c3
        .arg    b, c4
        .arg    y, c5
        .group  rows, 40
        .group  lanes, 8
        .group  warps, 1

; rows 0 and 16: eight rows of a, 32 bytes each; 8 and 24: eight rows of words of b; 32: sums
        shl     u8, c1, 2               ; bytes of a row of b and of y
        shl     u12, c1, 5              ; of eight of them
        shr     u2, c1, 3               ; tiles of a row of tiles
        shr     u14, c0, 3              ; rows of tiles
        mov     u3, 0
        mov     u4, group               ; the tile: row u3, column u4
place:  cmp.lt.s32 up0, u4, u2
        @up0 bra tile
        sub     u4, u4, u2
        add     u3, u3, 1
        bra     place

tile:   cmp.lt.s32 up0, u3, u14
        @!up0 bra end
        shl     u5, u3, 3
        mul     u5, u5, c2
        add     u5, u5, c3              ; its rows of a
        shl     u6, u4, 5
        mul     u7, u3, u12
        add     u7, u7, u6
        add     u7, u7, c5              ; its place in y
        add     u6, u6, c4              ; its columns of b
        mov     u10, hi(65536)          ; the first product adds to nothing
        add     u10, u10, 8277          ; s8 by s8 to s32, depth 8, 8 repeats
        mov     u11, 8277
        mov     u9, 0
blocks: mov     u13, 4263936            ; eight items of a row each, from row 0 on
        move.in.32 u5, c2, u13
        add     u13, u13, 8
        move.in.32 u6, u8, u13
        mov     u1, 4128                ; sums in row 32, b in 8, a in 0
        mov     u0, 32
        dpas    u10, u1, u0
        mov     u10, u11
        add     u5, u5, 32
        add     u6, u6, u12
        add     u13, u13, 8
        move.in.32 u5, c2, u13
        add     u13, u13, 8
        move.in.32 u6, u8, u13
        mov     u1, 4206624             ; b in 24, a in 16
        dpas    u11, u1, u0
        add     u5, u5, 32
        add     u6, u6, u12
        add     u9, u9, 64
        cmp.lt.s32 up0, u9, c2
        @up0 bra blocks
        add     u13, u13, 8
        move.out.32 u7, u8, u13
        add     u4, u4, groups
        bra     place
end:    wait    0
        exit
