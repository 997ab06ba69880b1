; pointwise_s8.s - a layer of a network of 8-bit integers that looks at one place of 64 inputs at a time: sums of products
; with a bias, scaled to 8 bits by the arrays. A group takes 32 outputs, whose weights stay in rows, and goes through the
; places in tiles of eight. The mover brings each tile once, for four products of depth 16, each of which gives eight outputs
; of eight places, and takes these out: 48 lines for 128 cycles of an array. The mover works in order. So the kernel takes
; outputs out while the next product runs, and brings a tile when its rows are free. The mover also makes a
; map of the weights of each column, and the array leaves out four inputs where they are zero for all eight outputs: weights
; that are pruned in such blocks take fewer passes. For 8 lanes; one group of one warp keeps an array busy.
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
        .const  c2, 4980736             ; from row 141 to 158 of the places and back
        .const  c9, 0x90004055          ; s8 by s8 to s32, depth 16, 8 repeats, requantised, sparse
        .const  c10, 64                 ; bytes of a place
        .const  c11, 4264044            ; eight items of a row each, from row 108 on
        .const  c12, 4264052            ; from row 116 on
        .const  c13, 4264060            ; from row 124 on
        .const  c14, 4264068            ; from row 132 on
        .const  c15, 37822465           ; sixteen items of a row each, from row 1 on, and their map
        .group  rows, 174
        .group  lanes, 8
        .group  warps, 1

; rows, for four columns of eight outputs: 0: map and weights, 17 a column; 68: multipliers, shifts; 76: bias, eight
; times; 108: outputs, 8 a column; 140 and 157: map and places
        mov     r3, -1                  ; of the places all inputs are looked at
        row.put 140, r3
        row.put 157, r3
        mov     u4, group
        shl     r2, c0, 6
        add     r2, r2, c3              ; the end of the places
block:  shl     u6, u4, 5               ; the first output
        cmp.lt.s32 up0, u6, c1
        @!up0 bra end
        sub     u7, c1, u6              ; which columns there are besides the first
        cmp.gt.s32 up1, u7, 8
        cmp.gt.s32 up2, u7, 16
        cmp.gt.s32 up3, u7, 24
        min     u12, u7, 32
        mov     u5, c3
        shl     r1, lid, 6              ; a place for each lane, of the next tile
        add     r1, r1, c3
        add     r1, r1, 512
        mov     u3, 4264077             ; eight places, from row 141 on: 32 inputs of each
        move.in.32 u5, c10, u3
        add     u1, u5, 32              ; and the others
        add     u13, u3, 8
        move.in.32 u1, c10, u13
        shl     u2, c1, 2               ; bytes of a row of w
        mov     u0, 0
        mov     u13, c15
        mov     u9, 4260932             ; two, from row 68 on
        mov     u11, 4264012            ; eight, from row 76 on: all the same
        shl     u7, u6, 2               ; words to the left of the column
load:   add     u1, u7, c4
        move.in.32 u1, u2, u13
        add     u1, u7, c7
        add     u13, u13, 17
        move.in.32 u1, u2, u9
        add     u1, u7, c6
        add     u9, u9, 2
        move.in.32 u1, u0, u11
        add     u11, u11, 8
        add     u7, u7, 32
        sub     u12, u12, 8
        cmp.gt.s32 up0, u12, 0
        @up0 bra load
        mov     u8, hi(144386)          ; bias, weights, places from row 141 on, of each column
        add     u8, u8, 76
        add     u9, u8, 8712
        add     u10, u9, 8712
        add     u11, u10, 8712
        and     u12, c8, 255            ; outputs, scales, and zero, of each
        shl     u12, u12, 18
        add     u12, u12, 34924
        add     u13, u12, 1032
        add     u14, u13, 1032
        add     u15, u14, 1032
        add     u7, u6, c5              ; the tile's outputs
        add     u0, u0, 8               ; places that are done with it
        dpas    c9, u8, u12
tile:   add     r1, r1, 512
        cmp.lt.s32 p0, r1, r2
        @p0 ld r3, r1, 0                ; brings the tile after the next one to the cache, for the mover
        cmp.lt.s32 up0, u0, c0
        xor     u3, u3, 19
        add     u5, u5, 512
        add     u1, u3, 8
        add     u6, u5, 32
        @up0 move.in.32 u5, c10, u3     ; while the first product runs the last tile's rows are free
        @up0 move.in.32 u6, c10, u1
        @up1 dpas c9, u9, u13
        move.out.8.narrow u7, c1, c11
        add     u1, u7, 8
        @up2 dpas c9, u10, u14
        add     u2, u7, 16
        @up1 move.out.8.narrow u1, c1, c12
        add     u6, u7, 24
        @up3 dpas c9, u11, u15
        xor     u8, u8, c2
        @up2 move.out.8.narrow u2, c1, c13
        @!up0 bra last
        dpas    c9, u8, u12             ; of the next tile
        add     u0, u0, 8
        @up3 move.out.8.narrow u6, c1, c14
        xor     u9, u9, c2
        xor     u10, u10, c2
        xor     u11, u11, c2
        shl     u2, c1, 3
        add     u7, u7, u2              ; eight places on
        bra     tile
last:   @up3 move.out.8.narrow u6, c1, c14
        add     u4, u4, groups
        bra     block
end:    wait    0
        exit
