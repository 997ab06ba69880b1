; listing_predicated.s - if (A == B) action 1, else action 2, with both actions under a predicate of each lane
; [ES 2777827 ¶58, ¶60].

        .const  c0, 7                   ; A
        .const  c1, 7                   ; B
        .out    result, r2, s32

        mov     r0, c0
        mov     r1, c1
        cmp.eq.s32 p0, r0, r1
        @p0  mov r2, 1                  ; action 1
        @!p0 mov r2, 2                  ; action 2
        shl     r3, lid, 2
        st      r3, 0, r2
        exit
