; f32, range over a box: for every monotonic rounding the least and the greatest depth of a plane are at the two corners that
; the signs of its slopes name.
; expect: unsat unsat sat unsat unsat sat
; include: f32.inc

; Columns and rows as numbers: how far they are from one another is all that counts.
(declare-const left Real) (declare-const column Real) (declare-const right Real)
(declare-const upper Real) (declare-const row Real) (declare-const lower Real)
(assert (and (<= 0.0 left column) (<= column right) (<= right 15.0)))
(assert (and (<= 0.0 upper row) (<= row lower) (<= lower 7.0)))

; The products with the slopes, of which only their order is used: n <= m gives n*c <= m*c if c is not negative, else the
; other way round.
(declare-const left_cx Real) (declare-const column_cx Real) (declare-const right_cx Real)
(declare-const upper_cy Real) (declare-const row_cy Real) (declare-const lower_cy Real)
(define-fun product ((c Real) (n Real) (nc Real) (m Real) (mc Real)) Bool
  (=> (<= n m) (ite (< c 0.0) (<= mc nc) (<= nc mc))))
(assert (and (product s_cx left left_cx column column_cx) (product s_cx column column_cx right right_cx)))
(assert (and (product s_cy upper upper_cy row row_cy) (product s_cy row row_cy lower lower_cy)))

; The x-sums of the pixel's column and of the corner's, then their depths in the pixel's row and in the corner's.
(declare-const x_pixel Rounded) (declare-const x_low Rounded) (declare-const x_high Rounded)
(assert (and (legal x_pixel) (legal x_low) (legal x_high)))
(define-fun low_cx () Real (ite (< s_cx 0.0) right_cx left_cx))
(define-fun high_cx () Real (ite (< s_cx 0.0) left_cx right_cx))
(define-fun low_cy () Real (ite (< s_cy 0.0) lower_cy upper_cy))
(define-fun high_cy () Real (ite (< s_cy 0.0) upper_cy lower_cy))
(define-fun start () Rounded (finite s_cref))
(assert (ordered start (+ column_cx s_cref) x_pixel start (+ low_cx s_cref) x_low))
(assert (ordered start (+ column_cx s_cref) x_pixel start (+ high_cx s_cref) x_high))

(declare-const z Rounded) (declare-const z_min Rounded) (declare-const z_max Rounded)
(assert (and (kept x_pixel z) (kept x_low z_min) (kept x_high z_max)))
(assert (ordered x_pixel (+ row_cy (value x_pixel)) z x_low (+ low_cy (value x_low)) z_min))
(assert (ordered x_pixel (+ row_cy (value x_pixel)) z x_high (+ high_cy (value x_high)) z_max))

(push 1)
(assert (lt x_pixel x_low))
(check-sat)
(pop 1)
(push 1)
(assert (lt x_high x_pixel))
(check-sat)
(pop 1)
(push 1)
(assert (and (lt x_low x_pixel) (lt x_pixel x_high)))
(check-sat)
(pop 1)
(push 1)
(assert (lt z z_min))
(check-sat)
(pop 1)
(push 1)
(assert (lt z_max z))
(check-sat)
(pop 1)
(assert (and (lt z_min z) (lt z z_max)))
(check-sat)
