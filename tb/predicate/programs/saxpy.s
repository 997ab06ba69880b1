; saxpy.s - y[i] = a * x[i] + y[i]. Each lane has 16 elements of its own; x begins at byte 0, y at 2048.
;
; The trip count is the same in all lanes, although it is kept in registers of the lanes: the uniformity
; pass moves the counter to U and its test to UP.

        .const  c0, 2.5                 ; a
        .data   0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0
        .data   64, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3.5, -3.5, 1e3, -1e3, 1e-3, -1e-3, 0.0, 7.0, 6.0, 5.0
        .data   2048, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0, 700.0, 800.0
        .data   2112, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0
        .out    last, r4, f32           ; y of the lane's last element

        shl     r1, lid, 6              ; the lane's first element
        mov     r2, 0                   ; of its 64 bytes, those at hand
        mov     r0, c0
again:  add     r5, r1, r2
        ld      r3, r5, 0
        ld      r4, r5, 2048
        ffma    r4, r0, r3, r4
        st      r5, 2048, r4
        add     r2, r2, 4
        cmp.lt.s32 p0, r2, 64
        @p0 bra again
        exit
