; conv_s8.s - a convolution of a network of 8-bit integers. Each lane gathers the inputs of one place of the output, as many as
; the kernel has, into local memory; outside the picture they are the number that stands for 0. The mover brings these
; tiles of eight places to rows. Eight outputs at a time, with their weights, are one product, scaled to 8 bits by the arrays.
; For 8 lanes and groups of one warp.
;
; m, n, k: y has m places of n outputs, bytes; a kernel looks at k inputs, at most 64; m and n are multiples of 8.
; x: rows of bytes, those of a place side by side. shape: nine words: bytes of a row of the kernel; height of x, bytes of its
; rows; places in a row of y; rows of x, bytes of x from one place of y to the next; rows above x, bytes to its left that the
; first place looks at; the number that stands for places outside x.
; w: 16 rows of n words, each with four weights of an output: byte i of word [j][c] is that of input 4 * j + i, 0 from k on.
; bias: n words. scales: n multipliers, then n shifts. zero: what is added to an output, -128 to 127.

        .target core
        .arg    m, c0, multiple, 8, least, 8
        .arg    n, c1, multiple, 8, least, 8
        .arg    k, c2, least, 1, most, 64
        .arg    x, c3
        .arg    w, c4
        .arg    y, c5
        .arg    bias, c6
        .arg    scales, c7
        .arg    zero, c8, least, -128, most, 127
        .arg    shape, c9
        .const  c10, 0
        .const  c11, 4263936            ; eight items of a row each, from row 0 on: 32 inputs of each place
        .const  c12, 4268048            ; sixteen, from row 16 on: weights
        .const  c13, 4260896            ; two, from row 32 on: multipliers, shifts
        .const  c14, 4263970            ; eight, from row 34 on: bias, eight times
        .const  c15, 4263978            ; eight, from row 42 on: outputs
        .group  rows, 50
        .group  local, 512              ; 64 inputs of eight places
        .group  lanes, 8
        .group  warps, 1

        ldu     u0, c9, 0               ; bytes of a row of the kernel
        ldu     u1, c9, 4               ; height of x
        ldu     u2, c9, 8               ; bytes of its rows
        ldu     u3, c9, 32              ; outside of it
        mov     u4, group               ; the tile of eight places
tile:   shl     u5, u4, 3
        cmp.lt.s32 up0, u5, c0
        @!up0 bra end
        ldu     u6, c9, 12
        add     r0, u5, lid             ; the lane's place: its column and row of y
        cvt.f32.s32 r1, r0
        cvt.f32.s32 r2, u6
        fdiv    r1, r1, r2
        cvt.s32.f32.rz r1, r1
        mul     r2, r1, u6
        sub     r2, r0, r2
        ldu     u7, c9, 16
        ldu     u8, c9, 24
        mul     r1, r1, u7
        sub     r1, r1, u8              ; row of x,
        ldu     u7, c9, 20
        ldu     u8, c9, 28
        mul     r2, r2, u7
        sub     r2, r2, u8              ; and byte of that row, of the first input
        shl     r3, lid, 6
        mov     u6, 0
        wait    0                       ; nobody looks at local memory any more
rows:   mul     r5, r1, u2
        add     r5, r5, r2
        add     r5, r5, c3
        cmp.lt.u32 p0, r1, u1
        sel     r4, r2, -65536, p0      ; in a row outside of x all bytes are outside
        mov     u7, 0
bytes:  add     r7, r4, u7
        cmp.lt.u32 p1, r7, u2
        mov     r6, u3
        @p1 ld.u8 r6, r5, u7
        add     u7, u7, 1
        st.u8.local r3, u6, r6
        add     u6, u6, 1
        cmp.lt.s32 up0, u7, u0
        @up0 bra bytes
        add     r1, r1, 1
        cmp.lt.s32 up0, u6, c2
        @up0 bra rows
        fence.local
        mov     u6, hi(8388608)         ; in local memory
        mov     u7, 64
        mov     u8, c11
        move.in.32 u6, u7, u8
        add     u6, u6, 32
        add     u8, u8, 8
        move.in.32 u6, u7, u8

        add     u6, c2, 3
        shr     u6, u6, 2
        shl     u6, u6, 10              ; depth, s8 by s8 to s32, 8 repeats,
        add     u6, u6, 85
        mov     u7, hi(1048576)         ; requantise
        add     u6, u6, u7
        mov     u7, 8226                ; bias, weights, inputs
        and     u8, c8, 255
        shl     u8, u8, 18
        add     u8, u8, 16426           ; outputs, scales, and zero
        mad     u9, u5, c1, c5          ; the place in y
        shl     u10, c1, 2              ; bytes of a row of w
        mov     u11, 0
column: shl     u12, u11, 2
        add     u13, u12, c4
        move.in.32 u13, u10, c12
        add     u13, u12, c7
        move.in.32 u13, u10, c13
        add     u13, u12, c6
        move.in.32 u13, c10, c14
        dpas    u6, u7, u8
        move.out.8.narrow u9, c1, c15
        add     u9, u9, 8
        add     u11, u11, 8
        cmp.lt.s32 up0, u11, c1
        @up0 bra column
        add     u4, u4, groups
        bra     tile
end:    wait    0
        exit
