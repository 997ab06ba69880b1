; lighting.s - one fragment per lane: light on a surface. Each lane has its own normal; the material is the same for
; the warp.
;
; The test of the material comes from a constant, so one uniform test is enough. The test for the side that faces the
; light differs from lane to lane.

        .const  c0, 0.57735026          ; direction to the light
        .const  c1, 0.57735026
        .const  c2, 0.57735026
        .const  c3, 0.8                 ; diffuse part
        .const  c4, 0.1                 ; ambient part
        .const  c5, 1                   ; material: 0 dull, 1 shining
        .const  c6, 0.5                 ; its highlight
        .reg    r0, 0.0, 0.6, -0.6, 0.0, 1.0, -1.0, 0.36, -0.48
        .reg    r1, 0.0, 0.0, 0.8, -0.8, 0.0, 0.0, 0.48, 0.64
        .reg    r2, 1.0, 0.8, 0.0, 0.6, 0.0, 0.0, 0.8, -0.6
        .out    light, r4, f32

        fmul    r3, r0, c0              ; normal * light
        ffma    r3, r1, c1, r3
        ffma    r3, r2, c2, r3
        mov     r4, c4
        cmp.eq.s32 p1, c5, 1            ; the material
        ssy     lit
        cmp.le.f32 p0, r3, 0.0
        @p0 bra dark                    ; the far side has ambient light alone
        ffma    r4, r3, c3, r4
        @!p1 bra dull
        fmul    r5, r3, r3              ; a highlight: the eighth power
        fmul    r5, r5, r5
        fmul    r5, r5, r5
        ffma    r4, r5, c6, r4
dull:   join
dark:   join
lit:    fsub    r6, r4, 1.0             ; not above 1
        cmp.gt.f32 p2, r6, 0.0
        @p2 mov r4, 1.0
        shl     r7, lid, 2
        st      r7, 0, r4
        exit
