; saxpy.s - y[i] = a * x[i] + y[i]. Neighbouring lanes have neighbouring elements, so eight lanes access half a
; line. Four loads of each array are in flight at a time, which keeps memory busy.
;
; n: elements, a multiple of four times all lanes. lanes: those of a warp.

        .target core
        .arg    n, c0, multiple, 4 * lanes * warps * groups, least, 1
        .arg    x, c1
        .arg    y, c2
        .arg    a, c3
        .arg    lanes, c15, is, lanes

        mul     u0, group, warps
        add     u0, u0, warp
        mul     u0, u0, c15             ; the warp's first lane among all lanes
        add     r1, u0, lid
        shl     r1, r1, 2
        add     r2, r1, c1              ; the lane's x and y
        add     r3, r1, c2
        mul     u1, groups, warps
        mul     u1, u1, c15
        shl     u1, u1, 2               ; bytes from one element of the lane to the next; elements of a trip
        add     u2, u1, u1
        add     u3, u2, u1
        shl     u4, u1, 2
        mov     u5, 0                   ; elements that are done
again:  ld      r4, r2, 0
        ld      r5, r2, u1
        ld      r6, r2, u2
        ld      r7, r2, u3
        ld      r8, r3, 0
        ld      r9, r3, u1
        ld      r10, r3, u2
        ld      r11, r3, u3
        ffma    r8, c3, r4, r8
        st      r3, 0, r8
        ffma    r9, c3, r5, r9
        st      r3, u1, r9
        ffma    r10, c3, r6, r10
        st      r3, u2, r10
        ffma    r11, c3, r7, r11
        st      r3, u3, r11
        add     r2, r2, u4
        add     r3, r3, u4
        add     u5, u5, u1
        cmp.lt.s32 up0, u5, c0
        @up0 bra again
        exit
