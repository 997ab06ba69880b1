; slope: GE, and mirrored LE
; expect: unsat sat unsat sat
; include: fixed.inc

(push 1) ; the condition, and a pixel at which the source is nearer
(assert (and (>= s_cx d_cx) (>= s_cy d_cy) (>= s_cref d_cref)))
(assert (< s_z d_z))
(check-sat)
(pop 1)
(push 1) ; the condition can hold at all
(assert (and (>= s_cx d_cx) (>= s_cy d_cy) (>= s_cref d_cref)))
(check-sat)
(pop 1)
(push 1) ; mirrored
(assert (and (<= s_cx d_cx) (<= s_cy d_cy) (<= s_cref d_cref)))
(assert (> s_z d_z))
(check-sat)
(pop 1)
(push 1)
(assert (and (<= s_cx d_cx) (<= s_cy d_cy) (<= s_cref d_cref)))
(check-sat)
