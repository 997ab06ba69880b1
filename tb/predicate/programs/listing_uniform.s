; listing_uniform.s - if (A == B) action 1, else action 2, under one uniform predicate, as written by a compiler that
; knows that A and B are uniform [ES 2777827 ¶61].

        .const  c0, 7                   ; A
        .const  c1, 7                   ; B
        .out    result, r2, s32

        cmp.eq.s32 up0, c0, c1
        @up0  mov r2, 1                 ; action 1
        @!up0 mov r2, 2                 ; action 2
        shl     r3, lid, 2
        st      r3, 0, r2
        exit
