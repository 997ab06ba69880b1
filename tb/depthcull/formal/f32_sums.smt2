; f32, yend and end3: the sums. With the difference of the sums at the compared corner that f32_gap gives, u for yend and
; 2u for end3, and x-sums that are off by u/2 at most (f32_gap too), the sums before the last rounding are in order
; at every pixel; then, by monotonic rounding, so are the depths. Mirrored is the same with s and d exchanged.
; A margin less does not do: with 0 and u there are examples.
; expect: unsat sat unsat sat sat sat
; include: f32.inc

(declare-const u Real)
(assert (> u 0.0))
(define-fun near ((rounded Real) (exact Real)) Bool
  (and (<= (- rounded exact) (/ u 2.0)) (<= (- exact rounded) (/ u 2.0))))
; x-sums at the pixel, and at XE
(declare-const s_x Real) (declare-const d_x Real) (declare-const s_xe Real) (declare-const d_xe Real)
(assert (and (near s_x (+ (x_times s_cx) s_cref)) (near s_xe (+ (xe_times s_cx) s_cref))))
(assert (and (near d_x (+ (x_times d_cx) d_cref)) (near d_xe (+ (xe_times d_cx) d_cref))))
(define-fun nearer () Bool (< (+ (y_times s_cy) s_x) (+ (y_times d_cy) d_x)))
(define-fun at_0y () Real (- (+ (ye_times s_cy) s_cref) (+ (ye_times d_cy) d_cref)))
(define-fun at_xy () Real (- (+ (ye_times s_cy) s_xe) (+ (ye_times d_cy) d_xe)))

(push 1)
(assert (and (>= s_cx d_cx) (<= s_cy d_cy) (>= at_0y u)))
(push 1)
(assert nearer)
(check-sat)
(pop 1)
(check-sat)
(pop 1)
(push 1)
(assert (and (<= s_cx d_cx) (<= s_cy d_cy) (>= at_xy (* 2.0 u))))
(push 1)
(assert nearer)
(check-sat)
(pop 1)
(check-sat)
(pop 1)
(push 1)
(assert (and (>= s_cx d_cx) (<= s_cy d_cy) (>= at_0y 0.0) nearer))
(check-sat)
(pop 1)
(push 1)
(assert (and (<= s_cx d_cx) (<= s_cy d_cy) (>= at_xy u) nearer))
(check-sat)
