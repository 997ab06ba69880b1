; f32, range: for every monotonic rounding the least and the greatest depth of a plane are at corners. (What follows of
; the comparison of extremes is in fixed_range, which asks nothing of the arithmetic.)
; expect: unsat sat
; include: f32.inc

(declare-const xp Rounded) (declare-const xe Rounded) ; X at the pixel's x, and at XE; at 0 it is cref
(assert (and (legal xp) (legal xe)))
(define-fun x_0 () Rounded (finite s_cref))
(define-fun p_xp () Real (+ (x_times s_cx) s_cref))
(define-fun p_xe () Real (+ (xe_times s_cx) s_cref))
(assert (ordered x_0 p_xp xp x_0 p_xe xe))
(assert (ordered x_0 s_cref x_0 x_0 p_xp xp))
(assert (ordered x_0 s_cref x_0 x_0 p_xe xe))

; Depths: the pixel, the pixel's column at both ends of y, the four corners. At y = 0 a depth is X itself.
(declare-const z Rounded) (declare-const zx_ye Rounded) (declare-const z0_ye Rounded) (declare-const ze_ye Rounded)
(define-fun at ((v Rounded)) Real (+ (y_times s_cy) (value v)))
(define-fun end ((v Rounded)) Real (+ (ye_times s_cy) (value v)))
(assert (and (kept xp z) (kept xp zx_ye) (kept x_0 z0_ye) (kept xe ze_ye)))
(assert (ordered xp (at xp) z xp (value xp) xp))
(assert (ordered xp (at xp) z xp (end xp) zx_ye))
(assert (ordered xp (end xp) zx_ye x_0 (end x_0) z0_ye))
(assert (ordered xp (end xp) zx_ye xe (end xe) ze_ye))

(push 1)
(assert (or (and (lt z x_0) (lt z xe) (lt z z0_ye) (lt z ze_ye))
            (and (lt x_0 z) (lt xe z) (lt z0_ye z) (lt ze_ye z))))
(check-sat)
(pop 1)
(check-sat)
