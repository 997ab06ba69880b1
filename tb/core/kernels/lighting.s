; lighting.s - one fragment per lane: light on a surface. Each lane has its own normal; the material is the same for
; all.
;
; c0: fragments, a multiple of all lanes; c1, c2, c3: their normals; c4: results; c5: parts of the light's direction,
; all three alike; c6: diffuse, c7: ambient part; c8: material, 0 dull, 1 shining; c9: its highlight; c15: lanes of
; a warp.
;
; The test of the material comes from a constant, so one uniform test is enough. The test for the side that faces the
; light differs from lane to lane.

        .target core
        .const  c0, 128
        .const  c1, 0
        .const  c2, 512
        .const  c3, 1024
        .const  c4, 1536
        .const  c5, 0.57735026
        .const  c6, 0.8
        .const  c7, 0.1
        .const  c8, 1
        .const  c9, 0.5
        .arg    lanes, c15, is, lanes
        .data   0, 0.0, 0.6, -0.6, 0.0, 1.0, -1.0, 0.36, -0.48
        .data   512, 0.0, 0.0, 0.8, -0.8, 0.0, 0.0, 0.48, 0.64
        .data   1024, 1.0, 0.8, 0.0, 0.6, 0.0, 0.0, 0.8, -0.6

        mul     r0, group, warps        ; the lane's fragment
        add     r0, r0, warp
        mad     r0, r0, c15, lid
        shl     r0, r0, 2
        mul     r1, groups, warps       ; all lanes
        mul     r1, r1, c15
        shl     r1, r1, 2
        mov     r2, 0                   ; bytes of fragments that are done
        shl     r12, c0, 2
next:   ld      r3, r0, c1
        ld      r4, r0, c2
        ld      r5, r0, c3
        fmul    r6, r3, c5              ; normal * light
        ffma    r6, r4, c5, r6
        ffma    r6, r5, c5, r6
        mov     r7, c7
        cmp.eq.s32 p1, c8, 1            ; the material
        ssy     lit
        cmp.le.f32 p0, r6, 0.0
        @p0 bra dark                    ; the far side has ambient light alone
        ffma    r7, r6, c6, r7
        @!p1 bra dull
        fmul    r8, r6, r6              ; a highlight: the eighth power
        fmul    r8, r8, r8
        fmul    r8, r8, r8
        ffma    r7, r8, c9, r7
dull:   join
dark:   join
lit:    fsub    r8, r7, 1.0             ; not above 1
        cmp.gt.f32 p2, r8, 0.0
        @p2 mov r7, 1.0
        st      r0, c4, r7
        add     r0, r0, r1
        add     r2, r2, r1
        cmp.lt.s32 p3, r2, r12
        @p3 bra next
        exit
