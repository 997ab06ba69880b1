; The wordings of claim 5, claim 6 and paragraph 201 do hold where all slopes are positive, as minimum and
; maximum are then start and end: so it is negative slopes that refute them.
; expect: unsat unsat unsat sat
; include: fixed.inc

(assert (and (> s_cx 0) (> s_cy 0) (> d_cx 0) (> d_cy 0)))
(assert (not (>= s_z d_z)))
(push 1) ; claim 5, with strictly deeper minimum
(assert (and (> s_cx d_cx) (> s_cy d_cy) (> s_min d_min)))
(check-sat)
(pop 1)
(push 1) ; claim 6
(assert (and (< s_cx d_cx) (< s_cy d_cy) (> s_min d_min) (> s_max d_max)))
(check-sat)
(pop 1)
(push 1) ; paragraph 201
(assert (and (>= s_cx d_cx) (>= s_cy d_cy) (> s_min d_min) (>= s_max d_max)))
(check-sat)
(pop 1)
(push 1) ; claim 5 as it is worded: equal minima may be so by the shift and the clamp alone
(assert (and (> s_cx d_cx) (> s_cy d_cy) (>= s_min d_min)))
(check-sat)
