; f32, slope and xend: GE, and mirrored LE, for every monotonic rounding.
; expect: unsat sat unsat unsat sat unsat
; include: f32.inc

; X at x = 0 is cref. At the pixel's x, and at XE:
(declare-const s_x Rounded) (declare-const d_x Rounded) (declare-const s_xe Rounded) (declare-const d_xe Rounded)
(assert (and (legal s_x) (legal d_x) (legal s_xe) (legal d_xe)))
(define-fun ps_x () Real (+ (x_times s_cx) s_cref))
(define-fun pd_x () Real (+ (x_times d_cx) d_cref))
(define-fun ps_xe () Real (+ (xe_times s_cx) s_cref))
(define-fun pd_xe () Real (+ (xe_times d_cx) d_cref))
(assert (ordered (finite s_cref) ps_x s_x (finite d_cref) pd_x d_x))
(assert (ordered (finite s_cref) ps_xe s_xe (finite d_cref) pd_xe d_xe))
; The depth at the pixel.
(declare-const s_z Rounded) (declare-const d_z Rounded)
(assert (and (kept s_x s_z) (kept d_x d_z)))
(assert (ordered s_x (+ (y_times s_cy) (value s_x)) s_z d_x (+ (y_times d_cy) (value d_x)) d_z))

(push 1) ; slope
(assert (and (>= s_cx d_cx) (>= s_cy d_cy) (>= s_cref d_cref)))
(push 1)
(assert (lt s_z d_z))
(check-sat)
(pop 1)
(check-sat)
(pop 1)
(push 1)
(assert (and (<= s_cx d_cx) (<= s_cy d_cy) (<= s_cref d_cref)))
(assert (lt d_z s_z))
(check-sat)
(pop 1)
(push 1) ; xend
(assert (and (<= s_cx d_cx) (>= s_cy d_cy) (lt d_xe s_xe)))
(push 1)
(assert (lt s_z d_z))
(check-sat)
(pop 1)
(check-sat)
(pop 1)
(push 1)
(assert (and (>= s_cx d_cx) (<= s_cy d_cy) (lt s_xe d_xe)))
(assert (lt d_z s_z))
(check-sat)
