; saxpy.s - y[i] = a * x[i] + y[i]. Neighbouring lanes have neighbouring elements, so eight lanes access one line or
; two.
;
; c0: elements, a multiple of all lanes; c1: x; c2: y; c3: a; c15: lanes of a warp.
;
; The trip count is the same in all lanes, although it is kept in registers of the lanes: the uniformity pass
; moves the counter to U and its test to UP.

        .target core
        .const  c0, 64
        .const  c1, 0
        .const  c2, 256
        .const  c3, 2.5
        .arg    lanes, c15, is, lanes
        .data   0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0
        .data   256, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5

        mul     r1, group, warps        ; the lane among all lanes
        add     r1, r1, warp
        mad     r1, r1, c15, lid
        mul     r2, groups, warps       ; all lanes
        mul     r2, r2, c15
        shl     r3, r1, 2
        add     r4, r3, c1              ; its first x and y
        add     r5, r3, c2
        shl     r6, r2, 2               ; from one element of the lane to the next
        mov     r7, 0                   ; elements that are done
again:  ld      r8, r4, 0
        ld      r9, r5, 0
        add     r7, r7, r2
        cmp.lt.s32 p0, r7, c0
        add     r4, r4, r6
        ffma    r9, c3, r8, r9
        st      r5, 0, r9
        add     r5, r5, r6
        @p0 bra again
        exit
