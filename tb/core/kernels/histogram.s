; histogram.s - how often each of 64 values occurs among bytes. Each group counts in its local memory and then adds its
; counts to the totals.
;
; c0: bytes, a multiple of four times all lanes; c1: the bytes; c2: 64 sums; c14: 0; c15: lanes of a warp.

        .target core
        .const  c0, 512
        .const  c1, 0
        .const  c2, 1024
        .const  c14, 0
        .arg    lanes, c15, is, lanes
        .data   0, 0x03020100, 0x3f3f0707, 0x80402010, 0x00000000, 0x01010101, 0x07050302, 0x170d0b07, 0x2f2b2925

        mad     r0, warp, c15, lid      ; the lane in its group
        mul     r1, warps, c15          ; lanes of the group
        mov     u15, 0
        mov     r2, r0                  ; the group's words are 0
        ssy     cleared
clear:  shl     r3, r2, 2
        cmp.lt.s32 p0, r2, 64
        @p0 st.local r3, 0, c14
        add     r2, r2, r1
        cmp.lt.s32 p0, r2, 64
        @p0 bra clear
        join
cleared:
        bar.local u15
        mad     r4, group, r1, r0       ; the lane's first word among all
        shl     r4, r4, 2
        add     r4, r4, c1
        mul     r5, groups, r1
        shl     r5, r5, 2               ; from one of its words to the next
        mov     r6, 0                   ; bytes that are done
        mov     r11, 1
count:  ld      r7, r4, 0
        add     r4, r4, r5
        add     r6, r6, r5
        mov     r8, 4
byte:   and     r9, r7, 63
        shl     r9, r9, 2
        shr     r7, r7, 8
        sub     r8, r8, 1
        atom.add.local r10, r9, r11
        cmp.nz.s32 p1, r8
        @p1 bra byte
        cmp.lt.s32 p2, r6, c0
        @p2 bra count
        bar.local u15
        mov     r2, r0
        ssy     added
add:    shl     r3, r2, 2
        cmp.lt.s32 p0, r2, 64
        @p0 ld.local r7, r3, 0
        add     r3, r3, c2
        @p0 atom.add r10, r3, r7
        add     r2, r2, r1
        cmp.lt.s32 p0, r2, 64
        @p0 bra add
        join
added:  exit
