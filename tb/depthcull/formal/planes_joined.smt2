; Tiles of several planes: facts that are found against every plane that a covered pixel shows are true of every covered pixel,
; and what the table of functions makes of them is what the test of that pixel says. Nothing of the arithmetic is used: depths
; are any ordered numbers.
; expect: unsat unsat unsat unsat unsat unsat unsat unsat sat sat sat
;
; A covered pixel shows one of eight planes; what the tests found against each is right for the pixels that show it.

(declare-const s Int) ; the source at the pixel
(declare-fun d (Int) Int) ; each plane at the pixel
(declare-const shown Int)
(assert (<= 0 shown 7))
(declare-fun covered (Int) Bool) ; planes that a covered pixel shows
(assert (covered shown))
(declare-fun gt (Int) Bool) (declare-fun ge (Int) Bool) (declare-fun lt (Int) Bool) (declare-fun le (Int) Bool)
(assert (and (=> (gt shown) (> s (d shown))) (=> (ge shown) (>= s (d shown)))
             (=> (lt shown) (< s (d shown))) (=> (le shown) (<= s (d shown)))))

(define-fun at ((k Int) (fact Bool)) Bool (or (not (covered k)) fact))
(define-fun all_gt () Bool (and (at 0 (gt 0)) (at 1 (gt 1)) (at 2 (gt 2)) (at 3 (gt 3))
                                (at 4 (gt 4)) (at 5 (gt 5)) (at 6 (gt 6)) (at 7 (gt 7))))
(define-fun all_ge () Bool (and (at 0 (ge 0)) (at 1 (ge 1)) (at 2 (ge 2)) (at 3 (ge 3))
                                (at 4 (ge 4)) (at 5 (ge 5)) (at 6 (ge 6)) (at 7 (ge 7))))
(define-fun all_lt () Bool (and (at 0 (lt 0)) (at 1 (lt 1)) (at 2 (lt 2)) (at 3 (lt 3))
                                (at 4 (lt 4)) (at 5 (lt 5)) (at 6 (lt 6)) (at 7 (lt 7))))
(define-fun all_le () Bool (and (at 0 (le 0)) (at 1 (le 1)) (at 2 (le 2)) (at 3 (le 3))
                                (at 4 (le 4)) (at 5 (le 5)) (at 6 (le 6)) (at 7 (le 7))))
(define-fun z () Int (d shown))

(push 1) ; less: cull, pass; gequal is the same the other way round
(assert (and all_ge (< s z)))
(check-sat)
(pop 1)
(push 1)
(assert (and all_lt (not (< s z))))
(check-sat)
(pop 1)
(push 1) ; lequal: cull, pass; greater is the same the other way round
(assert (and all_gt (<= s z)))
(check-sat)
(pop 1)
(push 1)
(assert (and all_le (not (<= s z))))
(check-sat)
(pop 1)
(push 1) ; equal: cull by either, pass; notequal is the same the other way round
(assert (and all_gt (= s z)))
(check-sat)
(pop 1)
(push 1)
(assert (and all_lt (= s z)))
(check-sat)
(pop 1)
(push 1)
(assert (and all_ge all_le (not (= s z))))
(check-sat)
(pop 1)
(push 1) ; GT of some planes and LT of the others is no cull of equal by this table, and needs none
(assert (and all_gt all_le))
(check-sat)
(pop 1)
(push 1) ; the facts can hold, of different planes by different tests
(assert (and all_ge (not all_gt) (gt 1) (covered 1) (distinct shown 1)))
(check-sat)
(pop 1)
; Joined by or, it is wrong: a fact against one plane says nothing of a pixel that shows another.
(push 1)
(assert (and (covered 0) (ge 0) (< s z)))
(check-sat)
(pop 1)
; So it is where a plane is left out that a covered pixel shows.
(assert (and (ge 0) (ge 1) (ge 2) (ge 3) (ge 4) (ge 5) (ge 6) (< s z)))
(check-sat)
