; f32 at its full width: the gap lemma of yend and end3, and the error of an x-sum.
;
; A magnitude is its pattern as an integer, a key has the sign too. Of E, value and unit only what f32_pattern proves is
; used: value(0) = 0; the next magnitude is one unit(E) further; none of the three ever falls; above E = 1 a
; value is 2^23 units or more.
; expect: unsat unsat unsat sat sat unsat

(declare-fun E (Int) Int)     ; of a magnitude
(declare-fun value (Int) Real) ; of a magnitude
(declare-fun unit (Int) Real) ; of an exponent
(define-fun mag ((k Int)) Int (ite (< k 0) (- k) k))
(define-fun V ((k Int)) Real (ite (< k 0) (- (value (- k))) (value k)))
(define-fun top () Int 2139095039) ; 0x7F7FFFFF
(define-fun finite ((k Int)) Bool (and (<= k top) (>= k (- top))))

(define-fun facts ((m Int)) Bool
  (and (= (value 0) 0.0) (>= (value m) 0.0) (>= (E m) 1) (> (unit (E m)) 0.0)
       (= (value (+ m 1)) (+ (value m) (unit (E m))))
       (=> (> (E m) 1) (>= (value m) (* 8388608.0 (unit (E m)))))))
(define-fun in_order ((m Int) (n Int)) Bool
  (and (=> (<= m n) (and (<= (value m) (value n)) (<= (E m) (E n))))
       (=> (<= n m) (and (<= (value n) (value m)) (<= (E n) (E m))))))
(define-fun units_in_order ((a Int) (b Int)) Bool
  (and (=> (<= a b) (<= (unit a) (unit b))) (=> (<= b a) (<= (unit b) (unit a)))))

(declare-const e Int)
(define-fun u () Real (unit e))
(assert (and (>= e 1) (> u 0.0)))

; k0 and kn, the compared depths; their neighbours towards one another, k1 and km; and k2
(declare-const k0 Int) (declare-const kn Int)
(define-fun k1 () Int (+ k0 1))
(define-fun k2 () Int (+ k0 2))
(define-fun km () Int (- kn 1))
(declare-const m0 Int) (declare-const m1 Int) (declare-const m2 Int) (declare-const mm Int) (declare-const mn Int)
(assert (and (= m0 (mag k0)) (= m1 (mag k1)) (= m2 (mag k2)) (= mm (mag km)) (= mn (mag kn))))
(assert (and (facts m0) (facts m1) (facts m2) (facts mm) (facts mn)))
(assert (and (in_order m0 m1) (in_order m0 m2) (in_order m0 mm) (in_order m0 mn) (in_order m1 m2)
             (in_order m1 mm) (in_order m1 mn) (in_order m2 mm) (in_order m2 mn) (in_order mm mn)))
(assert (and (units_in_order e (E m0)) (units_in_order e (E m1)) (units_in_order e (E m2))
             (units_in_order e (E mm)) (units_in_order e (E mn))
             (units_in_order (E mn) (E mm)) (units_in_order (E m0) (E m1))))

; the sums before the last rounding, which is to nearest
(declare-const a_s Real) (declare-const a_d Real)
(assert (>= a_s (/ (+ (V km) (V kn)) 2.0)))
(assert (<= a_d (/ (+ (V k0) (V k1)) 2.0)))
(define-fun beyond ((margin Int)) Bool (and (finite k0) (finite kn) (>= kn (+ k0 margin))))
(define-fun condition () Bool (and (>= (E m0) e) (>= (E mn) e)))

(push 1) ; margin 2 gives u
(assert (and (beyond 2) condition (< (- a_s a_d) u)))
(check-sat)
(pop 1)
(push 1) ; margin 3 gives 2u
(assert (and (beyond 3) condition (< (- a_s a_d) (* 2.0 u))))
(check-sat)
(pop 1)
(push 1) ; margin 1 gives 0
(assert (and (beyond 1) condition (< (- a_s a_d) 0.0)))
(check-sat)
(pop 1)
(push 1) ; and not u
(assert (and (beyond 1) condition (< (- a_s a_d) u)))
(check-sat)
(pop 1)
(push 1) ; without the exponent condition margin 2 does not give u
(assert (and (beyond 2) (< (- a_s a_d) u)))
(check-sat)
(pop 1)

; x-sum X = RN(p), E(X) <= e: to nearest, it is u/2 off at most
(declare-const kx Int) (declare-const p Real)
(declare-const mx Int) (declare-const mu Int) (declare-const md Int)
(push 1)
(assert (and (finite kx) (= mx (mag kx)) (= mu (mag (+ kx 1))) (= md (mag (- kx 1))) (<= (E mx) e)))
(assert (and (facts mx) (facts mu) (facts md) (in_order mx mu) (in_order mx md)))
(assert (and (units_in_order e (E mx)) (units_in_order e (E mu)) (units_in_order e (E md))
             (units_in_order (E mx) (E mu)) (units_in_order (E mx) (E md))))
(assert (and (<= p (/ (+ (V kx) (V (+ kx 1))) 2.0)) (>= p (/ (+ (V kx) (V (- kx 1))) 2.0))))
(assert (or (> (- p (V kx)) (/ u 2.0)) (> (- (V kx) p) (/ u 2.0))))
(check-sat)
