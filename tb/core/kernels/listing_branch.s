; listing_branch.s - if (A == B) action 1, else action 2, with a branch on a predicate of each lane
; [ES 2777827 ¶58, ¶59].
;
; c0: A; c1: B; c2: results; c15: lanes of a warp.

        .target core
        .const  c0, 7
        .const  c1, 7
        .const  c2, 0
        .arg    lanes, c15, is, lanes

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
        mul     r3, group, warps
        add     r3, r3, warp
        mad     r3, r3, c15, lid
        shl     r3, r3, 2
        st      r3, c2, r2
        exit
