; listing_branch.s - if (A == B) action 1, else action 2, with a branch on a predicate of each lane
; [ES 2777827 ¶58, ¶59]. Here the branches of the listing stand between ssy and join, where lanes that diverge meet
; again.
;
; A and B come from constants, so the uniformity pass finds that one uniform predicate is enough.

        .const  c0, 7                   ; A
        .const  c1, 7                   ; B
        .out    result, r2, s32

        mov     r0, c0
        mov     r1, c1
        ssy     continue
        cmp.eq.s32 p0, r0, r1
        @!p0 bra else
        mov     r2, 1                   ; action 1
        join
else:   mov     r2, 2                   ; action 2
        join
continue:
        shl     r3, lid, 2
        st      r3, 0, r2
        exit
