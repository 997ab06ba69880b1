; pool_s8.s - the mean of each channel over all places of a picture, to nearest, ties away from zero: 8-bit integers. A lane has
; a channel.
;
; m, n: x has m places of n channels, bytes; n is a multiple of lanes, which are those of a warp. With more places a sum could
; exceed 2**24, the greatest number up to which f32 has all integers. y: n bytes.

        .target core
        .arg    m, c0, least, 1, most, 130561
        .arg    n, c1, multiple, lanes, least, lanes
        .arg    x, c2
        .arg    y, c3
        .arg    lanes, c15, is, lanes

        mad     r0, group, warps, warp  ; the warp among all warps
        mul     r0, r0, c15             ; its first channel
        mul     r1, groups, warps
        mul     r1, r1, c15             ; all lanes
channel:
        cmp.lt.s32 p0, r0, c1
        @!p0 bra end
        add     r2, r0, lid
        add     r3, r2, c2
        mov     r4, 0                   ; the sum
        mov     r5, 0                   ; places that are done
again:  ld.s8   r6, r3, 0
        add     r3, r3, c1
        add     r5, r5, 1
        cmp.lt.s32 p1, r5, c0
        add     r4, r4, r6
        @p1 bra again
        sub     r6, 0, r4
        max     r6, r6, r4              ; without its sign
        shr     r7, c0, 1
        add     r6, r6, r7
        cvt.f32.s32 r6, r6              ; whole numbers that f32 has: a quotient never rounds up to one
        cvt.f32.s32 r7, c0
        fdiv    r6, r6, r7
        cvt.s32.f32.rz r6, r6
        cmp.lt.s32 p1, r4, 0
        @p1 sub r6, 0, r6
        st.u8   r2, c3, r6
        add     r0, r0, r1
        bra     channel
end:    exit
