; range: GT, GE, LT, LE, whatever holds the destination's pixels, as long as its min and max are right;
; and the least and the greatest depth of a plane are at its corners.
; expect: unsat unsat unsat unsat unsat sat
; include: fixed.inc

(push 1) ; a plane's depth below its least corner or above its greatest
(assert (or (< s_z s_min) (> s_z s_max)))
(check-sat)
(pop 1)

(declare-const low Int) (declare-const high Int) (declare-const d_depth Int) ; the destination
(assert (<= low d_depth high))
(declare-const s_depth Int)
(assert (<= s_min s_depth s_max)) ; the source, by the first lemma
(push 1)
(assert (> s_min high))
(assert (not (> s_depth d_depth)))
(check-sat)
(pop 1)
(push 1)
(assert (>= s_min high))
(assert (not (>= s_depth d_depth)))
(check-sat)
(pop 1)
(push 1)
(assert (< s_max low))
(assert (not (< s_depth d_depth)))
(check-sat)
(pop 1)
(push 1)
(assert (<= s_max low))
(assert (not (<= s_depth d_depth)))
(check-sat)
(pop 1)
(push 1)
(assert (> s_min high))
(check-sat)
