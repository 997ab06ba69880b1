; The link from the integers to the block, 1 of 2: with coefficients of 40 bits, the sum at every pixel and
; corner is within 40 + clog2(TW+TH-1) bits, signed: 43, 44, 45. Two's complement of that width is arithmetic
; modulo a power of two, whatever wraps on the way, so the block's sums are exact. A bit less does not do.
; expect: unsat sat
; include: fixed.inc

(define-fun coefficient ((c Int)) Bool (and (<= (- 549755813888) c) (< c 549755813888))) ; 2^39
(assert (and (coefficient s_cx) (coefficient s_cy) (coefficient s_cref)))
(define-fun half () Int (ite w16 17592186044416 (ite w8 8796093022208 4398046511104))) ; 2^44, 2^43, 2^42

(push 1)
(assert (or (< s_pixel (- half)) (>= s_pixel half)))
(check-sat)
(pop 1)
(push 1)
(assert w16)
(assert (or (< (* 2 s_pixel) (- half)) (>= (* 2 s_pixel) half)))
(check-sat)
