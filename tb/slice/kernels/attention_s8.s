; attention_s8.s - y = e to the power of scale * (a * b), of 8-bit integers, in f32: what attention computes from queries and keys.
; Tiles of 8 by 8: the arrays multiply one while lanes work on the sums of the one before. A group of one warp keeps neither busy
; by itself, so there are four of them. For 8 lanes.
;
; e**d is 2**i * 2**f with i whole and f from -0.5 to 0.5, as in softmax_f32.s. Powers above 2**126 become 2**126, and those
; below 2**-126 become 2**-126.
;
; m, n, k: a has m rows of k bytes, y m rows of n floats; m and n are multiples of 8, k of 64. scale: of sums, divided by ln 2.
; b: k/4 rows of n words, each with four rows of the matrix: byte i of word [j][c] is element [4 * j + i][c].

        .target core
        .arg    m, c0, multiple, 8, least, 8
        .arg    n, c1, multiple, 8, least, 8
        .arg    k, c2, multiple, 64, least, 64
        .arg    a, c3
        .arg    b, c4
        .arg    y, c5
        .arg    scale, c6
        .const  c7, 0.6931471805599453  ; ln 2, and its powers divided by factorials
        .const  c8, 0.2402265069591007
        .const  c9, 0.05550410866482158
        .const  c10, 0.009618129107628477
        .const  c11, 0.0013333558146428443
        .const  c12, -126.0
        .const  c13, 126.0
        .const  c14, 16469              ; s8 by s8 to s32, depth 16, 8 repeats
        .group  rows, 48
        .group  lanes, 8
        .group  warps, 1

; rows 0: eight rows of a, 32 bytes each; 8: their next 32 bytes; 16: sixteen rows of words of b; 32 and 40: sums
        shl     u8, c1, 2               ; bytes of a row of b and of y
        shr     u2, c1, 3               ; tiles of a row of tiles
        shr     u14, c0, 3              ; rows of tiles
        mov     u12, 32                 ; row of the tile's sums
        mov     u13, 0                  ; behind the last row of those of the tile before; no tile is before it
        mov     u3, 0
        mov     u4, group               ; the tile: row u3, column u4
place:  cmp.lt.s32 up0, u4, u2
        @up0 bra tile
        sub     u4, u4, u2
        add     u3, u3, 1
        bra     place

tile:   cmp.lt.s32 up0, u3, u14
        mov     u9, c2                  ; bytes of its products that are done
        @!up0 bra before
        mov     u9, 0
        shl     u5, u3, 3
        mul     u5, u5, c2
        add     u5, u5, c3              ; its rows of a
        shl     u6, u4, 5
        add     u6, u6, c4              ; its columns of b
        mov     u10, hi(65536)          ; the first product adds to nothing
        add     u10, u10, c14
before: shl     r0, lid, 2
        add     r0, r0, u7              ; the place in y of the tile before
        xor     u11, u12, 8             ; and the row of its sums

; Four messages, as many as wait for the arrays, then two rows, then the next four: so the arrays have work, and nobody waits
; to send it.
both:   cmp.lt.s32 up1, u9, c2
        mov     u1, 0
        @!up1 bra lanes
        mov     u0, 4263936             ; eight items of a row each, from row 0 on
        move.in.32 u5, c2, u0
        add     u5, u5, 32
        add     u0, u0, 8
        move.in.32 u5, c2, u0
        add     u5, u5, 32
        mov     u0, 4268048             ; sixteen, from row 16 on
        move.in.32 u6, u8, u0
        shl     u0, u8, 4
        add     u6, u6, u0
        add     u0, u12, 8192           ; sums, b in 16, a in 0
        dpas    u10, u0, u12
        mov     u10, c14
        add     u9, u9, 64
        mov     u1, 4
lanes:  cmp.lt.s32 up2, u11, u13
        @!up2 bra on
        wait    u1                      ; for the sums of the tile before
        row.get r1, u11                 ; two rows at a time, so that one fills the gaps of the other
        add     u11, u11, 1
        row.get r4, u11
        add     u11, u11, 1
        cvt.f32.s32 r1, r1
        cvt.f32.s32 r4, r4
        fmul    r1, r1, c6
        fmul    r4, r4, c6
        fmax    r1, r1, c12
        fmax    r4, r4, c12
        fmin    r1, r1, c13
        fmin    r4, r4, c13
        cvt.s32.f32 r2, r1
        cvt.s32.f32 r5, r4
        cvt.f32.s32 r3, r2
        cvt.f32.s32 r6, r5
        fsub    r1, r1, r3
        fsub    r4, r4, r6
        mov     r3, c11
        mov     r6, c11
        ffma    r3, r3, r1, c10
        ffma    r6, r6, r4, c10
        ffma    r3, r3, r1, c9
        ffma    r6, r6, r4, c9
        ffma    r3, r3, r1, c8
        ffma    r6, r6, r4, c8
        ffma    r3, r3, r1, c7
        ffma    r6, r6, r4, c7
        ffma    r3, r3, r1, 1.0
        ffma    r6, r6, r4, 1.0
        shl     r2, r2, 23
        shl     r5, r5, 23
        add     r3, r3, r2              ; times 2**i
        add     r6, r6, r5
        st      r0, 0, r3
        add     r0, r0, u8
        st      r0, 0, r6
        add     r0, r0, u8
on:     cmp.lt.s32 up1, u9, c2
        @up1 bra both
        cmp.lt.s32 up1, u11, u13
        @up1 bra both
        @!up0 bra end
        mul     u7, u3, u8
        shl     u7, u7, 3
        shl     u0, u4, 5
        add     u7, u7, u0
        add     u7, u7, c5
        add     u13, u12, 8
        xor     u12, u12, 8
        add     u4, u4, groups
        bra     place
end:    exit
